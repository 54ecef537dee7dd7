//! The words of the ring picture.

use placement::{
    fleet::NodeId,
    measure::theory,
    number::{Ratio, decimal, thousands},
};

use super::{
    ring_binned::Binned,
    ring_data::RingData,
    ring_lanes,
    ring_layout::RingLayout,
    words::{Core, Corner, Line, Note, Words, counted},
};
use crate::{movement_words, view::NamedRun};

/// The words of a ring.
#[must_use]
pub fn words(data: &RingData, layout: &RingLayout, lit: Option<NodeId>, is_pinned: bool) -> Words {
    let lit = lit.filter(|&id| data.lane_of(id).is_some());
    let is_compact = layout.is_compact();
    let said = lit.map_or_else(|| at_rest(data), |id| of_node(data, id));
    let width = layout.scaled(196.0);
    let lines = if is_compact {
        said.few
    } else if layout.is_tight() {
        said.some
    } else {
        said.lines
    };
    let node = lit.map(|id| (id, if is_compact { String::new() } else { name_of(data, id) }));
    let core = Core {
        at: layout.centre,
        width_css_px: width,
        node,
        is_tight: layout.is_tight(),
        figure: said.figure,
        is_accent: said.is_accent,
        lines,
    };
    let binned = data.binned(layout.pixels_around(layout.band().outer));
    let how = binned.as_ref().map_or_else(String::new, |binned| format!(" {}", binned.said()));
    Words {
        summary: summary(data) + &how,
        core: layout.has_core().then_some(core),
        notes: if is_compact { Vec::new() } else { notes(data, layout, binned.as_deref(), lit, is_pinned) },
        caption: said.caption + &how,
        is_compact,
    }
}

/// The same for much, some and little room.
struct Said {
    figure: String,
    is_accent: bool,
    lines: Vec<Line>,
    some: Vec<Line>,
    few: Vec<Line>,
    caption: String,
}

fn plain(lines: &[&str]) -> Vec<Line> {
    lines.iter().copied().map(Line::plain).collect()
}

fn at_rest(data: &RingData) -> Said {
    let said = |figure: String, lines: Vec<Line>, some: Vec<Line>, few: &[&str], caption: String| Said {
        figure,
        is_accent: false,
        lines,
        some,
        few: plain(few),
        caption,
    };
    let points: u32 = data.points.iter().sum();
    if points == 0 {
        let (what, more) = if data.view().fleet().nodes().is_empty() {
            ("No node", ["Add one, and it gets", "its places on the ring."])
        } else {
            ("No node is up", ["So no key", "has an owner."])
        };
        let mut lines = vec![Line::strong(format!("{what}."))];
        lines.extend(plain(&more));
        let some = lines.clone();
        return said(String::new(), lines, some, &[what], format!("{what}. {}", more.join(" ")));
    }
    if data.movement.is_some()
        && let Some(movement) = data.view().change.as_ref().and_then(|change| change.roster_movement())
    {
        let share = movement.share().percent();
        let counts = format!("{} of {} keys", thousands(movement.moved), thousands(movement.keys));
        let (what, place) = if data.lanes.len() > super::ring_layout::MOST_LANES {
            ("changed owner.", "owner")
        } else {
            ("changed lane.", "lane")
        };
        let lines = vec![Line::strong(counts.clone()), Line::plain(what), Line::plain("None changed place.")];
        let some = vec![
            Line::strong(format!("{} of {}", thousands(movement.moved), thousands(movement.keys))),
            Line::plain(format!("keys {}", what.trim_end_matches('.'))),
        ];
        let caption = format!("{counts} {what} None changed place.");
        return Said { is_accent: true, ..said(share, lines, some, &["changed", place], caption) };
    }
    if let Some(gap) = widest_gap(data) {
        let figure = format!("{} %", gap.decimal(100, 0));
        let all = format!("{} points", thousands(points));
        let chance = theory::harmonic(points) / f64::from(points);
        let chance = format!("Chance gives {} %.", decimal(100.0 * chance, 0));
        let lines = vec![
            Line { strong: "of the ring".into(), rest: " is one gap".into() },
            Line::plain(format!("between two of {all}.")),
            Line::plain(chance.clone()),
        ];
        let some = vec![
            Line::strong("widest gap"),
            Line::plain(format!("of {all}")),
            Line::plain(chance.trim_end_matches('.').to_lowercase()),
        ];
        let caption = format!("{figure} of the ring is one gap between two of {all}. {chance}");
        return said(figure, lines, some, &["widest", "gap"], caption);
    }
    let followed: u32 = data.followed.iter().sum();
    let figure = format!("{} %", Ratio::new(followed, points).decimal(100, 0));
    let counts = format!("{} of {}.", thousands(followed), thousands(points));
    let chance = format!("Chance gives {} %.", data.chance.decimal(100, 0));
    let lines = vec![
        Line { strong: "of virtual nodes".into(), rest: " are".into() },
        Line::plain("followed by one of their own:"),
        Line::plain(counts.clone()),
        Line::plain(chance.clone()),
    ];
    let some = vec![
        Line::strong("followed by own"),
        Line::plain(counts.trim_end_matches('.')),
        Line::plain(chance.trim_end_matches('.').to_lowercase()),
    ];
    let caption = format!("{figure} of virtual nodes are followed by one of their own: {counts} {chance}");
    said(figure, lines, some, &["followed", "by own"], caption)
}

