//! The fields `then` and `cmp`: what stands beside a scenario.
//!
//! Both borrow the grammar of nodes: commas between parts, marks within one, and `~` before a separator that is none.

use super::{
    nodes::{Part, escaped, read_whole, split},
    note::Notes,
    target,
};
use crate::{
    algorithm::{self, Algorithm},
    beside::{Beside, MOST_COMMANDS, MOST_VARIANTS, Variant},
    fleet::NodeId,
    parameter::Settings,
    scenario::{Command, Scenario},
    weight::Weight,
};

/// After a `!`: the node comes up again.
const UP: &str = "up";

/// The change as the value of `then`; `None` where there is none, or one that the field cannot say.
pub(super) fn write_then(then: &[Command]) -> Option<String> {
    let parts: Option<Vec<String>> = then.iter().map(write_command).collect();
    parts.filter(|parts| !parts.is_empty()).map(|parts| parts.join(","))
}

fn write_command(command: &Command) -> Option<String> {
    Some(match command {
        Command::AddNode { name, weight } if *weight == Weight::ONE => escaped(name),
        Command::AddNode { name, weight } => format!("{}*{weight}", escaped(name)),
        Command::RemoveNode(id) => format!("@{}", id.0),
        Command::SetUp { id, up } => format!("@{}!{}", id.0, if *up { UP } else { "" }),
        Command::SetWeight { id, weight } => format!("@{}*{weight}", id.0),
        _ => return None,
    })
}

/// The variants as the value of `cmp`; `None` where there are none.
pub(super) fn write_variants(variants: &[Variant]) -> Option<String> {
    let parts: Vec<String> = variants.iter().map(write_variant).collect();
    (!parts.is_empty()).then(|| parts.join(","))
}

pub(super) fn write_variant(variant: &Variant) -> String {
    let mut text = variant.algorithm.id.to_owned();
    for parameter in algorithm::all_parameters() {
        let value = variant.settings.get(parameter);
        if value != parameter.default() {
            text.push_str(&format!("*{}:{}", parameter.field, escaped(&parameter.write(&value))));
        }
    }
    text
}

/// Reads what stands beside a scenario. A change that cannot be made of it is left out, all of it; so is a variant that
/// cannot be placed, and what cannot be migrated to.
pub(super) fn read(scenario: &Scenario, field: &dyn Fn(&str) -> Option<String>, notes: &mut Notes) -> Beside {
    let then = field("then").map_or_else(Vec::new, |text| read_then(scenario, &text, notes));
    let variants = field("cmp").map_or_else(Vec::new, |text| read_variants(scenario, &text, notes));
    let to = field("to").and_then(|text| target::read(scenario, &text, notes));
    Beside { then, variants, to }
}

fn read_then(scenario: &Scenario, text: &str, notes: &mut Notes) -> Vec<Command> {
    if text.is_empty() {
        return Vec::new();
    }
    let parts = split(text);
    let commands: Option<Vec<Command>> = parts.into_iter().map(read_command).collect();
    let Some(commands) = commands.filter(|commands| commands.len() <= MOST_COMMANDS) else {
        let why = format!("Up to {MOST_COMMANDS} changes: a name adds a node, @id removes one, @id! takes one down.");
        notes.add_bad_value("then", text, &why);
        return Vec::new();
    };
    let mut after = scenario.clone();
    for command in &commands {
        if let Err(error) = after.apply(command.clone()) {
            notes.add_bad_value("then", text, &error);
            return Vec::new();
        }
    }
    commands
}

fn read_command(part: Part) -> Option<Command> {
    let marks: Vec<(char, &str)> = part.marks.iter().map(|(mark, text)| (*mark, text.as_str())).collect();
    let id = |text: &str| if text.is_empty() { None } else { read_whole(text).map(NodeId) };
    Some(match (part.name.is_empty(), &marks[..]) {
        (false, []) => Command::AddNode { name: part.name, weight: Weight::ONE },
        (false, [('*', weight)]) => Command::AddNode { weight: weight.parse().ok()?, name: part.name },
        (true, [('@', text)]) => Command::RemoveNode(id(text)?),
        (true, [('@', text), ('!', "")]) => Command::SetUp { id: id(text)?, up: false },
        (true, [('@', text), ('!', word)]) if *word == UP => Command::SetUp { id: id(text)?, up: true },
        (true, [('@', text), ('*', weight)]) => Command::SetWeight { id: id(text)?, weight: weight.parse().ok()? },
        _ => return None,
    })
}

fn read_variants(scenario: &Scenario, text: &str, notes: &mut Notes) -> Vec<Variant> {
    let mut variants = Vec::new();
    for part in split(text) {
        if variants.len() == MOST_VARIANTS {
            notes.add_bad_value("cmp", text, &format!("Up to {MOST_VARIANTS} placements stand beside the first."));
            break;
        }
        match read_variant(&part, scenario) {
            Ok(variant) => variants.push(variant),
            Err(why) => notes.add_bad_value("cmp", &part.name, &why),
        }
    }
    variants
}

fn read_variant(part: &Part, scenario: &Scenario) -> Result<Variant, String> {
    let variant = read_way(part, scenario)?;
    variant.on(scenario).map_err(|error| error.to_string())?;
    Ok(variant)
}

/// Reads a variant; whether it can be placed is not looked at.
pub(super) fn read_way(part: &Part, scenario: &Scenario) -> Result<Variant, String> {
    let algorithm = Algorithm::from_id(&part.name).ok_or_else(|| {
        let known = Algorithm::every().map(|one| one.id).collect::<Vec<_>>().join(", ");
        format!("Algorithm: one of {known}.")
    })?;
    let mut given = Vec::new();
    for (mark, text) in &part.marks {
        let pair = text.split_once(':').filter(|_| *mark == '*').ok_or("Settings stand as *field:value.")?;
        if !algorithm::all_parameters().iter().any(|parameter| parameter.field == pair.0) {
            return Err(format!("No setting is called {}.", pair.0));
        }
        given.push(pair);
    }
    // In the order of the parameters, whatever that of the text: a space of 64 bits comes after the hash that fills it.
    let mut placed = Scenario { algorithm, settings: Settings::default(), ..scenario.clone() };
    for parameter in algorithm::all_parameters() {
        if let Some((_, value)) = given.iter().rfind(|pair| pair.0 == parameter.field) {
            let value = parameter.read(value).map_err(|error| error.to_string())?;
            placed.apply(Command::Set(parameter, value)).map_err(|error| error.to_string())?;
        }
    }
    Ok(Variant::of(&placed))
}
