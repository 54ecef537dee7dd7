//! Where keys go: consistent hashing and its alternatives, measured to the last key.
//!
//! Everything here is true without a browser. A [`scenario::Scenario`] says what is placed and how: a fleet, keys, an
//! algorithm and its parameters. [`snapshot::Snapshot`] is that scenario carried out: every key with its owner.
//! [`measure`] reads balance and movement from snapshots, exactly and in integers, with the theory to hold them
//! against. [`drill`] runs a cache fleet that is placed so. [`link`] writes a scenario as a query string and reads it back.
//!
//! ```
//! use placement::{scenario::Scenario, snapshot::Snapshot};
//!
//! let snapshot = Snapshot::place(&Scenario::default(), None);
//! assert_eq!(snapshot.counts(), [10841, 16616, 16891, 9009, 11672, 13106, 15077, 6788]);
//! ```
#![warn(missing_docs)]

pub mod algorithm;
pub mod beside;
pub mod drill;
pub mod explain;
pub mod fleet;
pub mod golden;
pub mod hash;
pub mod history;
pub mod keys;
pub mod lab;
pub mod limits;
pub mod link;
pub mod measure;
pub mod migration;
pub mod number;
pub mod order;
pub mod owners;
pub mod parameter;
pub mod paste;
pub mod placing;
pub mod scenario;
pub mod servers;
pub mod shards;
pub mod snapshot;
pub mod system;
pub mod template;
pub mod walk;
pub mod weight;
