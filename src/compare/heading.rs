//! What a column is called: its algorithm, its hash, and what else tells it from the others.

use placement::{
    algorithm::Hashing,
    beside::Variant,
    number::thousands,
    parameter::{self, Kind, Parameter, Value},
};

use crate::lab::titled;

/// The name of a placement among all that are compared: "Ring, FNV-1a 32, 160 virtual nodes each".
#[must_use]
pub fn heading(variant: &Variant, all: &[Variant]) -> String {
    let (algorithm, settings) = (variant.algorithm, &variant.settings);
    let mut parts = vec![titled(algorithm)];
    if algorithm.takes(&parameter::HASH) {
        parts.push(Hashing::from_settings(settings).points.name());
    }
    let is_told = |parameter: &Parameter| *parameter == parameter::HASH || *parameter == parameter::FINALISER;
    for parameter in algorithm.parameters.iter().filter(|one| !is_told(one)) {
        let value = settings.get(parameter);
        let differs = |other: &Variant| other.algorithm.takes(parameter) && other.settings.get(parameter) != value;
        if value != parameter.default() || all.iter().any(differs) {
            parts.push(said(parameter, &value));
        }
    }
    parts.join(", ")
}

/// All that the settings sentence shows of a placement: "Ring, FNV-1a 32, 160 virtual nodes each, labelled {node}#{i}".
#[must_use]
pub fn in_full(variant: &Variant) -> String {
    let settings = &variant.settings;
    let mut text = heading(variant, &[]);
    let is_default = |parameter: &Parameter| settings.get(parameter) == parameter.default();
    let is_told = |parameter: &Parameter| *parameter == parameter::HASH || *parameter == parameter::FINALISER;
    for parameter in variant.algorithm.parameters {
        if parameter.prominent && is_default(parameter) && !is_told(parameter) {
            text.push_str(", ");
            text.push_str(&said(parameter, &settings.get(parameter)));
        }
    }
    text
}

/// A setting as a short phrase: "160 virtual nodes each", "labelled {node}#{i}".
fn said(parameter: &Parameter, value: &Value) -> String {
    let (before, after) = parameter.phrase;
    match (&parameter.kind, value) {
        (_, Value::Count(count)) if !after.is_empty() => format!("{} {after}", thousands(*count)),
        (_, Value::Count(count)) => format!("{before} {}", thousands(*count)),
        (Kind::Choice(options), Value::Choice(at)) => {
            let name = options.get(*at).map_or("", |one| one.name);
            format!("{before} {name} {after}").trim().to_owned()
        }
        (_, Value::Text(text)) => {
            let name = parameter.name.to_ascii_lowercase();
            format!("{name} {}", if text.is_empty() { "not given" } else { "given" })
        }
        (_, Value::Label(text)) => format!("{before} {text}").trim().to_owned(),
        (_, Value::Switch(on)) => {
            format!("{} {}", if *on { "with" } else { "without" }, parameter.name.to_ascii_lowercase())
        }
        (_, Value::Choice(_)) => parameter.name.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use placement::{
        algorithm::{Algorithm, ring},
        scenario::{Command, Scenario},
    };

    fn ring(commands: &[Command]) -> Variant {
        let mut scenario = Scenario::default();
        for command in commands {
            scenario.apply(command.clone()).expect("a command");
        }
        Variant::of(&scenario)
    }

    #[test]
    fn a_name_says_what_differs() {
        let plain = ring(&[]);
        let finalised = ring(&[Command::Set(&parameter::FINALISER, Value::Switch(true))]);
        let fewer = ring(&[Command::Set(&ring::VIRTUAL_NODES, Value::Count(10))]);
        let modulo = Variant { algorithm: Algorithm::from_id("modulo").expect("modulo"), ..plain.clone() };
        let names = |all: &[Variant]| all.iter().map(|one| heading(one, all)).collect::<Vec<_>>();
        assert_eq!(names(&[plain.clone(), finalised]), ["Ring, FNV-1a 32", "Ring, FNV-1a 32 + fmix32"]);
        assert_eq!(
            names(&[plain, fewer, modulo]),
            ["Ring, FNV-1a 32, 160 virtual nodes each", "Ring, FNV-1a 32, 10 virtual nodes each", "Modulo, FNV-1a 32"]
        );
    }

    #[test]
    fn a_real_system_keeps_its_spelling() {
        let nginx = Algorithm::from_id("nginx-consistent").expect("a system");
        assert_eq!(heading(&Variant { algorithm: nginx, ..ring(&[]) }, &[]), "nginx, hash consistent");
    }

    #[test]
    fn labels_and_directions_are_told() {
        let other = ring(&[
            Command::Set(&ring::LABEL, Value::Label("{i}-{node}".into())),
            Command::Set(&ring::DIRECTION, Value::Choice(1)),
        ]);
        assert_eq!(heading(&other, &[]), "Ring, FNV-1a 32, labelled {i}-{node}, walking counter-clockwise");
    }
}
