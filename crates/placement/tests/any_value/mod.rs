//! Any value that a parameter can have.
#![allow(clippy::unwrap_used)]

use placement::{
    parameter::{Kind, Value},
    system::assignment::Assignment,
};
use proptest::prelude::*;

/// Any value of a kind.
pub fn value(kind: &'static Kind) -> BoxedStrategy<Value> {
    match kind {
        Kind::Count { least, most, .. } => (*least..=*most).prop_map(Value::Count).boxed(),
        Kind::Choice(options) => (0..options.len()).prop_map(Value::Choice).boxed(),
        Kind::Switch => any::<bool>().prop_map(Value::Switch).boxed(),
        Kind::Label { .. } => "\\PC{0,12}".prop_map(|text| Value::Label(format!("{{node}}{text}{{i}}"))).boxed(),
        Kind::Assignment(units) => ("\\PC{1,12}", "\\PC{1,12}", 0..1_000i64)
            .prop_map(|(one, other, part)| {
                let given = vec![(one, vec![(part, part)]), (other, vec![(part + 1, part + 1)])];
                Assignment::new(units, given).unwrap().value()
            })
            .boxed(),
    }
}
