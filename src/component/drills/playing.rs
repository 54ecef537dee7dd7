//! A drill at work: its runs go on in slices between frames, all to the same tick, as fast as it is played or, to a moment
//! that was asked for, as fast as they can. What there is to show of it is plain data, renewed a few times a second.

use std::{sync::Arc, time::Duration};

use leptos::prelude::*;
use placement::{
    drill::{Asked, Event, Happening, Plan, Run, catalogue::Drill, clock},
    number::percent,
    scenario::Scenario,
};

use crate::{
    a11y,
    component::travel::InSight,
    drills::{
        happened,
        lanes::Spans,
        nodes, pace,
        shown::{Moment, Shown},
        tables, values,
    },
    lab::sheet::Table,
    react::text,
    store::Store,
    work::now,
};

/// A slice lasts so long: short enough that nobody waits for it.
const SLICE_MS: f64 = 12.0;
/// What there is to show is shown so often.
const SHOW_MS: f64 = 120.0;
/// Where motion is not wanted it goes on in steps, one in so long.
const STEP_MS: f64 = 1_000.0;
/// About so many simulated reads of a run between two looks at the clock.
const READS_A_LOOK: u32 = 400;

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
        Effect::new(move |last: Option<usize>| {
            let lead = this.lead.get();
            if last.is_some_and(|last| last != lead) {
                this.show();
            }
            lead
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
        let refused = self.runs.try_update_value(|runs| {
            runs.iter_mut().find_map(|run| run.inject(what.clone(), rollout_s).err()).map(|error| error.to_string())
        });
        if let Some(reason) = refused.flatten() {
            self.store.notes.set(vec![reason]);
            return;
        }
        asked.add(Event { at_tick: tick, what, rollout_s });
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

    /// The tick that all runs have reached.
    fn tick(self) -> u32 {
        self.runs.with_value(|runs| runs.iter().map(Run::tick).min().unwrap_or(0))
    }

    fn go_on(self) {
        let turn = self.turn.try_update_value(|turn| {
            *turn = turn.wrapping_add(1);
            *turn
        });
        self.plan_slice(turn.unwrap_or_default());
    }

    fn plan_slice(self, turn: u32) {
        if self.plays.get_untracked() {
            request_animation_frame(move || self.slice(turn));
        } else {
            // A timeout lets input and paint go first.
            set_timeout(move || self.slice(turn), Duration::ZERO);
        }
    }

    fn slice(self, turn: u32) {
        // When the page has been left there is nothing to go on with.
        if self.turn.try_get_value() != Some(turn) {
            return;
        }
        if self.make_next() {
            self.plan_slice(turn);
            return;
        }
        if self.runs.with_value(Vec::is_empty) {
            return;
        }
        let plays = self.plays.get_untracked();
        if plays {
            self.follow_clock();
        }
        let goal = self.goal.get_value();
        let tick = self.run_towards(goal);
        if plays && tick < goal {
            // Played no faster than it can be.
            self.goal.set_value(tick.max(self.shown.with_untracked(|shown| shown.tick)));
        }
        let length = self.shown.with_untracked(|shown| shown.length_ticks);
        let is_over = plays && tick >= length;
        let is_settled = is_over || !plays && tick >= goal;
        if is_over {
            self.plays.set(false);
        }
        if is_settled || now() - self.shown_at.get_value() > SHOW_MS {
            self.show();
        }
        if is_settled {
            self.announce(is_over || tick >= length);
        } else {
            self.plan_slice(turn);
        }
    }

    /// Makes a run that is still to be made; false when there is none.
    fn make_next(self) -> bool {
        let next =
            self.waiting.try_update_value(|waiting| if waiting.is_empty() { None } else { Some(waiting.remove(0)) });
        let Some(plan) = next.flatten() else { return false };
        match Run::new(plan) {
            Ok(run) => self.runs.update_value(|runs| runs.push(run)),
            Err(error) => {
                self.waiting.update_value(Vec::clear);
                self.runs.update_value(Vec::clear);
                self.shown.set(Arc::new(Shown { error: Some(error.to_string()), ..Shown::default() }));
            }
        }
        true
    }

    fn follow_clock(self) {
        let (last, left) = self.clock.get_value();
        let now = now();
        if a11y::wants_no_motion() {
            // Steps in place of a motion.
            if now - last >= STEP_MS {
                let step = pace::step_ticks(self.shown.with_untracked(|shown| shown.length_ticks));
                self.goal.update_value(|goal| *goal = (*goal / step + 1) * step);
                self.clock.set_value((now, 0.0));
            }
        } else {
            let is_seen = self.in_sight.with_value(|in_sight| in_sight.as_ref().is_none_or(|in_sight| in_sight()));
            let speed = pace::SPEEDS.get(self.speed.get_untracked()).copied().unwrap_or(1);
            let (ticks, left) = if is_seen { pace::ticks_passed(now - last, speed, left) } else { (0, left) };
            self.goal.update_value(|goal| *goal += ticks);
            self.clock.set_value((now, left));
        }
        let length = self.shown.with_untracked(|shown| shown.length_ticks);
        self.goal.update_value(|goal| *goal = (*goal).min(length));
    }

    /// Goes on for the time of a slice; the tick that all runs have then.
    fn run_towards(self, goal: u32) -> u32 {
        let start = now();
        let reached = self.runs.try_update_value(|runs| {
            loop {
                let tick = runs.iter().map(Run::tick).min().unwrap_or(goal);
                if tick >= goal || now() - start >= SLICE_MS {
                    return tick;
                }
                for run in runs.iter_mut() {
                    let reads = placement::drill::quantity::READS.of(&run.plan().settings);
                    let a_tick = (reads / (run.plan().scale() * clock::TICKS_A_SECOND)).max(1);
                    let until = (tick + (READS_A_LOOK / a_tick).max(1)).min(goal);
                    run.step(until.saturating_sub(run.tick()));
                }
            }
        });
        reached.unwrap_or(goal)
    }

    /// Shows how it stands.
    fn show(self) {
        let Some(asked) = self.store.drill().try_get_untracked().flatten() else { return };
        let goal = self.goal.get_value();
        let lead = self.lead.get_untracked();
        let client = self.client.get_untracked();
        let shown = self.runs.with_value(|runs| {
            let leading = runs.get(lead).or(runs.first())?;
            let computed = runs.iter().map(Run::tick).min().unwrap_or(0);
            let plays = self.plays.get_untracked();
            let tick = if plays { computed } else { goal };
            if computed >= self.furthest.with_value(|known| known.0) {
                self.furthest.set_value((computed, Arc::new(Spans::of(runs))));
            }
            // On the way to a moment that was asked for, the sentence of another would flicker by.
            if let Some(drill) = Drill::from_id(asked.id()).filter(|_| plays || computed == tick) {
                let sentence = if computed == 0 { before_the_start(drill) } else { drill.sentence(runs) };
                self.store.lab_finding.set(sentence);
            }
            let membership = nodes::as_seen_by_the_first(leading);
            if self.membership.with_untracked(|known| known.as_deref() != Some(&membership)) {
                self.membership.set(Some(Arc::new(membership)));
            }
            let at = Moment { tick, is_settled: computed == tick, lead, client };
            Shown::of(&asked, runs, &self.furthest.get_value().1, at)
        });
        if let Some(shown) = shown {
            self.shown.set(Arc::new(shown));
        }
        self.shown_at.set_value(now());
    }

    /// Says once how it stands: at the end the sentence, else the moment.
    fn announce(self, is_over: bool) {
        let tick = self.tick();
        if tick == 0 {
            return;
        }
        let words = if is_over {
            self.store.lab_finding.get_untracked()
        } else {
            let each = self.runs.with_value(|runs| {
                let each = runs.iter().map(|run| {
                    let recent = run.series().between(tick.saturating_sub(100), u32::MAX);
                    format!("{} {}", percent(recent.hit_rate()), run.plan().name)
                });
                each.collect::<Vec<_>>().join(", ")
            });
            format!("At {}: hit rate {each}.", clock::in_words(tick))
        };
        a11y::announce(self.store.announcement, words);
    }
}

/// What stands on top before anything has run.
fn before_the_start(drill: &Drill) -> String {
    format!("{}: start it, or go to any moment.", drill.name)
}
