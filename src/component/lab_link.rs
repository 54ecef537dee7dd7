//! A way from a part of the explorer to the study in the lab that says more.

use leptos::prelude::*;

use super::part::focus_once_there;
use crate::{
    apart::Part,
    lab::{Options, Section},
    react::on_click,
    store::use_store,
};

/// Opens a study of the lab; the focus goes to its tab, as what was pressed is gone.
#[component]
pub fn LabLink(
    /// Which study.
    section: Section,
    /// What it says beyond what is here.
    words: &'static str,
) -> impl IntoView {
    let store = use_store();
    let open = move |_| {
        store.show_lab(Some(Options::new(section)));
        request_animation_frame(|| {
            if let Some(window) = web_sys::window() {
                window.scroll_to_with_x_and_y(0.0, 0.0);
            }
        });
        focus_once_there(Part::Lab, ".lab-section[aria-current]");
    };
    view! {
        <button type="button" class="link lab-link" on:click=on_click(open)>
            {words}
        </button>
    }
}
