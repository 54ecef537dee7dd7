//! The sentence on top with the button that acts on it.

use leptos::prelude::*;
use placement::{
    parameter::{self, Value},
    scenario::Command,
};

use super::{chip::Chip, lab_link::LabLink, unbroken::unbroken};
use crate::{
    finding::{self, Action, Finding, Word},
    lab::Section,
    react::{on_click, remade, shown_while},
    store::{Store, use_store},
};

/// Characters, with the buttons counted as 24 each and the way to the lens as 10, that stand on one line at 1440 px in the
/// full size.
const LONG: usize = 124;

/// The words of a sentence, nodes with their chips.
pub fn words(words: &[Word]) -> AnyView {
    words
        .iter()
        .cloned()
        .map(|word| match word {
            Word::Strong(text) => view! { <span class="strong">{unbroken(&text)}</span> }.into_any(),
            Word::Weak(text) => view! { <span class="weak">{unbroken(&text)}</span> }.into_any(),
            Word::Moved(text) => view! { <span class="strong moved">{unbroken(&text)}</span> }.into_any(),
            Word::Node(id, name, strong) => view! {
                <span class="finding-node" class:weak=!strong>
                    <Chip id />
                    <span class="finding-name" title=name>
                        {name.clone()}
                    </span>
                </span>
            }
            .into_any(),
        })
        .collect_view()
        .into_any()
}

/// The buttons that act on what was found; none that would change what the reader cannot.
pub fn actions(store: Store, found: Memo<Finding>) -> AnyView {
    let act = move |action: Action| match action {
        Action::AddFinaliser => store.try_dispatch(Command::Set(&parameter::FINALISER, Value::Switch(true))),
        Action::RemoveFinaliser => store.try_dispatch(Command::Set(&parameter::FINALISER, Value::Switch(false))),
        Action::Undo => store.undo(),
    };
    let is_free = move |action: &Action| *action == Action::Undo || !store.is_locked(parameter::FINALISER.field);
    remade(move || {
        found
            .get()
            .actions
            .into_iter()
            .filter(is_free)
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
                        on:click=on_click(move |_| act(action))
                    >
                        {text}
                        {key.map(|key| view! { <kbd>{key}</kbd> })}
                    </button>
                }
            })
            .collect_view()
            .into_any()
    })
}

/// The finding.
#[component]
pub fn FindingLine() -> impl IntoView {
    let store = use_store();
    let found = store.derive(finding::finding);
    let words = move || found.with(|found| words(&found.words));
    // Where the finding names a clump, the lens shows why.
    let clumped = store.flag(finding::asks_why);
    let long = store.flag(move |view| {
        let found = finding::finding(view);
        let why = if clumped.get() { 10 } else { 0 };
        finding::plain(&found.words).chars().count() + 24 * found.actions.len() + why > LONG
    });
    view! {
        <section class="finding" class:finding-long=long aria-labelledby="finding">
            <h1 id="finding">{remade(words)}</h1>
            <div class="finding-actions">
                {actions(store, found)}
                {shown_while(clumped, || view! { <LabLink section=Section::Lens words="See why" /> }.into_any())}
            </div>
        </section>
    }
}
