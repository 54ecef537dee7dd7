//! How many virtual nodes a ring needs so that no node is loaded above a target, found in three ways that are told apart:
//! for these very names, by exact arcs; for well-spread points, by theory; and with this hash, by trying other names.
//!
//! Keys play no part: it is about arcs, and what a sample of keys adds is its own matter.

use super::name_sets;
use crate::{
    algorithm::ring,
    measure::{
        curve::{MOST_POINTS, applies},
        expected::Expected,
        growing_ring::{GrowingRing, Loss},
    },
    number::Ratio,
    scenario::Scenario,
    weight::Weight,
};

/// Name sets that are tried with the hash of the scenario.
pub const SETS: u32 = 100;
/// Most virtual nodes of a node of weight 1 that are looked at.
pub const MOST: u32 = 10_000;
/// What is wanted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Target {
    /// No node above so many per cent of its fair share; 101 to 1,000.
    pub per_cent: u32,
    /// Also after any single node has gone?
    pub also_after_a_loss: bool,
    /// In so many of a hundred name sets; 90 to 99. Theory's quantiles are good from 90 on.
    pub of_hundred: u32,
}

impl Default for Target {
    /// 120 % of the fair share, also after a loss, in 99 of 100.
    fn default() -> Self {
        Self { per_cent: 120, also_after_a_loss: true, of_hundred: 99 }
    }
}

impl Target {
    fn is_kept_by(&self, share: Ratio) -> bool {
        share.part * 100 <= share.whole * u128::from(self.per_cent)
    }

    /// Does a ring of known points keep it? With what is highest.
    fn of_ring(&self, ring: &GrowingRing) -> Peak {
        let busiest = ring.arcs().busiest;
        let loss = if self.also_after_a_loss { ring.worst_loss() } else { None };
        let keeps = self.is_kept_by(busiest) && loss.as_ref().is_none_or(|loss| self.is_kept_by(loss.times_fair));
        Peak { busiest, loss, keeps }
    }

    fn chance(&self, expected: &Expected) -> f64 {
        let times = f64::from(self.per_cent) / 100.0;
        if self.also_after_a_loss {
            expected.chance_that_none_is_above_after_a_loss(times)
        } else {
            expected.chance_that_none_is_above(times)
        }
    }
}

/// The highest loads of one ring.
#[derive(Clone, PartialEq, Debug)]
pub struct Peak {
    /// The highest share over fair share.
    pub busiest: Ratio,
    /// The worst that a loss would do, where that was asked.
    pub loss: Option<Loss>,
    /// Is the target kept?
    pub keeps: bool,
}

/// How often the target was kept by one number of virtual nodes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Trial {
    /// Virtual nodes of a node of weight 1.
    pub virtual_nodes: u32,
    /// Name sets that kept the target.
    pub kept: u32,
    /// Name sets that were tried.
    pub tried: u32,
}

/// A search being carried out.
pub struct Advice {
    scenario: Scenario,
    target: Target,
    /// The highest count that is looked at.
    most: u32,
    by_theory: Option<u32>,
    /// The smallest count that serves these very names, and its ring.
    own: Option<(u32, Peak)>,
    /// The next count of the search for these names, until one serves or none is left.
    own_ring: Option<(u32, GrowingRing)>,
    trials: Vec<Trial>,
    ring: Option<GrowingRing>,
    is_complete: bool,
}

impl Advice {
    /// For a scenario. `None` where no virtual nodes place anything, or no node counts.
    #[must_use]
    pub fn new(scenario: &Scenario, target: Target) -> Option<Self> {
        let ring = GrowingRing::new(&scenario.fleet, &scenario.settings).filter(|_| applies(scenario.algorithm))?;
        let mut advice = Self {
            scenario: scenario.clone(),
            target,
            most: ring::virtual_nodes_within(&scenario.fleet, MOST_POINTS, MOST),
            by_theory: None,
            own: None,
            own_ring: Some((1, ring)),
            trials: Vec::new(),
            ring: None,
            is_complete: false,
        };
        advice.by_theory = advice.count_by_theory();
        // Where theory finds none a hash is not better than chance either; the highest is tried all the same.
        let first = advice.by_theory.unwrap_or(advice.most);
        advice.trials.push(Trial { virtual_nodes: first, kept: 0, tried: 0 });
        Some(advice)
    }

    /// What is wanted.
    #[must_use]
    pub fn target(&self) -> Target {
        self.target
    }

