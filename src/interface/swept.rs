//! How evenly a ring is loaded by number of virtual nodes, as a plain object: a column of numbers for each figure.

use js_sys::Float64Array;
use placement::{
    lab::sweep::{Row, Sweep},
    measure::Evenness,
};
use serde::Serialize;

/// What `sweep` gives.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Out {
    keys: u32,
    name_sets: u32,
    rows: Vec<RowOut>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct RowOut {
    virtual_nodes: u32,
    /// By exact arcs.
    arcs: Columns,
    /// By keys counted.
    keys: Columns,
    expected: Expected,
}

/// One number for each name set.
#[derive(Serialize)]
struct Columns {
    #[serde(with = "serde_wasm_bindgen::preserve")]
    busiest: Float64Array,
    #[serde(with = "serde_wasm_bindgen::preserve")]
    lightest: Float64Array,
    #[serde(with = "serde_wasm_bindgen::preserve")]
    spread: Float64Array,
}

/// What well-spread points would give.
#[derive(Serialize)]
struct Expected {
    busiest: Range,
    lightest: Range,
    spread: Range,
}

#[derive(Serialize)]
struct Range {
    mean: f64,
    low: f64,
    high: f64,
}

impl Out {
    /// Carries a sweep out.
    pub fn of(mut sweep: Sweep, name_sets: u32) -> Self {
        while !sweep.is_complete() {
            sweep.step();
        }
        Self { keys: sweep.keys().len(), name_sets, rows: sweep.rows().iter().map(RowOut::of).collect() }
    }
}

impl RowOut {
    fn of(row: &Row) -> Self {
        let range = |(mean, low, high)| Range { mean, low, high };
        Self {
            virtual_nodes: row.virtual_nodes,
            arcs: Columns::of(&row.arcs),
            keys: Columns::of(&row.keys),
            expected: Expected {
                busiest: range((row.busiest.mean, row.busiest.at_5, row.busiest.at_95)),
                lightest: range((row.lightest.mean, row.lightest.at_5, row.lightest.at_95)),
                spread: range(row.spread),
            },
        }
    }
}

impl Columns {
    fn of(sets: &[Evenness]) -> Self {
        let column = |read: fn(&Evenness) -> f64| {
            let numbers: Vec<f64> = sets.iter().map(read).collect();
            Float64Array::from(&numbers[..])
        };
        Self {
            busiest: column(|set| set.busiest.value()),
            lightest: column(|set| set.lightest.value()),
            spread: column(|set| set.spread),
        }
    }
}
