//! A grid of which only the rows in sight are in the page. The keyboard is at one row, goes from row to row, and chooses
//! one where rows can be chosen; so does the pointer.

use std::rc::Rc;

use leptos::{ev, html, prelude::*};
use wasm_bindgen::JsCast;

use super::row_window::RowWindow;
use crate::{
    listing::{self, Part},
    react::{css_px, on_change, on_click, on_key, remade, text},
};

/// The grid. Copies are the same one.
#[derive(Clone, Copy)]
pub struct RowGrid {
    scroller: NodeRef<html::Div>,
    window: RowWindow,
    count: Signal<usize>,
    /// The row that the keyboard is at; its place is kept in the page wherever the list is scrolled.
    at: RwSignal<usize>,
}

/// What stands around the rows.
pub struct Frame {
    /// The class of the box that scrolls.
    pub scroll_class: &'static str,
    /// The id of the grid.
    pub id: &'static str,
    /// The id of what it is called by.
    pub labelled_by: &'static str,
    /// What the ids of its rows begin with.
    pub row_id: &'static str,
    /// The row of headings.
    pub head: AnyView,
    /// What stands below the rows, where it scrolls with them.
    pub below: AnyView,
}

/// What stands in a row.
pub struct GridRow {
    /// Its cells.
    pub cells: AnyView,
    /// `row`, and what else it is.
    pub class: &'static str,
    /// Is it the chosen one? `None` where that is the one that the keyboard is at.
    pub is_selected: Option<bool>,
}

impl RowGrid {
    /// A grid of so many rows.
    #[must_use]
    pub fn new(count: Signal<usize>) -> Self {
        let scroller = NodeRef::<html::Div>::new();
        Self { scroller, window: RowWindow::new(scroller, count), count, at: RwSignal::new(0) }
    }

    /// The row that the keyboard is at. Follows it.
    #[must_use]
    pub fn at(self) -> usize {
        self.at.get()
    }

    /// Other rows: the keyboard is at the first.
    pub fn begin_anew(self) {
        self.at.set(0);
        self.window.show(0);
    }

    /// More rows or fewer: the keyboard stays where it is, while there is such a row.
    pub fn keep_place(self) {
        self.at.update(|at| *at = (*at).min(self.count.get_untracked().saturating_sub(1)));
        self.window.look();
    }

    /// The grid with its rows, by their places; of a row that is gone by now there is none. `choose` is told which row is
    /// chosen.
    pub fn view(
        self,
        frame: Frame,
        row: Box<dyn Fn(usize) -> Option<GridRow> + Send + Sync>,
        choose: Option<Rc<dyn Fn(usize)>>,
    ) -> AnyView {
        let Frame { scroll_class, id, labelled_by, row_id, head, below } = frame;
        let Self { scroller, window, count, at } = self;
        let by_click = choose.clone();
        let click = move |event: ev::MouseEvent| {
            if let Some(place) = place_of(event.target()) {
                at.set(place);
                if let Some(choose) = &by_click {
                    choose(place);
                }
            }
        };
        let rows = move || {
            let here = at.get();
            let parts = listing::parts(count.get(), window.places(), Some(here));
            let part = |part| match part {
                Part::Row(place) => row(place).map(|row| line(row_id, place, place == here, row)),
                Part::Gap(_, rows) => {
                    let height = css_px(rows as f64 * window.gap_row_css_px());
                    Some(view! { <tr class="row-gap" aria-hidden="true"><td style:height=height></td></tr> }.into_any())
                }
            };
            parts.into_iter().filter_map(part).collect_view().into_any()
        };
        view! {
            <div class=scroll_class node_ref=scroller on:scroll=on_change(move |_| window.look())>
                <table
                    id=id
                    role="grid"
                    class="keys"
                    tabindex="0"
                    aria-labelledby=labelled_by
                    aria-rowcount=text(move || (count.get() + 1).to_string())
                    aria-activedescendant=move || (count.get() > 0).then(|| format!("{row_id}-{}", at.get()))
                    on:keydown=on_key(move |event| self.key_down(&event, choose.as_deref()))
                    on:click=on_click(click)
                >
                    <thead>{head}</thead>
                    <tbody>{remade(rows)}</tbody>
                </table>
                {below}
            </div>
        }
        .into_any()
    }

    fn key_down(self, event: &ev::KeyboardEvent, choose: Option<&dyn Fn(usize)>) {
        // Not for the buttons in its heading.
        if event.target() != event.current_target() || event.ctrl_key() || event.meta_key() || event.alt_key() {
            return;
        }
        let here = self.at.get_untracked();
        if let Some(choose) = choose.filter(|_| matches!(event.key().as_str(), "Enter" | " ")) {
            event.prevent_default();
            choose(here);
        } else if let Some(next) = self.window.place_after(&event.key(), here, self.count.get_untracked()) {
            event.prevent_default();
            self.at.set(next);
            self.window.show(next);
        }
    }
}

/// The place of the row that an element stands in.
fn place_of(target: Option<web_sys::EventTarget>) -> Option<usize> {
    let element = target?.dyn_into::<web_sys::Element>().ok()?;
    element.closest("[data-place]").ok()??.get_attribute("data-place")?.parse().ok()
}

/// A row: is the keyboard at it?
fn line(row_id: &str, place: usize, is_here: bool, row: GridRow) -> AnyView {
    view! {
        <tr
            id=format!("{row_id}-{place}")
            class=row.class
            class:row-here=is_here
            // The heading is the grid's first row.
            aria-rowindex=(place + 2).to_string()
            aria-selected=row.is_selected.unwrap_or(is_here).to_string()
            data-place=place.to_string()
        >
            {row.cells}
        </tr>
    }
    .into_any()
}
