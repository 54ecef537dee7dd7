//! The listed keys as the rows of a file.

use std::ops::Range;

use placement::{fleet::NodeId, owners::Owners};

use super::making::Listed;
use crate::{
    component::taking::Rows,
    moved_file::{self, Form},
    view::View,
};

/// Keys that are written between two looks at the clock.
const KEYS_A_STEP: usize = 512;

/// Listed keys and the names of their owners.
pub struct Named {
    listed: Listed,
    /// The names of the owners before and after, by number.
    names: [Vec<Option<String>>; 2],
}

impl Named {
    /// The keys of a list; `None` where nothing has moved.
    #[must_use]
    pub fn of(listed: Listed) -> Option<Self> {
        let view = &listed.view;
        let moved = view.moved()?;
        let names = |owners: &Owners, name: fn(&View, Option<NodeId>) -> String| {
            owners.table(|id| id.map(|id| name(view, Some(id))))
        };
        let names = [names(moved.before.owners(), View::name_before), names(moved.after.owners(), View::name_of)];
        Some(Self { listed, names })
    }
}

impl Rows for Named {
    fn count(&self) -> usize {
        self.listed.len()
    }

    fn step(&self) -> usize {
        KEYS_A_STEP
    }

    fn name(&self) -> &'static str {
        "ringscope-moved-keys"
    }

    fn head(&self, form: Form) -> String {
        form.head().to_owned()
    }

    fn write(&self, form: Form, piece: &mut String, places: Range<usize>) {
        let Some(moved) = self.listed.view.moved() else { return };
        let (keys, bits) = (moved.after.keys(), moved.bits());
        let mut texts = keys.keys().texts();
        for place in places {
            if let Some(key) = self.listed.key(place) {
                let name = |owners: &Owners, names: &'_ [Option<String>]| names[owners.place(key)].clone();
                let owners = [name(moved.before.owners(), &self.names[0]), name(moved.after.owners(), &self.names[1])];
                let position = moved_file::position(keys.value(key), bits);
                let text = String::from_utf8_lossy(texts.get(key));
                let owners = [owners[0].as_deref(), owners[1].as_deref()];
                form.write(piece, place, &text, owners, &position);
            }
        }
    }
}
