//! What became of each line of a configuration: a table of which only the rows in sight are in the page, and the line
//! that the keyboard is at in full below it.

use std::rc::Rc;

use leptos::prelude::*;
use placement::number::thousands;

use super::super::{
    row_grid::{Frame, GridRow, RowGrid},
    save_menu::{save_menu, table_entries},
};
use crate::{
    configured::answer::Answer,
    lab::sheet::Table,
    react::{flag, on_change, remade, shown_while, text},
};

/// The answer on show, and a number that goes up with each.
#[derive(Clone, Copy)]
pub struct Shown {
    answer: StoredValue<Rc<Answer>, LocalStorage>,
    /// The number of answers so far.
    pub number: RwSignal<u32>,
}

impl Shown {
    /// Nothing yet.
    #[must_use]
    pub fn nothing() -> Self {
        Self { answer: StoredValue::new_local(Rc::default()), number: RwSignal::new(0) }
    }

    /// The answer.
    #[must_use]
    pub fn answer(&self) -> Rc<Answer> {
        self.answer.get_value()
    }

    /// Shows another.
    pub fn show(&self, answer: Rc<Answer>) {
        self.answer.set_value(answer);
        self.number.update(|number| *number += 1);
    }
}

/// The sign and the word for a line's mark.
fn verdict(mark: u8) -> (&'static str, &'static str) {
    match mark {
        b'r' => ("✓", "read"),
        b'u' => ("✕", "not read"),
        b'i' => ("–", "ignored"),
        _ => ("", "nothing in it"),
    }
}

/// All lines as they are taken away.
fn lines(answer: &Answer) -> Table {
    let mut table = Table::new(&["text", "what became of it", "why"], &["line"]);
    for (place, mark) in answer.marks.bytes().enumerate() {
        let (text, words) = answer.line(place);
        table.push(vec![text, verdict(mark).1.into(), words, (place + 1).to_string()], mark == b'u');
    }
    table
}

/// The table.
#[component]
pub fn Report(
    /// What is on show.
    shown: Shown,
) -> impl IntoView {
    let only_bad = RwSignal::new(false);
    let (count, bad_count) = (RwSignal::new(0usize), RwSignal::new(0usize));
    let grid = RowGrid::new(count.into());
    Effect::new(move |_| {
        shown.number.track();
        let answer = shown.answer();
        bad_count.set(answer.bad.len());
        if answer.bad.is_empty() {
            only_bad.set(false);
        }
        count.set(if only_bad.get() { answer.bad.len() } else { answer.marks.len() });
        grid.keep_place();
    });
    // Of a row that is gone by now there is none.
    let line = move |row: usize| {
        let answer = shown.answer();
        let place = if only_bad.get_untracked() { *answer.bad.get(row)? as usize } else { row };
        let mark = *answer.marks.as_bytes().get(place)?;
        let (text, words) = answer.line(place);
        Some((place + 1, mark, text, words))
    };
    let row = move |row| {
        shown.number.track();
        let (number, mark, text, words) = line(row)?;
        let (sign, word) = verdict(mark);
        let cells = view! {
            <th scope="row" class="report-number">{thousands(number as u64)}</th>
            <td class="code" title=text>{text.clone()}</td>
            <td title=words>
                <span class="report-sign" aria-hidden="true">{sign}</span>
                <span class="report-word">{word}</span>
                " "
                <span class="quiet">{words.clone()}</span>
            </td>
        };
        let class = if mark == b'u' { "row report-bad" } else { "row" };
        Some(GridRow { cells: cells.into_any(), class, is_selected: None })
    };
    let in_full = move || {
        shown.number.track();
        count.track();
        let Some((number, mark, text, words)) = line(grid.at()) else { return ().into_any() };
        view! {
            <p>
                <span class="strong">{format!("Line {}, {}.", thousands(number as u64), verdict(mark).1)}</span>
                " "
                {words}
            </p>
            <p class="code">{text}</p>
        }
        .into_any()
    };
    let any = flag(move || count.get() > 0);
    let any_bad = flag(move || bad_count.get() > 0);
    let filter = move || {
        view! {
            <label class="report-filter">
                <input
                    type="checkbox"
                    class="tick"
                    prop:checked=only_bad
                    on:change=on_change(move |event| only_bad.set(event_target_checked(&event)))
                />
                {text(move || format!("Only what could not be read ({})", thousands(bad_count.get() as u64)))}
            </label>
        }
        .into_any()
    };
    let head = || {
        view! {
            <tr aria-rowindex="1">
                <th scope="col" class="report-number">"line"</th>
                <th scope="col">"text"</th>
                <th scope="col">"what became of it"</th>
            </tr>
        }
        .into_any()
    };
    let entries = move || table_entries("configuration line by line", move || lines(&shown.answer()));
    let table = move || {
        let frame = Frame {
            scroll_class: "report-scroll",
            id: "report-rows",
            labelled_by: "report-title",
            row_id: "report-row",
            head: head(),
            below: ().into_any(),
        };
        view! {
            <div class="report">
                <div class="report-head">
                    <h3 id="report-title">"Line by line"</h3>
                    {shown_while(any_bad, filter)}
                    {save_menu(("Save", " what became of each line"), entries(), ().into_any())}
                </div>
                {grid.view(frame, Box::new(row), None)}
                <div class="report-line">{remade(in_full)}</div>
            </div>
        }
        .into_any()
    };
    shown_while(any, table)
}
