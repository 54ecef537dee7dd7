//! A fleet that a person pastes: one node a line, or one line with commas between. What can be taken is taken; the rest
//! is left out with its line and the reason. Known names keep their nodes, so that the movement is that of the change.

mod fresh;
mod left_out;
mod line;
mod reading;

pub use self::left_out::{LeftOut, Place, Reason};
pub(crate) use self::{
    fresh::{Fresh, keep_order_of_downs},
    left_out::LeftOuts,
};
use self::{line::is_skipped, reading::Reading};
use crate::{fleet::Fleet, limits, number::thousands, weight::Weight};

/// A fleet as it was read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PastedFleet {
    /// All that was taken.
    pub fleet: Fleet,
    /// The number of its nodes.
    pub taken: usize,
    /// The first lines that were left out, at most ten.
    pub left_out: Vec<LeftOut>,
    /// So many more.
    pub more: usize,
}

impl PastedFleet {
    /// What was read in one line: `25 nodes, 1 line left out`.
    #[must_use]
    pub fn summary(&self) -> String {
        let plural = |number: usize| if number == 1 { "" } else { "s" };
        let nodes = format!("{} node{}", thousands(self.taken as u64), plural(self.taken));
        let left_out = self.left_out.len() + self.more;
        let what =
            if matches!(self.left_out.first(), Some(LeftOut { place: Place::Item(_), .. })) { "name" } else { "line" };
        match left_out {
            0 => nodes,
            _ => format!("{nodes}, {} {what}{} left out", thousands(left_out as u64), plural(left_out)),
        }
    }

    /// What was left out: a sentence each.
    #[must_use]
    pub fn remarks(&self) -> Vec<String> {
        LeftOuts::sentences(&self.left_out, self.more).collect()
    }
}

/// Is it text? `all_utf8`: it is known to hold no replacement character, which a decoder puts where bytes were none.
pub(crate) fn is_text(text: &str, all_utf8: bool) -> bool {
    !text.bytes().any(|byte| byte < b' ' && byte != b'\t' || byte == 0x7f)
        && (all_utf8 || !text.contains(char::REPLACEMENT_CHARACTER))
}

/// Reads a fleet: a node a line, or names with commas between on a single one. A weight can follow after a tab, spaces,
/// a comma (where there are several lines), a semicolon, `*` or `weight=`; without one it is 1. Empty lines and those
/// that begin with `#` are skipped. A name of the current fleet is that node: id, bucket and whether it is up stay.
#[must_use]
pub fn fleet(text: &str, current: &Fleet) -> PastedFleet {
    read(text, current, false)
}

/// Reads servers as [`fleet`] reads nodes; one with a `!` at the end of its line is down, and all others are up.
#[must_use]
pub fn servers(text: &str, current: &Fleet) -> PastedFleet {
    read(text, current, true)
}

fn read(text: &str, current: &Fleet, says_who_is_down: bool) -> PastedFleet {
    let mut reading = Reading::new(current, says_who_is_down);
    if text.len() > limits::PASTE_BYTES {
        reading.left_out.add(Place::Line(1), Reason::TooMuchText);
    } else if let Some(line) = single_line(text).filter(|line| line.contains(',') && reading.known_node(line).is_none())
    {
        for (at, item) in line.split(',').enumerate() {
            reading.read(Place::Item(at + 1), item);
        }
    } else {
        for (at, line) in text.lines().enumerate() {
            reading.read(Place::Line(at + 1), line);
        }
    }
    reading.finish()
}

/// A fleet as a text that [`fleet`] reads as the same one, as far as its names have no line breaks.
#[must_use]
pub fn text_of(fleet: &Fleet) -> String {
    write(fleet, false)
}

/// The same for [`servers`]: with a `!` where one is down.
#[must_use]
pub fn text_of_servers(fleet: &Fleet) -> String {
    write(fleet, true)
}

fn write(fleet: &Fleet, says_who_is_down: bool) -> String {
    let mut text = String::new();
    for node in fleet.nodes() {
        text.push_str(&node.name);
        if node.weight != Weight::ONE {
            text.push_str(&format!("\t{}", node.weight));
        }
        if says_who_is_down && !node.up {
            text.push_str(" !");
        }
        text.push('\n');
    }
    text
}

