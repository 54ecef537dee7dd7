//! The comparison: two to four placements of the same keys side by side, each from its own placement before the same
//! change, and the figures of all in one table.

mod column;
mod fields;
mod strip;
mod table;

use std::sync::Arc;

use leptos::{context::Provider, prelude::*};
use placement::beside::MOST_VARIANTS;

use self::column::ColumnView;
pub use self::{
    fields::{CompareWith, ThenField},
    table::FiguresTable,
};
use super::{finding_line::words, on_show::OnShow, picture_file::on_paper};
use crate::{
    compare::{Figures, Wanted, figures, reference, summary},
    finding::{Word, plain},
    react::{number, remade},
    saved_tables,
    store::{Kind, Store, use_store},
    view::View,
    work::Work,
};

/// What all columns show, in their order.
type Columns = RwSignal<Vec<Signal<Arc<View>>>>;

/// The page's own store, within the columns.
#[derive(Clone, Copy)]
struct Page(Store);

/// The page of the comparison: its finding stands on top, above the settings, so it has its columns from there.
#[derive(Clone, Copy)]
pub struct Comparison {
    columns: Columns,
    reference: RwSignal<Option<Arc<View>>>,
    summary: Memo<Vec<Word>>,
    figures: Memo<Figures>,
}

impl Comparison {
    /// No column yet: they come with the page of the comparison.
    #[must_use]
    pub fn new() -> Self {
        let columns: Columns = RwSignal::new(Vec::new());
        let reference = RwSignal::new(None::<Arc<View>>);
        let shown = move || columns.with(|columns| columns.iter().map(|column| column.get()).collect::<Vec<_>>());
        Self {
            columns,
            reference,
            summary: Memo::new(move |_| summary(&shown())),
            figures: Memo::new(move |_| figures(&shown(), reference.get().as_ref())),
        }
    }

    /// The sentence that sums it up.
    pub fn summary_words(self) -> AnyView {
        remade(move || self.summary.with(|summary| words(summary)))
    }
}

/// A picture on paper, beside others, in CSS px.
const PICTURE_CSS_PX: f64 = 340.0;

impl Default for Comparison {
    fn default() -> Self {
        Self::new()
    }
}

/// The finding, on top of the page.
#[component]
pub fn CompareFinding() -> impl IntoView {
    let comparison: Comparison = expect_context();
    view! {
        <section class="finding finding-compare" aria-labelledby="finding">
            <h1 id="finding">{comparison.summary_words()}</h1>
        </section>
    }
}

/// Columns and table.
#[component]
pub fn Compare() -> impl IntoView {
    let store = use_store();
    let comparison: Comparison = expect_context();
    provide_context(Page(store));
    let count = number(move || store.variants().with(|variants| 1 + variants.len().min(MOST_VARIANTS) as u32));
    let columns = move || {
        let stores: Vec<Store> =
            (0..count.get() as usize).map(|place| store.of_column(Kind::Compared(place))).collect();
        comparison.columns.set(stores.iter().map(Store::view).collect());
        let column = |store| {
            // A context of its own: what stands in a column and asks for the store gets the column's.
            view! {
                <Provider value=store>
                    <ColumnView />
                </Provider>
            }
        };
        stores.into_iter().map(column).collect_view().into_any()
    };
    follow_reference(store, comparison);
    expect_context::<OnShow>().is_printed_by(Arc::new(move |report| {
        let columns: Vec<Arc<View>> =
            comparison.columns.with_untracked(|columns| columns.iter().map(|column| column.get_untracked()).collect());
        report.finding = comparison.summary.with_untracked(|summary| plain(summary));
        report.pictures = columns.iter().filter_map(|view| on_paper(view, false, PICTURE_CSS_PX)).collect();
        report.tables.push(("Placements".into(), comparison.figures.with_untracked(saved_tables::compared)));
    }));
    on_cleanup(move || {
        comparison.columns.set(Vec::new());
        comparison.reference.set(None);
    });
    let figures = view! { <FiguresTable figures=comparison.figures /> }.into_any();
    let figures = if store.is_figure() {
        view! {
            <details class="embed-table">
                <summary>"Figures as a table"</summary>
                {figures}
            </details>
        }
        .into_any()
    } else {
        figures
    };
    view! {
        <div class="compare">
            <div class="compare-columns" data-columns=move || count.get().to_string()>
                {remade(columns)}
            </div>
            {figures}
        </div>
    }
}

/// Keeps the placement by modulo up to date, where no column shows it.
fn follow_reference(store: Store, comparison: Comparison) {
    let work = Work::in_slices();
    let show = move |view: View| comparison.reference.set(Some(Arc::new(view)));
    Effect::new(move |last: Option<Option<Wanted>>| {
        let shown = store.view().get();
        let columns = comparison.columns.with(|columns| columns.iter().map(|column| column.get()).collect::<Vec<_>>());
        // Without a change there is no price to tell.
        let wanted = reference(&columns).and_then(|variant| Wanted::by(&variant, &shown).ok());
        let wanted = wanted.filter(|wanted| wanted.before.is_some());
        match &wanted {
            None => comparison.reference.set(None),
            Some(wanted) if last.flatten().as_ref() != Some(wanted) => {
                let known = comparison.reference.get_untracked();
                work.make(wanted.making(None, known.as_deref()), Arc::new(show)).into_iter().for_each(show);
            }
            Some(_) => {}
        }
        wanted
    });
}
