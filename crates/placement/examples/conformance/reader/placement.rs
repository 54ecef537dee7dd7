//! A system that was built from a file, as what can be asked of it.

use placement::system::{
    circle::{HashedCircle, Position},
    error::SystemError,
    member::Member,
};

use super::keys::Key;

/// The place of the owner of a key; in a sequence each request stays in flight.
type Owner = Box<dyn FnMut(&Key) -> Option<usize>>;
/// The places of so many different owners of a key.
type Owners = Box<dyn Fn(&Key, usize) -> Vec<usize>>;
/// The hash of a key, in decimal.
type KeyNumber = Box<dyn Fn(&Key) -> String>;

/// A system that was built from a file.
#[derive(Default)]
pub struct Placement {
    /// The names that places stand for.
    pub names: Vec<String>,
    pub owner: Option<Owner>,
    pub owners: Option<Owners>,
    /// The points of a ring, as decimals.
    pub points: Option<Vec<(String, usize)>>,
    /// The place of the member of each slot.
    pub table: Option<Vec<usize>>,
    /// The place of the member of each partition.
    pub partitions: Option<Vec<usize>>,
    pub key_number: Option<KeyNumber>,
    /// Whether keys have to be numbers.
    pub takes_numbers: bool,
}

impl Placement {
    pub fn of(members: &[Member], owner: impl FnMut(&Key) -> Option<usize> + 'static) -> Self {
        let names = members.iter().map(|member| member.name.clone()).collect();
        Self { names, owner: Some(Box::new(owner)), ..Self::default() }
    }

    pub fn with_points<P: ToString + Copy>(mut self, points: &[(P, u32)]) -> Self {
        self.points = Some(points.iter().map(|&(point, place)| (point.to_string(), place as usize)).collect());
        self
    }

    pub fn with_table(mut self, table: &[u32]) -> Self {
        self.table = Some(table.iter().map(|&place| place as usize).collect());
        self
    }

    pub fn with_hash(mut self, hash: impl Fn(&[u8]) -> String + 'static) -> Self {
        self.key_number = Some(Box::new(move |key| hash(&key.bytes)));
        self
    }

    pub fn of_circle<P: Position + ToString + 'static>(
        members: &[Member],
        circle: Result<HashedCircle<P>, SystemError>,
    ) -> Result<Self, String> {
        let circle = circle.map_err(sentence)?;
        let (placing, walking, hashing) = (circle.clone(), circle.clone(), circle.clone());
        let mut placement = Self::of(members, move |key| placing.owner(&key.bytes)).with_points(circle.points());
        placement.owners = Some(Box::new(move |key, most| walking.owners(&key.bytes, most)));
        Ok(placement.with_hash(move |key| hashing.hash(key).to_string()))
    }
}

/// An error as the sentence that it is.
#[allow(clippy::needless_pass_by_value)] // `map_err` hands it over.
pub fn sentence(error: SystemError) -> String {
    error.to_string()
}

/// What is said of an id that nobody knows.
pub fn unknown(id: &str) -> String {
    format!("the id {id} is not known")
}
