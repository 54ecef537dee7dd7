//! What opens the dialog, and what it keeps while the page is open: the text that was used last and how it was read.

use std::{cell::RefCell, rc::Rc};

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

/// What the dialog is opened with.
pub(super) struct Kept {
    pub(super) last: Text,
    /// Takes the place of the text that was used last, once.
    pub(super) given: Option<String>,
    /// Where the change goes.
    pub(super) store: Store,
    opener: &'static str,
}

/// The dialog's being open. Copies are the same.
#[derive(Clone, Copy)]
pub struct Opening {
    /// Is the dialog open?
    pub is_open: RwSignal<bool>,
    kept: StoredValue<Rc<RefCell<Kept>>, LocalStorage>,
}

impl Opening {
    /// A dialog that is closed, for the page of a store.
    #[must_use]
    pub fn new(store: Store) -> Self {
        let kept = Kept { last: Text::default(), given: None, store, opener: "" };
        Self { is_open: RwSignal::new(false), kept: StoredValue::new_local(Rc::new(RefCell::new(kept))) }
    }

    /// Opens it: with a text, or with the one that was used last. What is used changes the store; the focus then goes
    /// back to the first button on show with this `data-configure`.
    pub fn open(&self, store: Store, text: Option<String>, opener: &'static str) {
        let kept = self.kept();
        let mut kept = kept.borrow_mut();
        kept.given = text;
        (kept.store, kept.opener) = (store, opener);
        self.is_open.set(true);
    }

    pub(super) fn kept(&self) -> Rc<RefCell<Kept>> {
        self.kept.get_value()
    }

    pub(super) fn closed(&self) {
        self.is_open.set(false);
        let opener = self.kept().borrow().opener;
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
