//! The parts of the page, one a file.

pub mod add_node;
pub mod assignment_field;
pub mod at_work;
pub mod balance;
pub mod busiest_chart;
pub mod chip;
pub mod choice;
pub mod clipboard;
pub mod compare;
pub mod configuration_dialog;
pub mod drills;
pub mod embed;
pub mod finding_line;
pub mod fleet_filter;
pub mod fleet_row;
pub mod fleet_table;
pub mod golden_file;
pub mod history_strip;
pub mod key_walk;
pub mod keyboard;
pub mod lab;
pub mod lab_link;
pub mod lookup;
pub mod migrate;
pub mod moved_keys;
pub mod moved_matrix;
pub mod moved_section;
pub mod movement_controls;
pub mod movement_panel;
pub mod notes;
pub mod number;
pub mod on_show;
pub mod one_key;
pub mod page_save;
pub mod part;
pub mod paste_dialog;
pub mod picture;
pub mod picture_file;
pub mod pointing;
pub mod prices;
pub mod replay;
pub mod report;
pub mod row_grid;
pub mod row_window;
pub mod save_menu;
pub mod saved_file;
pub mod sentence;
pub mod shard_table;
pub mod share_dialog;
pub mod sort_heading;
pub mod system_card;
pub mod taking;
pub mod term;
pub mod text_field;
pub mod tooltip;
pub mod top_bar;
pub mod travel;
pub mod unbroken;

use leptos::prelude::document;
use wasm_bindgen::JsCast;

/// Is this key meant for a field that takes text?
#[must_use]
pub fn is_text_entry(event: &web_sys::KeyboardEvent) -> bool {
    let target = event.target().and_then(|target| target.dyn_into::<web_sys::Element>().ok());
    target.is_some_and(|target| is_text_field(&target))
}

/// Does this element take text, with an undo of its own?
#[must_use]
pub fn is_text_field(element: &web_sys::Element) -> bool {
    const FIELDS: &str = "textarea, input:not([type='checkbox'], [type='range'], [type='button'])";
    element.matches(FIELDS).unwrap_or(false)
}

/// Moves the focus to the first element of a selector that is on show.
pub fn focus_first_shown(selector: &str) {
    let Ok(found) = document().query_selector_all(selector) else { return };
    let shown = (0..found.length())
        .filter_map(|at| found.item(at)?.dyn_into::<web_sys::HtmlElement>().ok())
        .find(|element| element.offset_parent().is_some());
    if let Some(element) = shown {
        let _ = element.focus();
    }
}
