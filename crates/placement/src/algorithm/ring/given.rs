//! A ring of points that a real system has placed: they are taken as they stand, and only found.

use super::{Plan, Point, Ring};
use crate::{algorithm::Hashing, fleet::NodeId, keys::KeyHashing, parameter::Settings, template::Template};

/// What stands at the points of a ring.
#[derive(Debug)]
pub(super) enum Labels {
    /// Hashed texts.
    Template(Template),
    /// Whatever a real system makes its points of.
    Given(Box<GivenLabels>),
}

/// The points of a real system by their members, which may be down and have left their points to others.
#[derive(Debug)]
pub(crate) struct GivenLabels {
    /// The text of each member of the configuration.
    pub texts: Vec<String>,
    /// The member of each point, in the order of the points.
    pub members: Vec<u32>,
    /// The label of a member's text, the number of its point and the point's position.
    pub write: fn(&str, u32, u64) -> String,
}

impl GivenLabels {
    pub(super) fn text(&self, points: &[Point], point: &Point) -> String {
        let from = points.partition_point(|one| one.position < point.position);
        let at = points[from..].iter().position(|one| one == point).map(|after| from + after);
        let member = at.and_then(|at| self.members.get(at)).and_then(|&member| self.texts.get(member as usize));
        member.map_or_else(String::new, |text| (self.write)(text, point.label, point.position))
    }
}

/// A ring to be taken as it stands.
pub(crate) struct Given {
    /// The number of a key; its bits are those of a position.
    pub keys: KeyHashing,
    /// Does a key belong to the point at or after it, or to that at or before it?
    pub clockwise: bool,
    /// Does a lookup that finds no further point go on at the other end of the space?
    pub wraps: bool,
    /// Who can own keys.
    pub seats: Vec<NodeId>,
    /// Each seat's text: another text, other points.
    pub names: Vec<String>,
    /// In the order of their positions; of equal ones the owner stands where the lookup stops first.
    pub points: Vec<Point>,
    /// What they are called.
    pub labels: GivenLabels,
}

impl Ring {
    /// A ring of given points.
    pub(crate) fn given(given: Given) -> Self {
        let Given { keys, clockwise, wraps, seats, names, points, labels } = given;
        let mut counts = vec![0; seats.len()];
        for point in &points {
            counts[point.seat as usize] += 1;
        }
        // Only the size of the space counts here.
        let hashing = Hashing { bits: keys.bits(), ..Hashing::from_settings(&Settings::default()) };
        let plan = Plan { hashing, clockwise, label: Template::parse("") };
        let ranks = (0..seats.len() as u32).collect();
        let ring = Self::of_points(plan, &[], ranks, counts, points);
        Self { key_hashing: keys, wraps, labels: Labels::Given(Box::new(labels)), seats, names, ..ring }
    }
}
