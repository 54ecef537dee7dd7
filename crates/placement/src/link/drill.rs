//! The field `drill`: a drill with the reader's own values and events. It borrows the grammar of nodes, as `then` does.

use super::{
    nodes::{Part, escaped, read_whole, split},
    note::{Notes, shortened},
};
use crate::{
    algorithm,
    drill::{Asked, Event, Happening, MOST_EVENTS, MOST_TICKS, catalogue::IDS, quantity::Quantity},
    fleet::NodeId,
    limits,
    weight::Weight,
};

/// A drill as the value of `drill`.
pub(super) fn write(asked: &Asked) -> String {
    let mut text = asked.id().to_owned();
    for (quantity, value) in asked.values() {
        text.push_str(&format!("*{}:{}", quantity.parameter.field, escaped(&quantity.parameter.write(value))));
    }
    for event in asked.events() {
        text.push_str(&format!(",@{}!{}", event.at_tick, write_what(&event.what)));
        if event.rollout_s > 0 {
            text.push_str(&format!("^{}", event.rollout_s));
        }
    }
    text
}

fn write_what(what: &Happening) -> String {
    match what {
        Happening::Kill(id) => format!("kill:{}", id.0),
        Happening::Revive(id) => format!("revive:{}", id.0),
        Happening::Fail { node, percent } => format!("fail:{}:{percent}", node.0),
        Happening::Slow { node, percent } => format!("slow:{}:{percent}", node.0),
        Happening::Partition { client, node } => format!("cut:{client}:{}", node.0),
        Happening::Heal { client, node } => format!("heal:{client}:{}", node.0),
        Happening::Hot { percent } => format!("hot:{percent}"),
        Happening::Add { name, weight } if *weight == Weight::ONE => format!("add:{}", escaped(name)),
        Happening::Add { name, weight } => format!("add:{}*{weight}", escaped(name)),
        Happening::Remove(id) => format!("remove:{}", id.0),
        Happening::Weigh { node, weight } => format!("weigh:{}:{weight}", node.0),
        Happening::Set(parameter, value) => format!("set:{}:{}", parameter.field, escaped(&parameter.write(value))),
    }
}

/// Reads the field. What cannot be taken of it is left out; without a drill that there is, all of it.
pub(super) fn read(text: Option<&String>, notes: &mut Notes) -> Option<Asked> {
    let mut parts = split(text.filter(|text| !text.is_empty())?).into_iter();
    let head = parts.next()?;
    let Some(mut asked) = Asked::new(&head.name) else {
        notes.add_bad_value("drill", &head.name, &format!("Drill: one of {}.", IDS.join(", ")));
        return None;
    };
    for (mark, text) in &head.marks {
        let taken = if *mark == '*' { set(&mut asked, text) } else { Err("Values stand as *field:value.".into()) };
        if let Err(reason) = taken {
            notes.add_bad_value("drill", text, &reason);
        }
    }
    for part in parts {
        match read_event(&part) {
            Some(event) if asked.events().len() < MOST_EVENTS => {
                asked.add(event);
            }
            Some(_) => {
                notes.add_bad_value("drill", &what_of(&part), &format!("A drill can have up to {MOST_EVENTS} events."));
                break;
            }
            None => notes.add_bad_value("drill", &what_of(&part), &"Events stand as @tick!what, such as @600!kill:2."),
        }
    }
    Some(asked)
}

/// The part of an event that says most.
fn what_of(part: &Part) -> String {
    let marks = part.marks.iter().map(|(mark, text)| format!("{mark}{text}")).collect::<String>();
    shortened(&format!("{}{marks}", part.name))
}

fn set(asked: &mut Asked, text: &str) -> Result<(), String> {
    let (field, value) = text.split_once(':').ok_or("Values stand as *field:value.")?;
    let quantity = Quantity::from_field(field).ok_or("No quantity of a drill is called so.")?;
    let value = quantity.parameter.read(value).map_err(|error| error.to_string())?;
    asked.set(quantity, value).map_err(|error| error.to_string())
}

fn read_event(part: &Part) -> Option<Event> {
    let (mut at_tick, mut what, mut weight, mut rollout_s) = (None, None, None, None);
    for (mark, text) in &part.marks {
        let number = || if text.is_empty() { None } else { read_whole(text) };
        // A mark that stands twice is no event.
        let is_first = match mark {
            '@' => at_tick.replace(number().filter(|&tick| tick <= MOST_TICKS)?).is_none(),
            '!' => what.replace(text.as_str()).is_none(),
            '*' => weight.replace(text.parse::<Weight>().ok()?).is_none(),
            _ => rollout_s.replace(number().filter(|&seconds| seconds <= MOST_TICKS)?).is_none(),
        };
        if !is_first {
            return None;
        }
    }
    let what = read_what(what?, weight).filter(|_| part.name.is_empty())?;
    Some(Event { at_tick: at_tick?, what, rollout_s: rollout_s.unwrap_or(0) })
}

fn read_what(text: &str, weight: Option<Weight>) -> Option<Happening> {
    let (word, rest) = text.split_once(':')?;
    if word == "add" {
        let fits = !rest.is_empty() && rest.len() <= limits::NAME_BYTES;
        return fits.then(|| Happening::Add { name: rest.into(), weight: weight.unwrap_or(Weight::ONE) });
    }
    if weight.is_some() {
        return None;
    }
    let (first, second) = match rest.split_once(':') {
        Some((first, second)) => (first, Some(second)),
        None => (rest, None),
    };
    if word == "set" {
        let parameter = algorithm::all_parameters().into_iter().find(|one| one.field == first)?;
        return Some(Happening::Set(parameter, parameter.read(second?).ok()?));
    }
    if word == "weigh" {
        return Some(Happening::Weigh { node: id(first)?, weight: second?.parse().ok()? });
    }
    let percent = |text: &str| number(text).filter(|&percent| percent <= 100);
    Some(match (word, second) {
        ("kill", None) => Happening::Kill(id(first)?),
        ("revive", None) => Happening::Revive(id(first)?),
        ("remove", None) => Happening::Remove(id(first)?),
        ("hot", None) => Happening::Hot { percent: percent(first)? },
        ("fail", Some(second)) => Happening::Fail { node: id(first)?, percent: percent(second)? },
        ("slow", Some(second)) => {
            Happening::Slow { node: id(first)?, percent: percent(second).filter(|&percent| percent > 0)? }
        }
        ("cut", Some(second)) => Happening::Partition { client: number(first)?, node: id(second)? },
        ("heal", Some(second)) => Happening::Heal { client: number(first)?, node: id(second)? },
        _ => return None,
    })
}

fn number(text: &str) -> Option<u32> {
    if text.is_empty() { None } else { read_whole(text) }
}

fn id(text: &str) -> Option<NodeId> {
    number(text).map(NodeId)
}
