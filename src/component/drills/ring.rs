//! The ring of the membership at the moment on show, as the first client sees it: nodes come, go and are left out.

use std::sync::Arc;

use leptos::prelude::*;

use super::playing::Playing;
use crate::{
    component::picture::Picture,
    react::text,
    store::use_store,
    view::{Making, View},
    work::Work,
};

/// The picture and what the clients see.
#[component]
pub fn DrillRing() -> impl IntoView {
    let store = use_store();
    let playing: Playing = expect_context();
    let work = Work::in_slices();
    // Until the first run is made the page's own placement is there.
    let start = store.view().with_untracked(|view| view.without_change());
    let view = RwSignal::new(Arc::new(start));
    let show = move |made: View| view.set(Arc::new(made));
    Effect::new(move |_| {
        if let Some(membership) = playing.membership.get() {
            let known = view.get_untracked();
            let making = Box::new(Making::new(&membership, "", None, Some(&known)));
            work.make(making, Arc::new(show)).into_iter().for_each(show);
        }
    });
    let line = text(move || playing.shown.with(|shown| shown.clients_line.clone()));
    view! {
        <section class="drill-ring" aria-label="Membership now">
            <Picture
                view=view.into()
                lit=store.lit
                theme=store.theme.into()
                table="drill-nodes"
            />
            <p class="quiet drill-clients" data-figure="clients">{line}</p>
        </section>
    }
}
