//! Why a command was refused.

use std::fmt;

use crate::{
    fleet::FleetError, limits, number::thousands, parameter::ParameterError, shards::ShardError,
    system::error::SystemError, template::TemplateError,
};

/// Why a command was refused. The scenario is as it was.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ScenarioError {
    /// The fleet cannot be changed so.
    Fleet(FleetError),
    /// The value does not fit the parameter.
    Parameter(ParameterError),
    /// The key pattern cannot serve.
    Pattern(TemplateError),
    /// More keys than [`limits::KEYS`].
    TooManyKeys,
    /// More points than [`limits::POINTS`].
    TooManyPoints(u64),
    /// 64 bits asked of a hash that has 32.
    NotEnoughBits(String),
    /// The lookup table cannot be changed so.
    Shards(ShardError),
    /// The real system does not take this.
    System(SystemError),
    /// Ids that are given, where a migration goes, to servers that have others there.
    IdsOfTheOtherSide,
}

impl fmt::Display for ScenarioError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Fleet(error) => error.fmt(f),
            Self::Parameter(error) => error.fmt(f),
            Self::Pattern(error) => error.fmt(f),
            Self::Shards(error) => error.fmt(f),
            Self::System(error) => error.fmt(f),
            Self::IdsOfTheOtherSide => f.write_str(
                "Where a migration goes, servers have the ids of those that they are matched with, and these are given others. \
                 Use it on the side where the migration comes from.",
            ),
            Self::TooManyKeys => write!(f, "Up to {} keys can be placed.", thousands(limits::KEYS)),
            Self::TooManyPoints(points) => write!(
                f,
                "That makes {} virtual nodes in all; up to {} can be placed. Take fewer each, smaller weights or fewer nodes.",
                thousands(*points),
                thousands(limits::POINTS)
            ),
            Self::NotEnoughBits(hash) => write!(
                f,
                "{hash} has 32 bits. For a space of 64 bits take FNV-1a 64, xxHash64, MD5 or SHA-1, without the finaliser."
            ),
        }
    }
}

impl std::error::Error for ScenarioError {}

impl From<FleetError> for ScenarioError {
    fn from(error: FleetError) -> Self {
        Self::Fleet(error)
    }
}

impl From<ShardError> for ScenarioError {
    fn from(error: ShardError) -> Self {
        Self::Shards(error)
    }
}

impl From<SystemError> for ScenarioError {
    fn from(error: SystemError) -> Self {
        Self::System(error)
    }
}

impl From<ParameterError> for ScenarioError {
    fn from(error: ParameterError) -> Self {
        Self::Parameter(error)
    }
}
