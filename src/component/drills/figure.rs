//! A drill as a figure in another page: it is played there, and its sentence is the figure's caption.

use leptos::prelude::*;

use super::{events::Events, lanes::Lanes, paper, playing::Playing, tables::Lists, transport::Transport};
use crate::{
    component::on_show::OnShow,
    react::{flag, shown_while, text},
    store::use_store,
};

/// What drives it, its lanes, what happens in it, and the tables of both, folded.
#[component]
pub fn DrillFigure() -> impl IntoView {
    let store = use_store();
    let playing = Playing::following(store);
    provide_context(playing);
    paper::name(store, expect_context::<OnShow>());
    let error = text(move || playing.shown.with(|shown| shown.error.clone().unwrap_or_default()));
    let has_error = flag(move || playing.shown.with(|shown| shown.error.is_some()));
    let runs = flag(move || !has_error.get());
    view! {
        {shown_while(has_error, move || view! { <p class="compare-refused" role="alert">{error}</p> }.into_any())}
        {shown_while(
            runs,
            || {
                view! {
                    <Transport />
                    <Lanes />
                    <Events />
                    <Lists />
                }
                    .into_any()
            },
        )}
    }
}
