//! The JavaScript interface: a plain object in, a plain object out. It needs no document, so it works in a worker and
//! in Node as it does on a page.
//!
//! What can be asked is read from the declared parameters: each goes by the field that it has in a link or by its name
//! in camel case. Whatever is left out is as on the page's first paint. An `Error` has the name of what is wrong in
//! `field` and the kind of fault in `code`.

mod compared;
mod declared;
mod explained;
mod options;
mod placed;
mod swept;
mod value;

use placement::{algorithm, golden, lab::sweep::Sweep, scenario::Scenario, snapshot::Snapshot, system};
use wasm_bindgen::prelude::{JsValue, wasm_bindgen};

use self::value::{Code, boolean, error, plain, properties, text, whole, within};
use crate::lab::MOST_SETS;

pub use options::camel_case;

/// The declarations that TypeScript users see.
#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = include_str!("interface/types.d.ts");

/// Places keys on nodes and measures the balance. `interface/types.d.ts` says what goes in and what comes out, here and
/// below.
///
/// # Errors
/// An `Error` with `code` and `field`: an unknown name, a value of another kind or out of range, or too much of all.
#[wasm_bindgen(skip_typescript)]
pub fn place(options: &JsValue, more: &JsValue) -> Result<JsValue, JsValue> {
    let scenario = options::scenario(options)?;
    let mut with_positions = false;
    for (name, value) in more_of(more)? {
        match name.as_str() {
            "positions" => with_positions = boolean(&value, "more.positions")?,
            _ => return Err(error(Code::UnknownName, &format!("more.{name}"), &"More there is only positions.")),
        }
    }
    plain(&placed::Out::of(&Snapshot::place(&scenario, None), with_positions))
}

/// Places the same keys twice and tells what moved. What `after` leaves out is as in `before`.
///
/// # Errors
/// As of [`place`]; the field begins with `before` or `after`. The keys have to be the same.
#[wasm_bindgen(skip_typescript)]
pub fn compare(before: &JsValue, after: &JsValue) -> Result<JsValue, JsValue> {
    let old = options::scenario(before).map_err(|fault| within("before", fault))?;
    let new = options::scenario_on(old.clone(), after).map_err(|fault| within("after", fault))?;
    let compared = compared::Out::of(&old, &new);
    let differ = || error(Code::BadValue, "after.keys", &"What moved can only be told of the same keys as before.");
    plain(&compared.ok_or_else(differ)?)
}

/// Measures a ring by number of virtual nodes, from 1 to 10,000, over several name sets.
///
/// # Errors
/// As of [`place`]; and where virtual nodes place nothing.
#[wasm_bindgen(skip_typescript)]
pub fn sweep(options: &JsValue, more: &JsValue) -> Result<JsValue, JsValue> {
    let scenario = options::scenario(options)?;
    let mut name_sets = 1;
    for (name, value) in more_of(more)? {
        match name.as_str() {
            "nameSets" => name_sets = whole(&value, "more.nameSets", MOST_SETS)?.max(1),
            _ => return Err(error(Code::UnknownName, &format!("more.{name}"), &"More there is only nameSets.")),
        }
    }
    let sweep = Sweep::new(&scenario, scenario.keys.clone(), name_sets);
    let nothing =
        || error(Code::BadValue, "algorithm", &"A sweep takes an algorithm of virtual nodes, and a node that is up.");
    plain(&swept::Out::of(sweep.ok_or_else(nothing)?, name_sets))
}

/// Tells how one key gets to its owner and its replicas.
///
/// # Errors
/// As of [`place`]; the key has to be a text.
#[wasm_bindgen(skip_typescript)]
pub fn explain(key: &JsValue, options: &JsValue) -> Result<JsValue, JsValue> {
    let key = text(key, "key")?;
    plain(&explained::Out::of(options::scenario(options)?, &key))
}

/// The real systems, with their parameters.
///
/// # Errors
/// None: it can only fail where JavaScript takes no objects.
#[wasm_bindgen(skip_typescript)]
pub fn systems() -> Result<JsValue, JsValue> {
    plain(&system::ALL.into_iter().map(declared::Out::of).collect::<Vec<_>>())
}

/// The algorithms of the books, with their parameters.
///
/// # Errors
/// None: it can only fail where JavaScript takes no objects.
#[wasm_bindgen(skip_typescript)]
pub fn algorithms() -> Result<JsValue, JsValue> {
    plain(&algorithm::ALL.into_iter().map(declared::Out::of).collect::<Vec<_>>())
}

/// The owners of all keys as a file for tests: see [`placement::golden`].
///
/// # Errors
/// As of [`place`].
#[wasm_bindgen(skip_typescript)]
pub fn golden(options: &JsValue) -> Result<JsValue, JsValue> {
    let scenario: Scenario = options::scenario(options)?;
    let snapshot = Snapshot::place(&scenario, None);
    Ok(JsValue::from_str(&golden::Vectors::new(&snapshot).whole()))
}

/// The second object of a call.
fn more_of(more: &JsValue) -> Result<Vec<(String, JsValue)>, JsValue> {
    if more.is_undefined() { Ok(Vec::new()) } else { properties(more, "more") }
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
