//! The page of drills: their list, the timeline of the one on show with what drives it, its ring, its nodes with what can be
//! done to them, its quantities and tables. It all hangs on one [`Playing`].

mod copying;
mod events;
mod figure;
mod fleet_source;
mod lanes;
mod list;
mod losses;
mod node_table;
mod paper;
mod playing;
mod quantities;
mod ring;
mod tables;
mod transport;

use leptos::prelude::*;

pub use self::figure::DrillFigure;
use self::{
    copying::Copying, events::Events, fleet_source::FleetSource, lanes::Lanes, list::DrillList, losses::Losses,
    node_table::NodeTable, playing::Playing, quantities::Quantities, ring::DrillRing, tables::Tables,
    transport::Transport,
};
use crate::{
    drills::values,
    react::{flag, shown_while, text},
    store::use_store,
};

/// The page, below the settings.
#[component]
pub fn DrillPage() -> impl IntoView {
    let store = use_store();
    let playing = Playing::following(store);
    provide_context(playing);
    paper::stand_on_paper(store, playing);
    let can_run = playing.can_run();
    let is_durable = flag(move || store.drill().with(|asked| asked.as_ref().is_some_and(values::is_durable)));
    let copies = flag(move || can_run.get() && is_durable.get());
    // No database stands behind durable data.
    let plans_losses = flag(move || can_run.get() && !is_durable.get());
    view! {
        <div class="drills">
            <DrillList />
            <div class="drill-main">
                <p class="quiet drill-about">{playing.about()}</p>
                <FleetSource />
                <Course />
            </div>
            <div class="drill-side">
                <DrillRing />
                <Quantities />
            </div>
            <div class="drill-below">
                {shown_while(copies, || view! { <Copying /> }.into_any())}
                {shown_while(
                    can_run,
                    || {
                        view! {
                            <NodeTable />
                            <Tables />
                        }
                            .into_any()
                    },
                )}
                {shown_while(plans_losses, || view! { <Losses /> }.into_any())}
            </div>
        </div>
    }
}

/// What drives the drill, its lanes and what happens in it; or why it cannot run.
#[component]
fn Course() -> impl IntoView {
    let playing: Playing = expect_context();
    let error = text(move || playing.shown.with(|shown| shown.error.clone().unwrap_or_default()));
    let can_run = playing.can_run();
    let cannot_run = flag(move || !can_run.get());
    view! {
        {shown_while(cannot_run, move || view! { <p class="compare-refused" role="alert">{error}</p> }.into_any())}
        {shown_while(
            can_run,
            || {
                view! {
                    <Transport />
                    <Lanes />
                    <Events />
                }
                    .into_any()
            },
        )}
    }
}
