//! The field `to`: where a scenario is migrated to. First the way to place keys there, as in `cmp`, then the servers, as in
//! `nodes` but without ids and buckets: which server is which of `nodes` is found by name, or with `*by:place` by place.

use super::{
    beside::{read_way, write_variant},
    nodes::{Part, escaped, split},
    note::Notes,
};
use crate::{
    migration::{Matching, Server, Target},
    scenario::Scenario,
    weight::Weight,
};

/// The mark of servers that are matched by place. No parameter is called so.
const BY_PLACE: (char, &str) = ('*', "by:place");

/// The field's value.
pub(super) fn write(target: &Target) -> String {
    let mut text = write_variant(&target.variant);
    if target.matching == Matching::Place {
        text.push(BY_PLACE.0);
        text.push_str(BY_PLACE.1);
    }
    let Some(servers) = &target.servers else { return text };
    if servers.is_empty() {
        text.push(',');
    }
    for server in servers {
        text.push(',');
        text.push_str(&escaped(&server.name));
        if server.weight != Weight::ONE {
            text.push_str(&format!("*{}", server.weight));
        }
        if !server.up {
            text.push('!');
        }
    }
    text
}

/// Reads the field's value for a scenario; what cannot be placed is left out, all of it.
pub(super) fn read(scenario: &Scenario, text: &str, notes: &mut Notes) -> Option<Target> {
    let target = read_target(scenario, text).and_then(|target| match target.on(scenario) {
        Ok(_) => Ok(target),
        Err(error) => Err(error.to_string()),
    });
    target.map_err(|why| notes.add_bad_value("to", text, &why)).ok()
}

fn read_target(scenario: &Scenario, text: &str) -> Result<Target, String> {
    let mut parts = split(text).into_iter();
    let mut way = parts.next().unwrap_or_default();
    let count = way.marks.len();
    way.marks.retain(|(mark, text)| (*mark, text.as_str()) != BY_PLACE);
    let matching = if way.marks.len() < count { Matching::Place } else { Matching::Name };
    let variant = read_way(&way, scenario)?;
    let parts: Vec<Part> = parts.collect();
    let servers = match &parts[..] {
        [] => None,
        [only] if only.name.is_empty() && only.marks.is_empty() => Some(Vec::new()),
        all => Some(all.iter().map(read_server).collect::<Result<Vec<_>, _>>()?),
    };
    Ok(Target { variant, servers, matching })
}

fn read_server(part: &Part) -> Result<Server, String> {
    let mut server = Server { name: part.name.clone(), weight: Weight::ONE, up: true };
    for (mark, text) in &part.marks {
        match mark {
            '*' => server.weight = text.parse().map_err(|error: crate::weight::WeightError| error.to_string())?,
            '!' if text.is_empty() => server.up = false,
            _ => return Err("After the name of a server stand a weight as *2, or ! where it is down.".into()),
        }
    }
    Ok(server)
}
