//! Scores of the first keys: a column each, a dot for every node, the winner as a chip. A key that moved has a line
//! from the old winner to the new one. The one key of the page has a column of its own behind them, with all letters: its
//! race.

use placement::fleet::NodeId;

use super::{
    scene::{Align, Ink, Layer, Point, Scene, Shape, Size},
    scores_data::{Column, ScoresData},
    signs::{CHIP_CSS_PX, chip, chip_width, frame, short},
    told,
    words::{Corner, Note, Words, counted},
};

/// Least pitch of columns: chips with an edge do not touch.
const COLUMN_CSS_PX: f64 = 24.5;
/// The column of the one key, in columns: itself and what it is off the others.
const OWN_COLUMN: f64 = 1.5;

/// So many characters of a key are shown.
const KEY: usize = 18;
/// The height of a letter beside a dot.
const LETTER_CSS_PX: f64 = 11.0;

#[derive(Clone, Copy, Debug)]
struct Layout {
    left: f64,
    right: f64,
    top: f64,
    base: f64,
    columns: usize,
}

fn is_compact(size: Size) -> bool {
    size.width_css_px < 480.0
}

impl Layout {
    fn new(size: Size, data: &ScoresData) -> Self {
        let is_compact = is_compact(size);
        let left = if is_compact { 44.0 } else { 62.0 };
        let right = size.width_css_px - if is_compact { 20.0 } else { 34.0 };
        let columns = data.columns.len().min(((right - left) / COLUMN_CSS_PX - OWN_COLUMN).max(1.0) as usize);
        Self { left, right, top: if is_compact { 34.0 } else { 92.0 }, base: size.height_css_px - 72.0, columns }
    }

    fn pitch(&self) -> f64 {
        (self.right - self.left).max(1.0) / (self.columns.max(1) as f64 + OWN_COLUMN)
    }

    /// Where a score of the one key stands.
    fn own_point(&self, score: f64) -> Point {
        Point::new(self.right - self.pitch() / 2.0, self.y(score))
    }

    /// Where the columns of the first keys end.
    fn end(&self) -> f64 {
        self.left + self.columns as f64 * self.pitch()
    }

    fn point(&self, column: usize, score: f64) -> Point {
        Point::new(self.left + (column as f64 + 0.5) * self.pitch(), self.y(score))
    }

    /// The column at a place across.
    fn column_at(&self, x: f64) -> Option<usize> {
        let column = ((x - self.left) / self.pitch()).floor();
        (column >= 0.0 && (column as usize) < self.columns).then_some(column as usize)
    }

    fn y(&self, score: f64) -> f64 {
        self.base - score * (self.base - self.top)
    }
}

/// Draws scores.
#[must_use]
pub fn scene(data: &ScoresData, size: Size, lit: Option<NodeId>) -> Scene {
    if data.is_empty() {
        let mut layer = Layer::new("empty");
        let middle = Point::new(size.width_css_px / 2.0, size.height_css_px / 2.0);
        let text = if data.columns.is_empty() { "No keys to score." } else { told::nothing(data.view()) };
        layer.write(Ink::Ink2, false, Align::Middle, middle, text);
        return Scene::new(size, vec![layer]);
    }
    let layout = Layout::new(size, data);
    let (mut dots, mut moved) = (Layer::new("scores"), Layer::new("moved"));
    let mut edges = Layer::new("edges");
    let mut winners = Layer::new("winners");
    for (at, column) in data.columns.iter().take(layout.columns).enumerate() {
        losers(&mut dots, &layout, at, column, lit);
        let Some(&(winner, score)) = column.scores.first() else { continue };
        let middle = layout.point(at, score);
        if let Some((from, old)) = column.moved_from
            && lit.is_none_or(|lit| lit == from || lit == winner)
        {
            if let Some(old) = old {
                moved.stroke(Ink::Accent, 1.5, Shape::Segment(layout.point(at, old), middle));
                moved.fill(Ink::Accent, Shape::Dot(layout.point(at, old), 3.0));
            }
            let side = 24.0 + 7.0 * (winner.letter().len() as f64 - 1.0);
            let edge = Point::new(middle.x - side / 2.0, middle.y - 12.0);
            edges.fill(Ink::Accent, Shape::Box { at: edge, width: side, height: 24.0, corner: 6.0 });
        }
        chip(&mut winners, middle, winner, lit);
    }
    Scene::new(size, vec![axis(data, &layout), dots, moved, edges, winners])
}

