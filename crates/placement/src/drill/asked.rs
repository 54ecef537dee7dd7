//! A drill as a link asks for it: which one, what is set otherwise, what happens besides.

use super::{
    catalogue::{Drill, IDS},
    event::Event,
    plan::{MOST_EVENTS, Plan},
    quantity::{self, Quantity},
};
use crate::{
    parameter::{ParameterError, Value},
    scenario::Scenario,
};

/// A drill with the reader's own values and events.
///
/// It knows the drill by its id alone, so that a page which reads links need not have the drills with it.
#[derive(Clone, PartialEq, Debug)]
pub struct Asked {
    id: &'static str,
    values: Vec<(&'static Quantity, Value)>,
    events: Vec<Event>,
}

impl Asked {
    /// The drill of an id as it stands; `None` where there is none.
    #[must_use]
    pub fn new(id: &str) -> Option<Self> {
        let id = IDS.into_iter().find(|&one| one == id)?;
        Some(Self { id, values: Vec::new(), events: Vec::new() })
    }

    /// Which drill.
    #[must_use]
    pub fn id(&self) -> &'static str {
        self.id
    }

    /// What is set otherwise than the drill has it, in the order of [`quantity::ALL`]. It holds for all its runs, even
    /// where it is the default: a drill can have another.
    #[must_use]
    pub fn values(&self) -> &[(&'static Quantity, Value)] {
        &self.values
    }

    /// What happens besides, by ticks.
    #[must_use]
    pub fn events(&self) -> &[Event] {
        &self.events
    }

    /// Another value of a quantity.
    ///
    /// # Errors
    /// A value that does not fit; nothing is changed then.
    pub fn set(&mut self, quantity: &'static Quantity, value: Value) -> Result<(), ParameterError> {
        quantity.parameter.check(&value)?;
        self.unset(quantity);
        let place = |one: &Quantity| quantity::ALL.iter().position(|other| *other == one);
        let at = self.values.iter().filter(|(one, _)| place(one) < place(quantity)).count();
        self.values.insert(at, (quantity, value));
        Ok(())
    }

    /// The value that the drill has.
    pub fn unset(&mut self, quantity: &Quantity) {
        self.values.retain(|(one, _)| *one != quantity);
    }

    /// Something more that happens. False where there are [`MOST_EVENTS`] already.
    pub fn add(&mut self, event: Event) -> bool {
        let has_room = self.events.len() < MOST_EVENTS;
        if has_room {
            let at = self.events.iter().filter(|one| one.at_tick <= event.at_tick).count();
            self.events.insert(at, event);
        }
        has_room
    }

    /// The same without one of its events, by its place; `None` where there is none.
    #[must_use]
    pub fn without_event(&self, place: usize) -> Option<(Self, Event)> {
        let mut other = self.clone();
        let event = (place < other.events.len()).then(|| other.events.remove(place))?;
        Some((other, event))
    }

    /// Is it the same drill with the same values, whatever happens besides?
    #[must_use]
    pub fn is_same_but_for_events(&self, other: &Self) -> bool {
        self.id == other.id && self.values == other.values
    }

    /// Its runs on a scenario.
    #[must_use]
    pub fn runs(&self, scenario: &Scenario) -> Vec<Plan> {
        let mut runs = Drill::from_id(self.id).map_or_else(Vec::new, |drill| drill.runs(scenario));
        for run in &mut runs {
            for (quantity, value) in &self.values {
                // It was checked when it was set.
                let _ = run.settings.set(&quantity.parameter, value.clone());
            }
            run.events.extend(self.events.iter().cloned());
        }
        runs
    }
}
