//! Exact shares.

use crate::drawn::*;
use placement::algorithm::Geometry;
use proptest::prelude::*;

proptest! {
    #![proptest_config(ProptestConfig { cases: 256, failure_persistence: None, ..ProptestConfig::default() })]

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
}
