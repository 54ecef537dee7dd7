//! Multi-probe consistent hashing: one point a node, and several looks at the ring for each key.
//!
//! Appleton, O'Reilly: Multi-Probe Consistent Hashing (2015), arXiv:1505.00062. Every node stands at the hash of its
//! bare name. A key is probed at k positions; of all of them the one that is nearest to the point after it decides.
//! The paper asks for k independent hashes. Here the first probe is the key's own number h, and probe i, from 1, is the
//! finaliser (fmix32 or fmix64, by the space) of h + i · 2^bits/golden ratio: with one probe this is the ring of one
//! point a node. Equal distances: the smaller name (by bytes), then the smaller id. A node that is down has no point; a
//! weight does not count. Replicas are the next nodes in the order of their distances, which is who inherits.

use super::{
    Declaration, Geometry, Hashing, NO_SEAT, Placed, Seat, Weights,
    ring::{Plan, Ring},
    seated,
};
use crate::{
    explain::{Explanation, ProbeWay},
    fleet::{Fleet, NodeId},
    hash::{fmix32, fmix64},
    keys::KeyHashing,
    measure::theory,
    number::Ratio,
    order,
    parameter::{self, Kind, Parameter, Settings},
    template::Template,
    walk::{Place, Step, Walk},
};

/// How often a key looks at the ring.
pub static PROBES: Parameter = Parameter {
    field: "probes",
    name: "Probes",
    help: "How many positions are tried for each key; the one that is nearest to a node decides.",
    phrase: ("with", "probes a key"),
    prominent: true,
    kind: Kind::Count { least: 1, most: 100, default: 21, logarithmic: true },
};

/// What multi-probe hashing says of itself.
pub static DECLARATION: Declaration = Declaration {
    id: "multiprobe",
    name: "multi-probe ring",
    preposition: "on a",
    source: "Appleton and O'Reilly, Multi-Probe Consistent Hashing, 2015",
    weights: Weights::Ignored("Multi-probe hashing knows no weights: every node that is up has one point."),
    parameters: &[&PROBES, &parameter::HASH, &parameter::FINALISER, &parameter::KEY_HASH, &parameter::SPACE],
    remembers: None,
    card: None,
    build: |fleet, settings| Box::new(MultiProbe::new(fleet, settings)),
};

/// A fleet of one point each.
#[derive(Debug)]
pub struct MultiProbe {
    ring: Ring,
    probes: u32,
}

/// A probe and the point after it.
#[derive(Clone, Copy)]
struct Found {
    distance: u128,
    rank: u32,
    probe: u32,
    point: usize,
}

impl Found {
    fn order(&self) -> (u128, u32, u32) {
        (self.distance, self.rank, self.probe)
    }
}

impl MultiProbe {
    /// Gives every node that is up its point.
    #[must_use]
    pub fn new(fleet: &Fleet, settings: &Settings) -> Self {
        let (nodes, by_name) = seated(fleet, |node| node.up);
        let plan =
            Plan { hashing: Hashing::from_settings(settings), clockwise: true, label: Template::parse("{node}") };
        let ring = Ring::with(plan, &nodes, &by_name, vec![1; nodes.len()], None);
        Self { ring, probes: settings.count(&PROBES) }
    }

    /// Where probe number `probe` of a key looks, from 0.
    #[must_use]
    pub fn position(&self, value: u64, probe: u32) -> u64 {
        match probe {
            0 => value,
            _ if self.ring.bits() == 64 => {
                fmix64(value.wrapping_add(u64::from(probe).wrapping_mul(0x9e37_79b9_7f4a_7c15)))
            }
            _ => u64::from(fmix32((value as u32).wrapping_add(probe.wrapping_mul(0x9e37_79b1)))),
        }
    }

    fn found(&self, value: u64, probe: u32, point: usize) -> Found {
        let here = &self.ring.points()[point];
        let distance = self.ring.distance(self.position(value, probe), here);
        Found { distance, rank: self.ring.rank(here.seat), probe, point }
    }

    fn nearest(&self, value: u64) -> Option<Found> {
        let found = (0..self.probes).filter_map(|probe| {
            let point = self.ring.point_at(self.position(value, probe))?;
            Some(self.found(value, probe, point))
        });
        found.reduce(|best, one| if one.order() < best.order() { one } else { best })
    }
}

impl Placed for MultiProbe {
    fn seats(&self) -> &[NodeId] {
        self.ring.seats()
    }

    fn key_hashing(&self) -> KeyHashing {
        self.ring.key_hashing()
    }

    fn owner(&self, _key: &[u8], value: u64) -> Seat {
        self.nearest(value).map_or(NO_SEAT, |found| self.ring.points()[found.point].seat)
    }

    fn owners(&self, key: &[u8], most: usize) -> Vec<NodeId> {
        let value = self.key_hashing().value(key);
        let most = most.min(self.seats().len());
        // Nobody beyond the first `most` points after a probe can be among the first `most` nodes.
        let mut found = Vec::with_capacity(most * self.probes as usize);
        for probe in 0..self.probes {
            let mut point = self.ring.point_at(self.position(value, probe));
            for _ in 0..most {
                let Some(at) = point else { break };
                found.push(self.found(value, probe, at));
                point = Some(self.ring.next_point(at));
            }
        }
        let mut seen = vec![false; self.seats().len()];
        let mut owners = Vec::with_capacity(most);
        for place in order::places(found.len(), &|a, b| found[a].order().cmp(&found[b].order())) {
            let seat = self.ring.points()[found[place].point].seat as usize;
            if owners.len() < most && !std::mem::replace(&mut seen[seat], true) {
                owners.push(self.seats()[seat]);
            }
        }
        owners
    }

    fn explain(&self, key: &[u8]) -> Explanation {
        let value = self.key_hashing().value(key);
        Explanation::Probes(self.nearest(value).map(|found| ProbeWay {
            way: self.ring.way(self.position(value, found.probe), &self.ring.points()[found.point]),
            probe: found.probe,
            probes: self.probes,
        }))
    }

    fn walk(&self, key: &[u8], value: u64, walk: &mut Walk) {
        let mut best: Option<Found> = None;
        for probe in 0..self.probes {
            let position = self.position(value, probe);
            let Some(at) = self.ring.point_at(position) else { return };
            let found = self.found(value, probe, at);
            let leads = best.is_none_or(|best| found.order() < best.order());
            if leads {
                best = Some(found);
            }
            let (node, point) = (self.ring.node_of(at), at as u32);
            walk.tell(Step::Probe { probe, position, point, node, distance: found.distance, leads });
        }
        // A node has one point.
        for node in self.owners(key, walk.most()) {
            let at = (0..self.ring.points().len()).find(|&point| self.ring.node_of(point) == node);
            walk.meet(at.map_or(Place::Nowhere, |at| Place::Point(at as u32)), node);
        }
    }

    fn geometry(&self) -> Geometry<'_> {
        Geometry::Ring(&self.ring)
    }

    fn table_bytes(&self) -> u64 {
        self.ring.table_bytes()
    }

    fn exact_shares(&self) -> Option<Vec<Ratio>> {
        None
    }

    /// Of n nodes with k probes the loads have a variance of about (n - 1) / ((2k - 1) (n - 1) + 2): exact for one probe,
    /// where it is that of a ring of one point each, and for two nodes; 1 / (2k - 1) for many nodes.
    fn usual_deviation(&self, _seat: usize, share: f64, keys: u32) -> f64 {
        let by_points = (1.0 - share) / (f64::from(2 * self.probes - 1) * (1.0 - share) + 2.0 * share);
        theory::deviation_with(share, by_points, keys)
    }
}
