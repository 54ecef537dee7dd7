//! What moves between two placements of the same keys, as a plain object.

use js_sys::Uint32Array;
use placement::{fleet::NodeId, measure::Movement, number::Ratio, scenario::Scenario, snapshot::Snapshot};
use serde::Serialize;

use super::placed;

/// What `compare` gives.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Out {
    before: placed::Out,
    after: placed::Out,
    keys: u32,
    moved: u32,
    share: f64,
    to_grown: u32,
    from_shrunk: u32,
    between: u32,
    necessary: Option<u32>,
    fair: Option<f64>,
    pairs: Vec<PairOut>,
    #[serde(with = "serde_wasm_bindgen::preserve")]
    moved_keys: Uint32Array,
}

#[derive(Serialize)]
struct PairOut {
    from: Option<String>,
    to: Option<String>,
    keys: u32,
}

impl Out {
    /// Of two scenarios; `None` where they are not of the same keys.
    pub fn of(before: &Scenario, after: &Scenario) -> Option<Self> {
        let before = Snapshot::place(before, None);
        // Not made from the one before: each is as if it had always been so.
        let after = Snapshot::place(after, None);
        let movement = Movement::between(&before, &after)?;
        let name = |owner: Option<NodeId>| {
            let of = |snapshot: &Snapshot| Some(snapshot.scenario().fleet.get(owner?)?.name.clone());
            of(&after).or_else(|| of(&before))
        };
        Some(Self {
            keys: movement.keys,
            moved: movement.moved,
            share: if movement.keys == 0 { 0.0 } else { movement.share().value() },
            to_grown: movement.to_grown,
            from_shrunk: movement.from_shrunk,
            between: movement.between,
            necessary: movement.necessary,
            fair: movement.fair.map(Ratio::value),
            pairs: movement
                .pairs
                .iter()
                .map(|pair| PairOut { from: name(pair.from), to: name(pair.to), keys: pair.keys })
                .collect(),
            moved_keys: Uint32Array::from(&movement.moved_keys[..]),
            before: placed::Out::of(&before, false),
            after: placed::Out::of(&after, false),
        })
    }
}
