//! A drill on paper: what it shows, on which fleet, with which quantities; its lanes, and what became of its runs.

use std::sync::Arc;

use leptos::prelude::*;
use placement::drill::{Run, catalogue::Drill, clock};

use super::playing::Playing;
use crate::{
    charts::{figure::Figure, saved},
    component::on_show::OnShow,
    drills::{taken, values},
    lab::sheet::Table,
    report::{self, Report},
    store::Store,
};

/// How wide the lanes are on paper.
const LANES_CSS_PX: f64 = 860.0;

/// The capacity plan, while it is on show.
#[derive(Clone, Copy)]
struct Plan(RwSignal<Option<Signal<Table>>>);

/// From now on the drill stands on paper, and the page on show has its name.
pub fn stand_on_paper(store: Store, playing: Playing) {
    let plan = RwSignal::new(None);
    provide_context(Plan(plan));
    let on_show: OnShow = expect_context();
    name(store, on_show);
    on_show.is_printed_by(Arc::new(move |report| print(report, store, playing, plan.get_untracked())));
}

/// The page on show is called as the drill is.
pub fn name(store: Store, on_show: OnShow) {
    Effect::new(move |_| {
        let drill = store.drill().with(|asked| asked.as_ref().and_then(|asked| Drill::from_id(asked.id())));
        on_show.name.set(drill.map_or_else(String::new, |drill| drill.name.to_owned()));
    });
}

/// As long as the plan is on show it stands on paper too.
pub fn has_plan(table: Signal<Table>) {
    if let Some(Plan(plan)) = use_context() {
        plan.set(Some(table));
        on_cleanup(move || {
            plan.try_set(None);
        });
    }
}

fn print(report: &mut Report, store: Store, playing: Playing, plan: Option<Signal<Table>>) {
    report.finding = store.lab_finding.get_untracked();
    let Some(asked) = store.drill().get_untracked() else { return };
    let shown = playing.shown.get_untracked();
    let drill = Drill::from_id(asked.id());
    let of = |ticks| clock::in_words(ticks);
    report.settings = vec![
        drill.map_or_else(String::new, |drill| format!("{}. {}", drill.name, drill.about)),
        format!("At {} of {}. {}", of(shown.tick), of(shown.length_ticks), playing.read(ways)),
        taken::in_words(&asked, &values::own(asked.id(), &store.scenario())),
    ];
    if let Some(theme) = saved::theme_of_page() {
        let height = shown.timeline.height_css_px(LANES_CSS_PX);
        let lanes = Figure::Timeline((*shown.timeline).clone());
        report.pictures.push(saved::svg(&lanes, "Drill over time", &theme, (LANES_CSS_PX, height)));
    }
    report.tables.extend([
        ("Runs so far".to_owned(), shown.outcome.clone()),
        ("What happens".to_owned(), taken::happens(&shown.events)),
        ("Capacity plan".to_owned(), plan.map(|plan| plan.get_untracked()).unwrap_or_default()),
    ]);
}

/// How each run places; those that place alike are told once.
fn ways(runs: &[Run]) -> String {
    let mut told: Vec<(String, Vec<&str>)> = Vec::new();
    for run in runs {
        let (way, name) = (report::way(&run.plan().scenario), run.plan().name.as_str());
        match told.iter_mut().find(|one| one.0 == way) {
            Some(one) => one.1.push(name),
            None => told.push((way, vec![name])),
        }
    }
    match &told[..] {
        [(way, _)] => way.clone(),
        several => {
            let each = several.iter().map(|(way, names)| format!("{}: {way}", names.join(", ")));
            each.collect::<Vec<_>>().join(" ")
        }
    }
}