/// All but the winner. Dots that would cover one another are one.
fn losers(layer: &mut Layer, layout: &Layout, at: usize, column: &Column, lit: Option<NodeId>) {
    let mut last = f64::MIN;
    for &(node, score) in column.scores.iter().skip(1) {
        let point = layout.point(at, score);
        if lit == Some(node) {
            layer.fill(Ink::Node(node, 100), Shape::Dot(point, 3.5));
        } else if (point.y - last).abs() >= 1.5 {
            last = point.y;
            layer.fill(if lit.is_some() { Ink::Line } else { Ink::Key }, Shape::Dot(point, 2.0));
        }
    }
}

fn axis(data: &ScoresData, layout: &Layout) -> Layer {
    let mut layer = Layer::new("axis");
    for quarter in 0..=4u32 {
        let y = layout.y(f64::from(quarter) / 4.0).round() + 0.5;
        let line = Shape::Segment(Point::new(layout.left, y), Point::new(layout.right, y));
        layer.stroke(if quarter == 0 { Ink::Ink3 } else { Ink::Line }, 1.0, line);
    }
    let top = match (data.is_weighted, data.bits) {
        (true, _) => "∞",
        (_, 64) => "2⁶⁴",
        _ => "2³²",
    };
    let mut label = |score: f64, text: &str| {
        layer.write(Ink::Ink2, false, Align::End, Point::new(layout.left - 8.0, layout.y(score)), text);
    };
    label(1.0, top);
    label(0.0, "0");
    if data.is_weighted {
        label(0.5, "Σw");
    }
    let shown = &data.columns[..layout.columns];
    let y = layout.base + 18.0;
    if let (Some(first), Some(last)) = (shown.first(), shown.last()) {
        layer.write(Ink::Ink2, false, Align::Start, Point::new(layout.left, y), short(&first.key, KEY));
        if shown.len() > 1 {
            layer.write(Ink::Ink2, false, Align::End, Point::new(layout.end(), y), short(&last.key, KEY));
        }
    }
    let mut text = "each column a key".to_owned();
    if told::roster_change(data.view()).is_some() {
        let moved = shown.iter().filter(|column| column.moved_from.is_some()).count();
        text = format!("{text}; {moved} of {} moved", shown.len());
    }
    let middle = Point::new((layout.left + layout.end()) / 2.0, y + if layout.right < 420.0 { 18.0 } else { 0.0 });
    layer.write(Ink::Ink2, false, Align::Middle, middle, text);
    layer
}

/// The race of one key in a column of its own, and its winner, once that is known, in a frame; where the key is one of the
/// first, there too.
#[must_use]
pub fn way(data: &ScoresData, size: Size, key: &str, has_reached: bool) -> Layer {
    let mut layer = Layer::new("way");
    let layout = Layout::new(size, data);
    if data.is_empty() {
        return layer;
    }
    race(&mut layer, data, &layout, key, has_reached);
    let shown = data.columns.iter().take(layout.columns);
    if let Some((at, column)) = shown.enumerate().find(|(_, column)| column.key == key)
        && let Some(&(winner, score)) = column.scores.first()
    {
        // Outside the edge of a key that moved.
        let more = if column.moved_from.is_some() { 4.0 } else { 0.0 };
        frame(&mut layer, layout.point(at, score), chip_width(winner.letter().len()) + more, CHIP_CSS_PX + more);
    }
    layer
}

