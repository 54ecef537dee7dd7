//! The scrolling box of a long table: which of its rows are in the page, and bringing one into sight.

use std::ops::Range;

use leptos::{html, prelude::*};

use crate::{listing::Sight, observer::SizeObserver};

/// The box. Copies are the same one.
#[derive(Clone, Copy)]
pub struct RowWindow {
    scroller: NodeRef<html::Div>,
    sight: RwSignal<Sight>,
    window: Memo<Range<usize>>,
    rows: Signal<usize>,
}

impl RowWindow {
    /// A box, `scroller`, around a table of so many rows.
    #[must_use]
    pub fn new(scroller: NodeRef<html::Div>, rows: Signal<usize>) -> Self {
        // Until it is laid out: the style sheet's heights.
        let sight = RwSignal::new(Sight { top: 0.0, room: 374.0, row: 28.0 });
        let window = Memo::new(move |_| sight.get().window(rows.get()));
        let this = Self { scroller, sight, window, rows };
        let observer = StoredValue::new_local(None::<SizeObserver>);
        Effect::new(move |_| {
            let Some(scroller) = scroller.get() else { return };
            let table = scroller.first_element_child();
            let table = table.as_ref().unwrap_or(&scroller);
            observer.set_value(SizeObserver::new(&[&scroller, table], move || this.look()));
        });
        this
    }

    /// The places that are in the page.
    #[must_use]
    pub fn places(self) -> Range<usize> {
        self.window.get()
    }

    /// The height of a row that is not in the page, in CSS px.
    #[must_use]
    pub fn gap_row_css_px(self) -> f64 {
        self.sight.get().gap_row(self.rows.get())
    }

    /// Rows that are in sight at once.
    #[must_use]
    pub fn rows_in_sight(self) -> usize {
        let Sight { room, row, .. } = self.sight.get_untracked();
        ((room / row.max(1.0)) as usize).max(1)
    }

    /// The place that a key of the keyboard leads to, from one of so many; `None` for a key that leads nowhere.
    #[must_use]
    pub fn place_after(self, key: &str, here: usize, rows: usize) -> Option<usize> {
        let page = self.rows_in_sight().saturating_sub(1).max(1);
        let next = match key {
            "ArrowDown" => here + 1,
            "ArrowUp" => here.saturating_sub(1),
            "PageDown" => here + page,
            "PageUp" => here.saturating_sub(page),
            "Home" => 0,
            "End" => usize::MAX,
            _ => return None,
        };
        Some(next.min(rows.saturating_sub(1)))
    }

    /// Measures what is in sight; to be called when the box is scrolled.
    pub fn look(self) {
        // The box may be gone by the time it is heard of.
        let Some(scroller) = self.scroller.try_get_untracked().flatten() else { return };
        // Not laid out, as while the page is printed, it tells nothing: with rows of no height all of them would be in sight.
        if scroller.client_height() == 0 {
            return;
        }
        let row = scroller.query_selector(".row").ok().flatten();
        let before = self.sight.get_untracked();
        let now = Sight {
            top: f64::from(scroller.scroll_top()),
            room: f64::from(scroller.client_height()),
            row: row.map_or(before.row, |row| row.get_bounding_client_rect().height()),
        };
        if now != before {
            self.sight.set(now);
        }
    }

    /// Scrolls just so far that the row at a place is in sight, below the heading.
    pub fn show(self, place: usize) {
        /// The heading's height, in rows, with a little room.
        const HEADING: f64 = 1.25;
        let Some(scroller) = self.scroller.try_get_untracked().flatten() else { return };
        let Sight { top, room, row } = self.sight.get_untracked();
        let start = place as f64 * self.sight.get_untracked().gap_row(self.rows.get_untracked());
        let (highest, lowest) = (start, start + (1.0 + HEADING) * row - room);
        if top > highest || top < lowest {
            scroller.set_scroll_top(if top > highest { highest } else { lowest.ceil() } as i32);
            self.look();
        }
    }
}
