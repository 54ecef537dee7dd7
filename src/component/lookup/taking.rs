//! The listed keys as the rows of a file.

use std::ops::Range;

use super::making::Listed;
use crate::{component::taking::Rows, lookup_file, moved_file::Form};

impl Rows for Listed {
    fn count(&self) -> usize {
        self.len()
    }

    fn step(&self) -> usize {
        1
    }

    fn name(&self) -> &'static str {
        "ringscope-keys"
    }

    fn head(&self, form: Form) -> String {
        lookup_file::head(form, self.looked.columns())
    }

    fn write(&self, form: Form, piece: &mut String, places: Range<usize>) {
        let looked = &self.looked;
        let (name, name_before) = (|id| looked.name(Some(id)), |id| looked.name_before(Some(id)));
        for place in places {
            if let Some(row) = self.row(place) {
                lookup_file::write(form, piece, place, &row, looked.columns(), &name, &name_before);
            }
        }
    }
}
