//! The capacity plan of the reader's own fleet: what the loss of each node adds to the database, made a node at a time.

use std::time::Duration;

use leptos::prelude::*;
use placement::drill::{Plan, capacity::CapacityPlan};

use super::tables::Plate;
use crate::{drills::tables::capacity, lab::sheet::Table, store::use_store};

/// The table.
#[component]
pub fn Losses() -> impl IntoView {
    let store = use_store();
    let table = RwSignal::new(Table::default());
    let turn = StoredValue::new(0u32);
    let making = StoredValue::new_local(None::<CapacityPlan>);
    Effect::new(move |_| {
        store.settled.track();
        let Some(asked) = store.drill().get() else { return };
        let scenario = store.scenario();
        // The drill's quantities, on the fleet as the reader has it.
        let Some(plan) = asked.runs(&scenario).into_iter().next() else { return };
        let plan = Plan { scenario: (*scenario).clone(), ..plan };
        let (settings, fleet) = (plan.settings.clone(), scenario.fleet.clone());
        let number = turn
            .try_update_value(|turn| {
                *turn = turn.wrapping_add(1);
                *turn
            })
            .unwrap_or_default();
        let begin = move || {
            if turn.try_get_value() == Some(number) {
                making.set_value(CapacityPlan::new(plan).ok());
                go_on(number, turn, making, move |made| table.set(capacity(made, &settings, &fleet)));
            }
        };
        set_timeout(begin, Duration::from_millis(50));
    });
    view! {
        <Plate
            title="Capacity plan"
            caption="Your fleet with the quantities of this drill, before anything happens: what the loss of one node adds to the database at first. Rows beyond what it stands are bold."
            table=table.into()
        />
    }
}

/// A node after the other, with time between for what the page has to do.
fn go_on(
    number: u32,
    turn: StoredValue<u32>,
    making: StoredValue<Option<CapacityPlan>, LocalStorage>,
    show: impl Fn(&CapacityPlan) + 'static,
) {
    if turn.try_get_value() != Some(number) {
        return;
    }
    let is_done = making.try_update_value(|making| making.as_mut().is_none_or(CapacityPlan::step));
    making.with_value(|making| making.iter().for_each(&show));
    if is_done == Some(false) {
        set_timeout(move || go_on(number, turn, making, show), Duration::ZERO);
    }
}
