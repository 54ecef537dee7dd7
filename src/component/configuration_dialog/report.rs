//! What became of each line of a configuration: a table of which only the rows in sight are in the page, and the line
//! that the keyboard is at in full below it.

use std::rc::Rc;

use leptos::{ev, html, prelude::*};
use placement::number::thousands;
use wasm_bindgen::JsCast;

use super::super::row_window::RowWindow;
use crate::{
    configured::answer::Answer,
    listing::{self, Part},
    react::{css_px, flag, on_change, on_click, on_key, remade, shown_while, text},
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

/// The table.
#[component]
pub fn Report(
    /// What is on show.
    shown: Shown,
) -> impl IntoView {
    let only_bad = RwSignal::new(false);
    let (count, bad_count, at) = (RwSignal::new(0usize), RwSignal::new(0usize), RwSignal::new(0usize));
    let scroller = NodeRef::<html::Div>::new();
    let window = RowWindow::new(scroller, count.into());
    Effect::new(move |_| {
        shown.number.track();
        let answer = shown.answer();
        bad_count.set(answer.bad.len());
        if answer.bad.is_empty() {
            only_bad.set(false);
        }
        count.set(if only_bad.get() { answer.bad.len() } else { answer.marks.len() });
        at.update(|at| *at = (*at).min(count.get_untracked().saturating_sub(1)));
        window.look();
    });
    // Of a row that is gone by now there is none.
    let line = move |row: usize| {
        let answer = shown.answer();
        let place = if only_bad.get_untracked() { *answer.bad.get(row)? as usize } else { row };
        let mark = *answer.marks.as_bytes().get(place)?;
        let (text, words) = answer.line(place);
        Some((place + 1, mark, text, words))
    };
    let rows = move || {
        shown.number.track();
        let here = at.get();
        let parts = listing::parts(count.get(), window.places(), Some(here));
        let part = |part| match part {
            Part::Row(row) => line(row).map(|(number, mark, text, words)| {
                let (sign, word) = verdict(mark);
                view! {
                    <tr
                        id=format!("report-row-{row}")
                        class="row"
                        class:row-here=row == here
                        class:report-bad=mark == b'u'
                        aria-rowindex=(row + 2).to_string()
                        aria-selected=(row == here).to_string()
                        data-row=row.to_string()
                    >
                        <th scope="row" class="report-number">{thousands(number as u64)}</th>
                        <td class="code" title=text>{text.clone()}</td>
                        <td title=words>
                            <span class="report-sign" aria-hidden="true">{sign}</span>
                            <span class="report-word">{word}</span>
                            " "
                            <span class="quiet">{words.clone()}</span>
                        </td>
                    </tr>
                }
                .into_any()
            }),
            Part::Gap(_, rows) => {
                let height = css_px(rows as f64 * window.gap_row_css_px());
                Some(view! { <tr class="row-gap" aria-hidden="true"><td style:height=height></td></tr> }.into_any())
            }
        };
        parts.into_iter().filter_map(part).collect_view().into_any()
    };
    let key_down = move |event: ev::KeyboardEvent| {
        if event.ctrl_key() || event.meta_key() || event.alt_key() {
            return;
        }
        if let Some(next) = window.place_after(&event.key(), at.get_untracked(), count.get_untracked()) {
            event.prevent_default();
            at.set(next);
            window.show(next);
        }
    };
    let click = move |event: ev::MouseEvent| {
        let row = event.target().and_then(|target| target.dyn_into::<web_sys::Element>().ok());
        let row = row.and_then(|row| row.closest("[data-row]").ok().flatten());
        if let Some(row) = row.and_then(|row| row.get_attribute("data-row")?.parse().ok()) {
            at.set(row);
        }
    };
    let in_full = move || {
        shown.number.track();
        count.track();
        let Some((number, mark, text, words)) = line(at.get()) else { return ().into_any() };
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
    let table = move || {
        view! {
            <div class="report">
                <div class="report-head">
                    <h3 id="report-title">"Line by line"</h3>
                    {shown_while(any_bad, filter)}
                </div>
                <div class="report-scroll" node_ref=scroller on:scroll=on_change(move |_| window.look())>
                    <table
                        role="grid"
                        class="keys"
                        tabindex="0"
                        aria-labelledby="report-title"
                        aria-rowcount=text(move || (count.get() + 1).to_string())
                        aria-activedescendant=text(move || format!("report-row-{}", at.get()))
                        on:keydown=on_key(key_down)
                        on:click=on_click(click)
                    >
                        <thead>
                            <tr aria-rowindex="1">
                                <th scope="col" class="report-number">"line"</th>
                                <th scope="col">"text"</th>
                                <th scope="col">"what became of it"</th>
                            </tr>
                        </thead>
                        <tbody>{remade(rows)}</tbody>
                    </table>
                </div>
                <div class="report-line">{remade(in_full)}</div>
            </div>
        }
        .into_any()
    };
    shown_while(any, table)
}
