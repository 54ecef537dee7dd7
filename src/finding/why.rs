//! Why it is as it is: how virtual nodes lie, and what else makes a placement uneven.

use placement::{
    algorithm::{Geometry, Weights, can_fill_64_bits, ring},
    measure::{Load, clump, theory},
    number::{Ratio, thousands},
    parameter,
};

use super::empty;
use crate::view::View;

/// How the virtual nodes lie.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Clumping {
    /// There are none.
    NoRing,
    /// As chance lays them.
    Chance,
    /// More are followed by one of their own than chance gives.
    Clumped,
    /// Fewer are.
    Regular,
    /// All of them lie within so small a share of the ring.
    Huddled(Ratio),
}

impl Clumping {
    /// Looks at the ring on show.
    #[must_use]
    pub fn of(view: &View) -> Self {
        let Geometry::Ring(ring) = view.snapshot.geometry() else { return Self::NoRing };
        // A system's points are no labels of the hash that the settings name.
        if view.scenario().algorithm.is_system() {
            return Self::NoRing;
        }
        if let Some(arc) = clump::huddle(ring) {
            return Self::Huddled(arc);
        }
        if !view.scenario().algorithm.takes(&ring::VIRTUAL_NODES) {
            // What chance gives is known of the label's points alone.
            return Self::NoRing;
        }
        let points = ring.points().len() as u32;
        let chance = chance(view);
        let followed = ring.followed_by_own();
        if points < 2 || theory::is_within_chance(followed, points, chance) {
            Self::Chance
        } else if f64::from(followed) > f64::from(points) * chance.value() {
            Self::Clumped
        } else {
            Self::Regular
        }
    }
}

/// Does a ring lie so that a reader asks why: in clumps, or with a spread that chance does not give?
#[must_use]
pub fn asks_why(view: &View) -> bool {
    // The lens looks at the algorithm's own labels, not at a system's points.
    let is_ring = matches!(view.snapshot.geometry(), Geometry::Ring(_)) && !view.scenario().algorithm.is_system();
    let is_uneven = is_ring && view.balance.spread > 2.0 * view.balance.usual_spread;
    is_uneven || matches!(Clumping::of(view), Clumping::Clumped | Clumping::Huddled(_))
}

/// The share of virtual nodes that chance lets one of their own follow.
#[must_use]
pub fn chance(view: &View) -> Ratio {
    let virtual_nodes = view.scenario().settings.count(&ring::VIRTUAL_NODES);
    theory::followed_by_own(
        view.fleet().nodes().iter().map(|node| ring::points_of(node.effective_weight(), virtual_nodes)),
    )
}

pub(super) fn takes_finaliser(view: &View) -> bool {
    view.scenario().algorithm.takes(&parameter::FINALISER)
}

/// Could the finaliser be added, and would it do anything here?
pub(super) fn can_finalise(view: &View) -> bool {
    let scenario = view.scenario();
    let wide = scenario.settings.choice(&parameter::SPACE) == 1 && can_fill_64_bits(scenario.hash());
    takes_finaliser(view) && !scenario.settings.switch(&parameter::FINALISER) && !wide
}

/// Why it is as it is, in a sentence.
#[must_use]
pub fn why(view: &View) -> String {
    if empty(view).is_some() { String::new() } else { reason(view) }
}

pub(super) fn reason(view: &View) -> String {
    let scenario = view.scenario();
    let balance = &view.balance;
    let hash = scenario.hash();
    let weights_ignored = match scenario.algorithm.weights {
        Weights::Ignored(why) if scenario.fleet.nodes().iter().any(|node| node.weight.hundredths() != 100) => Some(why),
        _ => None,
    };
    if let Some(why) = weights_ignored {
        return why.to_owned();
    }
    if balance.counted == 1 {
        return "With one node there is nothing to balance.".into();
    }
    if let Some(why) = scenario.algorithm.keeps_shards().then(|| of_shards(view)).flatten() {
        return why;
    }
    match Clumping::of(view) {
        Clumping::Huddled(arc) => {
            let nodes = thousands(balance.counted);
            format!(
                "{} puts the look-alike labels of all {nodes} nodes within {} of the ring.",
                hash.name(),
                arc.percent()
            )
        }
        Clumping::Clumped => format!("{} puts look-alike labels side by side.", hash.name()),
        Clumping::Chance if view.named_run.as_ref().is_some_and(|run| run.apart) => "The clumps are gone.".into(),
        _ => {
            let percent = |share: f64| Ratio::new((share * 1e6).round() as u64, 1_000_000u32).percent();
            let (spread, usual) = (percent(balance.spread), percent(balance.usual_spread));
            let is_uneven = balance.spread > 2.0 * balance.usual_spread;
            if is_uneven && scenario.algorithm.is_system() {
                // Which of its parts is to blame the card says.
                format!("A spread of {spread}, where {usual} is usual.")
            } else if is_uneven {
                format!("A spread of {spread}, where {usual} is usual: {} is not even here.", hash.name())
            } else {
                format!("A spread of {spread}; {usual} is usual.")
            }
        }
    }
}

/// What makes a lookup table uneven, where it is not the hash.
fn of_shards(view: &View) -> Option<String> {
    let (fleet, balance) = (view.fleet(), &view.balance);
    let table = fleet.shards();
    match table.moves_to_level(fleet) {
        0 if balance.spread <= 2.0 * balance.usual_spread => None,
        0 if !table.pins().is_empty() => Some("The shards are level; pinned tenants come on top.".into()),
        0 => {
            let off = |load: &Load| load.exact_times_fair.map(|times| (times.value() - 1.0).powi(2));
            let all: Vec<f64> = balance.loads.iter().filter_map(off).collect();
            let by_rounding = (all.iter().sum::<f64>() / all.len().max(1) as f64).sqrt();
            let nodes = thousands(balance.counted);
            (2.0 * by_rounding > balance.spread).then(|| format!("256 shards do not go evenly into {nodes} nodes."))
        }
        1 => Some("The table is 1 move from level.".into()),
        moves => Some(format!("The table is {} moves from level.", thousands(moves))),
    }
}
