//! A drill at work, and what the reader does to it: begins, stops, goes to a moment, lets something happen. How its runs
//! go on is in `slices`, what is shown and said of them in `telling`.

mod changing;
mod slices;
mod telling;

use std::sync::Arc;

use leptos::prelude::*;
use placement::{
    drill::{Asked, Plan, Run, catalogue::Drill},
    scenario::Scenario,
};

use crate::{
    component::travel::InSight,
    drills::{lanes::Spans, pace, shown::Shown, tables},
    lab::sheet::Table,
    react::{flag, text},
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
    /// How many of the runs are the drill's own, which come first.
    own_runs: StoredValue<usize>,
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
    /// The run that was kept, to be laid over those of the drill as it is now.
    pub kept: RwSignal<Option<Arc<Plan>>>,
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
            own_runs: StoredValue::new(0),
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
            kept: RwSignal::new(None),
            shown: RwSignal::new(Arc::default()),
            membership: RwSignal::new(None),
        };
        Effect::new(move |_| {
            let (settled, asked) = (store.settled.get(), store.drill().get());
            let Some(asked) = asked else { return };
            let now = Some((settled, asked.clone()));
            let known = this.known.try_update_value(|known| std::mem::replace(known, now.clone())).flatten();
            match known {
                _ if known == now => {}
                // What the reader lets happen is part of the drill at once, and no reason to begin again.
                Some((at, known)) if at == settled && known.is_same_but_for_events(&asked) => {
                    this.follow_events(&asked);
                }
                _ => this.begin(),
            }
        });
        Effect::new(move |was_shown: Option<bool>| {
            // Other nodes of the same moment.
            this.lead.track();
            this.find.track();
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

    /// Can the drill run with what is set? Where not, what is shown says why.
    pub fn can_run(self) -> Signal<bool> {
        flag(move || self.shown.with(|shown| shown.error.is_none()))
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
        let mut plans = asked.runs(&self.store.scenario());
        self.own_runs.set_value(plans.len());
        self.plays.set(false);
        self.goal.set_value(0);
        self.furthest.set_value((0, Arc::default()));
        self.runs.update_value(Vec::clear);
        let error = plans.iter().find_map(|plan| plan.check().err()).map(|error| error.to_string());
        let length_ticks = plans.iter().map(|plan| plan.length_ticks).max().unwrap_or(0);
        if self.drill.try_update_value(|drill| std::mem::replace(drill, asked.id())) != Some(asked.id()) {
            self.speed.set(pace::usual_speed(length_ticks));
            self.client.set(0);
            self.kept.set(None);
            // The reader's own way of placing, where there are several.
            let own = self.store.scenario().algorithm;
            self.lead.set(plans.iter().position(|plan| plan.scenario.algorithm == own).unwrap_or(0));
        }
        plans.extend(self.kept.get_untracked().map(|kept| (*kept).clone()));
        let length_ticks = plans.iter().map(|plan| plan.length_ticks).max().unwrap_or(length_ticks);
        if self.lead.get_untracked() >= plans.len() {
            self.lead.set(0);
        }
        let drill = Drill::from_id(asked.id());
        self.store.lab_finding.set(match (drill, &error) {
            (Some(drill), None) => before_the_start(drill),
            // Why is said below.
            (Some(drill), Some(_)) => format!("{} cannot run like this.", drill.name),
            (None, _) => String::new(),
        });
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

    /// The table of all spans, as they are known.
    pub fn spans_table(self) -> Table {
        let spans = self.furthest.get_value().1;
        let id = self.drill.get_value();
        self.runs.with_value(|runs| {
            self.shown.with_untracked(|shown| tables::spans(id, runs, &spans, &shown.timeline, &shown.events))
        })
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
