//! What must hold for any fleet, any keys and any parameters, tried on many.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod by_definition;
mod common;
mod drawn;

use std::collections::HashSet;

use by_definition::*;
use common::*;
use drawn::*;
use placement::{
    algorithm::{Algorithm, Geometry, NO_SEAT, Weights, jump::jump},
    explain::Explanation,
    fleet::{Fleet, Node, NodeId, Removed},
    keys::{KeyList, Keys},
    link::{decode, encode},
    measure::{Balance, ByModulo, Movement},
    number::Ratio,
    scenario::{Command, Scenario},
    shards::SHARDS,
    snapshot::{Snapshot, modulo},
    weight::Weight,
};
use proptest::{
    prelude::*,
    sample::{Index, select},
};

proptest! {
    #![proptest_config(ProptestConfig { cases: 256, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn every_key_has_the_one_owner_that_the_definition_gives(scenario in any_scenario(any_algorithm(), 0)) {
        let snapshot = place(&scenario);
        let allowed: Vec<NodeId> = owners_of(&scenario).iter().map(|node| node.id).collect();
        let owners = owners(&snapshot);
        prop_assert_eq!(owners.len(), KEYS as usize);
        for (at, key) in in_key_order(&scenario).iter().enumerate() {
            match owners[at] {
                Some(owner) => prop_assert!(allowed.contains(&owner)),
                None => prop_assert!(allowed.is_empty()),
            }
            let placed = snapshot.placed();
            let alone = placed.owner(key.as_bytes(), placed.key_hashing().value(key.as_bytes()));
            prop_assert_eq!(alone, snapshot.owner_seats()[at]);
            prop_assert_eq!(explained_owner(&placed.explain(key.as_bytes())), owners[at]);
        }
        prop_assert_eq!(&owners, &owners_by_definition(&scenario));
        // And the counts are those of the owners, a row each.
        for (node, &count) in scenario.fleet.nodes().iter().zip(snapshot.counts()) {
            prop_assert_eq!(owners.iter().filter(|&&owner| owner == Some(node.id)).count(), count as usize);
        }
    }

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

    // Whoever goes for a while or for good, comes back or is new, and in whatever order: nobody else has anything to do
    // with it.
    #[test]
    fn removals_that_are_remembered_move_nothing_else(
        how in prop_oneof![3 => any_with_history(), 1 => any_that_remembers()],
        nodes in 1..8u32,
        steps in prop::collection::vec((any::<Index>(), 0..5u8), 1..16),
    ) {
        let mut now = place(&scenario(&how, names("node-", 1, nodes, 1), keys("user:{i}", KEYS)));
        for (step, (at, kind)) in steps.into_iter().enumerate() {
            let fleet = &now.scenario().fleet;
            // With more buckets than its capacity an anchor would begin anew; a vacant one is no bucket more.
            let has_room = fleet.vacancies() > 0 || fleet.nodes().len() < 8 && !how.starts_with("anchor cap=1 ");
            let (next, id, came) = if kind == 0 && has_room || fleet.nodes().is_empty() {
                let id = fleet.next_id();
                (change(&now, [add(&format!("new-{step}"))]), id, true)
            } else {
                let node = node_at(now.scenario(), at).clone();
                let is_for_good = kind == 1;
                let command = match is_for_good {
                    true => Command::RemoveNode(node.id),
                    false => Command::SetUp { id: node.id, up: !node.up },
                };
                (change(&now, [command]), node.id, !node.up && !is_for_good)
            };
            let is_its_own = next.1.pairs.iter().all(|pair| Some(id) == if came { pair.to } else { pair.from });
            prop_assert!(is_its_own, "{:?}", next.1.pairs);
            now = next.0;
            prop_assert_eq!(&owners(&now), &owners_by_definition(now.scenario()));
            let fleet = &now.scenario().fleet;
            let vacant = fleet.removed().iter().filter_map(|one| match one {
                Removed::Down(_) => None,
                Removed::Vacant(bucket) => Some(*bucket),
            });
            let mut buckets: Vec<u32> = fleet.nodes().iter().map(|node| node.bucket).chain(vacant).collect();
            buckets.sort_unstable();
            prop_assert_eq!(buckets, (0..fleet.buckets()).collect::<Vec<u32>>());
            // The link carries what it takes.
            let read = decode(&encode(now.scenario()).query);
            prop_assert_eq!(&read.scenario, now.scenario());
            prop_assert_eq!(read.notes, vec![]);
        }
    }

    // The papers know one kind of removal: whether a node may come back makes no difference to the others.
    #[test]
    fn gone_for_good_is_down_for_ever(
        how in any_that_remembers(),
        nodes in 1..8u32,
        steps in prop::collection::vec((any::<Index>(), 0..5u8), 1..16),
    ) {
        let by_name = |snapshot: &Snapshot| -> Vec<Option<String>> {
            let name = |id| snapshot.scenario().fleet.get(id).unwrap().name.clone();
            owners(snapshot).into_iter().map(|owner| owner.map(name)).collect()
        };
        let named = |snapshot: &Snapshot, name: &str| {
            snapshot.scenario().fleet.nodes().iter().find(|node| node.name == name).unwrap().id
        };
        let mut gone = place(&scenario(&how, names("node-", 1, nodes, 1), keys("user:{i}", KEYS)));
        let mut down = place(gone.scenario());
        for (step, (at, kind)) in steps.into_iter().enumerate() {
            let pair = if gone.scenario().fleet.nodes().is_empty() || kind == 0 {
                // A slot that a node may come back to is not free in the array of DxHash.
                if how.starts_with("dx") {
                    continue;
                }
                [add(&format!("new-{step}")), add(&format!("new-{step}"))]
            } else {
                let node = node_at(gone.scenario(), at).clone();
                let (here, there) = (node.id, named(&down, &node.name));
                if kind == 1 {
                    [Command::RemoveNode(here), Command::SetUp { id: there, up: false }]
                } else {
                    [here, there].map(|id| Command::SetUp { id, up: !node.up })
                }
            };
            let [to_gone, to_down] = pair;
            (gone, down) = (change(&gone, [to_gone]).0, change(&down, [to_down]).0);
            prop_assert_eq!(by_name(&gone), by_name(&down));
        }
    }

    #[test]
    fn a_new_node_has_what_the_one_that_just_went_had(
        scenario in any_scenario(prop_oneof![2 => any_that_remembers(), 1 => any_dx()], 1),
        at in any::<Index>(),
    ) {
        let node = node_at(&scenario, at).clone();
        if !node.up {
            return Ok(());
        }
        let before = place(&scenario);
        let (after, movement) = change(&before, [Command::RemoveNode(node.id), add("new")]);
        let new = after.scenario().fleet.nodes().last().unwrap().id;
        let expected = owners(&before).into_iter().map(|owner| if owner == Some(node.id) { Some(new) } else { owner });
        prop_assert_eq!(owners(&after), expected.collect::<Vec<_>>());
        prop_assert_eq!(movement.between, 0);
        prop_assert!(after.scenario().fleet.buckets() <= scenario.fleet.buckets());
    }

    // What an algorithm leaves vacant, jump hashing closes by its own rule: first for itself, then for good.
    #[test]
    fn jump_takes_a_vacant_bucket_for_a_gap(
        how in any_jump(),
        nodes in 1..20u32,
        gone in prop::collection::vec(any::<Index>(), 1..5),
    ) {
        let all = scenario(&how, names("node-", 1, nodes, 1), keys("user:{i}", KEYS));
        let mut remembered = Scenario { algorithm: Algorithm::from_id("anchor").unwrap(), ..all.clone() };
        let mut down = all.clone();
        for at in gone {
            if remembered.fleet.nodes().len() > 1 {
                let id = node_at(&remembered, at).id;
                remembered.apply(Command::RemoveNode(id)).unwrap();
                down.apply(Command::SetUp { id, up: false }).unwrap();
            }
        }
        remembered.apply(Command::SetAlgorithm(all.algorithm)).unwrap();
        let before = place(&remembered);
        prop_assert_eq!(owners(&before), owners(&place(&down)));
        let (after, movement) = change(&before, [add("new")]);
        let fleet = &after.scenario().fleet;
        prop_assert_eq!((fleet.vacancies(), fleet.buckets() as usize), (0, fleet.nodes().len()));
        let new = fleet.nodes().last().unwrap().id;
        prop_assert!(movement.pairs.iter().all(|pair| pair.to == Some(new)));
    }

    // Of n equal nodes one more takes exactly the whole part of 256/(n + 1) shards, and one that goes leaves its own.
    #[test]
    fn a_table_of_equal_nodes_moves_the_fewest_shards(
        nodes in 0..300u32,
        steps in prop::collection::vec((any::<Index>(), any::<bool>()), 1..8),
    ) {
        let mut now = scenario("coordinator", names("node-", 1, nodes, 1), keys("user:{i}", 0));
        for (step, (at, adds)) in steps.into_iter().enumerate() {
            let (before, count) = (now.fleet.shards().into_owned(), now.fleet.nodes().len() as u32);
            let (id, command, fewest) = if adds || count == 0 {
                let fewest = if count == 0 { SHARDS } else { SHARDS / (count + 1) };
                (now.fleet.next_id(), add(&format!("new-{step}")), fewest)
            } else {
                let id = node_at(&now, at).id;
                let own = before.owners().iter().filter(|&&owner| owner == Some(id)).count() as u32;
                (id, Command::RemoveNode(id), own)
            };
            now = after(&now, [command]);
            let table = now.fleet.shards();
            let moves: Vec<_> = before.owners().iter().zip(table.owners()).filter(|(a, b)| a != b).collect();
            prop_assert_eq!(moves.len() as u32, fewest);
            prop_assert!(moves.iter().all(|(from, to)| [**from, **to].contains(&Some(id))));
            // To be dealt the first time, or to be nobody's, is one version.
            let is_one = count == 0 || now.fleet.nodes().is_empty();
            prop_assert_eq!(table.version() - before.version(), if is_one { 1 } else { fewest });
            let shares = place(&now).placed().exact_shares().unwrap();
            let held = || shares.iter().map(|share| share.part as u32);
            prop_assert!(held().max().unwrap_or(0) - held().min().unwrap_or(0) <= 1);
            prop_assert_eq!(table.moves_to_level(&now.fleet), 0);
        }
    }

    // Whatever is done to a table, by hand and by the fleet.
    #[test]
    fn a_table_keeps_its_promises(
        first in any_scenario(any_table(), 0),
        steps in prop::collection::vec((0..12u8, any::<Index>(), any_weight(), 0..SHARDS), 1..16),
    ) {
        let mut now = place(&first);
        for (step, (kind, at, weight, shard)) in steps.into_iter().enumerate() {
            let before = now.scenario();
            let nodes = before.fleet.nodes();
            let id = if nodes.is_empty() { NodeId(0) } else { at.get(nodes).id };
            let tenant = format!("user:{}", &["", "1", "12", "3", "30"][shard as usize % 5]);
            let command = match kind {
                0 => Command::AddNode { name: format!("new-{step}"), weight },
                1 => Command::RemoveNode(id),
                2 => Command::SetWeight { id, weight },
                3 | 4 => Command::SetUp { id, up: kind == 3 },
                5 | 6 => Command::MoveShard { shard, to: id },
                7 => Command::LevelShards,
                8 => Command::Pin { tenant, to: id },
                9 => Command::Unpin(tenant),
                _ => Command::SetDrained { id, drained: kind == 10 },
            };
            let mut next = before.clone();
            if let Err(refused) = next.apply(command.clone()) {
                prop_assert_eq!(&next, before);
                prop_assert!(refused.to_string().ends_with('.'), "{}", refused);
                continue;
            }
            let after = Snapshot::place(&next, Some(&now));
            let movement = Movement::between(&now, &after).unwrap();
            let (old, new) = (before.fleet.shards(), next.fleet.shards());
            let moves = || old.owners().iter().zip(new.owners()).filter(|(a, b)| a != b);
            let is_own = |owner: &Option<NodeId>| *owner == Some(id);
            match &command {
                Command::AddNode { .. } => {
                    let added = next.fleet.nodes().last().map(|node| node.id);
                    prop_assert!(moves().all(|(_, to)| *to == added));
                }
                Command::RemoveNode(_) | Command::SetUp { up: false, .. } | Command::SetDrained { drained: true, .. } => {
                    prop_assert!(moves().all(|(from, _)| is_own(from)));
                    prop_assert!(!owners(&after).iter().any(is_own));
                }
                Command::SetUp { .. } | Command::SetDrained { .. } => prop_assert!(moves().all(|(_, to)| is_own(to))),
                Command::SetWeight { .. } => prop_assert!(moves().all(|(from, to)| is_own(from) || is_own(to))),
                Command::MoveShard { .. } => {
                    prop_assert_eq!((moves().count(), new.owners()[shard as usize]), (1, Some(id)));
                }
                Command::LevelShards => {
                    prop_assert_eq!(moves().count(), old.moves_to_level(&before.fleet) as usize);
                    prop_assert_eq!(new.moves_to_level(&next.fleet), 0);
                    let counted = new.counted(&next.fleet);
                    let all: u32 = counted.iter().map(|one| one.1).sum();
                    for (id, weight) in counted {
                        let held = new.owners().iter().filter(|&&owner| owner == Some(id)).count() as u32;
                        prop_assert!((held * all).abs_diff(SHARDS * weight) < all, "{} of {} in {}", held, weight, all);
                    }
                }
                _ => prop_assert_eq!(moves().count(), 0),
            }
            let pinned = u32::from(matches!(command, Command::Pin { .. } | Command::Unpin(_)));
            let at_once = old.owners()[0].is_none() != new.owners()[0].is_none();
            let versions = if at_once { 1 } else { moves().count() as u32 + pinned };
            prop_assert_eq!(new.version() - old.version(), versions);
            // Every shard has a node that can own it, as long as there is one.
            let allowed: Vec<NodeId> = owners_of(&next).iter().map(|node| node.id).collect();
            prop_assert!(new.owners().iter().all(|owner| owner.map_or(allowed.is_empty(), |id| allowed.contains(&id))));
            prop_assert_eq!(&owners(&after), &owners_by_definition(&next));
            prop_assert_eq!(movement.moved as usize, owners(&now).iter().zip(owners(&after)).filter(|(a, b)| *a != b).count());
            for (at, key) in in_key_order(&next).iter().enumerate().take(20) {
                let placed = after.placed();
                let alone = placed.owner(key.as_bytes(), placed.key_hashing().value(key.as_bytes()));
                prop_assert_eq!(alone, after.owner_seats()[at]);
                prop_assert_eq!(explained_owner(&placed.explain(key.as_bytes())), after.owner(at as u32));
                let replicas = placed.owners(key.as_bytes(), usize::MAX);
                prop_assert_eq!(replicas.first().copied(), after.owner(at as u32));
                prop_assert_eq!(replicas.iter().collect::<HashSet<_>>().len(), allowed.len());
            }
            let read = decode(&encode(&next).query);
            prop_assert_eq!(&read.scenario, &next);
            prop_assert_eq!(read.notes, vec![]);
            now = after;
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
                    changed = Scenario { fleet: changed.fleet.clone(), ..common::scenario(&how, ["-"], scenario.keys.clone()) };
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

    #[test]
    fn a_fleet_built_in_another_order_agrees(
        (scenario, order) in any_scenario(any_without_history(), 1).prop_flat_map(|scenario| {
            let order = Just(scenario.fleet.nodes().to_vec()).prop_shuffle();
            (Just(scenario), order)
        }),
    ) {
        // A client of its own: other rows, ids and buckets.
        let nodes = order.into_iter().enumerate().map(|(at, node)| Node { id: NodeId(at as u32), bucket: at as u32, ..node });
        let other = Scenario { fleet: Fleet::from_nodes(nodes).unwrap(), ..scenario.clone() };
        let (here, there) = (place(&scenario), place(&other));
        prop_assert_eq!(owner_names(&here), owner_names(&there));
        let replicas = |snapshot: &Snapshot, key: &str| -> Vec<String> {
            let owners = snapshot.placed().owners(key.as_bytes(), 3);
            owners.into_iter().map(|id| name(snapshot.scenario(), id).to_owned()).collect()
        };
        for key in in_key_order(&scenario).iter().take(20) {
            prop_assert_eq!(replicas(&here, key), replicas(&there, key));
        }
    }

    #[test]
    fn replicas_are_distinct_nodes_and_the_owner_comes_first(
        scenario in any_scenario(any_algorithm(), 0),
        most in 0..12usize,
    ) {
        let snapshot = place(&scenario);
        let allowed: Vec<NodeId> = owners_of(&scenario).iter().map(|node| node.id).collect();
        for (at, key) in in_key_order(&scenario).iter().enumerate().take(40) {
            let replicas = snapshot.placed().owners(key.as_bytes(), most);
            prop_assert_eq!(replicas.len(), most.min(allowed.len()));
            if most > 0 {
                prop_assert_eq!(replicas.first().copied(), snapshot.owner(at as u32));
            }
            prop_assert!(replicas.iter().all(|id| allowed.contains(id)));
            let mut distinct = replicas.clone();
            distinct.sort_unstable();
            distinct.dedup();
            prop_assert_eq!(distinct.len(), replicas.len());
            // Fewer replicas are the first of more.
            let fewer = snapshot.placed().owners(key.as_bytes(), most / 2);
            prop_assert_eq!(&fewer[..], &replicas[..fewer.len()]);
        }
    }

    #[test]
    fn the_second_owner_inherits(scenario in any_scenario(any_minimal(), 1), at in any::<Index>()) {
        let before = place(&scenario);
        let node = node_at(&scenario, at).id;
        let (after, _) = change(&before, [Command::RemoveNode(node)]);
        for (at, key) in in_key_order(&scenario).iter().enumerate().take(60) {
            let mut order = before.placed().owners(key.as_bytes(), 10);
            order.retain(|&owner| owner != node);
            prop_assert_eq!(after.owner(at as u32), order.first().copied());
            prop_assert_eq!(after.placed().owners(key.as_bytes(), 10), order);
        }
    }

    #[test]
    fn who_goes_down_leaves_its_keys_to_the_next(
        scenario in any_scenario(prop_oneof![any_minimal(), any_local(), any_dx()], 1),
        at in any::<Index>(),
    ) {
        let before = place(&scenario);
        let node = node_at(&scenario, at).id;
        let (after, movement) = change(&before, [Command::SetUp { id: node, up: false }]);
        prop_assert!(movement.pairs.iter().all(|pair| pair.from == Some(node)));
        for (at, key) in in_key_order(&scenario).iter().enumerate().take(60) {
            let mut order = before.placed().owners(key.as_bytes(), 10);
            order.retain(|&owner| owner != node);
            prop_assert_eq!(after.owner(at as u32), order.first().copied());
            prop_assert_eq!(after.placed().owners(key.as_bytes(), 10), order);
        }
    }

    // With as many candidates as nodes it is rendezvous.
    #[test]
    fn everybody_is_a_candidate(scenario in any_scenario(any_rendezvous(), 0), candidates in select(vec![10, 64])) {
        let local = Algorithm::from_id("lrh").unwrap();
        let local = after(&scenario, [Command::SetAlgorithm(local), set("cand", &candidates.to_string())]);
        let (rendezvous, local) = (place(&scenario), place(&local));
        prop_assert_eq!(owners(&rendezvous), owners(&local));
        for key in in_key_order(&scenario).iter().take(20) {
            let replicas = |snapshot: &Snapshot| snapshot.placed().owners(key.as_bytes(), 10);
            prop_assert_eq!(replicas(&rendezvous), replicas(&local));
        }
    }

    #[test]
    fn exact_shares_are_the_whole_and_every_arc_is_its_owners(scenario in any_scenario(any_ring(), 1)) {
        let snapshot = place(&scenario);
        let Geometry::Ring(ring) = snapshot.geometry() else { panic!("no ring") };
        let shares = snapshot.placed().exact_shares().unwrap();
        prop_assert!(shares.iter().all(|share| share.whole == ring.circumference()));
        let whole: u128 = shares.iter().map(|share| share.part).sum();
        prop_assert_eq!(whole, if ring.points().is_empty() { 0 } else { ring.circumference() });

        // Both ends of each arc belong to its point, and what lies beyond them to the neighbours: across the wrap too.
        let around = ring.circumference();
        let owner_at = |position: u128| ring.point_at((position % around) as u64).unwrap();
        let mut by_seat = vec![0u128; shares.len()];
        for (at, point) in ring.points().iter().enumerate() {
            let (here, length) = (u128::from(point.position) + around, ring.arc_length(at));
            by_seat[point.seat as usize] += length;
            if length == 0 {
                continue;
            }
            let far = if ring.is_clockwise() { here - (length - 1) } else { here + (length - 1) };
            prop_assert_eq!((owner_at(here), owner_at(far)), (at, at));
            if length < around {
                let beyond = if ring.is_clockwise() { here - length } else { here + length };
                prop_assert_ne!(owner_at(beyond), at);
            }
        }
        prop_assert_eq!(by_seat, shares.iter().map(|share| share.part).collect::<Vec<_>>());
    }

    #[test]
    fn exact_shares_of_modulo_are_the_whole(scenario in any_scenario(any_modulo(), 1)) {
        let shares = place(&scenario).placed().exact_shares().unwrap();
        let (most, least) = (shares.iter().map(|share| share.part).max(), shares.iter().map(|share| share.part).min());
        if let (Some(most), Some(least)) = (most, least) {
            prop_assert!(most - least <= 1);
            prop_assert_eq!(shares.iter().map(|share| share.part).sum::<u128>(), shares[0].whole);
        }
    }

    #[test]
    fn a_maglev_table_is_dealt_by_weight(scenario in any_scenario(any_maglev(), 1)) {
        let snapshot = place(&scenario);
        let shares = snapshot.placed().exact_shares().unwrap();
        let weights: Vec<u64> = owners_of(&scenario).iter().map(|node| u64::from(node.weight.hundredths())).collect();
        let Geometry::Slots(slots) = snapshot.geometry() else { panic!("no slots") };
        prop_assert_eq!(shares.iter().map(|share| share.part).sum::<u128>(), slots.len() as u128);
        // The round in which each had its last turn, and that of its next: nobody is a round ahead of another. The first
        // turn costs nothing, so rounds are known to one.
        let rounds: Vec<(u64, u64)> = shares
            .iter()
            .zip(&weights)
            .map(|(share, weight)| {
                let (turns, most) = (share.part as u64, *weights.iter().max().unwrap());
                (((turns - 1) * most).div_ceil(*weight), (turns * most).div_ceil(*weight))
            })
            .collect();
        if let (Some(begun), Some(next)) = (rounds.iter().map(|one| one.0).max(), rounds.iter().map(|one| one.1).min()) {
            prop_assert!(begun <= next + 1, "{:?}", rounds);
        }
    }

    #[test]
    fn no_load_is_above_its_bound(scenario in any_scenario(any_bounded(), 1)) {
        let snapshot = place(&scenario);
        let capacities = capacities(&scenario);
        for (node, &count) in scenario.fleet.nodes().iter().zip(snapshot.counts()) {
            prop_assert!(count <= capacities.get(&node.id).copied().unwrap_or(0), "{}", node.name);
        }
        let placed = if owners_of(&scenario).is_empty() { 0 } else { KEYS };
        prop_assert_eq!(snapshot.counts().iter().sum::<u32>(), placed);

        for (at, key) in in_key_order(&scenario).iter().enumerate().take(40) {
            let Explanation::Bounded(way) = snapshot.placed().explain(key.as_bytes()) else { continue };
            // What it passed stands between the owner without a bound and its own, and is full.
            let of = |id: NodeId| snapshot.counts()[scenario.fleet.nodes().iter().position(|one| one.id == id).unwrap()];
            prop_assert_eq!(explained_owner(&way.way), way.full.first().copied().or(Some(way.owner)));
            prop_assert!(way.full.iter().all(|&id| of(id) == capacities[&id]));
            prop_assert_eq!((way.load, way.capacity), (of(way.owner), capacities[&way.owner]));
            prop_assert_eq!(snapshot.owner(at as u32), Some(way.owner));
            let replicas = snapshot.placed().owners(key.as_bytes(), usize::MAX);
            prop_assert!(replicas.ends_with(&way.full));
        }
        // A key that is none of them comes last, and there is room for it.
        let (key, before) = ("none of the keys", snapshot.placed());
        let owner = before.owner(key.as_bytes(), before.key_hashing().value(key.as_bytes()));
        prop_assert_eq!(owner != NO_SEAT, placed > 0);
        if placed > 0 {
            let text: String = in_key_order(&scenario).into_iter().chain([key.into()]).map(|key| key + "\n").collect();
            let more = Scenario { keys: Keys::List(KeyList::parse(&text).unwrap()), ..scenario };
            let id = before.seats()[owner as usize];
            let had = owners(&snapshot).iter().filter(|&&owner| owner == Some(id)).count() as u32;
            prop_assert!(had < self::capacities(&more)[&id]);
            // Where the larger bounds let no other key stay that had gone on, that is where it comes.
            let after = place(&more);
            if owners(&after)[..KEYS as usize] == owners(&snapshot)[..] {
                prop_assert_eq!(after.owner(KEYS), Some(id));
            }
        }
    }

    #[test]
    fn a_bound_that_does_not_bind_changes_nothing(how in ring_or_rendezvous(), scenario in any_scenario(any_bounded(), 1)) {
        let (algorithm, settings) = how.split_once(' ').unwrap();
        let bounded = if algorithm == "ring" { "bounded" } else { "boundedrendezvous" };
        let by = |how: &str| {
            Scenario { fleet: scenario.fleet.clone(), ..common::scenario(how, ["-"], scenario.keys.clone()) }
        };
        let free = place(&by(&how));
        // A bound above the load of the busiest.
        let busiest = Balance::of(&free).busiest().and_then(|load| load.times_fair).map_or(1.0, Ratio::value);
        prop_assume!(busiest < 9.9);
        let bound = (busiest * 100.0) as u32 + 1;
        let bounded = place(&by(&format!("{bounded} c={} {settings}", bound.max(100))));
        prop_assert_eq!(bounded.owner_seats(), free.owner_seats());
    }

    #[test]
    fn jump_is_the_published_loop_and_only_ever_goes_to_the_new_bucket(key in any::<u64>(), buckets in 1..5_000u32) {
        let (here, next) = (jump(key, buckets), jump(key, buckets + 1));
        prop_assert_eq!(i64::from(here), i64::from(jump_of_the_paper(key, buckets as i32)));
        prop_assert!(here < buckets);
        prop_assert!(next == here || next == buckets, "{} of {} and {} of one more", here, buckets, next);
    }
}
