//! The nine drills to choose from; each has its own link.

use leptos::prelude::*;
use placement::drill::Asked;

use crate::{drills::list::entries, react::on_click, store::use_store};

/// The list.
#[component]
pub fn DrillList() -> impl IntoView {
    let store = use_store();
    let buttons = entries().map(|(drill, line)| {
        let id = drill.id;
        let current = move || {
            let is_current = store.drill().with(|asked| asked.as_ref().is_some_and(|asked| asked.id() == id));
            is_current.then_some("true")
        };
        let choose = move |_| Asked::new(id).into_iter().for_each(|asked| store.change_drill(drill.name, asked));
        view! {
            <li>
                <button type="button" class="drill-choice" aria-current=current on:click=on_click(choose)>
                    <strong>{drill.name}</strong>
                    <span class="quiet">{line}</span>
                </button>
            </li>
        }
    });
    view! {
        <nav class="drill-list" aria-label="Drills">
            <ol>{buttons.collect_view()}</ol>
        </nav>
    }
}
