//! A node, and what it is known by.

use crate::weight::Weight;

/// What a node is known by for as long as it lives; 0 … n-1 in order for a fresh fleet.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct NodeId(pub u32);

impl NodeId {
    /// The label that comes before colour: A … Z, then A2 … Z2, A3 …
    #[must_use]
    pub fn letter(self) -> String {
        let letter = char::from(b'A' + (self.0 % 26) as u8);
        match self.0 / 26 {
            0 => letter.to_string(),
            round => format!("{letter}{}", u64::from(round) + 1),
        }
    }
}

/// One node.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Node {
    /// Bound to colour and letter; never changes.
    pub id: NodeId,
    /// What is hashed, as UTF-8 bytes; unique in its fleet, 1 to [`limits::NAME_BYTES`] bytes.
    pub name: String,
    /// Share wanted, relative to the others.
    pub weight: Weight,
    /// Down nodes are left out of the placement and keep their row, id and bucket.
    pub up: bool,
    /// The numbered slot that jump hashing knows this node by; unique in its fleet, and with the vacant ones
    /// 0 … [`Fleet::buckets`] - 1.
    pub bucket: u32,
}

impl Node {
    /// The weight that counts: 0 while the node is down.
    #[must_use]
    pub fn effective_weight(&self) -> Weight {
        if self.up { self.weight } else { Weight::ZERO }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_go_on_after_z() {
        let letters: Vec<String> = [0, 25, 26, 51, 52, u32::MAX].map(|id| NodeId(id).letter()).into();
        assert_eq!(letters, ["A", "Z", "A2", "Z2", "A3", "V165191050"]);
    }
}