    /// The smallest count that keeps the target as often as is wanted, if points are well spread; `None` where none up
    /// to [`Advice::most`] does.
    #[must_use]
    pub fn by_theory(&self) -> Option<u32> {
        self.by_theory
    }

    /// The smallest count that was looked at which keeps the target with these very names, and its loads; `None` while
    /// it is being searched, and where none does.
    #[must_use]
    pub fn own(&self) -> Option<&(u32, Peak)> {
        self.own.as_ref()
    }

    /// Is the search for these names over?
    #[must_use]
    pub fn has_searched_own(&self) -> bool {
        self.own_ring.is_none()
    }

    /// Other names with the hash of the scenario, by rising count; the last may still be under way.
    #[must_use]
    pub fn trials(&self) -> &[Trial] {
        &self.trials
    }

    /// The count that is advised: the smallest tried one that kept the target as often as is wanted with this hash.
    #[must_use]
    pub fn advised(&self) -> Option<u32> {
        self.trials.last().filter(|trial| self.is_enough(trial)).map(|trial| trial.virtual_nodes)
    }

    /// The highest count that is looked at, for this fleet.
    #[must_use]
    pub fn most(&self) -> u32 {
        self.most
    }

    /// Is there nothing left to do?
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.is_complete
    }

    /// Goes on for a few milliseconds; true when something came of it.
    pub fn step(&mut self) -> bool {
        if self.is_complete {
            false
        } else if let Some((count, ring)) = self.own_ring.take() {
            self.search_own(count, ring)
        } else {
            self.try_others()
        }
    }

    /// Is the target kept as often as is wanted by this trial?
    fn is_enough(&self, trial: &Trial) -> bool {
        trial.tried == SETS && trial.kept * 100 >= self.target.of_hundred * SETS
    }

    fn count_by_theory(&self) -> Option<u32> {
        let counting: Vec<Weight> = {
            let nodes = self.scenario.fleet.nodes().iter();
            nodes.map(|node| node.effective_weight()).filter(|&weight| weight > Weight::ZERO).collect()
        };
        let weights: Vec<u64> = counting.iter().map(|weight| u64::from(weight.hundredths())).collect();
        let keeps = |count: u32| {
            let points: Vec<u32> = counting.iter().map(|&weight| ring::points_of(weight, count)).collect();
            let wanted = f64::from(self.target.of_hundred) / 100.0;
            Expected::new(&points, &weights).is_some_and(|expected| self.target.chance(&expected) >= wanted)
        };
        let (mut too_few, mut enough) = (0, self.most);
        if !keeps(enough) {
            return None;
        }
        while enough - too_few > 1 {
            let middle = u32::midpoint(too_few, enough);
            if keeps(middle) {
                enough = middle;
            } else {
                too_few = middle;
            }
        }
        Some(enough)
    }

    /// The next count for these names: by one at first, by three hundredths later.
    fn search_own(&mut self, count: u32, mut ring: GrowingRing) -> bool {
        if !ring.grow(count) {
            self.own_ring = Some((count, ring));
            return false;
        }
        let peak = self.target.of_ring(&ring);
        if peak.keeps {
            self.own = Some((count, peak));
            return true;
        }
        let next = count + (count / 32).max(1);
        if next > self.most {
            return true;
        }
        self.own_ring = Some((next, ring));
        false
    }

    /// The next step of the trial that is under way, or the next trial.
    fn try_others(&mut self) -> bool {
        let Some(trial) = self.trials.last().copied() else { return false };
        if trial.tried == SETS {
            let next = (trial.virtual_nodes + (trial.virtual_nodes / 4).max(1)).min(self.most);
            if self.is_enough(&trial) || trial.virtual_nodes == self.most {
                self.is_complete = true;
            } else {
                self.trials.push(Trial { virtual_nodes: next, kept: 0, tried: 0 });
            }
            return true;
        }
        let fleet = &self.scenario.fleet;
        let new_ring = || GrowingRing::new(&name_sets::fleet(fleet, trial.tried + 1), &self.scenario.settings);
        let Some(mut ring) = self.ring.take().or_else(new_ring) else {
            self.is_complete = true;
            return true;
        };
        if !ring.grow(trial.virtual_nodes) {
            self.ring = Some(ring);
            return false;
        }
        let keeps = self.target.of_ring(&ring).keeps;
        if let Some(trial) = self.trials.last_mut() {
            trial.tried += 1;
            trial.kept += u32::from(keeps);
        }
        true
    }
}
