//! Where the circle changed hands: an edge along the inner side of the band, as high at each place as the part of it that
//! belongs to another node than before.

use placement::{algorithm::Geometry, number::Ratio};

use super::{
    ring_binned::in_bins,
    ring_layout::{Radii, RingLayout},
    scene::{Ink, Layer},
};
use crate::{
    movement_words,
    view::{Change, View},
};

/// Heights that are told apart.
const STEPS: f64 = 8.0;

/// The arcs that changed hands.
#[derive(Clone, PartialEq, Debug)]
pub struct Hands {
    /// From where to where, in turns.
    pub arcs: Vec<(f64, f64)>,
    /// Their exact share of the circle.
    pub share: Ratio,
}

impl Hands {
    /// Reads a change; `None` where there is no ring whose points alone decide.
    #[must_use]
    pub fn new(view: &View, change: &Change) -> Option<Self> {
        let Geometry::Ring(ring) = view.snapshot.geometry() else { return None };
        let hands = movement_words::hands(view, change)?;
        let end = ring.circumference() as f64;
        let arcs = hands.arcs.iter().map(|arc| (ring.turns(arc.first), (arc.last as f64 + 1.0) / end)).collect();
        Some(Self { arcs, share: hands.share })
    }

    /// How much of each of so many bins changed hands, from 0 to 1.
    #[must_use]
    pub fn in_bins(&self, bins: usize) -> Vec<f64> {
        let mut parts = vec![0.0; bins];
        for &(from, to) in &self.arcs {
            in_bins(from, to, bins, |bin, share| parts[bin] += share);
        }
        parts
    }
}

/// The edge, so high where all of a place changed hands.
#[must_use]
pub fn layer(hands: &Hands, layout: &RingLayout, height: f64) -> Layer {
    let mut layer = Layer::new("hands");
    let outer = layout.band().inner - layout.scaled(1.0);
    let bins = layout.pixels_around(outer);
    // Whatever changed hands can be seen, so a part of a step is a step.
    let steps: Vec<u8> = hands.in_bins(bins).into_iter().map(|part| (part * STEPS).ceil().min(STEPS) as u8).collect();
    let mut from = 0;
    for run in steps.chunk_by(|a, b| a == b) {
        let to = from + run.len();
        if run[0] > 0 {
            let inner = outer - layout.scaled(height) * f64::from(run[0]) / STEPS;
            let turns = |bin: usize| bin as f64 / bins as f64;
            layer.fill(Ink::Accent, layout.sector(Radii { inner, outer }, turns(from), turns(to)));
        }
        from = to;
    }
    layer
}

#[cfg(test)]
mod tests {
    use super::super::{
        ring_data::{
            RingData,
            tests::{add, after, finaliser},
        },
        scene::Size,
    };
    use super::*;
    use placement::{algorithm::ring, parameter::Value, scenario::Command};

    #[test]
    fn the_bins_add_up_to_the_exact_share() {
        for command in [add("cache-09"), Command::Set(&ring::VIRTUAL_NODES, Value::Count(320))] {
            let view = after([finaliser(), command]);
            let hands = Hands::new(&view, view.change.as_ref().expect("a change")).expect("a ring");
            for bins in [1, 350, 1_750] {
                let parts = hands.in_bins(bins);
                let sum: f64 = parts.iter().sum();
                assert!((sum / bins as f64 - hands.share.value()).abs() < 1e-9, "{bins}");
                assert!(parts.iter().all(|&part| part < 1.0 + 1e-9));
            }
        }
        // What the new node owns by arc, as the fleet table has it.
        let view = after([finaliser(), add("cache-09")]);
        let hands = Hands::new(&view, view.change.as_ref().expect("a change")).expect("a ring");
        assert_eq!(Some(hands.share), view.balance.loads[8].exact);
    }

    #[test]
    fn the_edge_is_there_after_a_change_of_the_roster() {
        let layout = RingLayout::new(Size { width_css_px: 692.0, height_css_px: 711.0 }, 9);
        let data = RingData::new(&after([finaliser(), add("cache-09")])).expect("a ring");
        let edge = layer(data.hands.as_ref().expect("arcs"), &layout, 4.0);
        assert!(edge.count(Ink::Accent) > 100);
        assert!(RingData::new(&after([finaliser()])).expect("a ring").hands.is_none());
    }
}