/// The widest gap between neighbours, as a share of the ring, where no node has more than one point: none can be followed by
/// its own, so what matters is how far apart they are. By chance it is H(n) / n of n points.
fn widest_gap(data: &RingData) -> Option<Ratio> {
    let ring = data.ring().filter(|ring| ring.points().len() > 1 && data.points.iter().all(|&points| points <= 1))?;
    let (points, around) = (ring.points(), ring.circumference());
    let over_the_end = around - u128::from(points.last()?.position) + u128::from(points.first()?.position);
    let between = points.windows(2).map(|two| u128::from(two[1].position - two[0].position));
    Some(Ratio::new(between.fold(over_the_end, u128::max), around))
}

fn name_of(data: &RingData, id: NodeId) -> String {
    data.lane_of(id).map_or_else(String::new, |lane| data.lanes[lane].name.clone())
}

fn of_node(data: &RingData, id: NodeId) -> Said {
    let view = data.view();
    let head = format!("{} {}", id.letter(), name_of(data, id));
    let Some(load) = view.balance.loads.iter().find(|load| load.id == id) else {
        let before = view.change.as_ref().and_then(|change| {
            change
                .balance_before
                .loads
                .iter()
                .find(|load| load.id == id)
                .map(|load| (load.keys, change.balance_before.keys))
        });
        let held = before.map(|(keys, all)| format!("It held {} of {} keys.", thousands(keys), thousands(all)));
        let lines: Vec<Line> = held.iter().map(Line::plain).collect();
        let some = lines.clone();
        let caption = format!("{head} is gone. {}", held.unwrap_or_default());
        return Said { figure: "gone".into(), is_accent: false, lines, some, few: Vec::new(), caption };
    };
    let figure = Ratio::new(load.keys, view.balance.keys).percent();
    let keys = format!("{} of {} keys", thousands(load.keys), thousands(view.balance.keys));
    let mut lines = vec![Line::strong(keys.clone())];
    let mut some = lines.clone();
    let mut caption = format!("{head}: {keys}, {figure}");
    if let Some(exact) = load.exact {
        let arc = format!("{} of the ring by arc", exact.percent());
        caption = format!("{caption}; {arc}");
        lines.push(Line::plain(arc));
        some.push(Line::plain(format!("{} by arc", exact.percent())));
    }
    let seat = data.view().snapshot.placed().seats().iter().position(|&seat| seat == id);
    if let Some(seat) = seat {
        let own = format!("{} of {} virtual nodes", thousands(data.followed[seat]), thousands(data.points[seat]));
        caption = format!("{caption}; {own} are followed by one of their own");
        lines.push(Line::plain(own));
        lines.push(Line::plain("followed by their own"));
    } else {
        caption = format!("{caption}; not in the placement");
        lines.push(Line::plain("not in the placement"));
    }
    Said { figure, is_accent: false, lines, some, few: plain(&["of keys"]), caption: format!("{caption}.") }
}

