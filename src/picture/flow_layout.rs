//! Where bars and ribbons of a flow stand. Heights are keys, to one scale on both sides: the ribbons of a bar add up to it.

use placement::measure::{FromTo, from_to::Party};

use super::{
    ring_layout::{MOST_LANES, RingLayout},
    scene::{Point, Size},
};

/// Room beside the bars for a sign and a number.
const LABELS_CSS_PX: f64 = 100.0;
/// The least height of a row: that of its text.
const ROW_CSS_PX: f64 = 14.0;
/// Between two rows.
const GAP_CSS_PX: f64 = 3.0;
/// Parties on each side at most.
pub const MOST_PARTIES: usize = 13;
/// Around a flow without a ring.
const EDGE_CSS_PX: f64 = 12.0;
const HEAD_CSS_PX: f64 = 56.0;
const FOOT_CSS_PX: f64 = 36.0;
/// A flow without a ring is no larger than this.
const LARGEST: Size = Size { width_css_px: 640.0, height_css_px: 520.0 };
/// In a smaller ring there is no room for a flow: it takes the place of the ring.
const LEAST_RADIUS_CSS_PX: f64 = 240.0;
/// The width of a bar.
pub const BAR_CSS_PX: f64 = 6.0;
/// Points along an edge of a ribbon.
const POINTS: usize = 24;

/// The measures of a flow.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct FlowLayout {
    /// The size of the picture.
    pub size: Size,
    /// The ring around it.
    pub ring: Option<RingLayout>,
    /// The middle of bars and ribbons.
    pub centre: Point,
    /// Where the ribbons begin, and where they end.
    pub sides: (f64, f64),
    /// The height of all rows.
    pub height: f64,
    /// The first line of its heading.
    pub head: f64,
    /// The first line below.
    pub foot: f64,
}

/// A bar.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Bar {
    /// Its upper end.
    pub top: f64,
    /// Its height: its keys.
    pub height: f64,
    /// The middle of its text.
    pub middle: f64,
}

/// A ribbon, by its upper edges.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Ribbon {
    /// On the giver's side.
    pub from: f64,
    /// On the receiver's side.
    pub to: f64,
    /// Its height: its keys.
    pub height: f64,
}

/// All bars and ribbons, in the order of parties and cells.
#[derive(Clone, PartialEq, Debug)]
pub struct Placed {
    /// The bars of those who gave.
    pub givers: Vec<Bar>,
    /// The bars of those who received.
    pub receivers: Vec<Bar>,
    /// The ribbons, one a cell.
    pub ribbons: Vec<Ribbon>,
}

impl FlowLayout {
    /// Fits a flow into a picture, within a ring where there is one and room in it.
    #[must_use]
    pub fn new(size: Size, is_ring: bool) -> Self {
        // Without lanes, whatever the fleet.
        let ring = RingLayout::new(size, MOST_LANES + 1);
        if is_ring && ring.radius >= LEAST_RADIUS_CSS_PX {
            let centre = Point::new(ring.centre.x, ring.centre.y - 2.0);
            let half = ring.scaled(178.0) - LABELS_CSS_PX;
            return Self {
                size,
                ring: Some(ring),
                centre,
                sides: (centre.x - half, centre.x + half),
                height: ring.scaled(260.0),
                head: centre.y - ring.scaled(130.0) - 34.0,
                foot: centre.y + ring.scaled(130.0) + 18.0,
            };
        }
        let width = (size.width_css_px - 2.0 * EDGE_CSS_PX).min(LARGEST.width_css_px);
        let height = (size.height_css_px - HEAD_CSS_PX - FOOT_CSS_PX).clamp(ROW_CSS_PX, LARGEST.height_css_px);
        let centre = Point::new(size.width_css_px / 2.0, (size.height_css_px + HEAD_CSS_PX - FOOT_CSS_PX) / 2.0);
        let half = (width / 2.0 - LABELS_CSS_PX).max(20.0);
        Self {
            size,
            ring: None,
            centre,
            sides: (centre.x - half, centre.x + half),
            height,
            head: centre.y - height / 2.0 - 36.0,
            foot: centre.y + height / 2.0 + 18.0,
        }
    }

    /// So many parties fit on a side.
    #[must_use]
    pub fn most_parties(&self) -> usize {
        let fit = (self.height + GAP_CSS_PX) / (ROW_CSS_PX + GAP_CSS_PX);
        (fit as usize).clamp(2, MOST_PARTIES)
    }

    /// Places bars and ribbons.
    #[must_use]
    pub fn place(&self, from_to: &FromTo) -> Placed {
        let scale = self.css_px_a_key(from_to);
        let (givers, receivers) = (self.bars(&from_to.givers, scale), self.bars(&from_to.receivers, scale));
        let mut left: Vec<f64> = givers.iter().map(|bar| bar.top).collect();
        let mut right: Vec<f64> = receivers.iter().map(|bar| bar.top).collect();
        let ribbons = from_to.cells.iter().map(|cell| {
            let height = f64::from(cell.keys) * scale;
            let ribbon = Ribbon { from: left[cell.giver], to: right[cell.receiver], height };
            left[cell.giver] += height;
            right[cell.receiver] += height;
            ribbon
        });
        let ribbons = ribbons.collect();
        Placed { givers, receivers, ribbons }
    }

    /// The largest scale at which both sides fit.
    fn css_px_a_key(&self, from_to: &FromTo) -> f64 {
        let fits = |scale: f64| {
            [&from_to.givers, &from_to.receivers].iter().all(|parties| rows_height(parties, scale) <= self.height)
        };
        let (mut low, mut high) = (0.0, self.height / f64::from(from_to.moved.max(1)));
        for _ in 0..40 {
            let middle = (low + high) / 2.0;
            if fits(middle) { low = middle } else { high = middle }
        }
        low
    }

