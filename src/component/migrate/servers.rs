//! The servers of a side: which of them are on the other side too, and the list as a text that can be edited.

use leptos::{ev, html, prelude::*};
use placement::{
    migration::Matching,
    paste::{self, PastedFleet},
    scenario::Command,
};

use crate::{
    component::{
        choice::{ChoiceField, Item},
        configuration_dialog::configure_button,
        focus_first_shown,
    },
    migrate,
    react::{flag, on_change, on_click, on_key, shown_while, text},
    store::Store,
};

/// The line about the servers, and the editor that it opens.
#[component]
pub fn Servers(
    /// The store of the side.
    store: Store,
    /// Is it where the migration goes?
    is_target: bool,
) -> impl IntoView {
    let editing = RwSignal::new(false);
    let target = store.target();
    let own = flag(move || is_target && target.with(|to| to.as_ref().is_some_and(|to| to.servers.is_some())));
    let matched = text(move || {
        if !is_target {
            return String::new();
        }
        let from = store.scenario();
        store.view().with(|view| {
            target.with(|to| {
                to.as_ref().map_or_else(String::new, |to| migrate::matched_words(&from, view.scenario(), to))
            })
        })
    });
    let opener = if is_target { "servers-to" } else { "servers-from" };
    let edit = move || {
        view! {
            <button
                id=opener
                type="button"
                class="link"
                aria-expanded=text(move || editing.get().to_string())
                on:click=on_click(move |_| editing.update(|editing| *editing = !*editing))
            >
                {if is_target { "Edit its servers" } else { "Edit the servers" }}
            </button>
        }
    };
    let matching = move || {
        let items = [
            ("by name", "A server is the same where its name is the same, byte for byte."),
            ("by place", "A server is the same where it stands at the same place of both lists, whatever its name."),
        ];
        let items = items.map(|(name, help)| Item { name: name.into(), help: help.into() }).to_vec();
        let value = Signal::derive(move || {
            target.with(|to| usize::from(to.as_ref().is_some_and(|to| to.matching == Matching::Place)))
        });
        view! {
            " Match them "
            <ChoiceField
                label="Match servers".into()
                items
                value
                take=move |at| store.match_servers(if at == 1 { Matching::Place } else { Matching::Name })
            />
            ". "
            <button type="button" class="link" on:click=on_click(move |_| store.share_servers())>
                "Take those of the other side"
            </button>
        }
        .into_any()
    };
    view! {
        <p class="migrate-servers">
            {is_target.then(|| view! { <span>{matched} " "</span> })}
            {edit()} " " {configure_button(if is_target { "to" } else { "from" })}
            {shown_while(own, matching)}
        </p>
        {shown_while(editing.into(), move || view! { <Editor store is_target editing /> }.into_any())}
    }
}

/// The list as a text. Nothing changes before it is taken.
#[component]
fn Editor(store: Store, is_target: bool, editing: RwSignal<bool>) -> impl IntoView {
    let field = NodeRef::<html::Textarea>::new();
    let fleet = store.view().with_untracked(|view| view.fleet().clone());
    let written = paste::text_of_servers(&fleet);
    let read = move |text: &str| paste::servers(text, &fleet);
    let told = RwSignal::new(said(&read(&written)));
    let opener = if is_target { "#servers-to" } else { "#servers-from" };
    let close = move || {
        editing.set(false);
        request_animation_frame(move || focus_first_shown(opener));
    };
    Effect::new(move |_| {
        if let Some(field) = field.get() {
            field.set_value(&written);
            let _ = field.focus();
        }
    });
    let look = {
        let read = read.clone();
        move |event: ev::Event| told.set(said(&read(&event_target_value(&event))))
    };
    let take = std::rc::Rc::new(move || {
        let Some(text) = field.get_untracked().map(|field| field.value()) else { return };
        let pasted = read(&text);
        let note = pasted.remarks();
        match store.dispatch(Command::SetFleet(pasted.fleet)) {
            Ok(()) => {
                if !note.is_empty() {
                    store.notes.update(|notes| notes.push(note.join(" ")));
                }
                close();
            }
            Err(error) => told.set(error.to_string()),
        }
    });
    let take_by_key = std::rc::Rc::clone(&take);
    let key_down = move |event: ev::KeyboardEvent| match event.key().as_str() {
        "Enter" if event.ctrl_key() || event.meta_key() => {
            event.prevent_default();
            take_by_key();
        }
        "Escape" => {
            event.prevent_default();
            close();
        }
        _ => {}
    };
    let told_id = if is_target { "servers-to-told" } else { "servers-from-told" };
    view! {
        <div class="migrate-editor" on:keydown=on_key(key_down)>
            <textarea
                node_ref=field
                class="code"
                rows="8"
                wrap="off"
                spellcheck="false"
                autocomplete="off"
                autocapitalize="off"
                aria-label=if is_target { "Servers where keys go" } else { "Servers where keys come from" }
                aria-describedby=told_id
                on:input=on_change(look)
            ></textarea>
            <p class="quiet">
                "One a line, with its weight after it where that is not 1, and " <code>"!"</code>
                " at the end where it is down: " <code>"cache-03 2 !"</code> "."
            </p>
            <p id=told_id role="status">{text(move || told.get())}</p>
            <div class="migrate-buttons">
                <button type="button" class="button button-filled" on:click=on_click(move |_| take())>"Take"</button>
                <button type="button" class="button" on:click=on_click(move |_| close())>"Cancel"</button>
            </div>
        </div>
    }
}

/// What was read, in words.
fn said(pasted: &PastedFleet) -> String {
    let mut words = vec![format!("{}.", pasted.summary())];
    words.extend(pasted.remarks());
    words.join(" ")
}
