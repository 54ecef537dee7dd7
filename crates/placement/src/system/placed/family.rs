//! The kinds of real systems, as the page groups them.

use crate::algorithm::Algorithm;

/// A kind of real systems.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Family {
    /// What stands before servers and passes requests on.
    Proxies,
    /// Clients of memcached.
    Memcached,
    /// What keeps data on many nodes.
    Stores,
    /// What programs use to place keys by themselves.
    Libraries,
}

impl Family {
    /// All of them, in the order of the page.
    pub const ALL: [Self; 4] = [Self::Proxies, Self::Memcached, Self::Stores, Self::Libraries];

    /// On screen.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Proxies => "Proxies",
            Self::Memcached => "memcached clients",
            Self::Stores => "Stores",
            Self::Libraries => "Libraries",
        }
    }

    /// The systems of this kind.
    pub fn systems(self) -> impl Iterator<Item = Algorithm> {
        super::ALL.into_iter().filter(move |one| one.card.is_some_and(|card| card.family == self))
    }
}
