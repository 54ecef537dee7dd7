//! The JavaScript interface in a browser: what it gives, and what it says of what it cannot take.
#![cfg(target_arch = "wasm32")]
#![allow(clippy::expect_used)] // a test that cannot go on has nothing to report but that

use js_sys::{Array, Error, Function, JSON, Reflect, Uint16Array};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_test::{wasm_bindgen_test, wasm_bindgen_test_configure};

wasm_bindgen_test_configure!(run_in_browser);

fn js(expression: &str) -> JsValue {
    let function = Function::new_no_args(&format!("return {expression}"));
    function.call0(&JsValue::NULL).expect("an expression that holds")
}

fn get(value: &JsValue, path: &str) -> JsValue {
    path.split('.').fold(value.clone(), |value, name| Reflect::get(&value, &name.into()).expect("an object"))
}

fn place(expression: &str) -> JsValue {
    ringscope::interface::place(&js(expression), &JsValue::UNDEFINED).expect("options that can be placed")
}

/// The code, the field and the message of the error that an expression's value brings.
fn fault(expression: &str) -> (String, String, String) {
    let error = ringscope::interface::place(&js(expression), &JsValue::UNDEFINED).expect_err(expression);
    let error: Error = error.dyn_into().expect("an Error");
    let text = |name: &str| get(&error, name).as_string().unwrap_or_default();
    (text("code"), text("field"), text("message"))
}

fn assert_fault(expression: &str, code: &str, field: &str) {
    let (found, at, message) = fault(expression);
    assert_eq!((found.as_str(), at.as_str()), (code, field), "{expression}: {message}");
    assert!(message.starts_with(field) && message.len() > field.len(), "{expression}: {message}");
}

fn counts(placement: &JsValue) -> Vec<u32> {
    let loads: Array = get(placement, "loads").dyn_into().expect("an array");
    loads.iter().map(|load| get(&load, "keys").as_f64().expect("a number") as u32).collect()
}

const FIRST_PAINT: [u32; 8] = [10_841, 16_616, 16_891, 9_009, 11_672, 13_106, 15_077, 6_788];

#[wasm_bindgen_test]
fn nothing_asked_for_is_the_first_paint() {
    for expression in ["undefined", "({})", "Object.create(null)", "({ nodes: undefined, hash: undefined })"] {
        let placement = place(expression);
        assert_eq!(counts(&placement), FIRST_PAINT);
        assert_eq!(get(&placement, "balance.busiest.name").as_string().as_deref(), Some("cache-03"));
        assert_eq!(get(&placement, "balance.lightest.name").as_string().as_deref(), Some("cache-08"));
        assert_eq!(get(&placement, "balance.busiest.timesFair").as_f64(), Some(1.351_28));
        let owners: Uint16Array = get(&placement, "owners").dyn_into().expect("a typed array");
        assert_eq!(owners.length(), 100_000);
        let mut counted = [0; 8];
        for owner in owners.to_vec() {
            counted[owner as usize] += 1;
        }
        assert_eq!(counted, FIRST_PAINT);
    }
}

#[wasm_bindgen_test]
fn names_are_those_of_links_or_camel_case() {
    let long = "({ nodes: ['a', { name: 'b', weight: 2.5 }, { name: 'c', up: false }], keys: ['k1', 'k2', 'k3'],
        algorithm: 'ring', hash: 'xxhash64', space: 64, virtualNodes: 10, label: '{node}-{i}', direction: 'ccw' })";
    let short = "({ nodes: ['a', { name: 'b', weight: 2.5 }, { name: 'c', up: false }], keys: ['k1', 'k2', 'k3'],
        alg: 'ring', hash: 'xxhash64', space: '64', vn: 10, label: '{node}-{i}', dir: 'ccw' })";
    let texts = [long, short].map(|one| JSON::stringify(&place(one)).map(String::from).expect("plain data"));
    assert_eq!(texts[0], texts[1]);
    let placement = place(long);
    assert_eq!(counts(&placement)[2], 0, "a node that is down owns nothing");
    assert!(get(&placement, "loads.2.timesFair").is_null());
    let shares = [0, 1].map(|at| get(&placement, &format!("loads.{at}.exactShare")).as_f64().expect("a share"));
    assert!((shares[0] + shares[1] - 1.0).abs() < 1e-12);
}

#[wasm_bindgen_test]
fn owners_are_rows_also_where_some_rows_own_nothing() {
    let placement =
        place("({ nodes: [{ name: 'a', up: false }, 'b', { name: 'c', weight: 0 }, 'd'], keys: { count: 500 } })");
    let owners: Uint16Array = get(&placement, "owners").dyn_into().expect("a typed array");
    assert!(owners.to_vec().iter().all(|owner| [1, 3].contains(owner)));
    let nobody = place("({ nodes: [], keys: ['k'] })");
    let owners: Uint16Array = get(&nobody, "owners").dyn_into().expect("a typed array");
    assert_eq!(owners.to_vec(), [65_535]);
    assert!(get(&nobody, "balance.busiest").is_null());
    assert_eq!(Uint16Array::from(get(&place("({ keys: [] })"), "owners")).length(), 0);
}

#[wasm_bindgen_test]
fn every_algorithm_places() {
    for algorithm in placement::algorithm::ALL.map(|one| one.id) {
        let placement = place(&format!("({{ algorithm: '{algorithm}', keys: {{ count: 1000 }} }})"));
        assert_eq!(counts(&placement).iter().sum::<u32>(), 1_000);
        let has_exact_shares = ["ring", "modulo", "maglev", "coordinator"].contains(&algorithm);
        assert_eq!(get(&placement, "loads.0.exactShare").is_null(), !has_exact_shares, "{algorithm}");
    }
}

