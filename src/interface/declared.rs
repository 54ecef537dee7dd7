//! What can be placed by, with its parameters, as plain objects: made from the declarations, so that nothing can be
//! missing.

use placement::{
    algorithm::{Algorithm, Weights},
    parameter::{Kind, Parameter},
};
use serde::Serialize;

use super::options::camel_case;

/// One algorithm or real system.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Out {
    id: &'static str,
    name: &'static str,
    source: &'static str,
    weights: bool,
    weights_note: Option<&'static str>,
    does: Option<&'static [&'static str]>,
    defaults: Option<&'static str>,
    checked: Option<&'static str>,
    parameters: Vec<ParameterOut>,
}

#[derive(Serialize)]
struct ParameterOut {
    name: String,
    field: &'static str,
    title: &'static str,
    help: &'static str,
    kind: &'static str,
    default: DefaultOut,
    least: Option<u32>,
    most: Option<u32>,
    choices: Option<Vec<ChoiceOut>>,
}

#[derive(Serialize)]
#[serde(untagged)]
enum DefaultOut {
    Number(u32),
    Text(&'static str),
    Switch(bool),
}

#[derive(Serialize)]
struct ChoiceOut {
    id: &'static str,
    name: &'static str,
    help: &'static str,
}

impl Out {
    /// What an algorithm declares.
    pub fn of(algorithm: Algorithm) -> Self {
        let weights_note = match algorithm.weights {
            Weights::Used => None,
            Weights::Ignored(why) => Some(why),
        };
        Self {
            id: algorithm.id,
            name: algorithm.name,
            source: algorithm.source,
            weights: weights_note.is_none(),
            weights_note,
            does: algorithm.card.map(|card| &card.does[..]),
            defaults: algorithm.card.map(|card| card.defaults),
            checked: algorithm.card.map(|card| card.checked),
            parameters: algorithm.parameters.iter().map(|parameter| ParameterOut::of(parameter)).collect(),
        }
    }
}

impl ParameterOut {
    fn of(parameter: &'static Parameter) -> Self {
        let (kind, default, range, choices) = match &parameter.kind {
            Kind::Count { least, most, default, .. } => {
                ("count", DefaultOut::Number(*default), Some((*least, *most)), None)
            }
            Kind::Choice(choices) => {
                let first = choices.first().map_or("", |choice| choice.id);
                let all = choices.iter().map(|one| ChoiceOut { id: one.id, name: one.name, help: one.help });
                ("choice", DefaultOut::Text(first), None, Some(all.collect()))
            }
            Kind::Switch => ("switch", DefaultOut::Switch(false), None, None),
            Kind::Label { default, .. } => ("label", DefaultOut::Text(default), None, None),
            Kind::Assignment(_) => ("assignment", DefaultOut::Text(""), None, None),
        };
        Self {
            name: camel_case(parameter.name),
            field: parameter.field,
            title: parameter.name,
            help: parameter.help,
            kind,
            default,
            least: range.map(|range| range.0),
            most: range.map(|range| range.1),
            choices,
        }
    }
}
