//! The capacity plan of the reader's own fleet: what the loss of each node adds to the database, made a node at a time.

use std::time::Duration;

use leptos::prelude::*;
use placement::{
    drill::{Plan, capacity::CapacityPlan},
    fleet::Fleet,
    parameter::Settings,
};

use super::{paper, tables::Plate};
use crate::{
    component::choice::{ChoiceField, Item},
    drills::losses,
    lab::sheet::Table,
    react::{flag, on_click, shown_while, text},
    store::{Store, use_store},
    work::now,
};

/// While it is made it is shown so often.
const SHOW_MS: f64 = 250.0;

/// The plan as far as it is made, with what it is made of.
type Made = (CapacityPlan, Settings, Fleet);

/// The plan: at once where the drill is about it, else when it is asked for.
#[component]
pub fn Losses() -> impl IntoView {
    let store = use_store();
    let id = move || store.drill().with(|asked| asked.as_ref().map_or("", |asked| asked.id()));
    let is_asked_for = RwSignal::new(false);
    let is_its_own = flag(move || id() == "dies");
    let is_open = flag(move || is_its_own.get() || is_asked_for.get());
    let is_offered = flag(move || !is_its_own.get());
    view! {
        {shown_while(
            is_offered,
            move || {
                view! {
                    <p class="drill-losses">
                        <button
                            type="button"
                            class="button"
                            aria-expanded=text(move || is_asked_for.get().to_string())
                            on:click=on_click(move |_| is_asked_for.update(|is_asked_for| *is_asked_for = !*is_asked_for))
                        >
                            "Capacity plan"
                        </button>
                        <span class="quiet">"What the loss of any one node adds to the database, with these quantities."</span>
                    </p>
                }
                    .into_any()
            },
        )}
        {shown_while(is_open, || view! { <PlanOfLosses /> }.into_any())}
    }
}

/// What it says, and its table.
#[component]
fn PlanOfLosses() -> impl IntoView {
    let store = use_store();
    let (table, words) = (RwSignal::new(Table::default()), RwSignal::new(String::new()));
    paper::has_plan(table.into());
    // 0 for the heaviest first.
    let order = RwSignal::new(0usize);
    let turn = StoredValue::new(0u32);
    let made = StoredValue::new_local(None::<Made>);
    let show = move || {
        made.with_value(|made| {
            if let Some((plan, settings, fleet)) = made {
                table.set(losses::table(plan, settings, fleet, order.get_untracked() == 0));
                words.set(losses::sentence(plan, settings, fleet));
            }
        });
    };
    Effect::new(move |_| {
        store.settled.track();
        store.drill().track();
        let number = turn
            .try_update_value(|turn| {
                *turn = turn.wrapping_add(1);
                *turn
            })
            .unwrap_or_default();
        let begin = move || {
            if turn.try_get_value() == Some(number) {
                made.set_value(begun(store));
                go_on(Making { number, turn, made, shown_at: 0.0 }, show);
            }
        };
        set_timeout(begin, Duration::from_millis(50));
    });
    let items = ["the heaviest loss first", "as in the fleet"];
    let items = items.map(|name| Item { name: name.into(), help: String::new() }).to_vec();
    let take = Callback::new(move |at| {
        order.set(at);
        show();
    });
    let caption = text(move || {
        let whose = match store.drill().with(|asked| asked.as_ref().map_or("", |asked| asked.id())) {
            "reference" => "The document’s own four nodes",
            _ => "Your fleet as it is set above",
        };
        format!(
            "{whose}, with the quantities of this drill, before anything happens: what the loss of one node adds to the \
             database at first. Rows beyond what it stands are bold."
        )
    });
    view! {
        <Plate title="Capacity plan" caption=caption table=table.into() finding=words.into()>
            <p class="quiet drill-how">
                "Order: " <ChoiceField label="Order of the nodes".to_owned() items value=order take />
            </p>
        </Plate>
    }
}

/// The plan of the fleet as the reader has it, with the quantities of the drill on show; the reference failure has its own.
fn begun(store: Store) -> Option<Made> {
    let asked = store.drill().get_untracked()?;
    let own = store.scenario();
    let plan = asked.runs(&own).into_iter().next()?;
    let scenario = if asked.id() == "reference" { plan.scenario.clone() } else { (*own).clone() };
    let (settings, fleet) = (plan.settings.clone(), scenario.fleet.clone());
    Some((CapacityPlan::new(Plan { scenario, ..plan }).ok()?, settings, fleet))
}

/// A plan being made.
#[derive(Clone, Copy)]
struct Making {
    number: u32,
    turn: StoredValue<u32>,
    made: StoredValue<Option<Made>, LocalStorage>,
    shown_at: f64,
}

/// A node after the other, with time between for what the page has to do.
fn go_on(making: Making, show: impl Fn() + Copy + 'static) {
    let Making { number, turn, made, shown_at } = making;
    if turn.try_get_value() != Some(number) {
        return;
    }
    let is_done = made.try_update_value(|made| made.as_mut().is_none_or(|made| made.0.step()));
    let is_due = is_done != Some(false) || now() - shown_at > SHOW_MS;
    if is_due {
        show();
    }
    if is_done == Some(false) {
        let shown_at = if is_due { now() } else { shown_at };
        set_timeout(move || go_on(Making { shown_at, ..making }, show), Duration::ZERO);
    }
}
