//! Fleets that are the same but for their names: what a number looks like with other names shows how much of it was luck.

use crate::{
    fleet::{Fleet, Node},
    hash::SplitMix64,
};

/// Letters of the word before each name.
const LETTERS: u32 = 4;

/// The fleet with its own names for number 0; for any other number with a word of four letters, always the same for this
/// number, before each name: `cache-01` becomes `kqvd-cache-01`. What tells the names apart stays as it is, since that
/// is what a hash may fail on.
#[must_use]
pub fn fleet(fleet: &Fleet, number: u32) -> Fleet {
    if number == 0 {
        return fleet.clone();
    }
    let word = word(number);
    let named = fleet.nodes().iter().map(|node| Node { name: format!("{word}-{}", node.name), ..node.clone() });
    // A name that is as long as a name can be has no room for more.
    Fleet::from_nodes(named).map_or_else(|_| fleet.clone(), |named| named.with_buckets_of(fleet))
}

/// The word of a number.
#[must_use]
pub fn word(number: u32) -> String {
    let mut value = SplitMix64::new(u64::from(number)).next_value();
    let mut letter = || {
        let letter = b'a' + (value % 26) as u8;
        value /= 26;
        char::from(letter)
    };
    (0..LETTERS).map(|_| letter()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{fleet::NodeId, limits, weight::Weight};

    #[test]
    fn only_the_names_differ_and_for_one_number_never() {
        let mut own = Fleet::from_names(["cache-01", "cache-02", "cache-03"]).expect("names");
        own.set_up(NodeId(2), false).expect("a node");
        own.set_up(NodeId(0), false).expect("a node");
        own.add("cache-04", Weight::ONE).expect("a node");
        own.vacate(NodeId(1)).expect("a node");
        own.set_weight(NodeId(3), Weight::from_hundredths(250).expect("a weight")).expect("a node");
        assert_eq!(fleet(&own, 0), own);
        let other = fleet(&own, 7);
        assert_eq!((&other, other.removed()), (&fleet(&own, 7), own.removed()));
        for (one, two) in own.nodes().iter().zip(other.nodes()) {
            assert_eq!(two.name, format!("{}-{}", word(7), one.name));
            assert_eq!((one.id, one.weight, one.up, one.bucket), (two.id, two.weight, two.up, two.bucket));
        }
        let mut words: Vec<String> = (1..=200).map(word).collect();
        words.sort();
        words.dedup();
        assert_eq!(words.len(), 200);
    }

    #[test]
    fn names_without_room_stay() {
        let own = Fleet::from_names(["x".repeat(limits::NAME_BYTES)]).expect("a name");
        assert_eq!(fleet(&own, 3), own);
    }
}
