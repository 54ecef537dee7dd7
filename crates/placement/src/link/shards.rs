//! The fields `drained`, `pins` and `shards`: the table of a coordinator. See the module's grammar.

use super::{
    nodes::{self, read_whole},
    note::Notes,
};
use crate::{
    fleet::{Fleet, NodeId},
    limits,
    shards::{Pin, SHARDS, ShardTable, check_tenant},
};

/// What is wrong with each field, as a sentence.
const NO_DRAINED: &str = "Drained are nodes by their places, with commas between: 2,5.";
const NO_PINS: &str = "A pin is what keys begin with, @ and the place of a node: user:42@3.";
const NO_SHARDS: &str =
    "The table is its version, or version, dot and 256 places of nodes that can own keys, in digits to the base 36.";

/// The fields of a table with their values, as far as they are not at their defaults.
pub(super) fn write(fleet: &Fleet) -> Vec<(&'static str, String)> {
    let Some(table) = fleet.kept_shards() else { return Vec::new() };
    let place = |id: NodeId| fleet.nodes().iter().position(|node| node.id == id).unwrap_or(0);
    let mut fields = Vec::new();
    if !table.drained().is_empty() {
        let places: Vec<String> = table.drained().iter().map(|&id| place(id).to_string()).collect();
        fields.push(("drained", places.join(",")));
    }
    if !table.pins().is_empty() {
        let pin = |pin: &Pin| format!("{}@{}", nodes::escaped(&pin.tenant), place(pin.node));
        fields.push(("pins", table.pins().iter().map(pin).collect::<Vec<_>>().join(",")));
    }
    let as_dealt = table.clone().dealt_anew(fleet);
    if table.owners() != as_dealt.owners() {
        let digits = digits_of_a_place(fleet);
        let owners = table.owners().iter().flatten().map(|&id| in_base_36(place(id), digits));
        fields.push(("shards", format!("{}.{}", table.version(), owners.collect::<String>())));
    } else if table.version() != as_dealt.version() {
        fields.push(("shards", table.version().to_string()));
    }
    fields
}

/// Reads the three fields. One that does not make sense for this fleet is as if it were not there, and noted.
pub(super) fn read(fleet: &mut Fleet, field: &dyn Fn(&str) -> Option<String>, notes: &mut Notes) {
    let [drained, pins, shards] = ["drained", "pins", "shards"].map(field);
    let mut bad = |field: &str, text: &str, reason: &str| notes.add_bad_value(field, text, &reason);
    let drained_nodes = drained.as_ref().and_then(|text| read_drained(text, fleet));
    if let (Some(text), None) = (&drained, &drained_nodes) {
        bad("drained", text, NO_DRAINED);
    }
    let pinned = pins.as_ref().and_then(|text| read_pins(text, fleet));
    if let (Some(text), None) = (&pins, &pinned) {
        bad("pins", text, NO_PINS);
    }
    let (drained_nodes, pinned) = (drained_nodes.unwrap_or_default(), pinned.unwrap_or_default());
    let with = |dealt: Option<Dealt>| {
        let (version, owners) = dealt.map_or((None, None), |dealt| (Some(dealt.version), dealt.owners));
        ShardTable::from_parts(fleet, version, owners, &pinned, &drained_nodes)
    };
    let table = shards.as_ref().and_then(|text| with(Some(read_dealt(text, fleet)?)));
    if let (Some(text), None) = (&shards, &table) {
        bad("shards", text, NO_SHARDS);
    }
    if let Some(table) = table.or_else(|| with(None)) {
        fleet.keep_shards(table);
    }
}

/// What the field `shards` says.
struct Dealt {
    version: u32,
    /// As freshly dealt, where there are none.
    owners: Option<Vec<NodeId>>,
}

fn read_dealt(text: &str, fleet: &Fleet) -> Option<Dealt> {
    let (version, places) = text.split_once('.').map_or((text, None), |(version, places)| (version, Some(places)));
    let version = if version.is_empty() { None } else { read_whole(version) }?;
    let owners = match places {
        None => None,
        Some(places) => Some(read_places(places, fleet)?),
    };
    Some(Dealt { version, owners })
}

fn read_places(text: &str, fleet: &Fleet) -> Option<Vec<NodeId>> {
    let digits = digits_of_a_place(fleet);
    if text.len() != digits * SHARDS as usize || !text.is_ascii() {
        return None;
    }
    let place = |digits: &[u8]| {
        digits.iter().try_fold(0, |place, &digit| Some(place * 36 + char::from(digit).to_digit(36)? as usize))
    };
    text.as_bytes().chunks(digits).map(|digits| Some(fleet.nodes().get(place(digits)?)?.id)).collect()
}

fn read_drained(text: &str, fleet: &Fleet) -> Option<Vec<NodeId>> {
    let mut drained: Vec<NodeId> = Vec::new();
    let mut seen = vec![false; fleet.nodes().len()];
    for place in text.split(',') {
        let place = node_at(place, fleet)?;
        if std::mem::replace(&mut seen[place], true) {
            return None;
        }
        drained.push(fleet.nodes()[place].id);
    }
    Some(drained)
}

fn read_pins(text: &str, fleet: &Fleet) -> Option<Vec<Pin>> {
    let mut pins: Vec<Pin> = Vec::new();
    for part in nodes::split(text) {
        let [('@', place)] = &part.marks[..] else { return None };
        let node = fleet.nodes()[node_at(place, fleet)?].id;
        let is_good = check_tenant(&part.name).is_ok() && pins.len() < limits::PINS;
        if !is_good || pins.iter().any(|pin| pin.tenant == part.name) {
            return None;
        }
        pins.push(Pin { tenant: part.name, node });
    }
    Some(pins)
}

/// A place in the field `nodes`, counted from 0.
fn node_at(text: &str, fleet: &Fleet) -> Option<usize> {
    let place = if text.is_empty() { None } else { read_whole(text) }? as usize;
    (place < fleet.nodes().len()).then_some(place)
}

/// As many as the last place needs.
fn digits_of_a_place(fleet: &Fleet) -> usize {
    let mut digits = 1;
    let mut last = fleet.nodes().len().saturating_sub(1) / 36;
    while last > 0 {
        (digits, last) = (digits + 1, last / 36);
    }
    digits
}

fn in_base_36(mut number: usize, digits: usize) -> String {
    let mut text = vec!['0'; digits];
    for digit in text.iter_mut().rev() {
        *digit = char::from_digit((number % 36) as u32, 36).unwrap_or('0');
        number /= 36;
    }
    text.into_iter().collect()
}
