//! What there is to say of a movement beside its figures: who inherits, what a dial moves in theory, which part of the
//! circle changed hands, and which keys are listed.

use placement::{
    algorithm::{Geometry, ring},
    measure::{
        Heirs,
        dial::{Dial, Expected},
        moved_listing::{Search, Side},
        theory,
    },
    number::{Ratio, thousands},
};

use crate::view::{Change, View};

/// Who has the keys of the one node that went or went down.
#[must_use]
pub fn heirs(view: &View) -> Option<String> {
    let change = view.change.as_ref()?;
    let Heirs { of, keys, heirs, others, even } = Heirs::of(&change.before, &view.snapshot, change.movement.as_ref()?)?;
    let of = view.name_of(Some(of));
    let counted = |at: usize| {
        let (id, part) = heirs[at];
        format!("{}, {} ({})", view.name_of(Some(id)), thousands(part), Ratio::new(part, keys).percent())
    };
    let [all, last] = [thousands(keys), counted(heirs.len() - 1)];
    if heirs.len() == 1 {
        let is_next = matches!(view.snapshot.geometry(), Geometry::Ring(_)) && others > 1;
        let next = if is_next { ", its next neighbour" } else { "" };
        return Some(format!("All of {of}’s {all} keys go to {}{next}.", view.name_of(Some(heirs[0].0))));
    }
    let count = heirs.len() as u32;
    let to = if count == others {
        format!("all {others}")
    } else {
        format!("{} of {}", thousands(count), thousands(others))
    };
    let even = even.map_or_else(String::new, |even| format!("; even is {}", even.percent()));
    Some(format!("{of}’s {all} keys go to {to} others. Most: {}. Least: {last}{even}.", counted(0)))
}

/// What a dial was expected to move: the name of the line, the share, and for virtual nodes why.
#[must_use]
pub fn expected(view: &View) -> Option<(&'static str, Ratio, Option<String>)> {
    let change = view.change.as_ref()?;
    let Expected { dial, share } = Expected::between(&change.before, &view.snapshot)?;
    let Dial::VirtualNodes { from, to } = dial else { return Some(("If placed anew", share, None)) };
    let (fewer, more) = (from.min(to), from.max(to));
    let nodes = view.balance.counted;
    let first = view.fleet().nodes().first().map(|node| node.weight);
    let is_even = view.fleet().nodes().iter().all(|node| node.up && Some(node.weight) == first);
    let other = if is_even { format!("1 − 1/{nodes}") } else { "1 − Σ share²".into() };
    let by_modulo = theory::modulo_moves(nodes, nodes + 1).percent();
    Some((
        "Expected",
        share,
        Some(format!(
            "(1 − {}/{}) · ({other}): {} labels of each node stay. Not “as disruptive as modulo”, as one document has \
             it: that moves {by_modulo} when a node comes.",
            thousands(fewer),
            thousands(more),
            thousands(fewer),
        )),
    ))
}

/// Which part of the circle changed hands, where both placements have one and points alone decide.
#[must_use]
pub fn changed_hands(view: &View) -> Option<String> {
    Some(circle(hands(view, view.change.as_ref()?)?.share))
}

/// A share of the circle that changed hands.
#[must_use]
pub fn circle(share: Ratio) -> String {
    format!("{} % of the circle changed hands.", share.decimal(100, 2))
}

/// What changed hands on a ring where points alone decide.
#[must_use]
pub fn hands(view: &View, change: &Change) -> Option<ring::ChangedHands> {
    let (Geometry::Ring(before), Geometry::Ring(after)) = (change.before.geometry(), view.snapshot.geometry()) else {
        return None;
    };
    // Two systems lay keys out in two ways: a place on the one circle is no place on the other.
    if change.before.scenario().algorithm != view.scenario().algorithm {
        return None;
    }
    // Where probes, candidates or a bound decide, an arc is not its point's.
    let by_points = [&*change.before, &*view.snapshot].iter().all(|one| one.placed().exact_shares().is_some());
    if by_points { after.changed_hands(before) } else { None }
}

