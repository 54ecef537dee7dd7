//! The two curves of the scenario on show, computed while the page is idle. They fill in as they go; those of before
//! stand dimmed where nothing new stands yet. A change of the number of virtual nodes only moves the dot.

use std::sync::Arc;

use leptos::prelude::*;
use placement::{
    measure::curve::{self, Curve, Sample},
    number::thousands,
    parameter,
    scenario::Scenario,
};

use crate::{
    charts::{
        board::Drawing,
        busiest::{Data, Line, depth},
        figure::Figure,
        lines::{self, Lines, Stroke},
    },
    idle::when_idle,
    lab::sheet::{NO_FIGURE, Table},
    store::Store,
};

/// How long the page is kept from other things at a time.
const SLICE_MS: f64 = 6.0;
/// How far apart the two labels at the end stand at least, as a part of the chart's height.
const BETWEEN_LABELS: f64 = 0.12;

/// The curve of the hash on show, then the one with the finaliser switched.
type Pair<T> = [T; 2];

/// The curves as far as they are known. Copies are the same curves.
#[derive(Clone, Copy)]
pub struct Curves {
    known: RwSignal<Arc<Known>>,
}

/// What is known.
#[derive(Default)]
struct Known {
    fresh: Pair<Vec<Sample>>,
    /// Of the scenario before, until the fresh ones are complete.
    stale: Pair<Vec<Sample>>,
    stale_names: Pair<String>,
    names: Pair<String>,
    is_complete: bool,
}

impl Known {
    /// What stands at the end: name and last of the complete samples, if there are any.
    fn last(&self, at: usize) -> Option<(&str, Sample)> {
        let (samples, names) = self.settled();
        Some((&names[at], *samples[at].last()?))
    }

    /// The newest complete curves and their names.
    fn settled(&self) -> (&Pair<Vec<Sample>>, &Pair<String>) {
        if self.is_complete { (&self.fresh, &self.names) } else { (&self.stale, &self.stale_names) }
    }
}

/// The label at the end of a curve.
#[derive(Clone, PartialEq, Debug)]
pub struct End {
    /// Name and last value: "FNV-1a 1.08".
    pub label: String,
    /// Where it stands, from 0 at the highest grid line to 1 at the lowest.
    pub depth: f64,
}

/// One count in the table: the number, and the two figures.
#[derive(Clone, PartialEq, Debug)]
pub struct Row {
    /// Virtual nodes.
    pub count: u32,
    /// Times fair.
    pub figures: Pair<Option<String>>,
}

/// The computation under way.
struct Work {
    curves: Pair<Option<Curve>>,
}

impl Curves {
    /// The curves of the store's scenario, now and after each change.
    #[must_use]
    pub fn following(store: Store) -> Self {
        let known = RwSignal::new(Arc::new(Known::default()));
        let work = StoredValue::new_local(None::<Work>);
        let is_waiting = StoredValue::new(false);
        // The scenario alone: the view would keep the keys of a placement that is no more.
        let of = StoredValue::new(None::<Scenario>);
        let view = store.view();
        Effect::new(move |_| {
            let view = view.get();
            let scenario = view.scenario();
            let is_new = of.with_value(|last| last.as_ref().is_none_or(|last| !curve::is_same(last, scenario)));
            if !is_new {
                return;
            }
            of.set_value(Some(scenario.clone()));
            work.set_value(Some(Work { curves: [Curve::of(scenario), Curve::with_finaliser_switched(scenario)] }));
            known.update(|known| {
                let (stale, stale_names) = known.settled();
                let (stale, stale_names) = (stale.clone(), stale_names.clone());
                *known = Arc::new(Known { stale, stale_names, names: names(scenario), ..Known::default() });
            });
            if is_waiting.try_update_value(|waiting| std::mem::replace(waiting, true)) == Some(false) {
                go_on_when_idle(work, is_waiting, known);
            }
        });
        Self { known }
    }

    /// The curves as they are drawn, through the dot.
    #[must_use]
    pub fn drawn(self, store: Store) -> Signal<Arc<Drawing>> {
        let known = self.known;
        let dot = store.derive(|view| {
            let exact = super::exact_of(view).map(|exact| exact.value());
            (f64::from(super::count_of(view)), exact)
        });
        Memo::new(move |_| Arc::new(Drawing::Busiest(known.with(|known| data(known, dot.get()))))).into()
    }

