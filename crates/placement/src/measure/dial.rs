//! What a dial that is turned moves in theory: fewer or more points of the same nodes, or everything placed anew.

use crate::{
    algorithm::{Algorithm, Geometry, ring},
    number::Ratio,
    parameter::{self, Parameter},
    scenario::Scenario,
    snapshot::Snapshot,
    template::Template,
};

/// What is expected of a change that is none of the roster.
#[derive(Clone, PartialEq, Debug)]
pub struct Expected {
    /// Why.
    pub dial: Dial,
    /// The share of keys that it moves where points and keys lie by chance.
    pub share: Ratio,
}

/// Which dial was turned.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Dial {
    /// The number of virtual nodes of a ring; the labels of the smaller number are kept.
    VirtualNodes {
        /// Virtual nodes for a weight of 1, before.
        from: u32,
        /// And after.
        to: u32,
    },
    /// The hash, the labels or the algorithm: where a key is now says nothing about where it was.
    Anew,
}

impl Expected {
    /// Between two snapshots; `None` where nothing simple can be said.
    ///
    /// With V virtual nodes, and V' > V of which V are the same, the point that owns a key on the larger ring is one of the
    /// new ones for 1 - V/V' of the keys, and then its node is drawn anew: it is another one with the chance 1 - Σ s², s
    /// being the nodes' shares of the points, which is 1 - 1/N for N equal ones. Placed anew, all keys are drawn so.
    #[must_use]
    pub fn between(before: &Snapshot, after: &Snapshot) -> Option<Self> {
        let (old, new) = (before.scenario(), after.scenario());
        let same_roster = old.fleet.nodes() == new.fleet.nodes() && old.keys == new.keys;
        if !same_roster || new.fleet.nodes().len() < 2 {
            return None;
        }
        let differs = |parameter: &Parameter| old.settings.get(parameter) != new.settings.get(parameter);
        let takes = |parameter: &Parameter| old.algorithm.takes(parameter) && new.algorithm.takes(parameter);
        let is_other_algorithm = old.algorithm != new.algorithm;
        if !is_other_algorithm && is_plain_ring(new.algorithm) {
            let of_both = new.algorithm.parameters.iter().filter(|one| differs(one));
            let turned: Vec<&str> = of_both.map(|one| one.field).collect();
            if turned == [ring::VIRTUAL_NODES.field] {
                return of_points(old, new);
            }
        }
        let is_anew = if is_other_algorithm {
            std::mem::discriminant(&before.geometry()) != std::mem::discriminant(&after.geometry())
        } else {
            // A ring's points are where their labels are hashed to; elsewhere a label says nothing.
            let hashes = [&parameter::HASH, &parameter::FINALISER];
            // Keys may have a hash of their own, and slots know nothing else of them.
            let goes_by_keys = matches!(after.geometry(), Geometry::Slots(_));
            let has_other_numbers = before.keys().hashing() != after.keys().hashing();
            hashes.into_iter().any(|one| takes(one) && differs(one)) && (has_other_numbers || !goes_by_keys)
                || takes(&ring::LABEL) && differs(&ring::LABEL)
        };
        if !is_anew {
            return None;
        }
        let weights = |scenario: &Scenario| -> Vec<u128> {
            scenario.fleet.nodes().iter().map(|node| u128::from(scenario.counted_weight(node))).collect()
        };
        Some(Self { dial: Dial::Anew, share: drawn_anew(&weights(old), &weights(new)) })
    }
}

fn is_plain_ring(algorithm: Algorithm) -> bool {
    algorithm.id == ring::DECLARATION.id
}

fn of_points(old: &Scenario, new: &Scenario) -> Option<Expected> {
    if !Template::parse(&new.settings.label(&ring::LABEL)).has_counter() {
        return None;
    }
    let [from, to] = [old, new].map(|scenario| scenario.settings.count(&ring::VIRTUAL_NODES));
    let points = |each: u32| -> Vec<u128> {
        let of = |node: &crate::fleet::Node| u128::from(ring::points_of(node.effective_weight(), each));
        new.fleet.nodes().iter().map(of).collect()
    };
    let (fewer, more) = (points(from.min(to)), points(from.max(to)));
    let (all_fewer, all) = (fewer.iter().sum::<u128>(), more.iter().sum::<u128>());
    if all == 0 {
        return None;
    }
    // Whose a new point is goes by the new points, whose the key was by the old ones.
    let added: Vec<u128> = more.iter().zip(&fewer).map(|(more, fewer)| more - fewer).collect();
    let other = drawn_anew(&fewer, &added);
    let share = Ratio::new((all - all_fewer) * other.part, all * other.whole);
    Some(Expected { dial: Dial::VirtualNodes { from, to }, share })
}

/// The chance that two draws, each by its own weights, fall on different nodes: 1 - Σ a·b.
fn drawn_anew(first: &[u128], second: &[u128]) -> Ratio {
    let whole = first.iter().sum::<u128>() * second.iter().sum::<u128>();
    let same: u128 = first.iter().zip(second).map(|(a, b)| a * b).sum();
    Ratio::new(whole - same, whole)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_draws_differ_by_the_shares() {
        // Two of four equal nodes: three quarters. Weights 3 and 1 twice: 1 - (9 + 1) / 16.
        assert_eq!(drawn_anew(&[1; 4], &[1; 4]), Ratio::new(3u32, 4u32));
        assert_eq!(drawn_anew(&[3, 1], &[3, 1]), Ratio::new(6u32, 16u32));
        assert_eq!(drawn_anew(&[1, 0], &[1, 1]), Ratio::new(1u32, 2u32));
        assert_eq!(drawn_anew(&[], &[]), Ratio::new(0u32, 1u32));
    }
}
