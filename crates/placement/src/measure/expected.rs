//! What well-spread points would give: the distribution of the busiest and the lightest node of a ring, and of the
//! spread.
//!
//! Points by chance make the shares Dirichlet(v₁, …, vₙ), so one node's share is Beta(v, L - v) of L points in all. The
//! shares are gamma variables over their sum, and that sum is independent of them; so mean and variance of the
//! extremes follow exactly from those of independent gamma variables. Their quantiles are those of independent beta
//! variables, moved and stretched to that mean and variance; `tests/expected.rs` holds them against published draws and
//! its own, from which they differ by less than two hundredths of a fair share. The square of the spread is taken as its mean, (n - 1) / (n v + 1) for equal nodes, times a chi square over
//! its degrees of freedom.

use libm::{cbrt, sqrt};
use special::{Beta as _, Gamma as _};

use crate::order;

/// The quantiles that are asked for.
const QUANTILES: [f64; 2] = [0.05, 0.95];

/// Most kinds of nodes that are told apart.
const MOST_KINDS: usize = 12;

/// Parts of the range over which moments are summed.
const PARTS: u32 = 96;

/// The highest or the lowest share over fair share of a ring, as chance has it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Extreme {
    /// Its mean.
    pub mean: f64,
    /// One ring in twenty is below.
    pub at_5: f64,
    /// One ring in twenty is above.
    pub at_95: f64,
}

/// Mean and mean square of a variable between two bounds, given its distribution.
fn moments(low: f64, high: f64, below: &dyn Fn(f64) -> f64) -> (f64, f64) {
    let step = (high - low) / f64::from(PARTS);
    let (mut mean, mut square) = (low, low * low);
    for part in 0..PARTS {
        let at = low + (f64::from(part) + 0.5) * step;
        let above = 1.0 - below(at);
        mean += above * step;
        square += 2.0 * at * above * step;
    }
    (mean, square)
}

/// Nodes that are alike.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Group {
    points: f64,
    /// Fair share of the circle.
    fair: f64,
    nodes: i32,
    /// Of the beta distribution of their shares.
    ln_beta: f64,
}

/// The logarithm of the beta function; a node that has all points has no beta distribution.
fn ln_beta(points: f64, others: f64) -> f64 {
    if others > 0.0 { points.ln_beta(others) } else { 0.0 }
}

/// A ring of which only the numbers of points and the weights are known.
#[derive(Clone, PartialEq, Debug)]
pub struct Expected {
    groups: Vec<Group>,
    all_points: f64,
    nodes: i32,
}

impl Expected {
    /// From the points and the weight of each node, all above 0. `None` where there is no node.
    #[must_use]
    pub fn new(points: &[u32], weights: &[u64]) -> Option<Self> {
        let all_points: u64 = points.iter().copied().map(u64::from).sum();
        let all_weight: u64 = weights.iter().sum();
        let all = all_points as f64;
        let order = order::places(points.len(), &|a, b| points[a].cmp(&points[b]).then(weights[a].cmp(&weights[b])));
        let is_alike = |a: usize, b: usize| (points[a], weights[a]) == (points[b], weights[b]);
        let kinds = 1 + order.windows(2).filter(|pair| !is_alike(pair[0], pair[1])).count();
        let part = |place: usize| place * MOST_KINDS / order.len();
        let (mut groups, mut start) = (Vec::new(), 0);
        for end in 1..=order.len() {
            let is_last = match order.get(end) {
                None => true,
                Some(&next) if kinds <= MOST_KINDS => !is_alike(order[end - 1], next),
                // Nodes of about one size are one kind: to tell thousands apart would take minutes and say no more.
                Some(_) => part(end) > part(end - 1),
            };
            if is_last {
                let nodes = &order[start..end];
                let mean = |sum: f64| sum / nodes.len() as f64;
                let points = mean(nodes.iter().map(|&node| f64::from(points[node])).sum());
                let fair = mean(nodes.iter().map(|&node| weights[node] as f64 / all_weight as f64).sum());
                groups.push(Group { points, fair, nodes: nodes.len() as i32, ln_beta: ln_beta(points, all - points) });
                start = end;
            }
        }
        (all_points > 0).then_some(Self { groups, all_points: all, nodes: points.len() as i32 })
    }

    /// The same ring after one node of each kind has gone, with how many there are of that kind.
    fn after_losses(&self) -> Vec<(Self, i32)> {
        let lost = |at: usize| {
            let gone = self.groups[at];
            let all_points = self.all_points - gone.points;
            let groups = self.groups.iter().enumerate().map(|(other, group)| Group {
                fair: group.fair / (1.0 - gone.fair),
                nodes: group.nodes - i32::from(other == at),
                ln_beta: ln_beta(group.points, all_points - group.points),
                ..*group
            });
            let groups = groups.filter(|group| group.nodes > 0).collect();
            (Self { groups, all_points, nodes: self.nodes - 1 }, gone.nodes)
        };
        if self.nodes < 2 { Vec::new() } else { (0..self.groups.len()).map(lost).collect() }
    }

