//! A drill at work, and what the reader does to it: begins, stops, goes to a moment, lets something happen. How its runs
//! go on is in `slices`, what is shown and said of them in `telling`.

mod slices;
mod telling;

use std::sync::Arc;

use leptos::prelude::*;
use placement::{
    drill::{Asked, Event, Happening, MOST_EVENTS, Plan, Run, catalogue::Drill},
    scenario::Scenario,
};

use crate::{
    component::travel::InSight,
    drills::{happened, lanes::Spans, pace, shown::Shown, tables, values},
    lab::sheet::Table,
    react::text,
    store::Store,
    work::now,
};

/// The drill on show. Copies are the same.
#[derive(Clone, Copy)]
pub struct Playing {
    store: Store,
    runs: StoredValue<Vec<Run>, LocalStorage>,
    /// Runs that are still to be made.
    waiting: StoredValue<Vec<Plan>>,
    known: StoredValue<Option<(u32, Asked)>>,
    /// The id of the drill that was begun last.
    drill: StoredValue<&'static str>,
    /// Which slices they are: those of an earlier drill find another number.
    turn: StoredValue<u32>,
    /// The tick to go to.
    goal: StoredValue<u32>,
    /// When the clock was read last, and what is left of a tick.
    clock: StoredValue<(f64, f64)>,
    shown_at: StoredValue<f64>,
    /// The furthest that was computed, which stays in sight when the reader goes back.
    furthest: StoredValue<(u32, Arc<Spans>)>,
    in_sight: StoredValue<Option<InSight>>,
    /// Does it go on by itself?
    pub plays: RwSignal<bool>,
    /// The place of the speed among [`pace::SPEEDS`].
    pub speed: RwSignal<usize>,
    /// The run whose nodes and ring are on show.
    pub lead: RwSignal<usize>,
    /// The client that is cut off from nodes.
    pub client: RwSignal<u32>,
    /// Seconds over which clients learn of a change.
    pub rollout_s: RwSignal<u32>,
    /// What the names of the nodes on show have in them, where not all can be shown.
    pub find: RwSignal<String>,
    /// What there is to show.
    pub shown: RwSignal<Arc<Shown>>,
    /// The membership of the leading run as its first client sees it.
    pub membership: RwSignal<Option<Arc<Scenario>>>,
}

impl Playing {
    /// Begins with the drill on show, and follows it.
    pub fn following(store: Store) -> Self {
        let this = Self {
            store,
            runs: StoredValue::new_local(Vec::new()),
            waiting: StoredValue::new(Vec::new()),
            known: StoredValue::new(None),
            drill: StoredValue::new(""),
            turn: StoredValue::new(0),
            goal: StoredValue::new(0),
            clock: StoredValue::new((0.0, 0.0)),
            shown_at: StoredValue::new(0.0),
            furthest: StoredValue::new((0, Arc::default())),
            in_sight: StoredValue::new(None),
            plays: RwSignal::new(false),
            speed: RwSignal::new(0),
            lead: RwSignal::new(0),
            client: RwSignal::new(0),
            rollout_s: RwSignal::new(0),
            find: RwSignal::new(String::new()),
            shown: RwSignal::new(Arc::default()),
            membership: RwSignal::new(None),
        };
        Effect::new(move |_| {
            let (settled, asked) = (store.settled.get(), store.drill().get());
            let Some(asked) = asked else { return };
            // What happens while it runs is part of the drill at once, and no reason to begin again.
            let now = Some((settled, asked));
            if this.known.with_value(|known| *known != now) {
                this.known.set_value(now);
                this.begin();
            }
        });
        Effect::new(move |was_shown: Option<bool>| {
            // Other nodes of the same moment.
            (this.lead.track(), this.find.track());
            if was_shown.is_some() {
                this.show();
            }
            true
        });
        this
    }

    /// Where the lanes are seen.
    pub fn stop_out_of_sight(self, in_sight: InSight) {
        self.in_sight.set_value(Some(in_sight));
    }

    /// What the drill shows, in its own words.
    pub fn about(self) -> Signal<String> {
        let drill = self.store.drill();
        text(move || {
            let drill = drill.with(|asked| asked.as_ref().and_then(|asked| Drill::from_id(asked.id())));
            drill.map_or_else(String::new, |drill| drill.about.to_owned())
        })
    }

