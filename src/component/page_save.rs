//! What can be taken away of the whole page: a report on paper, the scenario, and golden vectors with the tests that read
//! them.

use std::sync::Arc;

use leptos::prelude::*;

use super::{
    golden_file::save_golden,
    save_menu::{Act, save_menu, table_entries},
    saved_file::save_text,
};
use crate::{saved_tables, scenario_file, store::use_store};

/// The tests, by language; `public/golden` has them.
const TESTS: [(&str, &str); 5] = [
    ("JavaScript", "golden.test.mjs"),
    ("Python", "test_golden.py"),
    ("Go", "golden_test.go"),
    ("Rust", "golden.rs"),
    ("Java", "GoldenTest.java"),
];

/// The menu.
#[component]
pub fn PageSave() -> impl IntoView {
    let store = use_store();
    let report: Act = Arc::new(|| {
        // Behind this: what waits for the answer of a dialog would hold the menu open.
        set_timeout(
            || {
                let _ = window().print();
            },
            std::time::Duration::ZERO,
        );
    });
    let scenario: Act = Arc::new(move || {
        save_text("ringscope-scenario.json", "application/json", &scenario_file::write(&store.scenario()));
    });
    let golden: Act = Arc::new(move || save_golden(store));
    let tests = TESTS.map(|(language, file)| {
        view! {
            <a class="link" href=format!("golden/{file}") download=file>
                {language}
            </a>
            " "
        }
    });
    let rest = view! {
        <p class="save-tests quiet">
            "Golden vectors are every key with its owner. A test for each of your clients: " {tests.collect_view()}
        </p>
    };
    let steps = store.steps();
    let history = table_entries("history", move || steps.with_untracked(saved_tables::history));
    let mut entries =
        vec![("Report, one page", report), ("Scenario, JSON", scenario), ("Golden vectors, text", golden)];
    entries.extend(["History, CSV", "History, JSON"].into_iter().zip(history.into_iter().map(|entry| entry.1)));
    save_menu(("Save all", " of the page"), entries, rest.into_any())
}
