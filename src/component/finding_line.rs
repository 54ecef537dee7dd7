//! The sentence on top with the button that acts on it.

use leptos::{either::EitherOf3, prelude::*};
use placement::{
    parameter::{self, Value},
    scenario::Command,
};

use super::chip::Chip;
use crate::{
    finding::{self, Action, Word},
    store::use_store,
};

/// The finding.
#[component]
pub fn FindingLine() -> impl IntoView {
    let store = use_store();
    let found = store.derive(finding::finding);
    let words = move || {
        found
            .get()
            .words
            .into_iter()
            .map(|word| match word {
                Word::Strong(text) => EitherOf3::A(view! { <span class="strong">{text}</span> }),
                Word::Weak(text) => EitherOf3::A(view! { <span class="weak">{text}</span> }),
                Word::Moved(text) => EitherOf3::B(view! { <span class="strong moved">{text}</span> }),
                Word::Node(id, name, strong) => EitherOf3::C(view! {
                    <span class="finding-node" class:weak=!strong>
                        <Chip id />
                        <span class="finding-name" title=name.clone()>
                            {name.clone()}
                        </span>
                    </span>
                }),
            })
            .collect_view()
    };
    let act = move |action: Action| match action {
        Action::AddFinaliser => store.try_dispatch(Command::Set(&parameter::FINALISER, Value::Switch(true))),
        Action::RemoveFinaliser => store.try_dispatch(Command::Set(&parameter::FINALISER, Value::Switch(false))),
        Action::Undo => store.undo(),
    };
    let actions = move || {
        found
            .get()
            .actions
            .into_iter()
            .map(|action| {
                let (text, key) = match action {
                    Action::AddFinaliser => ("Add the finaliser", None),
                    Action::RemoveFinaliser => ("Remove the finaliser", None),
                    Action::Undo => ("Undo", Some("Ctrl Z")),
                };
                view! {
                    <button
                        type="button"
                        class="button button-main"
                        class:button-filled=action == Action::AddFinaliser
                        on:click=move |_| act(action)
                    >
                        {text}
                        {key.map(|key| view! { <kbd>{key}</kbd> })}
                    </button>
                }
            })
            .collect_view()
    };
    view! {
        <section class="finding" aria-labelledby="finding">
            <h1 id="finding">{words}</h1>
            <div class="finding-actions">{actions}</div>
        </section>
    }
}
