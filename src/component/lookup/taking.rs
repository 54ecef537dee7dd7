//! The listed keys as a file, written in slices, so that many of them do not hold the page up.

use std::time::Duration;

use leptos::prelude::*;
use wasm_bindgen::JsValue;

use super::making::Listed;
use crate::{
    component::saved_file::save_pieces,
    lookup_file::{self, Columns},
    moved_file::Form,
    work::now,
};

/// A slice lasts so long, in milliseconds.
const SLICE_MS: f64 = 16.0;
/// A file goes to the browser in pieces of about so many bytes.
const PIECE_BYTES: usize = 1 << 20;

/// A file in the making. Copies are the same.
#[derive(Clone, Copy)]
pub struct Taking {
    job: StoredValue<Option<Job>, LocalStorage>,
    /// How much of it is written, in per cent; `None` while there is none.
    pub progress: RwSignal<Option<u32>>,
}

struct Job {
    listed: Listed,
    columns: Columns,
    form: Form,
    place: usize,
    piece: String,
    pieces: js_sys::Array,
}

impl Taking {
    /// Nothing to write.
    pub fn new() -> Self {
        Self { job: StoredValue::new_local(None), progress: RwSignal::new(None) }
    }

    /// Begins a file; one that is being written is given up.
    pub fn begin(self, listed: Listed, form: Form) {
        let is_under_way = self.job.with_value(Option::is_some);
        let columns = listed.looked.columns();
        let piece = lookup_file::head(form, columns);
        self.job.set_value(Some(Job { listed, columns, form, place: 0, piece, pieces: js_sys::Array::new() }));
        if !is_under_way {
            self.slice();
        }
    }

    fn slice(self) {
        let start = now();
        let percent = self.job.try_update_value(|job| {
            let job = job.as_mut()?;
            while job.place < job.listed.len() && now() - start < SLICE_MS {
                job.write();
            }
            let (written, all) = (job.place as u64, job.listed.len() as u64);
            (written < all).then_some((100 * written / all.max(1)) as u32)
        });
        // The list may have been left.
        let Some(percent) = percent else { return };
        self.progress.set(percent);
        if percent.is_some() {
            set_timeout(move || self.slice(), Duration::ZERO);
        } else if let Some(job) = self.job.try_update_value(Option::take).flatten() {
            job.save();
        }
    }
}

impl Job {
    fn write(&mut self) {
        if let Some(row) = self.listed.row(self.place) {
            let looked = &self.listed.looked;
            let (name, name_before) = (|id| looked.name(Some(id)), |id| looked.name_before(Some(id)));
            lookup_file::write(self.form, &mut self.piece, self.place, &row, self.columns, &name, &name_before);
        }
        self.place += 1;
        if self.piece.len() > PIECE_BYTES {
            self.pieces.push(&JsValue::from_str(&self.piece));
            self.piece.clear();
        }
    }

    fn save(mut self) {
        self.piece.push_str(self.form.foot());
        self.pieces.push(&JsValue::from_str(&self.piece));
        save_pieces(&format!("ringscope-keys.{}", self.form.ending()), self.form.media_type(), &self.pieces);
    }
}
