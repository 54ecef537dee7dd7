//! A drill as a figure in another page: it is played there, and its sentence is the figure's caption.

use leptos::prelude::*;

use super::{Course, paper, playing::Playing, tables::Lists};
use crate::{component::on_show::OnShow, react::shown_while, store::use_store};

/// What drives it, its lanes, what happens in it, and the tables of both, folded.
#[component]
pub fn DrillFigure() -> impl IntoView {
    let store = use_store();
    let playing = Playing::following(store);
    provide_context(playing);
    paper::name(store, expect_context::<OnShow>());
    let can_run = playing.can_run();
    view! {
        <Course />
        {shown_while(can_run, || view! { <Lists /> }.into_any())}
    }
}
