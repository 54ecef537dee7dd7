//! The migration: where keys are now and where they go, side by side, and below them what that moves: in figures, as a flow,
//! server by server, as a matrix, and key by key.

mod figure;
mod servers;
mod side;
mod table;

use std::sync::Arc;

use leptos::{context::Provider, prelude::*};
use placement::beside::Variant;

pub use self::figure::MigrationFigure;
use self::{side::SideView, table::ServerTable};
use super::{
    compare::FiguresTable,
    finding_line::words,
    moved_keys::MovedKeys,
    moved_matrix::MovedMatrix,
    moved_section::let_go_of_pairs,
    on_show::OnShow,
    picture::Picture,
    picture_file::titled_on_paper,
    save_menu::{save_menu, table_entries},
};
use crate::{
    a11y,
    compare::{Figures, figures},
    finding::{Word, plain},
    migrate::{self, Fact, examples, tables},
    react::{css_percent, flag, on_click, remade, shown_while, text},
    report::{self, Report},
    saved_tables,
    store::{Store, use_store},
    view::View,
};

/// The page of the migration: its finding stands on top, above the settings, so it has its view from there.
#[derive(Clone, Copy)]
pub struct Migration {
    view: RwSignal<Option<Signal<Arc<View>>>>,
    finding: Memo<Vec<Word>>,
}

impl Migration {
    /// No view yet: it comes with the page of the migration.
    #[must_use]
    pub fn new() -> Self {
        let view = RwSignal::new(None::<Signal<Arc<View>>>);
        let finding =
            Memo::new(move |_| view.get().map_or_else(Vec::new, |view| view.with(|view| migrate::finding(view))));
        Self { view, finding }
    }

    /// The finding.
    pub fn finding_words(self) -> AnyView {
        remade(move || self.finding.with(|finding| words(finding)))
    }
}

impl Default for Migration {
    fn default() -> Self {
        Self::new()
    }
}

/// The finding, on top of the page.
#[component]
pub fn MigrateFinding() -> impl IntoView {
    let migration: Migration = expect_context();
    view! {
        <section class="finding finding-compare" aria-labelledby="finding">
            <h1 id="finding">{migration.finding_words()}</h1>
        </section>
    }
}

/// Migrations that can be loaded, in the settings.
#[component]
pub fn ExampleFields() -> impl IntoView {
    let store = use_store();
    let buttons = examples().into_iter().map(|example| {
        view! {
            " "
            <button type="button" class="link" on:click=on_click(move |_| store.load_example(example))>
                {example.name}
            </button>
        }
        .into_any()
    });
    let buttons: Vec<AnyView> = buttons.collect();
    view! { <span class="migrate-examples">"Examples:" {buttons}</span> }
}

/// The side of the picture on paper.
const PICTURE_CSS_PX: f64 = 640.0;

/// The store of where it goes, which is what the page is about from now on.
fn begun(page: Store) -> Store {
    let Migration { view, .. } = expect_context();
    let OnShow { name, .. } = expect_context();
    let to = page.of_target();
    view.set(Some(to.view()));
    on_cleanup(move || view.set(None));
    let called = to.text(|view| {
        let before = view.change.as_ref().map(|change| change.before.scenario());
        let [from, to] = migrate::names(before.unwrap_or(view.scenario()), view.scenario());
        format!("{from} → {to}")
    });
    Effect::new(move |_| name.set(called.get()));
    to
}

/// Both sides, and what moves from one to the other.
#[component]
pub fn Migrate() -> impl IntoView {
    let page = use_store();
    let Migration { finding, .. } = expect_context();
    let to = begun(page);
    expect_context::<OnShow>().is_printed_by(Arc::new(move |report| {
        report.finding = finding.with_untracked(|finding| plain(finding));
        to.view().with_untracked(|view| print(report, view));
    }));
    let_go_of_pairs(to);
    // What is turned on either side is said once it is there.
    Effect::new(move |last: Option<String>| {
        let now = plain(&finding.get());
        if last.is_some_and(|last| last != now) && !page.is_in_gesture() {
            a11y::announce(page.announcement, now.clone());
        }
        now
    });
    let moves = to.flag(|view| view.moved().is_some_and(|moved| !moved.keys.is_empty()));
    let refused = move || to.column().and_then(|column| column.refused.get());
    let is_refused = flag(move || refused().is_some());
    view! {
        <div class="migrate">
            <div class="migrate-sides">
                <SideView store=page name="From" />
                <Provider value=to>
                    <SideView store=to name="To" />
                </Provider>
            </div>
            {shown_while(is_refused, move || {
                view! {
                    <p class="compare-refused" role="alert">
                        {text(move || refused().unwrap_or_default())}
                        " What stands below is the last that could be placed."
                    </p>
                }
                .into_any()
            })}
            <Provider value=to>
                <Outcome />
                {shown_while(moves, || view! { <Keys /> }.into_any())}
            </Provider>
        </div>
    }
}

