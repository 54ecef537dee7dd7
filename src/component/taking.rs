//! Rows as a file, written in slices, so that a million of them do not hold the page up.

use std::{ops::Range, rc::Rc, time::Duration};

use leptos::prelude::*;
use wasm_bindgen::JsValue;

use super::saved_file::save_pieces;
use crate::{moved_file::Form, react::on_click, work::now};

/// A slice lasts so long, in milliseconds.
const SLICE_MS: f64 = 16.0;
/// A file goes to the browser in pieces of about so many bytes.
const PIECE_BYTES: usize = 1 << 20;

/// What is written.
pub trait Rows {
    /// How many rows there are.
    fn count(&self) -> usize;
    /// How many are written between two looks at the clock.
    fn step(&self) -> usize;
    /// The name of the file, without its ending.
    fn name(&self) -> &'static str;
    /// What stands before the first row.
    fn head(&self, form: Form) -> String;
    /// Writes the rows of these places.
    fn write(&self, form: Form, piece: &mut String, places: Range<usize>);
}

/// A file in the making. Copies are the same.
#[derive(Clone, Copy)]
pub struct Taking {
    job: StoredValue<Option<Job>, LocalStorage>,
    /// How much of it is written, in per cent; `None` while there is none.
    pub progress: RwSignal<Option<u32>>,
}

struct Job {
    rows: Box<dyn Rows>,
    form: Form,
    place: usize,
    piece: String,
    pieces: js_sys::Array,
}

impl Taking {
    /// Nothing to write.
    #[must_use]
    pub fn nothing() -> Self {
        Self { job: StoredValue::new_local(None), progress: RwSignal::new(None) }
    }

    /// Begins a file; one that is being written is given up.
    pub fn begin(self, rows: Box<dyn Rows>, form: Form) {
        let is_under_way = self.job.with_value(Option::is_some);
        let piece = rows.head(form);
        self.job.set_value(Some(Job { rows, form, place: 0, piece, pieces: js_sys::Array::new() }));
        if !is_under_way {
            self.slice();
        }
    }

    /// The buttons that begin a file of either form, of which rows there are then. `which` says which these are.
    pub fn buttons(self, which: &str, rows: Rc<dyn Fn() -> Option<Box<dyn Rows>>>) -> AnyView {
        let csv = format!("{which}. What a spreadsheet would take for a formula gets an apostrophe in front.");
        let json = format!("{which}.");
        [
            self.button(Form::Csv, "Download CSV", csv, Rc::clone(&rows)),
            self.button(Form::Json, "Download JSON", json, rows),
        ]
        .collect_view()
        .into_any()
    }

    fn button(
        self,
        form: Form,
        words: &'static str,
        title: String,
        rows: Rc<dyn Fn() -> Option<Box<dyn Rows>>>,
    ) -> AnyView {
        let begin = move |_| {
            if let Some(rows) = rows() {
                self.begin(rows, form);
            }
        };
        view! {
            <button type="button" class="bar-button" title=title on:click=on_click(begin)>
                {words}
            </button>
        }
        .into_any()
    }

    fn slice(self) {
        let start = now();
        let percent = self.job.try_update_value(|job| {
            let job = job.as_mut()?;
            while job.place < job.rows.count() && now() - start < SLICE_MS {
                job.write();
            }
            let (written, all) = (job.place as u64, job.rows.count() as u64);
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
        let until = (self.place + self.rows.step()).min(self.rows.count());
        self.rows.write(self.form, &mut self.piece, self.place..until);
        self.place = until;
        if self.piece.len() > PIECE_BYTES {
            self.pieces.push(&JsValue::from_str(&self.piece));
            self.piece.clear();
        }
    }

    fn save(mut self) {
        self.piece.push_str(self.form.foot());
        self.pieces.push(&JsValue::from_str(&self.piece));
        let name = format!("{}.{}", self.rows.name(), self.form.ending());
        save_pieces(&name, self.form.media_type(), &self.pieces);
    }
}
