//! What a change moves, and what it must leave alone.

use crate::{common::*, drawn::*};
use placement::{
    algorithm::Weights,
    fleet::NodeId,
    measure::{ByModulo, Movement},
    scenario::{Command, Scenario},
    snapshot::modulo,
    weight::Weight,
};
use proptest::{prelude::*, sample::Index};

proptest! {
    #![proptest_config(ProptestConfig { cases: 256, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_new_node_gains_and_nobody_else_does(
        scenario in any_scenario(any_frugal(), 0),
        weight in any_weight(),
    ) {
        let before = place(&scenario);
        let new = scenario.fleet.next_id();
        let (after, movement) = change(&before, [Command::AddNode { name: "new".into(), weight }]);
        prop_assert!(movement.pairs.iter().all(|pair| pair.to == Some(new)));
        prop_assert_eq!((movement.between, movement.moved), (0, *after.counts().last().unwrap()));
    }

    #[test]
    fn a_lost_node_loses_and_nobody_else_does(
        scenario in any_scenario(prop_oneof![2 => any_frugal(), 1 => any_dx(), 1 => any_with_history()], 1),
        at in any::<Index>(),
    ) {
        let before = place(&scenario);
        let node = node_at(&scenario, at).id;
        let own = owners(&before).iter().filter(|&&owner| owner == Some(node)).count();
        let (_, movement) = change(&before, [Command::RemoveNode(node)]);
        prop_assert!(movement.pairs.iter().all(|pair| pair.from == Some(node)));
        prop_assert_eq!((movement.between, movement.moved as usize), (0, own));
    }

    #[test]
    fn down_is_as_good_as_gone(
        scenario in any_scenario(
            prop_oneof![any_frugal(), any_maglev(), any_bounded(), any_dx(), any_with_history()],
            1
        ),
        at in any::<Index>(),
    ) {
        let before = place(&scenario);
        let node = node_at(&scenario, at).id;
        let (removed, _) = change(&before, [Command::RemoveNode(node)]);
        let (down, _) = change(&before, [Command::SetUp { id: node, up: false }]);
        prop_assert_eq!(owners(&removed), owners(&down));
        let (weightless, _) = change(&before, [Command::SetWeight { id: node, weight: Weight::ZERO }]);
        let as_good_as_gone = if scenario.algorithm.weights == Weights::Used { &removed } else { &before };
        prop_assert_eq!(owners(as_good_as_gone), owners(&weightless));
    }

    #[test]
    fn another_weight_moves_keys_one_way(
        scenario in any_scenario(prop_oneof![2 => ring_or_rendezvous(), 1 => any_table()], 1),
        at in any::<Index>(),
        weight in any_weight(),
    ) {
        let before = place(&scenario);
        let (id, old) = (node_at(&scenario, at).id, node_at(&scenario, at).weight);
        let (_, movement) = change(&before, [Command::SetWeight { id, weight }]);
        let one_way = |pair: &placement::measure::Pair| if weight > old { pair.to == Some(id) } else { pair.from == Some(id) };
        prop_assert!(movement.pairs.iter().all(one_way));
        prop_assert_eq!(movement.between, 0);
        prop_assert!(weight != old || movement.moved == 0);
    }

    #[test]
    fn jump_and_a_node_at_the_end(how in any_jump(), nodes in 0..40u32) {
        let scenario = scenario(&how, names("node-", 1, nodes, 1), keys("user:{i}", KEYS));
        let before = place(&scenario);
        let (after, movement) = change(&before, [add("new")]);
        prop_assert!(movement.pairs.iter().all(|pair| pair.to == Some(NodeId(nodes))));
        // And away with it again, by either rule.
        let (back, movement) = change(&after, [Command::RemoveNode(NodeId(nodes))]);
        prop_assert!(movement.pairs.iter().all(|pair| pair.from == Some(NodeId(nodes))));
        prop_assert_eq!(back.owner_seats(), before.owner_seats());
    }

    #[test]
    fn dx_with_room_and_a_node_at_the_end(how in any_dx(), nodes in 0..10u32) {
        let scenario = scenario(&how, names("node-", 1, nodes, 1), keys("user:{i}", KEYS));
        let scenario = after(&scenario, [set("cap", "16")]);
        let (after, movement) = change(&place(&scenario), [add("new")]);
        prop_assert!(movement.pairs.iter().all(|pair| pair.to == Some(NodeId(nodes))));
        // One of those before goes down, and the new one too, and they come up in the order in which they went.
        let ids = [NodeId(nodes / 2), NodeId(nodes)];
        let mut now = after;
        for (up, id) in [(false, ids[0]), (false, ids[1]), (true, ids[0]), (true, ids[1])] {
            let (next, movement) = change(&now, [Command::SetUp { id, up }]);
            let is_its_own = movement.pairs.iter().all(|pair| Some(id) == if up { pair.to } else { pair.from });
            prop_assert!(is_its_own);
            now = next;
        }
    }

    #[test]
    fn jump_takes_a_node_that_is_down_for_gone(how in any_jump(), nodes in 1..20u32, at in any::<Index>()) {
        let scenario = scenario(&how, names("node-", 1, nodes, 1), keys("user:{i}", KEYS));
        let before = place(&scenario);
        let node = node_at(&scenario, at).id;
        let (down, _) = change(&before, [Command::SetUp { id: node, up: false }]);
        let (removed, _) = change(&before, [Command::RemoveNode(node)]);
        prop_assert_eq!(owners(&down), owners(&removed));
    }

    #[test]
    fn a_node_that_comes_up_again_finds_everything_as_it_was(
        scenario in any_scenario(any_forgetful(), 1),
        downs in prop::collection::vec(any::<Index>(), 1..6),
    ) {
        let up = after(&scenario, scenario.fleet.nodes().iter().map(|node| Command::SetUp { id: node.id, up: true }));
        let before = place(&up);
        let ids: Vec<NodeId> = downs.iter().map(|&at| node_at(&scenario, at).id).collect();
        let (down, _) = change(&before, ids.iter().map(|&id| Command::SetUp { id, up: false }));
        prop_assert!(!owners(&down).iter().flatten().any(|owner| ids.contains(owner)));
        let (again, movement) = change(&down, ids.iter().map(|&id| Command::SetUp { id, up: true }));
        prop_assert_eq!(owners(&again), owners(&before));
        prop_assert_eq!(movement.moved as usize, owners(&down).iter().zip(owners(&before)).filter(|(a, b)| *a != b).count());
    }

    #[test]
    fn movement_adds_up(
        scenario in any_scenario(any_algorithm(), 0),
        how in any_algorithm(),
        other in any_fleet(0),
        changes in prop::collection::vec((any::<Index>(), 0..6u8, any_weight()), 1..4),
    ) {
        let before = place(&scenario);
        let mut changed = scenario.clone();
        for (place, kind, weight) in changes {
            let nodes = changed.fleet.nodes();
            let id = if nodes.is_empty() { NodeId(0) } else { place.get(nodes).id };
            // What does not fit is refused and changes nothing.
            let _ = match kind {
                0 => changed.apply(Command::AddNode { name: "new".into(), weight }),
                1 => changed.apply(Command::RemoveNode(id)),
                2 => changed.apply(Command::SetWeight { id, weight }),
                3 => changed.apply(Command::SetUp { id, up: weight > Weight::ONE }),
                4 => {
                    changed = Scenario { fleet: changed.fleet.clone(), ..crate::common::scenario(&how, ["-"], scenario.keys.clone()) };
                    continue;
                }
                _ => {
                    changed.fleet = other.clone();
                    continue;
                }
            };
        }
        let after = place(&changed);
        let movement = Movement::between(&before, &after).unwrap();
        let (old, new) = (owners(&before), owners(&after));
        let moved: Vec<u32> = (0..KEYS).filter(|&at| old[at as usize] != new[at as usize]).collect();
        prop_assert_eq!(&movement.moved_keys, &moved);
        prop_assert_eq!(movement.moved as usize, moved.len());
        prop_assert_eq!(Movement::count(&before, &after), Some(movement.moved));
        let figures = Movement { moved_keys: Vec::new(), ..movement.clone() };
        prop_assert_eq!(Movement::in_figures(&before, &after).map(|one| format!("{one:?}")), Some(format!("{figures:?}")));
        let by_modulo = Movement::count(&before.by(modulo()), &after.by(modulo()));
        prop_assert_eq!(ByModulo::between(&before, &after, None).map(|counted| counted.moved), by_modulo);
        prop_assert_eq!(movement.to_grown + movement.from_shrunk + movement.between, movement.moved);
        prop_assert_eq!(movement.pairs.iter().map(|pair| pair.keys).sum::<u32>(), movement.moved);
        // Each key by itself, with weights as the later algorithm counts them: from a node that lost weight, else to one that gained some, else between survivors; no
        // owner at all counts as one that is gone.
        let weight = |scenario: &Scenario, id: Option<NodeId>| {
            id.and_then(|id| scenario.fleet.get(id)).map_or(0, |node| changed.algorithm.counted_weight(&scenario.fleet, node))
        };
        let (mut shrunk, mut grown) = (0, 0);
        for &at in &moved {
            let (from, to) = (old[at as usize], new[at as usize]);
            if from.is_none() || weight(&changed, from) < weight(&scenario, from) {
                shrunk += 1;
            } else if to.is_none() || weight(&changed, to) > weight(&scenario, to) {
                grown += 1;
            }
        }
        prop_assert_eq!((movement.from_shrunk, movement.to_grown), (shrunk, grown));
        prop_assert!(movement.pairs.is_sorted_by(|a, b| (a.from, a.to) < (b.from, b.to)));
        for pair in &movement.pairs {
            let keys = moved.iter().filter(|&&at| (old[at as usize], new[at as usize]) == (pair.from, pair.to)).count();
            prop_assert_eq!(keys, pair.keys as usize);
        }
        if let (Some(necessary), Some(fair)) = (movement.necessary, movement.fair) {
            prop_assert_eq!(necessary, movement.to_grown + movement.from_shrunk);
            prop_assert!((0.0..=1.0).contains(&fair.value()));
        } else {
            prop_assert_eq!((movement.necessary, movement.fair.is_none()), (None, true));
        }
    }
}
