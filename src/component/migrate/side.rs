//! One side of a migration: its placement with its settings, and its servers.

use leptos::prelude::*;

use super::{servers::Servers, side_name};
use crate::{
    component::sentence::{MoreButton, NodeCount, WayFields},
    react::{flag, on_click, shown_while},
    store::{Kind, Store, use_store},
};

/// A side. The context's store is the same as its own; the dialog that pastes a configuration can be opened with it.
#[component]
pub fn SideView(
    /// The store of the side: the page's own, or that of where the migration goes.
    store: Store,
    /// "From" or "To".
    name: &'static str,
) -> impl IntoView {
    let page = use_store();
    let is_target = store.column().is_some_and(|column| column.kind == Kind::Target);
    let more = RwSignal::new(false);
    let title = format!("migrate-{}", name.to_ascii_lowercase());
    let labelled_by = title.clone();
    let act = move |words: &'static str, title: &'static str, act: fn(&Store)| {
        view! {
            <button type="button" class="link" title=title on:click=on_click(move |_| act(&page))>
                {words}
            </button>
        }
        .into_any()
    };
    let acts = is_target.then(|| {
        view! {
            <span class="compare-acts">
                {act("Swap", "What keys come from and where they go change places", Store::swap_sides)}
                {act("Same as From", "A copy of the other side, to be edited: before and after", Store::copy_to_target)}
                {act("Make it the From", "The next migration begins where this one goes", Store::go_on_from_target)}
            </span>
        }
    });
    let shares =
        flag(move || is_target && store.target().with(|to| to.as_ref().is_some_and(|to| to.servers.is_none())));
    let has_own = flag(move || !shares.get());
    let servers = store.text(|view| if view.fleet().nodes().len() == 1 { " server " } else { " servers " }.to_owned());
    view! {
        <section class="migrate-side" aria-labelledby=labelled_by>
            <div class="panel-head">
                <h2 id=title>{name} ": " {side_name(store, is_target)}</h2>
                {acts}
            </div>
            <p class="sentence compare-way">
                "Placed " {shown_while(has_own, move || view! { "on " <NodeCount /> {servers} }.into_any())}
                <WayFields more /> " " <MoreButton more />
            </p>
            <Servers store is_target />
        </section>
    }
}
