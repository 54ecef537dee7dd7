//! What opens the dialog, and what it keeps while the page is open: the text that was used last and how it was read.

use leptos::prelude::*;

use crate::{
    component::focus_first_shown,
    react::on_click,
    store::{Store, use_store},
};

/// A text, and how it is read.
#[derive(Clone, PartialEq, Eq, Default)]
pub struct Text {
    /// The text.
    pub text: String,
    /// The place of the format among those that are offered; 0 is the one that is recognised.
    pub format: usize,
    /// The title of the reading that is used; empty for the first that can be.
    pub title: String,
}

/// The dialog's being open. Copies are the same.
#[derive(Clone, Copy)]
pub struct Opening {
    pub(super) is_open: RwSignal<bool>,
    pub(super) last: StoredValue<Text>,
    /// Takes the place of the text that was used last, once.
    pub(super) given: StoredValue<Option<String>>,
    /// Where the change goes.
    pub(super) store: StoredValue<Store>,
    opener: StoredValue<&'static str>,
}

impl Opening {
    /// A dialog that is closed, for the page of a store.
    #[must_use]
    pub fn new(store: Store) -> Self {
        Self {
            is_open: RwSignal::new(false),
            last: StoredValue::new(Text::default()),
            given: StoredValue::new(None),
            store: StoredValue::new(store),
            opener: StoredValue::new(""),
        }
    }

    /// Opens it: with a text, or with the one that was used last. What is used changes the store; the focus then goes
    /// back to the first button on show with this `data-configure`.
    pub fn open(&self, store: Store, text: Option<String>, opener: &'static str) {
        self.given.set_value(text);
        self.store.set_value(store);
        self.opener.set_value(opener);
        self.is_open.set(true);
    }

    pub(super) fn closed(&self) {
        self.is_open.set(false);
        let opener = self.opener.get_value();
        request_animation_frame(move || focus_first_shown(&format!("[data-configure='{opener}']")));
    }
}

/// A button that opens the dialog.
pub fn configure_button(opener: &'static str) -> AnyView {
    let store = use_store();
    let opening = expect_context::<Opening>();
    view! {
        <button
            type="button"
            class="link"
            data-configure=opener
            on:click=on_click(move |_| opening.open(store, None, opener))
        >
            "Paste a configuration"
        </button>
    }
    .into_any()
}
