//! Bounded loads.

use crate::{by_definition::*, drawn::*};
use placement::{
    algorithm::NO_SEAT,
    explain::Explanation,
    fleet::NodeId,
    keys::{KeyList, Keys},
    measure::Balance,
    number::Ratio,
    scenario::Scenario,
};
use proptest::prelude::*;

proptest! {
    #![proptest_config(ProptestConfig { cases: 256, failure_persistence: None, ..ProptestConfig::default() })]

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
            Scenario { fleet: scenario.fleet.clone(), ..crate::common::scenario(how, ["-"], scenario.keys.clone()) }
        };
        let free = place(&by(&how));
        // A bound above the load of the busiest.
        let busiest = Balance::of(&free).busiest().and_then(|load| load.times_fair).map_or(1.0, Ratio::value);
        prop_assume!(busiest < 9.9);
        let bound = (busiest * 100.0) as u32 + 1;
        let bounded = place(&by(&format!("{bounded} c={} {settings}", bound.max(100))));
        prop_assert_eq!(bounded.owner_seats(), free.owner_seats());
    }
}
