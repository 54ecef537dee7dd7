//! The words of numbered slots.

use placement::{explain::SlotRule, fleet::NodeId, number::thousands};

use super::{
    scene::Size,
    slots_data::SlotsData,
    slots_layout::is_compact,
    told,
    words::{Corner, Note, Words, counted},
};

/// The words of slots.
#[must_use]
pub fn words(data: &SlotsData, size: Size, lit: Option<NodeId>) -> Words {
    let many = data.slots.len();
    let (rule, how) = if let Some(version) = data.version {
        (format!("Table version {}", thousands(version)), "shard = highest 8 bits of the hash")
    } else if data.is_remainder {
        let how =
            if data.is_table { "a node has its share of the slots" } else { "slots are nodes in the order of rows" };
        (format!("slot = hash mod {many}"), how)
    } else {
        let how = match &data.rule {
            Some(SlotRule::JumpsBack) => "a key jumps back to a bucket that there is",
            Some(SlotRule::Tries { .. }) => "a key tries buckets until one has a node",
            Some(SlotRule::Given { .. }) => "a node has the slots that it was given",
            _ => "a key jumps up until it stays",
        };
        let what = if data.is_table { ("slot", "slots") } else { ("bucket", "buckets") };
        (counted(many, what.0, what.1), how)
    };
    let how = if data.slots.iter().any(|slot| slot.arrived > 0) { "hatched: keys new to their node" } else { how };
    let rule = Note::new(Corner::TopLeft, rule, how);
    let headline = told::headline(data.view(), lit);
    let what = if data.version.is_some() { counted(many, "shard", "shards") } else { counted(many, "slot", "slots") };
    if many == 0 {
        let said = told::nothing(data.view()).to_owned();
        let summary = format!("{what}. {said}");
        return Words { summary, core: None, notes: Vec::new(), caption: said, is_compact: is_compact(size) };
    }
    let caption = format!("{}. {}", rule.heading, told::sentence(&headline));
    let summary = format!("{what} with the keys of each. {}", told::sentence(&told::headline(data.view(), None)));
    let notes = if is_compact(size) { Vec::new() } else { vec![rule, headline] };
    Words { summary, core: None, notes, caption, is_compact: is_compact(size) }
}

#[cfg(test)]
mod tests {
    use super::super::slots_data::tests::{added, data};
    use super::*;
    use placement::scenario::Command;

    const WIDE: Size = Size { width_css_px: 692.0, height_css_px: 711.0 };

    #[test]
    fn the_rule_and_what_moved_stand_in_the_corners() {
        let words = words(&data("modulo", [added()]), WIDE, None);
        assert_eq!(words.notes[0].heading, "slot = hash mod 9");
        assert!(words.notes[1].is_accent && words.notes[1].heading.ends_with(" % moved"), "{words:?}");
        assert_eq!(super::words(&data("jump", []), WIDE, None).notes[0].heading, "8 buckets");
    }

    #[test]
    fn a_table_says_its_version() {
        let said = |commands: Vec<Command>| words(&data("coordinator", commands), WIDE, None);
        assert_eq!(said(vec![]).notes[0].heading, "Table version 1");
        assert!(said(vec![]).summary.starts_with("256 shards with the keys of each."));
        assert!(said(vec![added()]).caption.starts_with("Table version 29."));
        assert_eq!(
            said(vec![Command::SetKeys(placement::keys::Keys::Pattern { pattern: "{i}".into(), first: 0, count: 0 })])
                .notes[0]
                .heading,
            "Table version 1"
        );
    }

    #[test]
    fn any_number_of_slots_has_its_words() {
        for many in [0, 1, 10_000] {
            let words = words(&data("modulo", [Command::SetNodeCount(many)]), WIDE, None);
            assert!(!words.caption.is_empty() && !words.summary.is_empty());
        }
    }
}
