//! The page as a figure in another page, and its theme.

use std::sync::Arc;

use leptos::prelude::*;

use super::Store;
use crate::embed::{
    channel,
    presentation::{Presentation, Theme},
};

impl Store {
    /// Is the page a figure in another page?
    #[must_use]
    pub fn is_figure(&self) -> bool {
        self.presentation.with_value(Option::is_some)
    }

    /// What the figure shows; `None` for the whole page. `presented` tells when it is another one.
    #[must_use]
    pub fn presentation(&self) -> Option<Arc<Presentation>> {
        self.presentation.get_value()
    }

    /// Can the reader not change a field of the link? Does not follow it: what is shown is made anew with the presentation.
    #[must_use]
    pub fn is_locked(&self, field: &str) -> bool {
        self.presentation.with_value(|presentation| presentation.as_ref().is_some_and(|one| one.locks(field)))
    }

    /// Shows the figure in another way.
    pub fn present(&self, presentation: Presentation, notes: Vec<String>) {
        self.notes.set(notes);
        channel::prepare(&presentation);
        self.set_theme(presentation.theme);
        let known = self.presentation();
        // The theme alone is no reason to make anything anew.
        let is_same =
            known.is_some_and(|known| Presentation { theme: presentation.theme, ..(*known).clone() } == presentation);
        if !is_same {
            self.presentation.set_value(Some(Arc::new(presentation)));
            self.presented.update(|count| *count += 1);
        }
    }

    /// Light or dark, or as the system says.
    pub fn set_theme(&self, theme: Theme) {
        if let Some(root) = document().document_element() {
            let _ = match theme {
                Theme::Auto => root.remove_attribute("data-theme"),
                Theme::Light | Theme::Dark => root.set_attribute("data-theme", theme.id()),
            };
        }
        self.theme.update(|theme| *theme += 1);
    }
}