fn notes(
    data: &RingData,
    layout: &RingLayout,
    binned: Option<&Binned>,
    lit: Option<NodeId>,
    is_pinned: bool,
) -> Vec<Note> {
    if data.lanes.is_empty() {
        return Vec::new();
    }
    let has_lanes = layout.lanes > 0;
    let mut notes = Vec::new();
    notes.push(if data.movement.is_some() {
        let text = if has_lanes { "same place, new lane" } else { "same place, new owner" };
        Note { is_accent: true, ..Note::new(Corner::TopLeft, "Moved", text) }
    } else if let Some(id) = lit {
        let text = if is_pinned { "Esc shows all" } else { "the others stand back" };
        Note::new(Corner::TopLeft, format!("Only {}", id.letter()), text)
    } else {
        let (heading, how) = binned.map_or_else(Default::default, |binned| {
            ("Binned by angle", format!("{} virtual nodes to a pixel. ", binned.density()))
        });
        let what =
            if has_lanes { "a lane or a row to single out a node" } else { "the band or a row to give a node a lane" };
        Note::new(Corner::TopLeft, heading, format!("{how}Point at {what}."))
    });
    let run = data.view().named_run.as_ref();
    let is_shown = |run: &&NamedRun| {
        data.movement.is_none() && if has_lanes { lit.is_none_or(|lit| lit == run.node) } else { lit == Some(run.node) }
    };
    if let Some(run) = run.filter(is_shown) {
        let text = if run.apart { "the same ten labels, apart" } else { "ten look-alike labels in a row" };
        notes.push(Note::new(Corner::TopRight, run_label(run), text));
    }
    let band = match (binned.is_some(), data.arcs_are_owned()) {
        (false, true) => "the owner of each stretch",
        (false, false) => "whose point comes next",
        (true, true) => "each pixel’s largest owner",
        (true, false) => "whose points mostly come next",
    };
    let heading = if binned.is_some() { "Band, binned" } else { "Band" };
    notes.push(Note::new(Corner::BottomLeft, heading, band));
    notes.push(if has_lanes {
        Note::new(Corner::BottomRight, "Lanes", ring_lanes::said(data, layout))
    } else {
        Note::new(Corner::BottomRight, "Virtual nodes", "of all nodes, over and under the mean")
    });
    notes
}

/// `cache-03#30 … #39`: the first label, and the number of the last with what separates it.
fn run_label(run: &NamedRun) -> String {
    let count = run.positions.len() as u32;
    let first = (run.last + 1).saturating_sub(count).to_string();
    let separator = run
        .first_label
        .strip_suffix(&first)
        .and_then(|stem| stem.chars().next_back())
        .filter(|mark| !mark.is_alphanumeric())
        .map_or_else(String::new, String::from);
    format!("{} … {separator}{}", run.first_label, run.last)
}

fn summary(data: &RingData) -> String {
    let view = data.view();
    let points: u32 = data.points.iter().sum();
    let nodes = counted(data.points.len(), "node", "nodes");
    let points = counted(points as usize, "virtual node", "virtual nodes");
    let mut summary = format!("Hash ring of {nodes} with {points}");
    let busiest = view.balance.busiest();
    if let Some((load, node)) = busiest.and_then(|load| Some((load, view.fleet().get(load.id)?))) {
        let share = Ratio::new(load.keys, view.balance.keys).percent();
        summary = format!("{summary}; {} {} is busiest with {share} of the keys", load.id.letter(), node.name);
    }
    let hands =
        data.hands.as_ref().map_or_else(String::new, |hands| format!(" {}", movement_words::circle(hands.share)));
    format!("{summary}. {}{hands}", at_rest(data).caption)
}

