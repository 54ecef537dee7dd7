//! The Go package consistent by Burak Sezer: partitions that are dealt out on a ring with bounded loads.
//!
//! Source: buraksezer/consistent (24361c3). Points of a member are XXH64 of `i:name`, of equal ones the last counts; a
//! partition stands at XXH64 of its number as eight little-endian bytes. In the order of their numbers, partitions go to
//! the first point at or after them whose member has room: the ceiling of partitions / members · load. A key's partition
//! is its XXH64 modulo their number. Weights do not count.

use super::{
    circle::{Circle, Equals, Search},
    error::{SystemError, in_range},
    label::Label,
    member::{Member, live, within_limit},
    slots,
};
use crate::{hash::xxhash64, limits};

/// The package's settings.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Options {
    /// How many partitions there are.
    pub partitions: u32,
    /// Points of each member.
    pub replicas: u32,
    /// How many times the average a member may have.
    pub load: f64,
}

impl Default for Options {
    fn default() -> Self {
        Self { partitions: 271, replicas: 20, load: 1.25 }
    }
}

/// Members with their partitions.
#[derive(Clone, Debug)]
pub struct BuraksezerConsistent(Vec<u32>);

impl BuraksezerConsistent {
    /// Deals out the partitions to the members that are up.
    ///
    /// # Errors
    /// Where there are no partitions, too many points, or no room for all partitions.
    pub fn new(members: &[Member], options: &Options) -> Result<Self, SystemError> {
        let Options { partitions, replicas, load } = *options;
        in_range("partitions", partitions.into(), 1, limits::SYSTEM_SLOTS)?;
        let members = live(members);
        let count = |member: &Member| u64::from(member.points.unwrap_or(replicas));
        let mut points = Vec::with_capacity(within_limit(members.iter().map(|(_, member)| count(member)))?);
        // A member is known here by its place among those that are up.
        for (at, (_, member)) in (0..).zip(&members) {
            let mut label = Label::new(b"", b"");
            for number in 0..count(member) {
                let text = [label.numbered(number), b":", member.text().as_bytes()].concat();
                points.push((xxhash64::value64(&text), at));
            }
        }
        if members.is_empty() {
            return Ok(Self(Vec::new()));
        }
        let circle = Circle::new(&points, Equals::LastStays, Search::AtOrAfter);
        let room = (f64::from(partitions) / members.len() as f64 * load).ceil();
        let mut loads = vec![0.0; members.len()];
        let mut owners = Vec::with_capacity(partitions as usize);
        for partition in 0..u64::from(partitions) {
            let position = xxhash64::value64(&partition.to_le_bytes());
            let at = circle.walk(position).find(|&at| loads[at] + 1.0 <= room).ok_or(SystemError::NoRoom)?;
            loads[at] += 1.0;
            owners.push(members[at].0);
        }
        Ok(Self(owners))
    }

    /// The place of the member of each partition.
    #[must_use]
    pub fn partitions(&self) -> &[u32] {
        &self.0
    }

    /// The number of a key.
    #[must_use]
    pub fn hash(key: &[u8]) -> u64 {
        xxhash64::value64(key)
    }

    /// The place of the member of a number.
    #[must_use]
    pub fn owner_of(&self, number: u64) -> Option<usize> {
        slots::owner_of(&self.0, number)
    }

    /// The place of the member of a key.
    #[must_use]
    pub fn owner(&self, key: &[u8]) -> Option<usize> {
        self.owner_of(Self::hash(key))
    }
}