    /// The label at the end of one of the two.
    #[must_use]
    pub fn end(self, at: usize) -> Option<End> {
        self.known.with(|known| {
            let depth_of = |at: usize| known.last(at).map(|(_, sample)| depth(sample.times_fair.value()));
            let (name, sample) = known.last(at)?;
            let label = format!("{name} {}", sample.times_fair.times());
            let (own, other) = (depth_of(at)?, depth_of(1 - at));
            let Some(other) = other.filter(|other| (own - other).abs() < BETWEEN_LABELS) else {
                return Some(End { label, depth: own });
            };
            // Both give way, neither beyond the grid; of equals the current one stands above.
            let is_lower = own > other || own == other && at == 1;
            let lower = ((own + other + BETWEEN_LABELS) / 2.0).clamp(BETWEEN_LABELS, 1.0);
            Some(End { label, depth: if is_lower { lower } else { lower - BETWEEN_LABELS } })
        })
    }

    /// The words beside the heading. They say where the curve ends if that is before the scale does.
    #[must_use]
    pub fn caption(self) -> String {
        let last = self.known.with(|known| known.last(0).map(|(_, sample)| sample.virtual_nodes));
        last.filter(|last| curve::COUNTS.last() != Some(last)).map_or_else(
            || "by virtual nodes each, exact by arc".to_owned(),
            |last| format!("by virtual nodes up to {} each, exact by arc", thousands(last)),
        )
    }

    /// The names of the two curves; the second is empty where there is none.
    #[must_use]
    pub fn names(self) -> Pair<String> {
        self.known.with(|known| known.names.clone())
    }

    /// The same as a figure that can be taken away: with its scales, and as high as the curves are.
    #[must_use]
    pub fn figure(self, store: Store) -> Figure {
        let dot = store.view().with_untracked(|view| {
            (f64::from(super::count_of(view)), super::exact_of(view).map(|exact| exact.value()))
        });
        let (data, names) = self.known.with_untracked(|known| (data(known, dot), known.names.clone()));
        let most = data.lines.iter().flat_map(|line| &line.points).fold(3.0, |most: f64, point| most.max(point.1));
        let line = |line: Line| lines::Line {
            name: names[usize::from(!line.is_current)].clone(),
            stroke: if line.is_current { Stroke::Main } else { Stroke::Quiet },
            points: line.points,
        };
        Figure::Lines(Lines {
            x_words: "virtual nodes each".into(),
            y_words: "busiest node over its fair share, exact by arc".into(),
            x: (1.0, 10_000.0),
            y: (1.0, most),
            y_unit: "×",
            band: Vec::new(),
            lines: data.lines.into_iter().map(line).collect(),
        })
    }

    /// The rows as a table that can be taken away.
    #[must_use]
    pub fn table(self) -> Table {
        let names = self.known.with_untracked(|known| known.names.clone());
        let names: Vec<&str> = names.iter().map(String::as_str).filter(|name| !name.is_empty()).collect();
        let heads: Vec<&str> = ["virtual nodes"].into_iter().chain(names.iter().copied()).collect();
        let mut table = Table::new(&[], &heads);
        for row in untrack(|| self.rows()) {
            let figures = row.figures.into_iter().take(names.len());
            let figures = figures.map(|figure| figure.unwrap_or_else(|| NO_FIGURE.into()));
            table.push([thousands(row.count)].into_iter().chain(figures).collect(), false);
        }
        table
    }

    /// The same data as figures.
    #[must_use]
    pub fn rows(self) -> Vec<Row> {
        self.known.with(|known| {
            let figure = |samples: &[Sample], count: u32| {
                samples.iter().find(|one| one.virtual_nodes == count).map(|sample| sample.times_fair.times())
            };
            let counts = known.fresh[0].iter().map(|sample| sample.virtual_nodes);
            counts
                .map(|count| Row { count, figures: known.fresh.each_ref().map(|samples| figure(samples, count)) })
                .collect()
        })
    }
}

/// The hash without its width, which beside a figure would read as another one; and what the switch makes of it.
fn names(scenario: &Scenario) -> Pair<String> {
    let hash = scenario.hash();
    let name = hash.function.name();
    let plain = name.strip_suffix(" 32").or(name.strip_suffix(" 64")).unwrap_or(name).to_owned();
    if Curve::with_finaliser_switched(scenario).is_none() {
        return [plain, String::new()];
    }
    let mixed = "+ fmix32".to_owned();
    if scenario.settings.switch(&parameter::FINALISER) { [mixed, plain] } else { [plain, mixed] }
}

