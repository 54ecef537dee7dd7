//! A command in words, as a heading.

use crate::{
    number::thousands,
    parameter::{Kind, Parameter, Value},
};

/// How many nodes.
pub(super) fn nodes_in_words(count: usize) -> String {
    format!("{} {}", thousands(count as u64), if count == 1 { "node" } else { "nodes" })
}

/// Another value of a parameter.
pub(super) fn title_of(parameter: &Parameter, value: &Value) -> String {
    match (&parameter.kind, value) {
        (_, Value::Count(count)) => format!("{} {}", thousands(*count), parameter.name.to_ascii_lowercase()),
        (Kind::Choice(options), Value::Choice(at)) => {
            format!("{}: {}", parameter.name, options.get(*at).map_or("", |one| one.name))
        }
        (_, Value::Switch(true)) => format!("Add the {}", parameter.name.to_ascii_lowercase()),
        (_, Value::Switch(false)) => format!("Remove the {}", parameter.name.to_ascii_lowercase()),
        (_, Value::Label(text)) => format!("{} {text}", parameter.name),
        (_, Value::Text(text)) if text.is_empty() => format!("No {} given", parameter.name.to_ascii_lowercase()),
        (_, Value::Text(_)) => format!("{} given", parameter.name),
        (_, Value::Choice(_)) => parameter.name.to_owned(),
    }
}