    /// Makes the runs anew and stands at their beginning.
    fn begin(self) {
        let Some(asked) = self.store.drill().get_untracked() else { return };
        let plans = asked.runs(&self.store.scenario());
        self.plays.set(false);
        self.goal.set_value(0);
        self.furthest.set_value((0, Arc::default()));
        self.runs.update_value(Vec::clear);
        let error = plans.iter().find_map(|plan| plan.check().err()).map(|error| error.to_string());
        let length_ticks = plans.iter().map(|plan| plan.length_ticks).max().unwrap_or(0);
        if self.drill.try_update_value(|drill| std::mem::replace(drill, asked.id())) != Some(asked.id()) {
            self.speed.set(pace::usual_speed(length_ticks));
            self.client.set(0);
            // The reader's own way of placing, where there are several.
            let own = self.store.scenario().algorithm;
            self.lead.set(plans.iter().position(|plan| plan.scenario.algorithm == own).unwrap_or(0));
        }
        if self.lead.get_untracked() >= plans.len() {
            self.lead.set(0);
        }
        let drill = Drill::from_id(asked.id());
        self.store.lab_finding.set(drill.map_or_else(String::new, before_the_start));
        self.shown.set(Arc::new(Shown { error: error.clone(), length_ticks, ..Shown::default() }));
        self.waiting.set_value(if error.is_some() { Vec::new() } else { plans });
        self.go_on();
    }

    /// Begins to go on by itself, or stops.
    pub fn toggle(self) {
        if self.plays.get_untracked() {
            self.pause();
            return;
        }
        let (tick, length) = self.shown.with_untracked(|shown| (shown.tick, shown.length_ticks));
        if tick >= length {
            self.seek(0);
        }
        self.clock.set_value((now(), 0.0));
        self.plays.set(true);
        self.go_on();
    }

    /// Stands still where it is.
    pub fn pause(self) {
        self.plays.set(false);
        self.goal.set_value(self.tick());
        self.go_on();
    }

    /// Goes to a tick, before or after now, and stands there.
    pub fn seek(self, tick: u32) {
        let tick = tick.min(self.shown.with_untracked(|shown| shown.length_ticks));
        self.plays.set(false);
        self.goal.set_value(tick);
        self.runs.update_value(|runs| runs.iter_mut().for_each(|run| run.wind_back(tick)));
        self.go_on();
    }

    /// A step forth or back.
    pub fn step(self, is_back: bool) {
        let (tick, length) = self.shown.with_untracked(|shown| (shown.tick, shown.length_ticks));
        let step = pace::step_ticks(length);
        // To round times.
        self.seek(if is_back { tick.saturating_sub(1) / step * step } else { (tick / step + 1) * step });
    }

    /// Something happens now, in all runs; it is part of the drill and its link from now on.
    pub fn inject(self, what: Happening) {
        let is_ready = self.runs.with_value(|runs| {
            let first = runs.first().map(Run::tick);
            first.is_some() && runs.iter().all(|run| Some(run.tick()) == first)
        });
        let is_there = self.plays.get_untracked() || self.goal.get_value() == self.tick();
        let Some(mut asked) = self.store.drill().get_untracked().filter(|_| is_ready && is_there) else { return };
        let (tick, rollout_s) =
            (self.tick(), if what.command().is_some() { self.rollout_s.get_untracked() } else { 0 });
        if !asked.add(Event { at_tick: tick, what: what.clone(), rollout_s }) {
            self.store.notes.set(vec![format!("A drill can have up to {MOST_EVENTS} events of yours. Take some out.")]);
            return;
        }
        let refused = self.runs.try_update_value(|runs| {
            runs.iter_mut().find_map(|run| run.inject(what.clone(), rollout_s).err()).map(|error| error.to_string())
        });
        if let Some(reason) = refused.flatten() {
            self.store.notes.set(vec![reason]);
            return;
        }
        self.known.set_value(Some((self.store.settled.get_untracked(), asked.clone())));
        self.store.show_drill(asked);
        // What was computed beyond is no longer so.
        self.furthest.set_value((0, Arc::default()));
        if !self.plays.get_untracked() {
            // A tick, so that it is to be seen.
            self.goal.set_value(tick + 1);
        }
        self.go_on();
    }

    /// A node joins.
    pub fn inject_node(self) {
        let name = self.runs.with_value(|runs| happened::free_name(runs));
        if !name.is_empty() {
            self.inject(Happening::Add { name, weight: placement::weight::Weight::ONE });
        }
    }

    /// One of the reader's events has never been; the drill begins again.
    pub fn forget(self, place: usize) {
        if let Some(asked) = self.store.drill().get_untracked() {
            self.store.show_drill(values::without_event(&asked, place));
        }
    }

    /// The table of all spans, as they are known.
    pub fn spans_table(self) -> Table {
        let spans = self.furthest.get_value().1;
        self.runs.with_value(|runs| self.shown.with_untracked(|shown| tables::spans(runs, &spans, &shown.events)))
    }

    /// Reads the runs as they stand.
    pub fn read<T>(self, read: impl FnOnce(&[Run]) -> T) -> T {
        self.runs.with_value(|runs| read(runs))
    }

    /// The tick that all runs have reached.
    fn tick(self) -> u32 {
        self.runs.with_value(|runs| runs.iter().map(Run::tick).min().unwrap_or(0))
    }
}

/// What stands on top before anything has run.
fn before_the_start(drill: &Drill) -> String {
    format!("{}: start it, or go to any moment.", drill.name)
}
