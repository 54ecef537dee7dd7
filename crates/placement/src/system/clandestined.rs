//! clandestined: rendezvous by MurmurHash3 of `node-key`, in one encoding or another.
//!
//! Source: clandestined 1.1.0 (PyPI) `rendezvous_hash.py`; run: 1.1.0.
//! With its C extension the text is hashed as UTF-8; its Python code takes the low byte of each character. Of equal
//! values the larger name counts. Weights do not count.

use super::{
    highest::{Ties, highest},
    key::KeyEncoding,
    member::{Member, live},
};
use crate::hash::murmur3;

/// Nodes with clandestined's hash.
#[derive(Clone, Debug)]
pub struct Clandestined {
    seed: u32,
    encoding: KeyEncoding,
    nodes: Vec<(usize, String)>,
}

impl Clandestined {
    /// The nodes that are up; the encoding is that of the whole text `node-key`.
    #[must_use]
    pub fn new(members: &[Member], seed: u32, encoding: KeyEncoding) -> Self {
        let node = |(place, member): (u32, &Member)| (place as usize, member.text().to_owned());
        Self { seed, encoding, nodes: live(members).into_iter().map(node).collect() }
    }

    /// The place of the node of a key.
    #[must_use]
    pub fn owner(&self, key: &str) -> Option<usize> {
        let value = |name: &str| murmur3::value32(&self.encoding.bytes(&format!("{name}-{key}")), self.seed).into();
        highest(self.nodes.iter().map(|(place, name)| (*place, name.as_str(), value(name))), Ties::LargerName)
    }
}
