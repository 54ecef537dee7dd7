//! What is given to nodes by name, in the settings sentence: a button that says how much is, and opens a field to edit it,
//! one node a line. What cannot be taken stays in the field with the reason below it.

use leptos::{ev, html, prelude::*};
use placement::{
    number::thousands,
    parameter::{Parameter, Value},
    scenario::Command,
    system::assignment::{Assignment, Units},
};

use crate::{
    react::{flag, on_click, on_key, shown_while, text},
    store::{Store, use_store},
};

/// A parameter that gives nodes what they have.
#[component]
pub fn AssignmentField(
    /// The parameter.
    parameter: &'static Parameter,
    /// What is given.
    units: &'static Units,
    /// What is given now.
    value: Memo<Value>,
) -> impl IntoView {
    let store = use_store();
    let open = RwSignal::new(false);
    let button = NodeRef::<html::Button>::new();
    let now = store.derive(move |view| {
        let given = view.scenario().settings.assignment(parameter);
        match given.is_empty() {
            true => units.otherwise.to_owned(),
            false => {
                let nodes = view.fleet().nodes();
                let have = given.given_among(nodes.iter().map(|node| node.name.as_str()));
                format!("given for {} of {} nodes", thousands(have as u64), thousands(nodes.len() as u64))
            }
        }
    });
    let is_open = flag(move || open.get());
    let close = Callback::new(move |()| {
        open.set(false);
        if let Some(button) = button.get_untracked() {
            let _ = button.focus();
        }
    });
    view! {
        <button
            node_ref=button
            type="button"
            class="link"
            aria-label=text(move || format!("{}: {}", parameter.name, now.get()))
            aria-expanded=text(move || open.get().to_string())
            on:click=on_click(move |_| open.update(|open| *open = !*open))
        >
            {text(move || now.get())}
        </button>
        {shown_while(is_open, move || editor(store, parameter, units, value, close))}
    }
}

/// The field, while it is open.
fn editor(
    store: Store,
    parameter: &'static Parameter,
    units: &'static Units,
    value: Memo<Value>,
    close: Callback<()>,
) -> AnyView {
    let field = NodeRef::<html::Textarea>::new();
    let error = RwSignal::new(String::new());
    let lines = move |value: Value| match value {
        Value::Text(text) => Assignment::read(units, &text).unwrap_or_default().lines(),
        _ => String::new(),
    };
    // What another hand changes stands in the field at once.
    Effect::new(move |before: Option<()>| {
        let Some(field) = field.get() else { return };
        field.set_value(&lines(value.get()));
        if before.is_none() {
            let _ = field.focus();
        }
    });
    let use_it = move |written: &str| {
        let taken = parameter.read(written).map_err(|fault| fault.to_string());
        match taken.and_then(|value| store.dispatch(Command::Set(parameter, value)).map_err(|fault| fault.to_string()))
        {
            Ok(()) => close.run(()),
            Err(fault) => error.set(fault),
        }
    };
    let take = move || {
        if let Some(field) = field.get_untracked() {
            use_it(&field.value());
        }
    };
    let key_down = move |event: ev::KeyboardEvent| {
        // The page's own keys are not meant here.
        event.stop_propagation();
        match event.key().as_str() {
            "Escape" => close.run(()),
            "Enter" if event.ctrl_key() || event.meta_key() => {
                event.prevent_default();
                take();
            }
            _ => {}
        }
    };
    let error_id = format!("{}-error", parameter.field);
    let described_by = error_id.clone();
    let is_wrong = flag(move || error.with(|error| !error.is_empty()));
    view! {
        <span class="assignment" role="group" aria-label=parameter.name>
            <textarea
                node_ref=field
                class="code"
                rows="6"
                wrap="off"
                spellcheck="false"
                autocomplete="off"
                autocapitalize="off"
                aria-label=format!("{}, one node a line", parameter.name)
                aria-invalid=text(move || is_wrong.get().to_string())
                aria-describedby=described_by
                placeholder=units.example
                on:keydown=on_key(key_down)
            ></textarea>
            <span class="field-error" id=error_id role="alert">
                {text(move || error.get())}
            </span>
            <span class="assignment-buttons">
                <button type="button" class="button" on:click=on_click(move |_| take())>
                    "Use"
                </button>
                <button type="button" class="link" on:click=on_click(move |_| close.run(()))>
                    "Cancel"
                </button>
                <button type="button" class="link" on:click=on_click(move |_| use_it(""))>
                    {format!("Give none: {}", units.otherwise)}
                </button>
            </span>
        </span>
    }
    .into_any()
}
