//! A migration as a figure in another page: from what to what, as a flow and in counts. Its finding is the figure's caption.

use leptos::{context::Provider, prelude::*};

use super::{
    begun, fact_table,
    table::{self, ServerTable},
};
use crate::{
    compare::in_full,
    component::{
        picture::Picture,
        sentence::{MoreButton, WayFields},
    },
    embed::presentation::Control,
    migrate,
    react::{remade, text},
    store::{Store, use_store},
};
use placement::beside::Variant;

/// The parts of the figure: the picture stands among them as one of them, so that it can give way.
#[component]
pub fn MigrationFigure() -> impl IntoView {
    let page = use_store();
    let to = begun(page);
    let edits = page.presentation().is_some_and(|shown| shown.has(Control::Settings));
    let facts = to.derive(migrate::facts);
    view! {
        <div class="embed-sides">
            <Side store=page name="From" edits />
            <Provider value=to>
                <Side store=to name="To" edits />
            </Provider>
        </div>
        <Provider value=to>
            <Picture view=to.view() lit=to.lit theme=to.theme.into() table=table::ID />
            {remade(move || fact_table(facts.get()))}
            <details class="embed-table">
                <summary>"Server by server, as a table"</summary>
                <ServerTable />
            </details>
        </Provider>
    }
}

/// One side in words, or with its settings to be turned.
#[component]
fn Side(store: Store, name: &'static str, edits: bool) -> impl IntoView {
    let is_target = store.column().is_some();
    let (title, more) = (format!("embed-{}", name.to_ascii_lowercase()), RwSignal::new(false));
    let labelled_by = title.clone();
    let way = if edits {
        view! {
            <p class="sentence compare-way">
                "Placed " <WayFields more /> ". " <MoreButton more />
            </p>
        }
        .into_any()
    } else {
        view! { <p>{store.text(|view| format!("{}.", in_full(&Variant::of(view.scenario()))))}</p> }.into_any()
    };
    let target = store.target();
    let servers = text(move || {
        let from = store.scenario();
        store.view().with(|view| match target.get().filter(|_| is_target) {
            Some(to) => migrate::matched_words(&from, view.scenario(), &to),
            None => format!("{}.", migrate::servers_in_words(view.fleet().nodes().len())),
        })
    });
    let refused = text(move || store.column().and_then(|column| column.refused.get()).unwrap_or_default());
    view! {
        <section aria-labelledby=labelled_by>
            <h2 id=title>{name}</h2>
            {way}
            <p class="quiet">{servers}</p>
            <p class="compare-refused" role="alert">{refused}</p>
        </section>
    }
}
