//! Which key a read asks for. Drawn in the same time however many keys there are.
//!
//! Walker's alias method with Vose's tables: M. D. Vose, A Linear Algorithm for Generating Random Numbers with a Given
//! Distribution, IEEE Transactions on Software Engineering 17 (9), 1991. Every key has a column of the same width, in
//! which it shares the room above its own probability with one other key; a draw picks a column and then one of the two.

use super::quantity;
use crate::{keys::Keys, parameter::Settings};

/// The popularity of all keys.
#[derive(Debug)]
pub(super) enum Popularity {
    /// Every key in turn.
    Once,
    /// All alike.
    Even,
    /// By a table of columns.
    Weighted(Vec<Column>),
}

/// A column of the alias table.
#[derive(Clone, Copy, Debug)]
pub(super) struct Column {
    /// Below it the column's own key is drawn, of 2^32.
    own_below: u32,
    /// The key that has the rest.
    other: u32,
}

/// The probability of each key by the settings; they sum to 1. Key 0 is the most popular under Zipf.
pub(super) fn probabilities(keys: &Keys, count: u32, settings: &Settings) -> Vec<f64> {
    let id = quantity::POPULARITY.parameter.write(&settings.get(&quantity::POPULARITY.parameter));
    let weights: Vec<f64> = match (id.as_str(), keys.counts()) {
        ("zipf", _) => {
            let exponent = f64::from(quantity::EXPONENT.of(settings)) / 100.0;
            (1..=count).map(|rank| libm::pow(f64::from(rank), -exponent)).collect()
        }
        ("listed", Some(counts)) if counts.iter().any(|&requests| requests > 0) => {
            counts.iter().map(|&requests| f64::from(requests)).collect()
        }
        _ => vec![1.0; count as usize],
    };
    let all: f64 = weights.iter().sum();
    weights.into_iter().map(|weight| weight / all).collect()
}

impl Popularity {
    pub(super) fn new(probabilities: &[f64], keys: &Keys, settings: &Settings) -> Self {
        let id = quantity::POPULARITY.parameter.write(&settings.get(&quantity::POPULARITY.parameter));
        match id.as_str() {
            "once" => Self::Once,
            "zipf" => Self::Weighted(columns(probabilities)),
            "listed" if keys.counts().is_some() => Self::Weighted(columns(probabilities)),
            _ => Self::Even,
        }
    }

    /// The key of a number drawn at random; `turn` counts the reads of the run.
    #[inline]
    pub(super) fn key(&self, drawn: u64, turn: u64, keys: u32) -> u32 {
        let column = ((drawn >> 32) * u64::from(keys)) >> 32;
        match self {
            Self::Once => (turn % u64::from(keys)) as u32,
            Self::Even => column as u32,
            Self::Weighted(columns) => {
                let Column { own_below, other } = columns[column as usize];
                if (drawn as u32) < own_below { column as u32 } else { other }
            }
        }
    }
}

/// Vose's tables: each column that is too low is filled up by a key that has too much.
fn columns(probabilities: &[f64]) -> Vec<Column> {
    let count = probabilities.len();
    let mut heights: Vec<f64> = probabilities.iter().map(|probability| probability * count as f64).collect();
    let mut columns: Vec<Column> = (0..count as u32).map(|key| Column { own_below: u32::MAX, other: key }).collect();
    let (mut low, mut high): (Vec<u32>, Vec<u32>) = (0..count as u32).partition(|&key| heights[key as usize] < 1.0);
    while let (Some(&filled), Some(&giver)) = (low.last(), high.last()) {
        low.pop();
        let height = heights[filled as usize];
        columns[filled as usize] = Column { own_below: (height * 4_294_967_296.0) as u32, other: giver };
        let rest = &mut heights[giver as usize];
        *rest -= 1.0 - height;
        if *rest < 1.0 {
            high.pop();
            low.push(giver);
        }
    }
    // What is left is 1 but for rounding.
    columns
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What a key has in all columns, of 1.
    fn drawn_share(columns: &[Column], key: u32) -> f64 {
        let mut share = 0.0;
        for (column, one) in columns.iter().enumerate() {
            let own = f64::from(one.own_below) / 4_294_967_296.0;
            share += if column as u32 == key { own } else { 0.0 } + if one.other == key { 1.0 - own } else { 0.0 };
        }
        share / columns.len() as f64
    }

    #[test]
    fn the_columns_have_the_probabilities_that_they_were_made_of() {
        let keys = Keys::default();
        for hundredths in [0, 50, 90, 100, 150] {
            let settings = quantity::EXPONENT.with(&Settings::default(), hundredths);
            let probabilities = probabilities(&keys, 300, &settings);
            // Zipf by its definition: p(1) / p(r) = r to the exponent.
            let ratio = probabilities[0] / probabilities[99];
            assert!((ratio / 100f64.powf(f64::from(hundredths) / 100.0) - 1.0).abs() < 1e-9);
            assert!((probabilities.iter().sum::<f64>() - 1.0).abs() < 1e-12);
            let columns = columns(&probabilities);
            for key in 0..300 {
                // A column is cut to the 2^32nd part.
                let error = drawn_share(&columns, key) - probabilities[key as usize];
                assert!(error.abs() < 1e-8, "{hundredths} {key} {error}");
            }
        }
    }

    #[test]
    fn a_list_is_read_by_its_counts_and_in_turn() {
        let keys = Keys::List(crate::keys::KeyList::parse("a\t3\nb\t0\nc\t1").expect("keys"));
        let listed = quantity::POPULARITY.chosen(&Settings::default(), 3);
        let shares = probabilities(&keys, 3, &listed);
        assert_eq!(shares, [0.75, 0.0, 0.25]);
        let popularity = Popularity::new(&shares, &keys, &listed);
        let mut draws = crate::hash::SplitMix64::new(5);
        let mut counts = [0; 3];
        for turn in 0..10_000 {
            counts[popularity.key(draws.next_value(), turn, 3) as usize] += 1;
        }
        assert_eq!(counts[1], 0);
        // Five standard deviations of a binomial draw: sqrt(10,000 × 3/16) = 43.
        assert!((counts[0] - 7_500i32).abs() < 217, "{counts:?}");
        let once = Popularity::new(&shares, &keys, &quantity::POPULARITY.chosen(&Settings::default(), 2));
        assert_eq!([0, 1, 2, 3, 7].map(|turn| once.key(u64::MAX, turn, 3)), [0, 1, 2, 0, 1]);
    }
}
