//! What the page on show says of itself to the rest, where it is a part that comes later: what it is called, and what of it
//! stands on paper. So the code for both is in that part.

use std::sync::Arc;

use leptos::prelude::*;

use crate::report::Report;

/// Writes what stands on paper into a report that has the placement's settings and the link already.
pub type Paper = Arc<dyn Fn(&mut Report) + Send + Sync>;

/// What it says. Copies are the same.
#[derive(Clone, Copy)]
pub struct OnShow {
    /// What it is called, where it is a drill or a migration.
    pub name: RwSignal<String>,
    paper: StoredValue<Option<Paper>>,
}

impl OnShow {
    /// Nothing yet.
    #[must_use]
    pub fn nothing() -> Self {
        Self { name: RwSignal::new(String::new()), paper: StoredValue::new(None) }
    }

    /// As long as the component that says so is there, this stands on paper.
    pub fn is_printed_by(self, paper: Paper) {
        let own = Arc::clone(&paper);
        self.paper.set_value(Some(paper));
        on_cleanup(move || {
            // The page that came after it may have said something by now.
            self.paper.try_update_value(|paper| {
                if paper.as_ref().is_some_and(|paper| Arc::ptr_eq(paper, &own)) {
                    *paper = None;
                }
            });
        });
    }

    /// Writes the page on show; false where nobody has said how.
    #[must_use]
    pub fn print(self, report: &mut Report) -> bool {
        let paper = self.paper.get_value();
        paper.iter().for_each(|paper| paper(report));
        paper.is_some()
    }
}
