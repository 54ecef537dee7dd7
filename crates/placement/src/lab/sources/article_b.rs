//! The figures of an interview answer about a proxy that picks a cache node with `hash(key) mod N`.
//!
//! It prints two: a share that it calls empirical, and by a snippet in Python a number that it does not tell. That number
//! is one here, as whoever runs the snippet reads it.

use super::{
    Entry, Reading, article_a,
    case::{Case, Run},
};
use crate::{
    algorithm::{Placed as _, ring::Ring},
    number::Ratio,
};

pub(super) static ROWS: [Entry; 2] = [
    Entry::of(
        "Modulo",
        "Keys that move from 4 to 3 nodes; 1M keys session:user:{i}, FNV-1a with fmix32, for it tells neither",
        "roughly three quarters",
        Some(Case::ModuloOfFour),
        |runs| article_a::moved_by_modulo(runs, 0, 4, 3),
    ),
    Entry::of(
        "Snippet",
        "What its Python prints for cart:42 on 4 nodes with 100 points by MD5: the place of a point, not a node",
        "264",
        Some(Case::Interview),
        |runs| {
            let (place, owner) = place_in_snippet(runs);
            Reading::of(vec![Ratio::new(place, 1u32)]).with(format!("a point of {owner}"))
        },
    ),
];

/// Where `bisect` puts the key among the sorted points, and whose the point at that place is.
fn place_in_snippet(runs: &[Run]) -> (u64, String) {
    let scenario = &runs[0].scenario;
    let ring = Ring::new(&scenario.fleet, &scenario.settings);
    let position = ring.key_hashing().value(b"cart:42");
    let points = ring.points();
    // Strictly after the key: a point right at it is passed.
    let place = points.partition_point(|point| point.position <= position) % points.len().max(1);
    let owner = points.get(place).and_then(|point| ring.seats().get(point.seat as usize));
    let name = owner.and_then(|&id| scenario.fleet.get(id)).map_or("", |node| &node.name);
    (place as u64, name.into())
}
