//! The address of the page: what is on show as a link, and another link opened.

use leptos::prelude::*;
use placement::{
    beside::{Beside, roster_change},
    link,
    scenario::{Command, Scenario},
};

use super::{Store, drill_steps::DrillSteps};
use crate::{idle::when_idle, lab::Options, url};

/// The field of the address that says what is on show in the lab.
pub(super) const LAB_FIELD: &str = "lab";

impl Store {
    /// The link of what is on show. Of a comparison it begins before the change that is compared, where a link can say it.
    pub(super) fn encoded(&self) -> link::Encoded {
        if self.migrates.get_untracked() {
            let to = self.target.get_untracked();
            return link::encode_beside(&self.scenario(), &Beside { to, ..Beside::default() });
        }
        if !self.compares.get_untracked() {
            let drill = self.drill.get_untracked();
            return link::encode_all(&self.scenario(), &Beside::default(), drill.as_ref());
        }
        let variants = self.variants.get_untracked();
        self.history.with_value(|history| {
            let change =
                history.previous().and_then(|before| Some((before, roster_change(before, history.current())?)));
            let (from, then) = change.unwrap_or((history.current(), Vec::new()));
            link::encode_beside(from, &Beside { then, variants, to: None })
        })
    }

    /// The query that goes with what is on show; `None` where it would be too long for an address.
    fn query_of(&self, encoded: &link::Encoded) -> Option<String> {
        if encoded.is_too_long() {
            return None;
        }
        let mut query = encoded.query.clone();
        if let Some(options) = self.lab.get_untracked() {
            query.push_str(&format!("&{LAB_FIELD}={}", options.write()));
        }
        Some(query)
    }

    pub(super) fn write_address(&self, encoded: &link::Encoded) {
        // The address of a figure is its author's.
        if self.is_figure() {
            return;
        }
        // Not before the frame that shows the change: browsers take their time over it.
        if let Some(query) = self.query_of(encoded) {
            when_idle(Box::new(move || url::replace_query(&query)));
        }
    }

    /// The whole link of what is on show, which the address may not have followed to yet.
    #[must_use]
    pub fn address(&self) -> String {
        url::address(self.query_of(&self.encoded()).as_deref())
    }

    /// The same without what stands before its question mark; `None` where it would be too long to be read.
    #[must_use]
    pub fn query(&self) -> Option<String> {
        self.query_of(&self.encoded())
    }

    /// Goes on with the scenario of another link, as a step of its own, so that what moved by it is on show; of a link with a
    /// change, what that moved. Gives what a reader should know about how the link was read.
    pub fn open(&self, query: &str, lab: Option<Options>) -> Vec<String> {
        self.end_gesture();
        let decoded = link::decode(query);
        let then = led_on(&decoded.scenario, &decoded.beside.then);
        let is_there = self.history.with_value(|history| match &then {
            None => **history.current() == decoded.scenario,
            Some((_, after)) => {
                **history.current() == *after && history.previous().is_some_and(|one| **one == decoded.scenario)
            }
        });
        let drill = decoded.drill.filter(|_| lab.is_none());
        let migrates = lab.is_none() && drill.is_none() && decoded.beside.to.is_some();
        self.migrates.set(migrates);
        self.compares.set(lab.is_none() && drill.is_none() && !migrates && !decoded.beside.variants.is_empty());
        self.target.set(decoded.beside.to);
        self.variants.set(decoded.beside.variants);
        self.drill.set(drill);
        self.drill_steps.set_value(DrillSteps::default());
        self.tell_undo_redo();
        if self.lab.with_untracked(|known| *known != lab) {
            self.lab.set(lab);
        }
        if !is_there {
            let before = self.scenario();
            let commands = roster_change(&before, &decoded.scenario).unwrap_or_default();
            let title = led_on(&before, &commands).map_or_else(|| "Another scenario".to_owned(), |led| led.0);
            self.history.update_value(|history| {
                history.push(title, decoded.scenario);
                if let Some((title, scenario)) = then {
                    history.push(title, scenario);
                }
            });
            self.show();
            self.settle(None);
        }
        decoded.notes.iter().map(ToString::to_string).collect()
    }
}

/// The scenario to which a change of a link leads on, with the change in words.
pub(super) fn led_on(from: &Scenario, then: &[Command]) -> Option<(String, Scenario)> {
    let mut scenario = from.clone();
    let mut titles = Vec::new();
    for command in then {
        titles.push(scenario.apply(command.clone()).ok()?.title);
    }
    let title = match &titles[..] {
        [] => return None,
        [title] => title.clone(),
        [first, rest @ ..] => format!("{first}, and {} more", rest.len()),
    };
    Some((title, scenario))
}
