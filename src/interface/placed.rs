//! A placement as a plain object: the owners of all keys as one typed array, and the loads.

use js_sys::{BigUint64Array, Uint16Array};
use placement::{
    measure::{Balance, Load},
    number::Ratio,
    snapshot::Snapshot,
};
use serde::Serialize;
use wasm_bindgen::JsValue;

/// What `place` gives.
#[derive(Serialize)]
pub struct Out {
    nodes: Vec<String>,
    #[serde(with = "serde_wasm_bindgen::preserve")]
    owners: Uint16Array,
    #[serde(with = "serde_wasm_bindgen::preserve")]
    positions: JsValue,
    loads: Vec<LoadOut>,
    balance: BalanceOut,
}

impl Out {
    /// Of a snapshot, with the numbers of the keys where they are asked for.
    pub fn of(snapshot: &Snapshot, with_positions: bool) -> Self {
        let balance = Balance::of(snapshot);
        let nodes = snapshot.scenario().fleet.nodes();
        let load_of = |load: &Load, at: usize| LoadOut {
            name: nodes[at].name.clone(),
            keys: load.keys,
            times_fair: load.times_fair.map(Ratio::value),
            exact_share: load.exact.map(Ratio::value),
        };
        let extreme = |row: Option<usize>| {
            row.map(|at| Extreme {
                name: nodes[at].name.clone(),
                times_fair: balance.loads[at].times_fair.map(Ratio::value),
            })
        };
        let positions = || {
            let numbers: Vec<u64> = snapshot.keys().values().collect();
            BigUint64Array::from(&numbers[..]).into()
        };
        Self {
            nodes: nodes.iter().map(|node| node.name.clone()).collect(),
            owners: owners(snapshot),
            positions: if with_positions { positions() } else { JsValue::NULL },
            loads: balance.loads.iter().enumerate().map(|(at, load)| load_of(load, at)).collect(),
            balance: BalanceOut {
                busiest: extreme(balance.busiest),
                lightest: extreme(balance.lightest),
                spread: balance.spread,
                usual_spread: balance.usual_spread,
            },
        }
    }
}

/// The owner of each key as a row of the fleet: nodes that own nothing have rows too, but no seats.
fn owners(snapshot: &Snapshot) -> Uint16Array {
    let rows: Vec<_> = snapshot.scenario().fleet.nodes().iter().map(|node| node.id).collect();
    let owners = snapshot.owners().seats(&rows);
    Uint16Array::from(&owners[..])
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct LoadOut {
    name: String,
    keys: u32,
    times_fair: Option<f64>,
    exact_share: Option<f64>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct BalanceOut {
    busiest: Option<Extreme>,
    lightest: Option<Extreme>,
    spread: f64,
    usual_spread: f64,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Extreme {
    name: String,
    times_fair: Option<f64>,
}