    fn bars(&self, parties: &[Party], scale: f64) -> Vec<Bar> {
        let mut y = self.centre.y - rows_height(parties, scale) / 2.0;
        let bar = |party: &Party| {
            let height = f64::from(party.keys) * scale;
            let row = height.max(ROW_CSS_PX);
            let middle = y + row / 2.0;
            y += row + GAP_CSS_PX;
            Bar { top: middle - height / 2.0, height, middle }
        };
        parties.iter().map(bar).collect()
    }

    /// The outline of a ribbon.
    #[must_use]
    pub fn outline(&self, ribbon: &Ribbon) -> Vec<Point> {
        let edge = |off: f64| {
            (0..=POINTS).map(move |at| {
                let part = at as f64 / POINTS as f64;
                Point::new(self.x_at(part), ribbon.y_at(part) + off)
            })
        };
        edge(0.0).chain(edge(ribbon.height).rev()).collect()
    }

    /// The middle of a ribbon.
    #[must_use]
    pub fn line(&self, ribbon: &Ribbon) -> Vec<Point> {
        let at = |at: usize| at as f64 / POINTS as f64;
        let middle = |part: f64| Point::new(self.x_at(part), ribbon.y_at(part) + ribbon.height / 2.0);
        (0..=POINTS).map(|point| middle(at(point))).collect()
    }

    fn x_at(&self, part: f64) -> f64 {
        self.sides.0 + (self.sides.1 - self.sides.0) * part
    }

    /// How far along the ribbons a place is, from 0 to 1; beyond it, beside them.
    #[must_use]
    pub fn part_at(&self, x: f64) -> f64 {
        (x - self.sides.0) / (self.sides.1 - self.sides.0)
    }
}

impl Ribbon {
    /// Its upper edge so far along, from 0 to 1.
    #[must_use]
    pub fn y_at(&self, part: f64) -> f64 {
        self.from + (self.to - self.from) * part * part * (3.0 - 2.0 * part)
    }
}

fn rows_height(parties: &[Party], scale: f64) -> f64 {
    let rows: f64 = parties.iter().map(|party| (f64::from(party.keys) * scale).max(ROW_CSS_PX)).sum();
    rows + GAP_CSS_PX * parties.len().saturating_sub(1) as f64
}

#[cfg(test)]
mod tests {
    use super::*;
    use placement::{fleet::NodeId, measure::Pair};

    const SIZES: [(f64, f64); 4] = [(692.0, 711.0), (374.0, 374.0), (560.0, 560.0), (1_000.0, 900.0)];

    fn from_to(count: u32, most: usize) -> FromTo {
        let pair = |from: u32, to: u32| Pair {
            from: Some(NodeId(from)),
            to: Some(NodeId(to)),
            keys: 1 + from * 37 % 11 + to * to % 7 * 100,
        };
        let pairs: Vec<Pair> = (0..count)
            .flat_map(|from| (0..count).filter(move |&to| to != from).map(move |to| pair(from, to)))
            .collect();
        FromTo::new(&pairs, most)
    }

    #[test]
    fn heights_are_keys_and_ribbons_add_up_to_their_bars() {
        for (width_css_px, height_css_px) in SIZES {
            for (is_ring, nodes) in [(true, 2), (true, 8), (false, 12), (true, 60)] {
                let layout = FlowLayout::new(Size { width_css_px, height_css_px }, is_ring);
                let from_to = from_to(nodes, layout.most_parties());
                let placed = layout.place(&from_to);
                let scale = placed.givers[0].height / f64::from(from_to.givers[0].keys);
                assert!(scale > 0.0);
                for (parties, bars) in [(&from_to.givers, &placed.givers), (&from_to.receivers, &placed.receivers)] {
                    for (party, bar) in parties.iter().zip(bars) {
                        assert!((bar.height - f64::from(party.keys) * scale).abs() < 1e-6);
                        assert!(bar.top >= layout.centre.y - layout.height / 2.0 - 1e-6);
                        assert!(bar.top + bar.height <= layout.centre.y + layout.height / 2.0 + 1e-6);
                    }
                    // Texts do not touch.
                    assert!(bars.windows(2).all(|two| two[1].middle - two[0].middle >= ROW_CSS_PX));
                }
                for (at, bar) in placed.givers.iter().enumerate() {
                    let own = from_to.cells.iter().zip(&placed.ribbons).filter(|(cell, _)| cell.giver == at);
                    let sum: f64 = own.map(|(_, ribbon)| ribbon.height).sum();
                    assert!((sum - bar.height).abs() < 1e-6);
                }
            }
        }
    }

    #[test]
    fn a_small_ring_gives_way_to_its_flow() {
        let layout =
            |(width_css_px, height_css_px): (f64, f64)| FlowLayout::new(Size { width_css_px, height_css_px }, true);
        assert!(layout(SIZES[0]).ring.is_some());
        let narrow = layout(SIZES[1]);
        assert!(narrow.ring.is_none() && narrow.sides.1 - narrow.sides.0 > 100.0);
        // Within the ring everything is inside the circle that is free.
        let wide = layout(SIZES[0]);
        let ring = wide.ring.expect("room");
        let corner = (wide.sides.1 + LABELS_CSS_PX - ring.centre.x).hypot(wide.height / 2.0);
        assert!(corner < ring.scaled(228.0), "{corner}");
    }
}