fn data(known: &Known, dot: (f64, Option<f64>)) -> Data {
    let points = |samples: &[Sample]| -> Vec<(f64, f64)> {
        samples.iter().map(|sample| (f64::from(sample.virtual_nodes), sample.times_fair.value())).collect()
    };
    let mut lines = Vec::new();
    // The current curve lies above the other.
    for at in [1, 0] {
        let is_current = at == 0;
        let mut fresh = points(&known.fresh[at]);
        let reached = fresh.last().map_or(0.0, |point| point.0);
        if !known.is_complete {
            let stale = points(&known.stale[at]).into_iter().filter(|point| point.0 >= reached).collect();
            lines.push(Line { points: stale, is_current, is_stale: true });
        }
        if let (count, Some(times_fair)) = dot
            && is_current
            && (known.is_complete || count < reached)
        {
            let place = fresh.partition_point(|point| point.0 < count);
            if fresh.get(place).is_none_or(|point| point.0 > count) {
                fresh.insert(place, (count, times_fair));
            }
        }
        lines.push(Line { points: fresh, is_current, is_stale: false });
    }
    lines.retain(|line| line.points.len() > 1);
    Data { lines }
}

/// Computes a slice of both curves when the page has nothing else to do, until both are complete.
fn go_on_when_idle(
    work: StoredValue<Option<Work>, LocalStorage>,
    is_waiting: StoredValue<bool>,
    known: RwSignal<Arc<Known>>,
) {
    when_idle(Box::new(move || {
        let now = || web_sys::window().and_then(|window| window.performance()).map_or(0.0, |clock| clock.now());
        let until = now() + SLICE_MS;
        let advanced = work.try_update_value(|work| {
            let work = work.as_mut()?;
            while !work.is_complete() && now() < until {
                work.step();
            }
            let samples = |curve: &Option<Curve>| curve.as_ref().map_or_else(Vec::new, |one| one.samples().to_vec());
            Some((work.curves.each_ref().map(samples), work.is_complete()))
        });
        // Nothing: the chart has gone.
        let Some((fresh, is_complete)) = advanced.flatten() else { return };
        known.update(|known| {
            let (stale, stale_names) =
                if is_complete { Default::default() } else { (known.stale.clone(), known.stale_names.clone()) };
            *known = Arc::new(Known { fresh, stale, stale_names, names: known.names.clone(), is_complete });
        });
        if is_complete {
            work.set_value(None);
            is_waiting.set_value(false);
        } else {
            go_on_when_idle(work, is_waiting, known);
        }
    }));
}

impl Work {
    fn is_complete(&self) -> bool {
        self.curves.iter().flatten().all(Curve::is_complete)
    }

    /// A step of the curve that lags behind, so that the two grow side by side.
    fn step(&mut self) {
        let unfinished = self.curves.iter_mut().flatten().filter(|curve| !curve.is_complete());
        if let Some(curve) = unfinished.min_by_key(|curve| curve.samples().len()) {
            curve.step();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use placement::number::Ratio;

    fn sample(virtual_nodes: u32, hundredths: u32) -> Sample {
        Sample { virtual_nodes, times_fair: Ratio::new(hundredths, 100u32) }
    }

    #[test]
    fn the_line_goes_through_the_dot_once_it_is_there() {
        let fresh = [vec![sample(1, 200), sample(100, 150)], vec![sample(1, 300), sample(100, 120)]];
        let mut known = Known { fresh, ..Known::default() };
        let counts = |data: &Data| -> Vec<Vec<f64>> {
            data.lines.iter().map(|line| line.points.iter().map(|point| point.0).collect()).collect()
        };
        assert_eq!(counts(&data(&known, (10.0, Some(1.7)))), [vec![1.0, 100.0], vec![1.0, 10.0, 100.0]]);
        assert_eq!(counts(&data(&known, (500.0, Some(1.7))))[1], [1.0, 100.0], "not there yet");
        known.is_complete = true;
        assert_eq!(counts(&data(&known, (500.0, Some(1.7))))[1], [1.0, 100.0, 500.0]);
        assert_eq!(counts(&data(&known, (100.0, Some(1.5))))[1], [1.0, 100.0]);
    }

    #[test]
    fn what_was_there_stays_dimmed_until_replaced() {
        let stale = [vec![sample(1, 200), sample(10, 150), sample(100, 120)], Vec::new()];
        let known = Known { fresh: [vec![sample(1, 110), sample(10, 105)], Vec::new()], stale, ..Known::default() };
        let lines = data(&known, (500.0, None)).lines;
        let shown: Vec<_> = lines.iter().map(|line| (line.is_stale, line.points[0].0, line.points.len())).collect();
        assert_eq!(shown, [(true, 10.0, 2), (false, 1.0, 2)]);
        assert_eq!(known.last(0), Some(("", sample(100, 120))), "the label waits for the end");
    }

    #[test]
    fn names_leave_the_width_out() {
        let mut scenario = Scenario::default();
        assert_eq!(names(&scenario), ["FNV-1a", "+ fmix32"]);
        scenario.settings.set(&parameter::FINALISER, parameter::Value::Switch(true)).expect("a switch");
        assert_eq!(names(&scenario), ["+ fmix32", "FNV-1a"]);
    }
}
