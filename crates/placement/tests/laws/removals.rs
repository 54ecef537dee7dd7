//! Buckets of nodes that are gone for good, where removals are remembered and where not.

use crate::{by_definition::*, common::*, drawn::*};
use placement::{
    algorithm::Algorithm,
    fleet::Removed,
    link::{decode, encode},
    scenario::{Command, Scenario},
    snapshot::Snapshot,
};
use proptest::{prelude::*, sample::Index};

proptest! {
    #![proptest_config(ProptestConfig { cases: 256, failure_persistence: None, ..ProptestConfig::default() })]

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
}