#[cfg(test)]
mod tests {
    use super::super::{
        ring_data::tests::{add, after, finaliser},
        scene::Size,
    };
    use super::*;
    use placement::{algorithm::ring, parameter::Value, scenario::Command};

    fn words_of(commands: Vec<Command>, lit: Option<NodeId>, width_css_px: f64) -> Words {
        let data = RingData::new(&after(commands)).expect("a ring");
        let size = Size { width_css_px, height_css_px: width_css_px + 20.0 };
        words(&data, &RingLayout::new(size, data.lanes.len()), lit, false)
    }

    fn note(words: &Words, corner: Corner) -> String {
        words
            .notes
            .iter()
            .find(|note| note.corner == corner)
            .map_or_else(String::new, |note| format!("{}|{}", note.heading, note.text))
    }

    #[test]
    fn a_core_too_small_for_its_figure_has_no_words() {
        // The widest, "100 %", is about 50 px wide; the core of a radius of 80 is 57 px.
        assert!(words_of(vec![], None, 250.0).core.is_some());
        let small = words_of(vec![], Some(NodeId(4)), 230.0);
        assert!(small.core.is_none() && small.caption.contains("cache-05"), "{}", small.caption);
    }

    #[test]
    fn the_first_paint_says_how_clumped_it_is() {
        let words = words_of(vec![], None, 692.0);
        let core = words.core.clone().expect("a core");
        assert_eq!((core.figure.as_str(), core.lines.len()), ("43 %", 4));
        assert_eq!(
            words.caption,
            "43 % of virtual nodes are followed by one of their own: 553 of 1,280. Chance gives 12 %."
        );
        assert!(words.summary.contains("8 nodes with 1,280 virtual nodes; C cache-03 is busiest with 16.9 %"));
        assert_eq!(note(&words, Corner::TopRight), "cache-03#30 … #39|ten look-alike labels in a row");
    }

    // A public report: ten nodes of one point, of which one has 0.941405 of the circle. Of ten points by chance the widest gap
    // is expected at (1 + 1/2 + … + 1/10) / 10 = 0.2929.
    #[test]
    fn points_that_cannot_be_followed_by_their_own_have_a_widest_gap() {
        let ports: Vec<String> = (9_001..=9_010).map(|port| format!("http://127.0.0.1:{port}")).collect();
        let link = format!("vn=1&label={{node}}&keys=sku-{{i}}&from=1&nodes={}", ports.join(","));
        let view = crate::view::View::new(&placement::link::decode(&link).scenario, "", None, None);
        let data = RingData::new(&std::sync::Arc::new(view)).expect("a ring");
        let size = Size { width_css_px: 692.0, height_css_px: 711.0 };
        let words = words(&data, &RingLayout::new(size, data.lanes.len()), None, false);
        assert_eq!(words.caption, "94 % of the ring is one gap between two of 10 points. Chance gives 29 %.");
        assert_eq!(words.core.expect("a core").figure, "94 %");
        // One point alone has no neighbour.
        let alone = [Command::SetNodeCount(1), Command::Set(&ring::VIRTUAL_NODES, Value::Count(1))];
        assert!(words_of(alone.into(), None, 692.0).caption.contains(" of virtual nodes are followed by"));
    }