#[wasm_bindgen_test]
fn faults_say_where_and_what() {
    for (expression, code, field) in [
        ("({ virtualnodes: 5 })", "unknown-name", "virtualnodes"),
        ("({ vnodes: 5 })", "unknown-name", "vnodes"),
        ("({ virtualNodes: 0 })", "bad-value", "virtualNodes"),
        ("({ vn: 10001 })", "bad-value", "vn"),
        ("({ vn: 1.5 })", "bad-value", "vn"),
        ("({ vn: NaN })", "bad-value", "vn"),
        ("({ vn: Infinity })", "bad-value", "vn"),
        ("({ vn: -1 })", "bad-value", "vn"),
        ("({ vn: '160' })", "wrong-kind", "vn"),
        ("({ vn: 5, virtualNodes: 5 })", "bad-value", "virtualNodes"),
        ("({ hash: 'md4' })", "bad-value", "hash"),
        ("({ hash: null })", "wrong-kind", "hash"),
        ("({ finaliser: 1 })", "wrong-kind", "finaliser"),
        ("({ label: '{i}' })", "bad-value", "label"),
        ("({ algorithm: 'ketama' })", "bad-value", "algorithm"),
        ("({ space: 64 })", "bad-value", "space"),
        ("({ nodes: 'a,b' })", "wrong-kind", "nodes"),
        ("({ nodes: ['a', 'b', 'a'] })", "bad-value", "nodes[2]"),
        ("({ nodes: ['a', ''] })", "bad-value", "nodes[1]"),
        ("({ nodes: ['a', 5] })", "wrong-kind", "nodes[1]"),
        ("({ nodes: [, 'a'] })", "wrong-kind", "nodes[0]"),
        ("({ nodes: [{ weight: 1 }] })", "bad-value", "nodes[0]"),
        ("({ nodes: [{ name: 'a', weight: NaN }] })", "bad-value", "nodes[0].weight"),
        ("({ nodes: [{ name: 'a', weight: 1000.01 }] })", "bad-value", "nodes[0].weight"),
        ("({ nodes: [{ name: 'a', weight: 0.001 }] })", "bad-value", "nodes[0].weight"),
        ("({ nodes: [{ name: 'a', wieght: 1 }] })", "unknown-name", "nodes[0].wieght"),
        ("({ nodes: [{ name: 'a', up: 'no' }] })", "wrong-kind", "nodes[0].up"),
        ("({ keys: 'k' })", "wrong-kind", "keys"),
        ("({ keys: ['k', 7] })", "wrong-kind", "keys[1]"),
        ("({ keys: ['k', 'two\\nlines'] })", "bad-value", "keys[1]"),
        ("({ keys: { pattern: 'k' } })", "bad-value", "keys.pattern"),
        ("({ keys: { count: 1e6 + 1 } })", "bad-value", "keys.count"),
        ("({ keys: { n: 5 } })", "unknown-name", "keys.n"),
        ("5", "wrong-kind", "options"),
        ("null", "wrong-kind", "options"),
        ("'vn=5'", "wrong-kind", "options"),
        ("[]", "wrong-kind", "options"),
        ("(() => 1)", "wrong-kind", "options"),
        ("new Map([['vn', 5]])", "wrong-kind", "options"),
    ] {
        assert_fault(expression, code, field);
    }
}

#[wasm_bindgen_test]
fn hostile_options_do_no_harm() {
    let cyclic = "(() => { const it = []; it.push(it); return { nodes: it }; })()";
    assert_fault(cyclic, "wrong-kind", "nodes[0]");
    assert_fault("(() => { const it = {}; it.nodes = [{ name: it }]; return it; })()", "wrong-kind", "nodes[0].name");
    assert_fault("(() => { const it = {}; it.it = it; return it; })()", "unknown-name", "it");
    // More than there can be, and nothing of it is looked at.
    assert_fault("({ nodes: new Array(4294967295) })", "too-much", "nodes");
    assert_fault("({ keys: new Array(1e9) })", "too-much", "keys");
    assert_fault("({ keys: new Array(9).fill('k'.repeat(8e6)) })", "too-much", "keys");
    let points = "({ nodes: Array.from({ length: 1000 }, (_, at) => `n${at}`), virtualNodes: 10000 })";
    assert_fault(points, "too-much", "virtualNodes");
    // What is inherited does not count, and what is no plain object is refused.
    assert_fault("({ __proto__: { vn: 5 } })", "wrong-kind", "options");
    assert_fault("JSON.parse('{ \"__proto__\": 5 }')", "unknown-name", "__proto__");
    assert_fault("({ constructor: 5 })", "unknown-name", "constructor");
    assert_fault("new (class { vn = 5 })()", "wrong-kind", "options");
    assert_eq!(counts(&place("({ [Symbol('s')]: 5 })")), FIRST_PAINT);
    // What throws when it is looked at passes on what it threw, and the next call is as good as any.
    for thrower in [
        "({ get vn() { throw new RangeError('mine') } })",
        "new Proxy({}, { ownKeys() { throw new RangeError('mine') } })",
        "new Proxy({}, { getPrototypeOf() { throw new RangeError('mine') } })",
        "({ nodes: new Proxy([], { get() { throw new RangeError('mine') } }) })",
        "({ keys: Object.defineProperty(['k'], 0, { get() { throw new RangeError('mine') } }) })",
    ] {
        assert_eq!(fault(thrower).2, "mine", "{thrower}");
    }
    assert_eq!(counts(&place("({})")), FIRST_PAINT);
}