/// Every score of the one key, with the letters that have room.
fn race(layer: &mut Layer, data: &ScoresData, layout: &Layout, key: &str, has_reached: bool) {
    let scores = data.scores_of(key);
    let lane = layout.own_point(0.0).x;
    let (top, width) = (layout.top - CHIP_CSS_PX / 2.0 - 2.0, CHIP_CSS_PX + 4.0);
    let at = Point::new(lane - width / 2.0, top);
    layer.fill(Ink::Track, Shape::Box { at, width, height: layout.base - top, corner: 4.0 });
    let name = Point::new(layout.right + LETTER_CSS_PX, top - 12.0);
    layer.write(Ink::Ink, true, Align::End, name, short(key, KEY));
    // A chip stands for its letter, and keeps others off.
    let mut taken: Vec<f64> = Vec::new();
    for (place, &(node, score)) in scores.iter().enumerate() {
        let point = layout.own_point(score);
        let is_winner = place == 0 && has_reached;
        let off = taken.iter().map(|y| (y - point.y).abs()).fold(f64::MAX, f64::min);
        if is_winner {
            chip(layer, point, node, None);
            frame(layer, point, chip_width(node.letter().len()), CHIP_CSS_PX);
        } else if off >= 1.5 {
            layer.fill(Ink::Node(node, 100), Shape::Dot(point, 3.5));
            if off >= LETTER_CSS_PX {
                let beside = Point::new(lane + width / 2.0 + 3.0, point.y);
                layer.write(Ink::Ink2, false, Align::Start, beside, node.letter());
            }
        }
        if is_winner || off >= LETTER_CSS_PX {
            taken.push(point.y);
        }
    }
}

/// The score of one node for a key in a frame, in the column of its own.
pub fn mark(layer: &mut Layer, data: &ScoresData, size: Size, key: &str, node: NodeId) {
    let layout = Layout::new(size, data);
    if let Some((_, score)) = data.scores_of(key).iter().find(|one| one.0 == node) {
        frame(layer, layout.own_point(*score), CHIP_CSS_PX, 8.0);
    }
}

/// The words of scores.
#[must_use]
pub fn words(data: &ScoresData, size: Size, lit: Option<NodeId>) -> Words {
    let is_compact = is_compact(size);
    if data.is_empty() {
        let said = if data.columns.is_empty() { "No keys to score." } else { told::nothing(data.view()) };
        return Words { summary: said.into(), core: None, notes: Vec::new(), caption: said.into(), is_compact };
    }
    let axis = if data.is_weighted {
        "s = −w / ln u, drawn as s / (s + Σw), Σw being all weights"
    } else {
        "every node scores every key"
    };
    let rule = Note::new(Corner::TopLeft, "The highest score wins", axis);
    let headline = told::headline(data.view(), lit);
    let nodes = counted(data.columns[0].scores.len(), "node", "nodes");
    let shown = counted(Layout::new(size, data).columns, "key", "keys");
    let at_rest = told::sentence(&told::headline(data.view(), None));
    let summary = format!("The scores of {nodes} for the first {shown}; the highest wins. {at_rest}");
    let caption = format!("{}: {}. {}", rule.heading, rule.text, told::sentence(&headline));
    Words {
        summary,
        core: None,
        notes: if is_compact { Vec::new() } else { vec![rule, headline] },
        caption,
        is_compact,
    }
}

/// The node whose chip or dot is nearest to a place.
#[must_use]
pub fn node_at(data: &ScoresData, size: Size, point: Point) -> Option<NodeId> {
    let layout = Layout::new(size, data);
    let scores = &data.columns.get(layout.column_at(point.x)?)?.scores;
    let off = |score: f64| (layout.y(score) - point.y).abs();
    // A chip is larger than a dot and lies over it.
    if let Some(&(winner, _)) = scores.first().filter(|(_, score)| off(*score) <= 11.0) {
        return Some(winner);
    }
    let nearest = scores.iter().min_by(|a, b| off(a.1).total_cmp(&off(b.1)))?;
    (off(nearest.1) <= 8.0).then_some(nearest.0)
}

/// The key of the column that a place is in.
#[must_use]
pub fn key_at(data: &ScoresData, size: Size, point: Point) -> Option<String> {
    let layout = Layout::new(size, data);
    let column = data.columns.get(layout.column_at(point.x)?)?;
    let is_beside = point.y >= layout.top && point.y <= layout.base + 30.0;
    is_beside.then(|| column.key.clone())
}

#[cfg(test)]
mod tests {
    use super::super::{ring_data::tests::add, scores_data::tests::data};
    use super::*;
    use placement::scenario::Command;

    const WIDE: Size = Size { width_css_px: 692.0, height_css_px: 711.0 };
    const NARROW: Size = Size { width_css_px: 374.0, height_css_px: 376.0 };

