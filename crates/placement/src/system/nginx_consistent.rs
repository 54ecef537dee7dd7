//! nginx, `hash KEY consistent`: a chain of CRC-32 for each server, 160 points per unit of weight.
//!
//! Source: nginx `ngx_http_upstream_hash_module.c` (3f6f7824); run: nginx 1.22.1 (Debian, glibc).
//! The chain starts from host, a zero byte and port, and each point is hashed from the one before it, so a larger weight
//! only adds points. A key is the CRC-32 of the whole value and belongs to the first point at or after it. Of equal
//! points one stays: with glibc's sort that of the server first in the configuration; with musl's the order is not fixed.
//! A server that is down keeps its points; a lookup goes on to the next point, twenty times at most. Beyond that, for
//! an empty key, or where there is one server only, nginx goes round robin: with one server it is that one, otherwise
//! which one it is depends on earlier requests and there is no owner here.

use super::{
    circle::{Circle, Equals, Search},
    error::SystemError,
    member::{Member, all, points_by_weight, within_limit},
};

/// Points per unit of weight.
pub const POINTS: u32 = 160;
/// How often a lookup goes on from a server that is down.
const TRIES: usize = 20;

/// Servers on nginx's ring.
#[derive(Clone, Debug)]
pub struct NginxConsistent {
    circle: Circle<u32>,
    up: Vec<bool>,
}

impl NginxConsistent {
    /// Places the points of all servers, up or down.
    ///
    /// # Errors
    /// Where a weight is not a whole number, or there are too many points.
    pub fn new(members: &[Member]) -> Result<Self, SystemError> {
        let counts: Vec<u64> = members.iter().map(|one| points_by_weight(one, POINTS)).collect::<Result<_, _>>()?;
        let mut points = Vec::with_capacity(within_limit(counts.iter().copied())?);
        for ((place, member), count) in all(members).into_iter().zip(counts) {
            add_chain(&mut points, place, member.text(), count);
        }
        // Servers of one name share their points: it is enough that one of them is up.
        let is_up = |one: &Member| members.iter().any(|other| other.up && other.text() == one.text());
        let up = members.iter().map(|one| one.up || is_up(one)).collect();
        Ok(Self { circle: Circle::new(&points, Equals::FirstStays, Search::AtOrAfter), up })
    }

    /// The circle of all points.
    #[must_use]
    pub fn circle(&self) -> &Circle<u32> {
        &self.circle
    }

    /// The points in order.
    #[must_use]
    pub fn points(&self) -> &[(u32, u32)] {
        self.circle.points()
    }

    /// The position of a key.
    #[must_use]
    pub fn hash(key: &[u8]) -> u32 {
        crc32fast::hash(key)
    }

    /// The place of the server of a position.
    #[must_use]
    pub fn owner_of(&self, position: u32) -> Option<usize> {
        if self.up.len() == 1 {
            return self.up[0].then_some(0);
        }
        self.circle.walk(position).cycle().take(TRIES + 1).find(|&place| self.up[place])
    }

    /// The place of the server of a key.
    #[must_use]
    pub fn owner(&self, key: &[u8]) -> Option<usize> {
        if key.is_empty() && self.up.len() > 1 { None } else { self.owner_of(Self::hash(key)) }
    }
}

/// Adds a server's points.
pub(super) fn add_chain(points: &mut Vec<(u32, u32)>, place: u32, server: &str, count: u64) {
    let (host, port) = host_and_port(server);
    let mut base = crc32fast::Hasher::new();
    for part in [host.as_bytes(), &[0], port.as_bytes()] {
        base.update(part);
    }
    let mut previous = 0u32;
    for _ in 0..count {
        let mut point = base.clone();
        point.update(&previous.to_le_bytes());
        previous = point.finalize();
        points.push((previous, place));
    }
}

/// The server as it is written, in host and port: the port is what stands behind the last colon, if that is digits only,
/// and a Unix socket has none.
fn host_and_port(server: &str) -> (&str, &str) {
    if let Some((scheme, path)) = server.split_at_checked(5)
        && scheme.eq_ignore_ascii_case("unix:")
    {
        return (path, "");
    }
    let host = server.trim_end_matches(|character: char| character.is_ascii_digit());
    match host.strip_suffix(':') {
        Some(host) => (host, &server[host.len() + 1..]),
        None => (server, ""),
    }
}

#[cfg(test)]
mod tests {
    use super::host_and_port;

    #[test]
    fn host_and_port_as_nginx_splits_them() {
        for (server, parts) in [
            ("cache-01:11211", ("cache-01", "11211")),
            ("cache-01", ("cache-01", "")),
            ("cache-01:011211", ("cache-01", "011211")),
            ("unix:/p", ("/p", "")),
            ("UNIX:/p:1", ("/p:1", "")),
            ("[::1]", ("[::1]", "")),
            ("[::1]:7001", ("[::1]", "7001")),
            ("é", ("é", "")),
        ] {
            assert_eq!(host_and_port(server), parts);
        }
    }
}
