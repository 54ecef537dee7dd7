//! Who owns a key, and who comes after the owner.

use crate::{by_definition::*, common::*, drawn::*};
use placement::{
    algorithm::{Algorithm, jump::jump},
    fleet::{Fleet, Node, NodeId},
    scenario::{Command, Scenario},
    snapshot::Snapshot,
};
use proptest::{
    prelude::*,
    sample::{Index, select},
};

/// Each key is owned in the order of before, without the node that is gone.
fn who_comes_next_inherits(
    scenario: &Scenario,
    before: &Snapshot,
    after: &Snapshot,
    gone: NodeId,
) -> Result<(), TestCaseError> {
    for (at, key) in in_key_order(scenario).iter().enumerate().take(60) {
        let mut order = before.placed().owners(key.as_bytes(), 10);
        order.retain(|&owner| owner != gone);
        prop_assert_eq!(after.owner(at as u32), order.first().copied());
        prop_assert_eq!(after.placed().owners(key.as_bytes(), 10), order);
    }
    Ok(())
}

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
        who_comes_next_inherits(&scenario, &before, &after, node)?;
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
        who_comes_next_inherits(&scenario, &before, &after, node)?;
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
    fn jump_is_the_published_loop_and_only_ever_goes_to_the_new_bucket(key in any::<u64>(), buckets in 1..5_000u32) {
        let (here, next) = (jump(key, buckets), jump(key, buckets + 1));
        prop_assert_eq!(i64::from(here), i64::from(jump_of_the_paper(key, buckets as i32)));
        prop_assert!(here < buckets);
        prop_assert!(next == here || next == buckets, "{} of {} and {} of one more", here, buckets, next);
    }
}
