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
    let shown = playing.shown;
    let error = text(move || shown.with(|shown| shown.error.clone().unwrap_or_default()));
    let has_error = flag(move || shown.with(|shown| shown.error.is_some()));
    let runs = flag(move || !has_error.get());
    let is_durable = flag(move || store.drill().with(|asked| asked.as_ref().is_some_and(values::is_durable)));
    let copies = flag(move || !has_error.get() && is_durable.get());
    // No database stands behind durable data.
    let plans_losses = flag(move || !has_error.get() && !is_durable.get());
    view! {
        <div class="drills">
            <DrillList />
            <div class="drill-main">
                <p class="quiet drill-about">{playing.about()}</p>
                <FleetSource />
                {shown_while(
                    has_error,
                    move || view! { <p class="compare-refused" role="alert">{error}</p> }.into_any(),
                )}
                {shown_while(
                    runs,
                    || {
                        view! {
                            <Transport />
                            <Lanes />
                            <Events />
                        }
                            .into_any()
                    },
                )}
            </div>
            <div class="drill-side">
                <DrillRing />
                <Quantities />
            </div>
            <div class="drill-below">
                {shown_while(copies, || view! { <Copying /> }.into_any())}
                {shown_while(
                    runs,
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
