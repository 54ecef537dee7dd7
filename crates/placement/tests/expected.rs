//! The distribution of the busiest node held against a table that was drawn by chance, and against draws of our own.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use placement::{hash::SplitMix64, measure::expected::Expected};

fn equal(nodes: usize, points: u32) -> Expected {
    Expected::new(&vec![points; nodes], &vec![1; nodes]).unwrap()
}

/// The mean of something by its quantiles.
fn mean(quantile: impl Fn(f64) -> f64) -> f64 {
    (0..200).map(|at| quantile((f64::from(at) + 0.5) / 200.0)).sum::<f64>() / 200.0
}

// Monte Carlo of the Dirichlet law, 2,000 to 40,000 draws a row, to the places given: nodes, points each, mean spread,
// mean of the busiest, its quantiles at 95 and 99 %, mean of the lightest.
#[test]
fn the_busiest_of_points_by_chance() {
    for (nodes, points, spread, busiest, at_95, at_99, lightest) in [
        (8, 1, 85.1, 2.72, 4.12, 4.92, 0.125),
        (8, 10, 28.3, 1.49, 1.85, 2.07, 0.60),
        (8, 100, 9.03, 1.148, 1.247, 1.306, 0.863),
        (8, 160, 7.12, 1.115, 1.192, 1.235, 0.890),
        (8, 500, 4.03, 1.065, 1.107, 1.129, 0.937),
        (10, 1, 87.8, 2.93, 4.45, 5.39, 0.100),
        (10, 10, 29.1, 1.54, 1.91, 2.14, 0.574),
        (10, 100, 9.23, 1.160, 1.260, 1.314, 0.852),
        (10, 200, 6.52, 1.112, 1.180, 1.219, 0.894),
        (10, 1000, 2.92, 1.049, 1.079, 1.095, 0.952),
        (100, 1, 98.5, 5.18, 7.32, 8.77, 0.010),
        (100, 100, 9.92, 1.269, 1.358, 1.404, 0.768),
        (100, 200, 7.02, 1.187, 1.248, 1.285, 0.832),
        (100, 1000, 3.13, 1.081, 1.107, 1.122, 0.923),
        (1000, 100, 9.99, 1.357, 1.434, 1.484, 0.708),
        (1000, 1000, 3.16, 1.106, 1.128, 1.140, 0.901),
    ] {
        let expected = equal(nodes, points);
        let name = format!("{nodes} nodes of {points}");
        // Of what lies above or below the fair share; the table itself is rounded and has a noise of about a hundredth.
        let near = |value: f64, told: f64, what: &str| {
            let part = (value - told).abs() / (told - 1.0).abs();
            assert!(part < 0.03, "{name}: {what} {value}, {told} told");
        };
        near(expected.busiest().mean, busiest, "busiest");
        near(expected.busiest().at_95, at_95, "95 %");
        assert!(
            (expected.chance_that_none_is_above(at_95) - 0.95).abs() < 0.006,
            "{name}: {}",
            expected.chance_that_none_is_above(at_95)
        );
        assert!(
            (expected.chance_that_none_is_above(at_99) - 0.99).abs() < 0.003,
            "{name}: {}",
            expected.chance_that_none_is_above(at_99)
        );
        near(expected.lightest().mean, lightest, "lightest");
        let mean_spread = mean(|chance| expected.spread_at(normal_quantile(chance))) * 100.0;
        assert!((mean_spread / spread - 1.0).abs() < 0.015, "{name}: {mean_spread}, {spread} told");
    }
}

// A single point each: P(max > x/N) = Σ (-1)^(k+1) C(N,k) (1 - kx/N)^(N-1). Article A's 4.34 among 8 has 3.4 %.
#[test]
fn the_busiest_of_single_points_is_known_exactly() {
    let exact = |nodes: i32, times: f64| {
        let (mut chance, mut choose) = (0.0, 1.0);
        for k in 1..=nodes {
            choose *= f64::from(nodes - k + 1) / f64::from(k);
            let left = (1.0 - f64::from(k) * times / f64::from(nodes)).max(0.0);
            chance += if k % 2 == 1 { choose } else { -choose } * left.powi(nodes - 1);
        }
        chance
    };
    for (nodes, times, percent) in [(8, 4.340_136, Some(3.4)), (10, 4.45, Some(5.0)), (4, 3.0, None), (100, 8.77, None)]
    {
        let chance = 1.0 - equal(nodes, 1).chance_that_none_is_above(times);
        let exact = exact(nodes as i32, times);
        assert!((chance - exact).abs() < 0.05 * exact, "{nodes}, {times}: {chance}, {exact}");
        assert!(percent.is_none_or(|percent: f64| (exact * 100.0 - percent).abs() < 0.1), "{exact}");
    }
}

