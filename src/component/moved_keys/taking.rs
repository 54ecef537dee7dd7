//! The listed keys as a file, written in slices, so that a million of them do not hold the page up.

use std::time::Duration;

use leptos::prelude::*;
use placement::{fleet::NodeId, owners::Owners};
use wasm_bindgen::JsValue;

use super::making::Listed;
use crate::{
    component::saved_file::save_pieces,
    moved_file::{self, Form},
    view::View,
    work::now,
};

/// A slice lasts so long, in milliseconds.
const SLICE_MS: f64 = 16.0;
/// Keys that are written between two looks at the clock.
const KEYS_A_STEP: usize = 512;
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
    form: Form,
    /// The names of the owners before and after, by number.
    names: [Vec<Option<String>>; 2],
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
        let view = &listed.view;
        let Some(moved) = view.moved() else { return };
        let names = |owners: &Owners, name: fn(&View, Option<NodeId>) -> String| {
            owners.table(|id| id.map(|id| name(view, Some(id))))
        };
        let names = [names(moved.before.owners(), View::name_before), names(moved.after.owners(), View::name_of)];
        let piece = form.head().to_owned();
        self.job.set_value(Some(Job { listed, form, names, place: 0, piece, pieces: js_sys::Array::new() }));
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
        let Some(moved) = self.listed.view.moved() else { return };
        let (keys, bits) = (moved.after.keys(), moved.bits());
        let mut texts = keys.keys().texts();
        let until = (self.place + KEYS_A_STEP).min(self.listed.len());
        while self.place < until {
            if let Some(key) = self.listed.key(self.place) {
                let name = |owners: &Owners, names: &'_ [Option<String>]| names[owners.place(key)].clone();
                let owners = [name(moved.before.owners(), &self.names[0]), name(moved.after.owners(), &self.names[1])];
                let position = moved_file::position(keys.value(key), bits);
                let text = String::from_utf8_lossy(texts.get(key));
                let owners = [owners[0].as_deref(), owners[1].as_deref()];
                self.form.write(&mut self.piece, self.place, &text, owners, &position);
            }
            self.place += 1;
        }
        if self.piece.len() > PIECE_BYTES {
            self.pieces.push(&JsValue::from_str(&self.piece));
            self.piece.clear();
        }
    }

    fn save(mut self) {
        self.piece.push_str(self.form.foot());
        self.pieces.push(&JsValue::from_str(&self.piece));
        save_pieces(&format!("ringscope-moved-keys.{}", self.form.ending()), self.form.media_type(), &self.pieces);
    }
}
