//! pymemcache's `HashClient`: rendezvous by MurmurHash3 over what Python calls characters.
//!
//! Source: pymemcache 4.0.0 `client/rendezvous.py`, `client/murmur3.py`; run: 4.0.0 (PyPI).
//! MurmurHash3 x86_32 of `node-key`, where each character counts with its low byte and the length is that of the text.
//! Of equal values the larger name counts. Weights do not count. A key that is bytes in Python is formatted as Python
//! prints it; that is a step before this one.

use super::{
    highest::{Ties, highest},
    key::KeyEncoding,
    member::{Member, live},
};
use crate::hash::murmur3;

/// Nodes with pymemcache's hash.
#[derive(Clone, Debug)]
pub struct Pymemcache {
    seed: u32,
    /// The place, the name and the bytes before the key's.
    nodes: Vec<(usize, String, Vec<u8>)>,
}

impl Pymemcache {
    /// The nodes that are up.
    #[must_use]
    pub fn new(members: &[Member], seed: u32) -> Self {
        let bytes = |text: &str| KeyEncoding::CodePointLowByte.bytes(&format!("{text}-"));
        let node = |(place, member): (u32, &Member)| (place as usize, member.text().to_owned(), bytes(member.text()));
        Self { seed, nodes: live(members).into_iter().map(node).collect() }
    }

    /// The place of the node of a key, whose bytes are the low bytes of its characters.
    #[must_use]
    pub fn owner(&self, key: &[u8]) -> Option<usize> {
        let value = |before: &[u8]| murmur3::value32(&[before, key].concat(), self.seed).into();
        let values = self.nodes.iter().map(|(place, name, before)| (*place, name.as_str(), value(before)));
        highest(values, Ties::LargerName)
    }
}
