//! The sentence over a comparison: what the columns do differently, in one figure each.

use std::sync::Arc;

use placement::{beside::Variant, fleet::NodeId, number::Ratio, scenario::Command};

use super::{change, heading, variants};
use crate::{finding::Word, view::View};

/// The sentence; before there is anything to compare, what the page is.
#[must_use]
pub fn summary(columns: &[Arc<View>]) -> Vec<Word> {
    let Some((first, others)) = columns.split_first() else {
        return vec![Word::Strong("Comparison".into())];
    };
    let variants = variants(columns);
    let name = |view: &View| heading(&Variant::of(view.scenario()), &variants);
    let each = |figure: &dyn Fn(&View) -> String| {
        let each: Vec<String> = others.iter().map(|view| format!("{}: {}", name(view), figure(view))).collect();
        if each.is_empty() { String::new() } else { format!(" {}.", each.join("; ")) }
    };
    if let Some(movement) = first.change.as_ref().and_then(|change| change.roster_movement()) {
        let fair = movement.fair.map_or_else(String::new, Ratio::percent);
        if let Some(new) = added(first) {
            let share = |view: &View| {
                let load = view.balance.loads.iter().find(|load| load.id == new);
                Ratio::new(load.map_or(0, |load| load.keys), view.balance.keys).percent()
            };
            let node = first.fleet().get(new).map_or_else(String::new, |node| node.name.clone());
            return vec![
                Word::Strong(format!("{} gives ", name(first))),
                Word::Node(new, node, true),
                Word::Strong(format!(" {} of the keys; fair is {fair}.", share(first))),
                Word::Weak(each(&share)),
            ];
        }
        let moved = |view: &View| {
            let movement = view.change.as_ref().and_then(|change| change.movement.as_ref());
            movement.map_or_else(String::new, |movement| match movement.between {
                0 => movement.share().percent(),
                between => {
                    let between = Ratio::new(between, movement.keys).percent();
                    format!("{}, of which {between} between nodes that stay", movement.share().percent())
                }
            })
        };
        return vec![
            Word::Strong(format!("{} moves {} of the keys; fair is {fair}.", name(first), moved(first))),
            Word::Weak(each(&moved)),
        ];
    }
    let times = |view: &View| view.balance.busiest_times().map_or_else(|| "nothing".into(), Ratio::times);
    let Some(busiest) = first.balance.busiest() else {
        return vec![Word::Strong("There is nothing to place.".into())];
    };
    let node = first.fleet().get(busiest.id).map_or_else(String::new, |node| node.name.clone());
    vec![
        Word::Strong(format!("{} gives ", name(first))),
        Word::Node(busiest.id, node, true),
        Word::Strong(format!(" {} times its fair share, the most of all.", times(first))),
        Word::Weak(each(&times)),
    ]
}

/// The one node that the change on show added, where it did nothing else.
fn added(view: &View) -> Option<NodeId> {
    let commands = change(view)?;
    let [Command::AddNode { .. }] = &commands[..] else { return None };
    view.fleet().nodes().last().map(|node| node.id)
}

#[cfg(test)]
mod tests {
    use super::{
        super::tests::{add, columns, variant},
        *,
    };
    use crate::finding::plain;

    #[test]
    fn the_sentence_says_what_differs() {
        let variants = [variant("ring", true), variant("rendezvous", true)];
        assert_eq!(
            plain(&summary(&columns(Some(&add()), &variants))),
            "Ring, FNV-1a 32 gives cache-09 4.9 % of the keys; fair is 11.1 %. Ring, FNV-1a 32 + fmix32: 10.9 %; \
             Rendezvous, FNV-1a 32 + fmix32: 11.0 %."
        );
        assert_eq!(
            plain(&summary(&columns(None, &variants[..1]))),
            "Ring, FNV-1a 32 gives cache-03 1.35 times its fair share, the most of all. Ring, FNV-1a 32 + fmix32: 1.14."
        );
        let down = Command::SetUp { id: NodeId(2), up: false };
        let said = plain(&summary(&columns(Some(&down), &[variant("modulo", false)])));
        assert!(
            said.starts_with("Ring, FNV-1a 32 moves 16.9 % of the keys; fair is 12.5 %. Modulo, FNV-1a 32: 8"),
            "{said}"
        );
        assert!(said.ends_with(" between nodes that stay."), "{said}");
    }

    #[test]
    fn nothing_to_place_is_said() {
        let nobody = columns(Some(&Command::SetNodeCount(0)), &[]);
        assert!(!plain(&summary(&nobody)).is_empty());
        assert_eq!(summary(&[]), [Word::Strong("Comparison".into())]);
    }
}
