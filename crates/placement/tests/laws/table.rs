//! The table of a coordinator.

use std::collections::HashSet;

use crate::{by_definition::*, common::*, drawn::*};
use placement::{
    fleet::NodeId,
    link::{decode, encode},
    measure::Movement,
    scenario::Command,
    shards::SHARDS,
    snapshot::Snapshot,
};
use proptest::{prelude::*, sample::Index};

proptest! {
    #![proptest_config(ProptestConfig { cases: 256, failure_persistence: None, ..ProptestConfig::default() })]

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
}