    #[test]
    fn a_column_means_its_key() {
        let data = data([]);
        let layout = Layout::new(WIDE, &data);
        for at in [0, 7, 21] {
            let point = Point::new(layout.point(at, 0.0).x, layout.base + 10.0);
            assert_eq!(key_at(&data, WIDE, point).as_deref(), Some(format!("user:{at}").as_str()));
        }
        let outside = [Point::new(2.0, 300.0), Point::new(690.0, 300.0), Point::new(300.0, 5.0)];
        assert!(outside.iter().all(|&point| key_at(&data, WIDE, point).is_none()));
    }

    #[test]
    fn every_key_has_a_column_a_chip_and_seven_dots() {
        let data = data([]);
        let scene = scene(&data, WIDE, None);
        assert_eq!(scene.layer("winners").expect("winners").texts.len(), 22);
        let dots = scene.layer("scores").expect("scores").count(Ink::Key);
        assert!((146..=154).contains(&dots), "{dots}");
        assert!(super::scene(&data, NARROW, None).layer("winners").expect("winners").texts.len() < 22);
    }

    #[test]
    fn a_moved_key_has_a_line_and_an_edge() {
        let data = data([add("cache-09")]);
        let moved = data.columns[..22].iter().filter(|column| column.moved_from.is_some()).count();
        let scene = scene(&data, WIDE, None);
        assert_eq!(scene.layer("edges").expect("edges").count(Ink::Accent), moved);
        assert_eq!(scene.layer("moved").expect("moved").count(Ink::Accent), 2 * moved);
        let said = &scene.layer("axis").expect("an axis").texts.last().expect("texts").text;
        assert_eq!(*said, format!("each column a key; {moved} of 22 moved"));
    }

    #[test]
    fn a_key_has_its_race_and_its_winner_in_a_frame() {
        let data = data([]);
        // user:3 is one of the first and so framed twice.
        assert_eq!(way(&data, WIDE, "user:3", true).count(Ink::Ink), 2);
        assert_eq!(way(&data, WIDE, "user:42", true).count(Ink::Ink), 1);
        assert_eq!(way(&data, WIDE, "user:42", false).count(Ink::Ink), 0);
    }

    // fmix32(FNV-1a of user:42 ^ 0x9e3779b1 · FNV-1a of the name) by hand: cache-07 has the highest of eight, 0.517356 of 2^32.
    #[test]
    fn any_key_races_in_its_own_column() {
        for size in [WIDE, NARROW] {
            let data = data([]);
            let layout = Layout::new(size, &data);
            let layer = way(&data, size, "user:42", false);
            let letters: Vec<&str> = layer.texts.iter().map(|text| text.text.as_str()).collect();
            assert!(letters.contains(&"user:42") && letters.contains(&"G"), "{letters:?}");
            let dots: usize = (0..8).map(|node| layer.count(Ink::Node(NodeId(node), 100))).sum();
            assert_eq!(dots, 8);
            let mut marked = Layer::new("walked");
            mark(&mut marked, &data, size, "user:42", NodeId(6));
            let Some(Shape::Box { at, height, .. }) = marked.batches[0].shapes.first() else { panic!("no frame") };
            let share = (layout.base - (at.y + height / 2.0)) / (layout.base - layout.top);
            assert!((share - 0.517_356).abs() < 1e-3, "{share}");
            // Nothing stands beyond the picture, nor on the columns of the first keys.
            assert!(layout.own_point(0.0).x + 12.0 <= size.width_css_px);
            assert!(layout.own_point(0.0).x - 12.0 >= layout.end());
        }
    }

    #[test]
    fn a_chip_and_a_dot_can_be_pointed_at() {
        let data = data([]);
        let layout = Layout::new(WIDE, &data);
        for (at, column) in data.columns.iter().take(layout.columns).enumerate() {
            let (winner, score) = column.scores[0];
            assert_eq!(node_at(&data, WIDE, layout.point(at, score)), Some(winner));
        }
        assert_eq!(node_at(&data, WIDE, Point::new(1.0, 300.0)), None);
    }

    #[test]
    fn nothing_to_score_is_told() {
        let none = data([Command::SetNodeCount(0)]);
        assert_eq!(words(&none, WIDE, None).caption, "No node. Add one to place keys.");
        assert_eq!(scene(&none, WIDE, None).layers.len(), 1);
        let many = data([Command::SetNodeCount(2_000)]);
        assert!(scene(&many, WIDE, None).shapes() < 12_000);
    }
}