    /// The chance that one node of a group has at most so many times its fair share.
    fn chance_of(&self, group: &Group, times_fair: f64) -> f64 {
        let share = times_fair * group.fair;
        // A node alone has everything.
        if share >= 1.0 {
            1.0
        } else if self.nodes == 1 || share <= 0.0 {
            0.0
        } else {
            share.inc_beta(group.points, self.all_points - group.points, group.ln_beta)
        }
    }

    /// The chance that no node has more than so many times its fair share.
    #[must_use]
    pub fn chance_that_none_is_above(&self, times_fair: f64) -> f64 {
        self.product(&|group| self.chance_of(group, times_fair))
    }

    /// The same, also after any single node has gone and its arcs have fallen to the next points. The losses are taken
    /// as independent, which they are not: the chance is higher than that.
    #[must_use]
    pub fn chance_that_none_is_above_after_a_loss(&self, times_fair: f64) -> f64 {
        let after = self
            .after_losses()
            .into_iter()
            .map(|(left, nodes)| libm::pow(left.chance_that_none_is_above(times_fair), f64::from(nodes)));
        after.product::<f64>() * self.chance_that_none_is_above(times_fair)
    }

    /// The highest share over fair share of all nodes, as chance has it.
    #[must_use]
    pub fn busiest(&self) -> Extreme {
        let gamma = |times: f64| self.product(&|group| self.gamma_below(group, times));
        self.extreme(&|times| self.chance_that_none_is_above(times), &gamma)
    }

    /// The lowest share over fair share of all nodes, as chance has it.
    #[must_use]
    pub fn lightest(&self) -> Extreme {
        let beta = |times: f64| 1.0 - self.product(&|group| 1.0 - self.chance_of(group, times));
        let gamma = |times: f64| 1.0 - self.product(&|group| 1.0 - self.gamma_below(group, times));
        self.extreme(&beta, &gamma)
    }

    fn product(&self, chance_of: &dyn Fn(&Group) -> f64) -> f64 {
        self.groups.iter().map(|group| libm::pow(chance_of(group), f64::from(group.nodes))).product()
    }

    /// The chance that the gamma variable of one node, over its fair share of their mean sum, is at most so much.
    fn gamma_below(&self, group: &Group, times_fair: f64) -> f64 {
        (times_fair * group.fair * self.all_points).inc_gamma(group.points)
    }

    /// Quantiles and moments from the distributions of beta and of gamma variables.
    fn extreme(&self, beta: &dyn Fn(f64) -> f64, gamma: &dyn Fn(f64) -> f64) -> Extreme {
        let quantiles = QUANTILES.map(|chance| self.quantile(chance, beta));
        if self.nodes == 1 {
            return Extreme { mean: 1.0, at_5: 1.0, at_95: 1.0 };
        }
        // The sum of the gamma variables varies too, by 1 / sqrt(L).
        let [low, high] = [1e-6, 1.0 - 1e-9].map(|chance| self.quantile(chance, beta));
        let margin = 6.0 / sqrt(self.all_points);
        let (low, high) = ((low * (1.0 - margin)).max(0.0), high * (1.0 + margin));
        let (mean, mean_square) = moments(low, high, gamma);
        let variance = mean_square * self.all_points / (self.all_points + 1.0) - mean * mean;
        let (beta_mean, beta_square) = moments(low, high, beta);
        let stretch = sqrt((variance / (beta_square - beta_mean * beta_mean)).max(0.0));
        let [at_5, at_95] = quantiles.map(|at| mean + (at - beta_mean) * stretch);
        Extreme { mean, at_5, at_95 }
    }

    /// Where a rising chance reaches a value.
    fn quantile(&self, chance: f64, chance_at: &dyn Fn(f64) -> f64) -> f64 {
        let most = self.groups.iter().map(|group| 1.0 / group.fair).fold(1.0, f64::max);
        let (mut low, mut high) = (0.0, most);
        for _ in 0..40 {
            let middle = (low + high) / 2.0;
            if chance_at(middle) < chance { low = middle } else { high = middle }
        }
        high
    }

    /// The root mean square of the spread.
    #[must_use]
    pub fn spread(&self) -> f64 {
        let squares = self.groups.iter().map(|group| {
            let share = group.points / self.all_points;
            let variance = share * (1.0 - share) / (self.all_points + 1.0);
            // Whole points do not share quite as the weights do.
            f64::from(group.nodes) * (variance + (share - group.fair) * (share - group.fair))
                / (group.fair * group.fair)
        });
        sqrt(squares.sum::<f64>() / f64::from(self.nodes))
    }

    /// The spread that is not exceeded with a chance, given as a quantile of the normal distribution (1.645 is 95 %).
    /// Wilson and Hilferty (1931) for the chi square.
    #[must_use]
    pub fn spread_at(&self, normal_quantile: f64) -> f64 {
        let freedom = f64::from(self.nodes - 1);
        if freedom < 1.0 {
            return 0.0;
        }
        let part = 2.0 / (9.0 * freedom);
        let cube = 1.0 - part + normal_quantile * sqrt(part);
        self.spread() * sqrt(cube.max(0.0) * cube.max(0.0) * cube.max(0.0)).min(cbrt(f64::MAX))
    }
}
