//! The lab: studies of the scenario on show, one at a time, that fill in as they go. One page for all of them: what
//! differs is in the [`Sheet`].

mod controls;
pub mod plate;
mod running;

use std::sync::Arc;

use leptos::prelude::*;
use placement::number::thousands;

use self::{
    controls::Controls,
    plate::PlateView,
    running::{Running, Shown},
};
use super::{on_show::OnShow, part, unbroken::unbroken};
use crate::{
    charts::{figure::Figure, saved},
    lab::{Options, Section, sheet::Plate},
    react::{css_percent, flag, number, on_click, remade, text},
    report::Report,
    store::{Store, use_store},
};

/// A figure on paper, in CSS px.
const FIGURE_CSS_PX: (f64, f64) = (680.0, 300.0);
/// Figures of a study that a page has room for.
const MOST_FIGURES: usize = 2;

/// The lab's page, below the settings.
#[component]
pub fn Lab() -> impl IntoView {
    let store = use_store();
    let running = Running::following(store);
    let shown = running.shown;
    expect_context::<OnShow>().is_printed_by(Arc::new(move |report| {
        report.finding = store.lab_finding.get_untracked();
        shown.with_untracked(|shown| print(report, &shown.sheet.plates));
    }));
    let count = plate_count(shown);
    let plates = move || (0..count.get()).map(|at| view! { <PlateView at shown /> }).collect_view().into_any();
    let notes = move || {
        let notes = shown.with(|shown| shown.sheet.notes.clone());
        notes.into_iter().map(|note| view! { <li>{note}</li> }).collect_view().into_any()
    };
    view! {
        <div class="lab">
            <Sections />
            <Controls />
            <ProgressLine running />
            {part::charts()}
            <div class="lab-bench">
                <div class="lab-plates">
                    {remade(plates)}
                </div>
                <ul class="lab-notes">{remade(notes)}</ul>
            </div>
        </div>
    }
}

/// The first figures of a study, and the tables that have none.
fn print(report: &mut Report, plates: &[Plate]) {
    let Some(theme) = saved::theme_of_page() else { return };
    let figures = plates.iter().filter_map(|plate| Some((plate.figure.as_ref()?, &plate.title)));
    let draw = |(figure, title): (&Figure, &String)| saved::svg(figure, title, &theme, FIGURE_CSS_PX);
    report.pictures.extend(figures.take(MOST_FIGURES).map(draw));
    let tables = plates.iter().filter(|plate| plate.figure.is_none());
    report.tables.extend(tables.map(|plate| (plate.title.clone(), plate.table.clone())));
}

/// The figures of the study without its controls: all of them, or the one of a number.
#[component]
pub fn LabFigures(
    /// Which one, from 1.
    number: Option<u32>,
) -> impl IntoView {
    let shown = Running::following(use_store()).shown;
    let count = plate_count(shown);
    let figures = move || {
        let count = count.get();
        // A study that has fewer shows its last one.
        let chosen = number.map(|number| (number - 1).min(count.saturating_sub(1)));
        let places = (0..count).filter(|&at| chosen.is_none_or(|chosen| at == chosen));
        places.map(|at| view! { <PlateView at shown compact=true /> }).collect_view().into_any()
    };
    remade(figures)
}

/// The finding of the study or of the drill, on top of the page.
#[component]
pub fn LabFinding() -> impl IntoView {
    let store = use_store();
    let is_drill = flag(move || store.drill().with(Option::is_some));
    // Before there is one, the name of the study.
    let words = text(move || {
        let finding = store.lab_finding.get();
        let study =
            || store.lab().with(|options| options.as_ref().map_or("", |options| options.section.name()).to_owned());
        if finding.is_empty() { study() } else { finding }
    });
    view! {
        <section class="finding lab-finding" class:finding-drill=is_drill aria-labelledby="finding">
            <h1 id="finding">
                <span class="strong">{remade(move || unbroken(&words.get()))}</span>
            </h1>
        </section>
    }
}

/// How many figures there are so far.
fn plate_count(shown: RwSignal<Arc<Shown>>) -> Signal<u32> {
    number(move || shown.with(|shown| shown.sheet.plates.len() as u32))
}

/// The studies to choose from.
#[component]
fn Sections() -> impl IntoView {
    let store = use_store();
    let current = current_section(store);
    let buttons = Section::ALL.into_iter().zip(0u32..).map(|(section, place)| {
        let choose = move |_| store.show_lab(Some(Options::new(section)));
        view! {
            <button
                type="button"
                class="lab-section"
                aria-current=move || (current.get() == place).then_some("true")
                on:click=on_click(choose)
            >
                {section.name()}
            </button>
        }
    });
    view! { <nav class="lab-sections" aria-label="Studies">{buttons.collect_view()}</nav> }
}

/// The place of the study on show.
fn current_section(store: Store) -> Signal<u32> {
    number(move || store.lab().with(|options| options.as_ref().map_or(0, |options| options.section as u32)))
}

/// How far it is, and the button that stops it or begins again.
#[component]
fn ProgressLine(running: Running) -> impl IntoView {
    let shown = running.shown;
    let words = text(move || {
        shown.with(|shown| {
            let progress = shown.progress;
            let numbers =
                format!("{} of {} {}", thousands(progress.done as u64), thousands(progress.all as u64), progress.unit);
            match (progress.is_complete(), shown.is_stopped) {
                (true, _) => format!("Done: {numbers}"),
                (false, true) => format!("Stopped after {numbers}"),
                (false, false) => numbers,
            }
        })
    });
    let done = move || {
        let progress = shown.with(|shown| shown.progress);
        if progress.all == 0 { 1.0 } else { progress.done as f64 / progress.all as f64 }
    };
    let part = text(move || css_percent(done()));
    let percent = text(move || ((done() * 100.0) as u32).to_string());
    let can_stop = flag(move || shown.with(|shown| !shown.progress.is_complete() && !shown.is_stopped));
    let act = move |_| if can_stop.get_untracked() { running.stop() } else { running.begin_again() };
    view! {
        <div class="lab-progress">
            <div
                class="lab-bar"
                role="progressbar"
                aria-label="Progress of the study"
                aria-valuemin="0"
                aria-valuemax="100"
                aria-valuenow=percent
            >
                <i style:width=part></i>
            </div>
            <span class="quiet" data-figure="progress">{words}</span>
            <button type="button" class="button" on:click=on_click(act)>
                {text(move || if can_stop.get() { "Cancel".into() } else { "Run again".into() })}
            </button>
        </div>
    }
}