    #[test]
    fn a_ring_of_many_points_says_that_it_is_binned() {
        // 80,000 points; the band's outer radius is 305 CSS px, and 305 × 350° in radians are 1,863 pixels.
        let many = || Command::Set(&ring::VIRTUAL_NODES, Value::Count(10_000));
        let words = words_of(vec![finaliser(), many()], None, 692.0);
        assert_eq!(note(&words, Corner::BottomLeft), "Band, binned|each pixel’s largest owner");
        assert_eq!(note(&words, Corner::BottomRight), "Lanes|stronger where more virtual nodes are");
        assert!(
            note(&words, Corner::TopLeft).starts_with("Binned by angle|42.9 virtual nodes to a pixel. Point at a lane")
        );
        for text in [&words.summary, &words.caption] {
            assert!(text.contains(" Binned by angle: 42.9 virtual nodes to a pixel, in the colour of "), "{text}");
        }
        let fewer = words_of(vec![Command::Set(&ring::VIRTUAL_NODES, Value::Count(600))], None, 692.0);
        assert_eq!(note(&fewer, Corner::BottomRight), "Lanes|a tick is one or more virtual nodes");
        let whole = words_of(vec![Command::Set(&ring::VIRTUAL_NODES, Value::Count(500))], None, 692.0);
        assert_eq!(note(&whole, Corner::BottomRight), "Lanes|a tick is a virtual node");
        assert!(!whole.summary.contains("Binned") && note(&whole, Corner::BottomLeft).starts_with("Band|"));
    }

    #[test]
    fn the_finaliser_parts_the_labels() {
        let words = words_of(vec![finaliser()], None, 692.0);
        assert_eq!(words.core.as_ref().map(|core| core.figure.as_str()), Some("13 %"));
        assert_eq!(note(&words, Corner::TopRight), "cache-03#30 … #39|the same ten labels, apart");
    }

    #[test]
    fn a_roster_change_speaks_of_keys_that_moved() {
        let words = words_of(vec![finaliser(), add("cache-09")], None, 692.0);
        let core = words.core.clone().expect("a core");
        assert_eq!((core.figure.as_str(), core.is_accent), ("10.9 %", true));
        assert_eq!(core.lines[0].strong, "10,918 of 100,000 keys");
        assert_eq!(note(&words, Corner::TopLeft), "Moved|same place, new lane");
        let exact = after([finaliser(), add("cache-09")]).balance.loads[8].exact.expect("by arc").decimal(100, 2);
        assert!(words.summary.ends_with(&format!(" {exact} % of the circle changed hands.")), "{}", words.summary);
    }

    #[test]
    fn a_lit_node_has_its_keys_and_its_exact_share() {
        let words = words_of(vec![], Some(NodeId(2)), 692.0);
        assert_eq!(
            words.caption,
            "C cache-03: 16,891 of 100,000 keys, 16.9 %; 16.5 % of the ring by arc; 81 of 160 virtual nodes are \
             followed by one of their own."
        );
        let gone = words_of(vec![finaliser(), Command::RemoveNode(NodeId(2))], Some(NodeId(2)), 692.0);
        assert_eq!(gone.caption, "C cache-03 is gone. It held 14,272 of 100,000 keys.");
    }

    #[test]
    fn a_narrow_ring_has_a_figure_two_words_and_a_caption() {
        let words = words_of(vec![], None, 374.0);
        assert!(words.is_compact && words.notes.is_empty());
        let lines: Vec<String> = words.core.expect("a core").lines.into_iter().map(|line| line.rest).collect();
        assert_eq!(lines, ["followed", "by own"]);
    }

    #[test]
    fn an_empty_fleet_is_told_in_a_sentence() {
        let words = words_of(vec![Command::SetNodeCount(0)], None, 692.0);
        assert_eq!(words.caption, "No node. Add one, and it gets its places on the ring.");
        assert_eq!(words.summary, format!("Hash ring of 0 nodes with 0 virtual nodes. {}", words.caption));
        let mut down = vec![Command::SetNodeCount(1)];
        down.push(Command::SetUp { id: NodeId(0), up: false });
        assert_eq!(words_of(down, None, 692.0).caption, "No node is up. So no key has an owner.");
    }

    #[test]
    fn labels_with_the_number_in_front_are_not_cut_apart() {
        let run = |first_label: &str| NamedRun {
            node: NodeId(0),
            first_label: first_label.into(),
            last: 39,
            positions: vec![0; 10],
            apart: false,
        };
        assert_eq!(run_label(&run("cache-03#30")), "cache-03#30 … #39");
        assert_eq!(run_label(&run("30-cache-03")), "30-cache-03 … 39");
        assert_eq!(run_label(&run("node30")), "node30 … 39");
    }
}
