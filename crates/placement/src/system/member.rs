//! What a configuration says of a server.

use super::error::SystemError;
use crate::limits;

/// One server of a configuration. The order of members is the order of the configuration: many systems go by it.
#[derive(Clone, Debug, PartialEq)]
pub struct Member {
    /// The server as the configuration writes it, such as `cache-01:11211`.
    pub name: String,
    /// Its weight, from 0 on, in the system's own unit; 1 where nothing is said.
    pub weight: f64,
    /// The text that is hashed in place of the name.
    pub label: Option<String>,
    /// HAProxy's number of the server; its position, from 1 on, where none is given.
    pub id: Option<u32>,
    /// Points for a weight of 1 where the server has a number of its own.
    pub points: Option<u32>,
    /// Whether it is in service. A system that lets servers keep their points passes over those that are down; in any
    /// other one they are left out.
    pub up: bool,
}

impl Member {
    /// A member that is up, of this name and weight, and nothing else said.
    #[must_use]
    pub fn new(name: impl Into<String>, weight: f64) -> Self {
        Self { name: name.into(), weight, label: None, id: None, points: None, up: true }
    }

    /// The text that is hashed: the label, or else the name.
    #[must_use]
    pub fn text(&self) -> &str {
        self.label.as_deref().unwrap_or(&self.name)
    }

    /// The weight as a whole number.
    ///
    /// # Errors
    /// Where it has a fraction, is negative or exceeds 32 bits.
    pub(super) fn whole_weight(&self) -> Result<u32, SystemError> {
        let whole = self.weight as u32;
        if f64::from(whole) == self.weight { Ok(whole) } else { Err(self.refused("whole numbers from 0 on")) }
    }

    /// The weight, where it is a number from 0 on.
    pub(super) fn number_weight(&self) -> Result<f64, SystemError> {
        if self.weight.is_finite() && self.weight >= 0.0 {
            Ok(self.weight)
        } else {
            Err(self.refused("numbers from 0 on"))
        }
    }

    /// The weight is refused: the system takes others.
    pub(super) fn refused(&self, takes: &'static str) -> SystemError {
        SystemError::Weight { name: self.name.clone(), takes }
    }
}

/// The members that are up, each with its place in the configuration.
pub(super) fn live(members: &[Member]) -> Vec<(u32, &Member)> {
    (0..).zip(members).filter(|(_, member)| member.up).collect()
}

/// All members, each with its place.
pub(super) fn all(members: &[Member]) -> Vec<(u32, &Member)> {
    (0..).zip(members).collect()
}

/// The sum of so many points for each member.
///
/// # Errors
/// Where the sum exceeds [`limits::SYSTEM_POINTS`].
pub(super) fn within_limit(counts: impl IntoIterator<Item = u64>) -> Result<usize, SystemError> {
    let sum = counts.into_iter().fold(0, u64::saturating_add);
    if sum <= limits::SYSTEM_POINTS { Ok(sum as usize) } else { Err(SystemError::Points(sum)) }
}

/// Points for a member that has so many for each unit of its weight, which is a whole number.
pub(super) fn points_by_weight(member: &Member, replicas: u32) -> Result<u64, SystemError> {
    Ok(u64::from(member.points.unwrap_or(replicas)) * u64::from(member.whole_weight()?))
}
