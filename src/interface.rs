//! The JavaScript interface: a plain object in, a plain object out. It needs no document, so it works in a worker and
//! in Node as it does on a page.
//!
//! What can be asked is read from the declared parameters: each goes by the field that it has in a link or by its name
//! in camel case. Whatever is left out is as on the page's first paint. An `Error` has the name of what is wrong in
//! `field` and the kind of fault in `code`.

mod options;
mod value;

use js_sys::Uint16Array;
use placement::{
    measure::{Balance, Load},
    number::Ratio,
    snapshot::Snapshot,
};
use serde::Serialize;
use wasm_bindgen::prelude::{JsValue, wasm_bindgen};

pub use options::camel_case;

/// The declarations that TypeScript users see.
#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = include_str!("interface/types.d.ts");

/// Places keys on nodes and measures the balance. `interface/types.d.ts` says what goes in and what comes out.
///
/// # Errors
/// An `Error` with `code` and `field`: an unknown name, a value of another kind or out of range, or too much of all.
#[wasm_bindgen(skip_typescript)]
pub fn place(options: &JsValue) -> Result<JsValue, JsValue> {
    let scenario = options::scenario(options)?;
    let snapshot = Snapshot::place(&scenario, None);
    let balance = Balance::of(&snapshot);
    let nodes = scenario.fleet.nodes();
    let load_of = |load: &Load, at: usize| LoadOut {
        name: &nodes[at].name,
        keys: load.keys,
        times_fair: load.times_fair.map(Ratio::value),
        exact_share: load.exact.map(Ratio::value),
    };
    let extreme = |row: Option<usize>| {
        row.map(|at| Extreme { name: &nodes[at].name, times_fair: balance.loads[at].times_fair.map(Ratio::value) })
    };
    let out = Out {
        nodes: nodes.iter().map(|node| node.name.as_str()).collect(),
        owners: owners(&snapshot),
        loads: balance.loads.iter().enumerate().map(|(at, load)| load_of(load, at)).collect(),
        balance: BalanceOut {
            busiest: extreme(balance.busiest),
            lightest: extreme(balance.lightest),
            spread: balance.spread,
            usual_spread: balance.usual_spread,
        },
    };
    let serializer = serde_wasm_bindgen::Serializer::new().serialize_missing_as_null(true);
    out.serialize(&serializer).map_err(JsValue::from)
}

/// The owner of each key as a row of the fleet: nodes that own nothing have rows too, but no seats.
fn owners(snapshot: &Snapshot) -> Uint16Array {
    let rows: Vec<_> = snapshot.scenario().fleet.nodes().iter().map(|node| node.id).collect();
    let owners = snapshot.owners().seats(&rows);
    Uint16Array::from(&owners[..])
}

#[derive(Serialize)]
struct Out<'a> {
    nodes: Vec<&'a str>,
    #[serde(with = "serde_wasm_bindgen::preserve")]
    owners: Uint16Array,
    loads: Vec<LoadOut<'a>>,
    balance: BalanceOut<'a>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct LoadOut<'a> {
    name: &'a str,
    keys: u32,
    times_fair: Option<f64>,
    exact_share: Option<f64>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct BalanceOut<'a> {
    busiest: Option<Extreme<'a>>,
    lightest: Option<Extreme<'a>>,
    spread: f64,
    usual_spread: f64,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Extreme<'a> {
    name: &'a str,
    times_fair: Option<f64>,
}

#[cfg(test)]
mod tests {
    use super::*;
    use placement::{
        algorithm::{Algorithm, all_parameters},
        parameter::Kind,
    };

    const TYPES: &str = include_str!("interface/types.d.ts");

    #[test]
    fn every_declared_parameter_and_choice_has_its_type() {
        let mut names = Vec::new();
        for parameter in all_parameters() {
            let name = camel_case(parameter.name);
            assert!(!names.contains(&name), "two are called {name}");
            names.push(name.clone());
            assert!(TYPES.contains(&format!("  {name}?: ")), "{name}");
            if let Kind::Choice(choices) = &parameter.kind {
                for choice in *choices {
                    assert!(TYPES.contains(&format!("\"{}\"", choice.id)), "{name}: {}", choice.id);
                }
            }
        }
        for algorithm in Algorithm::every() {
            assert!(TYPES.contains(&format!("\"{}\"", algorithm.id)), "{}", algorithm.id);
        }
    }
}
