//! Durable data on its way: what each run has to copy and how far it is, and who copies how much to whom in the run whose
//! nodes are shown.

use leptos::prelude::*;

use super::{playing::Playing, tables::Plate};
use crate::react::text;

/// Both tables.
#[component]
pub fn Copying() -> impl IntoView {
    let playing: Playing = expect_context();
    let shown = playing.shown;
    let progress = Memo::new(move |_| shown.with(|shown| shown.copying.progress.clone()));
    let from_to = Memo::new(move |_| shown.with(|shown| shown.copying.from_to.clone()));
    let told = text(move || shown.with(|shown| shown.copying.told.clone()));
    view! {
        <Plate
            title="What is copied"
            caption="Counts at full scale, of all changes so far. All copying together goes at the rate; GB are of 1,000,000,000 bytes."
            table=Signal::derive(move || progress.get())
        />
        <Plate title="From where to where" caption=told table=Signal::derive(move || from_to.get()) />
    }
}
