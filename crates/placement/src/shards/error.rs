//! Why a table cannot be changed as asked.

use std::fmt;

use super::SHARDS;
use crate::limits;

/// Why a table cannot be changed as asked.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ShardError {
    /// Another algorithm is on.
    NoTable,
    /// A number from [`SHARDS`] on.
    NoSuchShard(u32),
    /// It owns the shard already.
    OwnsItAlready {
        /// Which shard.
        shard: u32,
        /// Its node.
        name: String,
    },
    /// A node that is down, drained or of weight 0.
    TakesNothing {
        /// Its name.
        name: String,
        /// What it is.
        why: &'static str,
    },
    /// Nothing is to be levelled.
    IsLevel,
    /// A tenant without a text.
    EmptyTenant,
    /// Longer than [`limits::TENANT_BYTES`].
    TenantTooLong,
    /// The tenant is there already.
    IsPinned {
        /// Which.
        tenant: String,
        /// Its node.
        name: String,
    },
    /// More than [`limits::PINS`].
    TooManyPins,
    /// No such pin.
    NotPinned(String),
    /// Drained or not, as asked, already.
    IsSo {
        /// Whose name.
        name: String,
        /// Drained?
        drained: bool,
    },
    /// The only node that counts.
    LastNode(String),
}

impl fmt::Display for ShardError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoTable => f.write_str("Only the lookup table has shards to move: place by it first."),
            Self::NoSuchShard(shard) => {
                write!(f, "There is no shard {shard}: they are numbered from 0 to {}.", SHARDS - 1)
            }
            Self::OwnsItAlready { shard, name } => write!(f, "Shard {shard} is on {name} already."),
            Self::TakesNothing { name, why } => write!(f, "{name} {why} and can take nothing."),
            Self::IsLevel => f.write_str("The table is level: every node has as many shards as its weight calls for."),
            Self::EmptyTenant => f.write_str("A pin needs a text that keys begin with: user:42, for instance."),
            Self::TenantTooLong => {
                write!(f, "The text that keys begin with can have up to {} bytes.", limits::TENANT_BYTES)
            }
            Self::IsPinned { tenant, name } => write!(f, "{tenant} is pinned to {name} already."),
            Self::TooManyPins => write!(f, "Up to {} tenants can be pinned. Unpin another one first.", limits::PINS),
            Self::NotPinned(tenant) => write!(f, "{tenant} is not pinned any more."),
            Self::IsSo { name, drained: true } => write!(f, "{name} is drained already."),
            Self::IsSo { name, drained: false } => write!(f, "{name} is not drained any more."),
            Self::LastNode(name) => write!(f, "{name} cannot be drained: no other node could take its shards."),
        }
    }
}

impl std::error::Error for ShardError {}
