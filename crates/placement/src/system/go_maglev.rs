//! The Go package go-maglev: the paper's table, filled by turns in the order of the list.
//!
//! Source: dgryski/go-maglev (8961b9b). A backend's SipHash-2-4, with the key words 0xdeadbeefcafebabe and 0, is cut in two:
//! the upper half gives the first slot, the lower half the step. Weights do not count; backends that are down are left
//! out, and the others keep their places in the list. Keys are numbers, whose hash is for the caller to choose.

use std::hash::Hasher as _;

use siphasher::sip::SipHasher24;

use super::{
    error::{SystemError, prime_size},
    member::{Member, live},
    slots,
};
use crate::algorithm::maglev::{Order, fill};

/// Backends in the table.
#[derive(Clone, Debug)]
pub struct GoMaglev(Vec<u32>);

impl GoMaglev {
    /// Fills a table of this size for the backends that are up.
    ///
    /// # Errors
    /// Where the size is not a prime in range.
    pub fn new(members: &[Member], table_size: u64) -> Result<Self, SystemError> {
        let size = prime_size(table_size)?;
        let backends = live(members);
        let order = |&(_, member): &(u32, &Member)| {
            let mut hasher = SipHasher24::new_with_keys(0xdead_beef_cafe_babe, 0);
            hasher.write(member.text().as_bytes());
            let hash = hasher.finish();
            let (upper, lower) = ((hash >> 32) as u32, hash as u32);
            Order { offset: upper % size, skip: lower % (size - 1) + 1 }
        };
        let orders: Vec<Order> = backends.iter().map(order).collect();
        let slots = fill(size, &orders, &mut (0..backends.len()).cycle());
        Ok(Self(slots.into_iter().map(|at| backends[at as usize].0).collect()))
    }

    /// The place of the backend of each slot.
    #[must_use]
    pub fn table(&self) -> &[u32] {
        &self.0
    }

    /// The place of the backend of a number.
    #[must_use]
    pub fn owner_of(&self, number: u64) -> Option<usize> {
        slots::owner_of(&self.0, number)
    }
}