/// A uniform number in (0, 1).
fn uniform(draws: &mut SplitMix64) -> f64 {
    ((draws.next_value() >> 11) as f64 + 0.5) / (1u64 << 53) as f64
}

// Rings by chance, weighted and not, before and after each loss. What is said of losses may be too careful, never too
// bold; how careful is held here too.
#[test]
fn rings_drawn_by_chance_keep_what_is_expected() {
    const DRAWS: u32 = 4_000;
    let mut draws = SplitMix64::new(7);
    for (points, weights) in [
        (vec![40; 6], vec![1u64; 6]),
        (vec![80, 80, 20, 20, 20], vec![4, 4, 1, 1, 1]),
        (vec![30; 20], vec![1; 20]),
        // More kinds than are told apart.
        ((20..50).collect(), (20..50).collect()),
    ] {
        let expected = Expected::new(&points, &weights).unwrap();
        let all_weight: u64 = weights.iter().sum();
        let (mut busiest, mut with_losses) = (Vec::new(), Vec::new());
        for _ in 0..DRAWS {
            let mut ring: Vec<(f64, usize)> = Vec::new();
            for (node, &count) in points.iter().enumerate() {
                ring.extend((0..count).map(|_| (uniform(&mut draws), node)));
            }
            ring.sort_by(|a, b| a.0.total_cmp(&b.0));
            let peak = |lost: Option<usize>| {
                let left: Vec<_> = ring.iter().filter(|point| Some(point.1) != lost).collect();
                let mut owned = vec![0.0; points.len()];
                for (at, point) in left.iter().enumerate() {
                    let before = if at == 0 { left[left.len() - 1].0 - 1.0 } else { left[at - 1].0 };
                    owned[point.1] += point.0 - before;
                }
                let fair_of = all_weight - lost.map_or(0, |lost| weights[lost]);
                let times = |node: usize| owned[node] * fair_of as f64 / weights[node] as f64;
                (0..points.len()).filter(|&node| Some(node) != lost).map(times).fold(0.0, f64::max)
            };
            busiest.push(peak(None));
            with_losses.push((0..points.len()).map(|lost| peak(Some(lost))).fold(peak(None), f64::max));
        }
        busiest.sort_by(f64::total_cmp);
        with_losses.sort_by(f64::total_cmp);
        for (chance, times) in [(0.05, expected.busiest().at_5), (0.95, expected.busiest().at_95)] {
            let at = (chance * f64::from(DRAWS)) as usize;
            assert!((times - busiest[at]).abs() < 0.02, "{points:?}, {chance}: {times}, {}", busiest[at]);
        }
        for chance in [0.5, 0.9, 0.95, 0.99] {
            // Where theory says that so many keep it.
            let (mut low, mut high) = (1.0, 5.0);
            while high - low > 1e-6 {
                let middle = f64::midpoint(low, high);
                if expected.chance_that_none_is_above_after_a_loss(middle) < chance {
                    low = middle;
                } else {
                    high = middle;
                }
            }
            let kept = with_losses.iter().filter(|&&times| times <= high).count() as f64 / f64::from(DRAWS);
            assert!(kept >= chance - 2.0 * (chance * (1.0 - chance) / f64::from(DRAWS)).sqrt(), "{kept} of {chance}");
        }
    }
}

/// By bisection of the error function.
fn normal_quantile(chance: f64) -> f64 {
    let below = |x: f64| 0.5 * libm::erfc(-x / 2f64.sqrt());
    let (mut low, mut high) = (-8.0, 8.0);
    for _ in 0..60 {
        let middle = f64::midpoint(low, high);
        if below(middle) < chance { low = middle } else { high = middle }
    }
    high
}
