//! What slots and scores say alike: of the fleet, of the lit node, and of keys that moved.

use placement::{
    fleet::NodeId,
    measure::Movement,
    number::{Ratio, thousands},
};

use super::words::{Corner, Note};
use crate::view::{Change, View};

/// The change on show, if it is one of the roster by the same algorithm.
#[must_use]
pub fn roster_change(view: &View) -> Option<(&Change, &Movement)> {
    let change = view.change.as_deref()?;
    let movement = change.roster_movement()?;
    (change.before.scenario().algorithm == view.scenario().algorithm).then_some((change, movement))
}

/// The note in the upper right corner: the lit node, what moved, or the busiest node.
#[must_use]
pub fn headline(view: &View, lit: Option<NodeId>) -> Note {
    let note = |heading: String, text: String| Note::new(Corner::TopRight, heading, text);
    let of_all = |keys: u32| format!("{} of {} keys", thousands(keys), thousands(view.balance.keys));
    if let Some((node, load)) =
        lit.and_then(|id| Some((view.fleet().get(id)?, view.balance.loads.iter().find(|load| load.id == id)?)))
    {
        let share = Ratio::new(load.keys, view.balance.keys).percent();
        return note(format!("{} {}", node.id.letter(), node.name), format!("{}, {share}", of_all(load.keys)));
    }
    if let Some((_, movement)) = roster_change(view) {
        let heading = format!("{} moved", movement.share().percent());
        return Note { is_accent: true, ..note(heading, of_all(movement.moved)) };
    }
    let busiest = view.balance.busiest().and_then(|load| Some((load.times_fair?, view.fleet().get(load.id)?)));
    busiest.map_or_else(
        || note(String::new(), String::new()),
        |(times, node)| {
            note(format!("{} {}", node.id.letter(), node.name), format!("busiest, {} times fair", times.times()))
        },
    )
}

/// A note as a sentence.
#[must_use]
pub fn sentence(note: &Note) -> String {
    match (note.heading.as_str(), note.text.as_str()) {
        ("", "") => String::new(),
        ("", text) => format!("{text}."),
        (heading, text) => format!("{heading}: {text}."),
    }
}

/// What stands on an empty picture.
#[must_use]
pub fn nothing(view: &View) -> &'static str {
    if view.fleet().nodes().is_empty() {
        "No node. Add one to place keys."
    } else {
        "No node is up, so no key has an owner."
    }
}
