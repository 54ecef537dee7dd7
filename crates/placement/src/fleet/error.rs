//! Why a fleet cannot be changed as asked.

use std::fmt;

use super::NodeId;
use crate::limits;

/// Why a fleet cannot be changed as asked.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum FleetError {
    /// No name at all.
    EmptyName,
    /// Longer than [`limits::NAME_BYTES`].
    NameTooLong,
    /// Another node has it.
    NameTaken(String),
    /// More than [`limits::NODES`].
    TooManyNodes,
    /// No node with this id.
    NoSuchNode(NodeId),
}

impl fmt::Display for FleetError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::EmptyName => f.write_str("A node needs a name: it is what is hashed."),
            Self::NameTooLong => write!(f, "A node's name can have up to {} bytes.", limits::NAME_BYTES),
            Self::NameTaken(name) => {
                write!(f, "There is a node named {name} already. Two nodes with one name would have the same points.")
            }
            Self::TooManyNodes => {
                write!(f, "A fleet can have up to {} nodes.", crate::number::thousands(limits::NODES as u64))
            }
            Self::NoSuchNode(id) => write!(f, "There is no node {} any more.", id.letter()),
        }
    }
}

impl std::error::Error for FleetError {}