/// Both sides on paper, and what moves from one to the other.
fn print(report: &mut Report, view: &Arc<View>) {
    let Some(change) = &view.change else { return };
    report.settings = vec![
        format!("From: {}", report::settings(change.before.scenario())),
        format!("To: {} {}", report::way(view.scenario()), migrate::warmth(view)),
    ];
    let moves = change.movement.as_ref().is_some_and(|movement| movement.moved > 0);
    report.pictures.extend(titled_on_paper(view, moves, PICTURE_CSS_PX, &report.finding));
    report.tables.extend([
        ("What turns cold".to_owned(), tables::cold(view)),
        ("Server by server".to_owned(), tables::servers(view)),
        ("How even both sides are".to_owned(), saved_tables::compared(&both(view))),
    ]);
}

/// Figures, flow and servers.
#[component]
fn Outcome() -> impl IntoView {
    let store = use_store();
    let facts = store.derive(migrate::facts);
    let figures = store.derive(both);
    let moves = store.flag(|view| view.moved().is_some_and(|moved| !moved.keys.is_empty()));
    let warmth = store.text(migrate::warmth);
    let view = store.view();
    let entries = table_entries("what turns cold", move || view.with_untracked(|view| tables::cold(view)));
    view! {
        <div class="migrate-outcome">
            <section class="migrate-flow" aria-labelledby="migrate-flow-title">
                <h2 id="migrate-flow-title">
                    {text(move || if moves.get() { "From whom to whom" } else { "Where keys go" }.to_owned())}
                </h2>
                <Picture view=store.view() lit=store.lit theme=store.theme.into() table=table::ID />
            </section>
            <div class="migrate-figures">
                <section aria-labelledby="migrate-cold-title">
                    <div class="save-head">
                        <h2 id="migrate-cold-title">"What turns cold"</h2>
                        {save_menu(("Save", " what turns cold"), entries, ().into_any())}
                    </div>
                    {remade(move || fact_table(facts.get()))}
                    <p class="quiet">{warmth}</p>
                </section>
                <ServerTable />
            </div>
        </div>
        <section class="migrate-balance" aria-labelledby="migrate-balance-title">
            <h2 id="migrate-balance-title">"How even both sides are"</h2>
            <FiguresTable figures />
        </section>
    }
}

/// The balance of both sides, one row each.
fn both(view: &View) -> Figures {
    let Some(from) = view.before() else { return Figures::default() };
    let columns = [Arc::new(from), Arc::new(view.without_change())];
    let mut both = figures(&columns, None);
    let names = migrate::names(columns[0].scenario(), columns[1].scenario());
    for ((row, side), name) in both.rows.iter_mut().zip(["From", "To"]).zip(names) {
        row.heading = format!("{side}: {name}");
        // What moves is told above.
        row.elsewhere.clear();
    }
    both
}

fn fact_table(facts: Vec<Fact>) -> AnyView {
    let rows = facts.into_iter().map(|fact| {
        view! {
            <tr>
                <th scope="row">{fact.name}</th>
                <td class:moved=fact.is_moved><b>{fact.keys}</b></td>
                <td class="quiet">{fact.share}</td>
                <td class="migrate-bar" class:migrate-bar-moved=fact.is_moved aria-hidden="true">
                    <i style:width=css_percent(fact.part)></i>
                </td>
            </tr>
        }
        .into_any()
    });
    let rows: Vec<AnyView> = rows.collect();
    view! {
        <table class="migrate-facts">
            <caption class="visually-hidden">"Keys that move and that stay, and their share of all keys"</caption>
            <tbody>{rows}</tbody>
        </table>
    }
    .into_any()
}

/// The matrix and the moved keys.
#[component]
fn Keys() -> impl IntoView {
    view! {
        <section class="migrate-keys" aria-labelledby="migrate-keys-title">
            <h2 id="migrate-keys-title">"From, to and keys"</h2>
            <div class="moved-parts">
                <MovedMatrix />
                <MovedKeys />
            </div>
        </section>
    }
}

/// What a side is called.
fn side_name(store: Store, is_target: bool) -> Signal<String> {
    store.text(move |view| {
        let own = Variant::of(view.scenario());
        match view.change.as_ref().filter(|_| is_target) {
            Some(change) => {
                let all = [Variant::of(change.before.scenario()), own];
                crate::compare::heading(&all[1], &all)
            }
            None => crate::compare::heading(&own, &[]),
        }
    })
}