/// "1,372 of 10,918 moved keys, from cache-01 to cache-09": which are listed.
#[must_use]
pub fn listed(view: &View, search: &Search, count: usize) -> String {
    let all = view.change.as_ref().and_then(|change| change.movement.as_ref()).map_or(0, |movement| movement.moved);
    let mut words = if count as u64 == u64::from(all) {
        format!("{} moved {}", thousands(all), if all == 1 { "key" } else { "keys" })
    } else {
        format!("{} of {} moved keys", thousands(count as u64), thousands(all))
    };
    let mut comma = ",";
    for (word, side) in [("from", &search.from), ("to", &search.to)] {
        let Side::These(owners) = side else { continue };
        let who = match &owners[..] {
            [owner] if word == "from" => view.name_before(*owner),
            [owner] => view.name_of(*owner),
            others => format!("{} others", thousands(others.len() as u64)),
        };
        words.push_str(&format!("{comma} {word} {who}"));
        comma = "";
    }
    words
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::picture::ring_data::tests::{add, after, finaliser};
    use placement::{
        fleet::NodeId,
        measure::moved_listing::Column,
        parameter::Value,
        scenario::{Command, Scenario},
    };

    fn virtual_nodes(count: u32) -> Command {
        Command::Set(&ring::VIRTUAL_NODES, Value::Count(count))
    }

    /// Whose a node's keys are after it went, by looking at every key.
    fn counted(from: &View, to: &View, id: NodeId) -> Vec<(u32, String)> {
        let mut heirs: Vec<(u32, String)> = Vec::new();
        for at in (0..100_000).filter(|&at| from.snapshot.owner(at) == Some(id)) {
            let name = to.name_of(to.snapshot.owner(at));
            match heirs.iter_mut().find(|one| one.1 == name) {
                Some(one) => one.0 += 1,
                None => heirs.push((1, name)),
            }
        }
        heirs.sort();
        heirs
    }

    #[test]
    fn one_heir_or_all() {
        let before = after([finaliser()]);
        let removed = after([finaliser(), Command::RemoveNode(NodeId(2))]);
        let by_looking = counted(&before, &removed, NodeId(2));
        let all: u32 = by_looking.iter().map(|one| one.0).sum();
        let part = |(keys, name): &(u32, String)| {
            format!("{name}, {} ({})", thousands(*keys), Ratio::new(*keys, all).percent())
        };
        assert_eq!(by_looking.len(), 7);
        let words = format!(
            "cache-03’s {} keys go to all 7 others. Most: {}. Least: {}; even is 14.3 %.",
            thousands(all),
            part(&by_looking[6]),
            part(&by_looking[0])
        );
        assert_eq!(heirs(&removed), Some(words));

        let before = after([virtual_nodes(1), finaliser()]);
        let down = after([virtual_nodes(1), finaliser(), Command::SetUp { id: NodeId(0), up: false }]);
        let by_looking = counted(&before, &down, NodeId(0));
        let [(keys, name)] = &by_looking[..] else { panic!("{by_looking:?}") };
        let words = format!("All of cache-01’s {} keys go to {name}, its next neighbour.", thousands(*keys));
        assert_eq!(heirs(&down), Some(words));
        assert_eq!(heirs(&after([add("cache-09")])), None);
        assert_eq!(heirs(&after([])), None);
    }

    #[test]
    fn a_dial_has_its_formula() {
        let (name, share, why) = expected(&after([finaliser(), virtual_nodes(500)])).expect("a formula");
        // (1 - 160/500) · 7/8; modulo from 8 to 9 moves 8 of 9.
        assert_eq!((name, share.percent().as_str()), ("Expected", "59.5 %"));
        let why = why.expect("why");
        assert!(why.starts_with("(1 − 160/500) · (1 − 1/8): 160 labels"), "{why}");
        assert!(why.ends_with("moves 88.9 % when a node comes."), "{why}");
        let (name, share, why) = expected(&after([finaliser()])).expect("placed anew");
        assert_eq!((name, share.percent(), why), ("If placed anew", "87.5 %".into(), None));
        assert_eq!(expected(&after([add("cache-09")])), None);
    }

    #[test]
    fn the_circle_in_words() {
        let words = changed_hands(&after([finaliser(), add("cache-09")])).expect("a ring");
        // What the new node covers, as the fleet table has it: 10.9 % of the keys.
        let view = after([finaliser(), add("cache-09")]);
        let exact = view.balance.loads[8].exact.expect("by arc");
        assert_eq!(words, format!("{} % of the circle changed hands.", exact.decimal(100, 2)));
        let scores = Command::SetAlgorithm(placement::algorithm::Algorithm::from_id("rendezvous").expect("known"));
        assert_eq!(changed_hands(&after([scores])), None);
    }

    #[test]
    fn which_are_listed() {
        let view = after([finaliser(), add("cache-09")]);
        let search =
            |from: Side, to: Side| Search { from, to, text: String::new(), column: Column::Number, descending: false };
        assert_eq!(listed(&view, &search(Side::Any, Side::Any), 10_918), "10,918 moved keys");
        let pair = search(Side::one(Some(NodeId(0))), Side::one(Some(NodeId(8))));
        assert_eq!(listed(&view, &pair, 1_372), "1,372 of 10,918 moved keys, from cache-01 to cache-09");
        let rest = search(Side::These(vec![Some(NodeId(0)), Some(NodeId(1))]), Side::one(None));
        assert_eq!(listed(&view, &rest, 0), "0 of 10,918 moved keys, from 2 others to nobody");
        let none = Arc::new(View::new(&Scenario::default(), "", None, None));
        assert_eq!(listed(&none, &search(Side::Any, Side::Any), 0), "0 moved keys");
    }
}