/// The only line with something on it.
fn single_line(text: &str) -> Option<&str> {
    let mut lines = text.lines().filter(|line| !is_skipped(line));
    let first = lines.next()?;
    lines.next().is_none().then_some(first)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        fleet::{Node, NodeId},
        scenario::{Command, Scenario},
    };
    use proptest::prelude::*;

    fn read(text: &str) -> PastedFleet {
        fleet(text, &Fleet::default())
    }

    fn nodes(pasted: &PastedFleet) -> Vec<(&str, String)> {
        pasted.fleet.nodes().iter().map(|node| (node.name.as_str(), node.weight.to_string())).collect()
    }

    #[test]
    fn servers_say_who_is_down() {
        let current = Fleet::from_names(["a", "b!", "c"]).expect("names");
        let pasted = servers("a !\nb!\nc 2!\nd\t0.5 !\ne\n", &current);
        let read: Vec<_> = pasted.fleet.nodes().iter().map(|one| (one.name.as_str(), one.id.0, one.up)).collect();
        assert_eq!(read, [("a", 0, false), ("b!", 1, true), ("c", 2, false), ("d", 3, false), ("e", 4, true)]);
        assert_eq!(nodes(&pasted)[2..4], [("c", "2".to_owned()), ("d", "0.5".to_owned())]);
        let text = text_of_servers(&pasted.fleet);
        assert_eq!(text, "a !\nb!\nc\t2 !\nd\t0.5 !\ne\n");
        assert_eq!(servers(&text, &pasted.fleet).fleet.nodes(), pasted.fleet.nodes());
        // Who was down is up again without the mark; a pasted fleet says nothing of it.
        assert!(servers("a\nc", &pasted.fleet).fleet.nodes().iter().all(|node| node.up));
        assert!(!fleet("a\nc", &pasted.fleet).fleet.nodes()[0].up);
        let one_line = servers("x, y!, z", &current);
        assert_eq!(one_line.fleet.nodes().iter().map(|node| node.up).collect::<Vec<_>>(), [true, false, true]);
    }

    #[test]
    fn reads_names_a_line_with_and_without_weights() {
        let pasted = read(
            "# the caches\r\ncache-01\r\n\r\n  cache-02\t2\ncache-03 0.5\ncache-04,3\ncache-05; 4 ;\ncache-06*0.25\n\
             cache-07 * 7\ncache-08 weight=8\ncache-09\tweight=9.5\nmy cache\n10.0.0.1:11211,\n*.example.com\n  # end",
        );
        assert_eq!(
            nodes(&pasted),
            [
                ("cache-01", "1"),
                ("cache-02", "2"),
                ("cache-03", "0.5"),
                ("cache-04", "3"),
                ("cache-05", "4"),
                ("cache-06", "0.25"),
                ("cache-07", "7"),
                ("cache-08", "8"),
                ("cache-09", "9.5"),
                ("my cache", "1"),
                ("10.0.0.1:11211", "1"),
                ("*.example.com", "1"),
            ]
            .map(|(name, weight)| (name, weight.to_owned()))
        );
        assert_eq!((pasted.summary().as_str(), pasted.remarks().len()), ("12 nodes", 0));
        assert_eq!(pasted.fleet.nodes().iter().map(|node| node.id.0).collect::<Vec<_>>(), (0..12).collect::<Vec<_>>());
    }

    #[test]
    fn one_line_is_separated_by_commas() {
        let pasted = read("\n a, b*2 ,c 3,,a\n");
        assert_eq!(nodes(&pasted), [("a", "1".into()), ("b", "2".into()), ("c", "3".into())]);
        assert_eq!(pasted.summary(), "3 nodes, 1 name left out");
        assert_eq!(pasted.remarks(), ["Name 5: it is the same as name 1."]);
        assert_eq!(nodes(&read("cache-01,2")), [("cache-01", "1".into()), ("2", "1".into())]);
        assert_eq!(nodes(&read("a\n")), [("a", "1".into())]);
        assert_eq!((read("").taken, read("\n# nothing\n\n").summary()), (0, "0 nodes".into()));
    }

    #[test]
    fn a_known_name_is_the_same_node() {
        let mut scenario = Scenario::default();
        scenario.apply(Command::SetUp { id: NodeId(2), up: false }).expect("a node");
        let pasted = fleet("cache-08\nnew-1\ncache-03 2\nnew-2\n", &scenario.fleet);
        let seen: Vec<(u32, u32, bool)> =
            pasted.fleet.nodes().iter().map(|node| (node.id.0, node.bucket, node.up)).collect();
        assert_eq!(seen, [(7, 1, true), (8, 2, true), (2, 0, false), (9, 3, true)]);
        let last = Node { id: NodeId(u32::MAX), name: "n".into(), weight: Weight::ONE, up: true, bucket: 0 };
        let ids: Vec<u32> = fleet("a\nb\nc\nn", &Fleet::from_nodes([last]).expect("a node"))
            .fleet
            .nodes()
            .iter()
            .map(|node| node.id.0)
            .collect();
        assert_eq!(ids, [0, 1, 2, u32::MAX]);
    }

    #[test]
    fn says_what_it_left_out() {
        let pasted = read(&format!(
            "a\nb\na\n{}\nc 1.234\nd,1001\ne\tzone\nf,zone,2\ng\0\n\u{fffd}\nh 1.2.3\n",
            "n".repeat(limits::NAME_BYTES + 1)
        ));
        assert_eq!(nodes(&pasted), [("a", "1".into()), ("b", "1".into())]);
        assert_eq!(pasted.summary(), "2 nodes, 9 lines left out");
        let bad = |text: &str| {
            format!(
                "“{text}” is no weight. A weight is a number from 0 to 1,000 with at most two decimal places, such as 1, 0.5 or 2.25."
            )
        };
        assert_eq!(
            pasted.remarks(),
            [
                "Line 3: the same name stands on line 1.".to_owned(),
                "Line 4: a name can have up to 1,000 bytes; this one has 1,001.".into(),
                format!("Line 5: {}", bad("1.234")),
                format!("Line 6: {}", bad("1001")),
                format!("Line 7: {}", bad("zone")),
                "Line 8: there is more than a name and a weight.".into(),
                "Line 9: it has bytes that are no UTF-8 text.".into(),
                "Line 10: it has bytes that are no UTF-8 text.".into(),
                format!("Line 11: {}", bad("1.2.3")),
            ]
        );
    }

    #[test]
    fn limits_are_met_with_a_reason() {
        let many: String = (0..10_012).map(|at| format!("n{at}\n")).collect();
        let pasted = read(&many);
        assert_eq!((pasted.taken, pasted.left_out.len(), pasted.more), (10_000, 10, 2));
        assert_eq!(pasted.remarks()[0], "Line 10,001: a fleet can have up to 10,000 nodes.");
        assert_eq!(pasted.remarks()[10], "And 2 more.");
        let much = read(&"n\n".repeat(limits::PASTE_BYTES / 2 + 1));
        assert_eq!((much.taken, much.remarks()), (0, vec!["That is more than 64 MB of text.".to_owned()]));
    }

    proptest! {
        #[test]
        fn any_text_is_a_fleet(text in prop_oneof![any::<String>(), "[ab1,;*\t #.\r\n=-]{0,60}"], names in prop::collection::hash_set("[ab ,*#\t;1]{1,6}", 0..6)) {
            let current = Fleet::from_names(&names).expect("names");
            let pasted = fleet(&text, &current);
            prop_assert_eq!(pasted.taken, pasted.fleet.nodes().len());
            for node in pasted.fleet.nodes() {
                let known = current.nodes().iter().find(|known| known.name == node.name);
                prop_assert_eq!(known.map(|known| known.id), current.get(node.id).map(|known| known.id));
            }
        }

        /// Whatever the names look like. A tab in one may be read as a weight's.
        #[test]
        fn a_fleet_that_was_written_is_read_as_itself(
            names in prop::collection::hash_set("[ab ,*#;1]{1,6}", 0..8),
            weights in prop::collection::vec(0u32..=100_000, 8),
        ) {
            let mut current = Fleet::from_names(&names).expect("names");
            for (id, weight) in (0..names.len() as u32).zip(weights) {
                current.set_weight(NodeId(id), Weight::from_hundredths(weight).expect("a weight")).expect("a node");
            }
            let pasted = fleet(&text_of(&current), &current);
            prop_assert_eq!((pasted.fleet, pasted.left_out), (current, vec![]));
        }
    }
}
