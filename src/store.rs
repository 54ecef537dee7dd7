//! The one state of the page: the history of scenarios and what is on show. Components read signals and dispatch
//! commands; nothing else changes anything.

mod address;
mod change;
mod column;
mod drill_steps;
mod figure;
mod gesture;
mod on_show;
mod outstanding;
mod page;
mod steps;
mod target;

use std::sync::Arc;

use leptos::prelude::*;
use placement::{
    beside::Variant, drill::Asked, fleet::NodeId, history::History, link, migration::Target, scenario::Scenario,
};

use self::{
    address::{LAB_FIELD, led_on},
    drill_steps::DrillSteps,
    on_show::{first_view, making_of},
    target::Turn,
};
pub use self::{
    column::{Column, Kind},
    page::Page,
    steps::{Step, Steps},
};
use crate::{
    component::travel::WHOLE,
    embed::{channel, presentation::Presentation},
    key_walk::Shown,
    lab::Options,
    movement_show::MovementShow,
    one_key, url,
    view::{Flow, View},
    work::Work,
};

/// Signals around a scenario. Copies are the same store.
#[derive(Clone, Copy)]
pub struct Store {
    history: StoredValue<History>,
    /// The scenario that a gesture under way began with.
    gesture: StoredValue<Option<Arc<Scenario>>>,
    view: RwSignal<Arc<View>>,
    /// The next view, where it takes long.
    work: Work,
    /// A change that is to be settled once its view is there; of a step back, what was undone.
    unsettled: StoredValue<Option<Option<String>>>,
    undo_redo: RwSignal<(bool, bool)>,
    steps: RwSignal<Steps>,
    /// The node that is pointed at or focused; never travels.
    pub lit: RwSignal<Option<NodeId>>,
    /// The node that was chosen to stay lit; never travels.
    pub pinned: RwSignal<Option<NodeId>>,
    outstanding: Memo<Option<NodeId>>,
    /// The pair that is pointed at, and the one that was chosen to stay lit, each with its node in `lit` and `pinned`.
    pairs: RwSignal<(Option<Flow>, Option<Flow>)>,
    pair: Memo<Option<Flow>>,
    /// What is looked at of a movement; never travels.
    pub movement: MovementShow,
    /// The one key whose way is told; never travels.
    pub key: RwSignal<String>,
    /// While its way is walked: what the picture shows of the step.
    pub walk: RwSignal<Option<Shown>>,
    /// How far the picture is from before the change on show to after it, in thousandths; never travels.
    pub replay: RwSignal<u32>,
    /// Is it shown what a ring loses that forgets to wrap? Never travels.
    pub forgets_wrap: RwSignal<bool>,
    /// What is on show in the lab; `None` while it is not. The address follows it.
    lab: RwSignal<Option<Options>>,
    /// The drill on show; `None` while there is none. The address follows it.
    drill: RwSignal<Option<Asked>>,
    /// What the reader did to it, to be undone.
    drill_steps: StoredValue<DrillSteps>,
    /// Is the comparison on show?
    compares: RwSignal<bool>,
    /// The placements that are compared with the page's own; kept while the explorer is on show.
    variants: RwSignal<Vec<Variant>>,
    /// Is the migration on show?
    migrates: RwSignal<bool>,
    /// Where it goes; kept while something else is on show.
    target: RwSignal<Option<Target>>,
    /// The steps of the history that changed both sides, so that to undo one brings both back.
    turns: StoredValue<Vec<Turn>>,
    /// The column of a comparison, or the other side of a migration, that this is the store of; `None` for the page's own.
    column: Option<Column>,
    /// The finding of the study on show.
    pub lab_finding: RwSignal<String>,
    /// The shard of a lookup table that was chosen, else that of the one key counts; never travels.
    pub shard: RwSignal<Option<u32>>,
    /// Has the reader asked for what would move, while what moved is on show?
    pub looks_ahead: RwSignal<bool>,
    /// Sentences for the reader that no field of its own can show.
    pub notes: RwSignal<Vec<String>>,
    /// Goes up when colours may have changed.
    pub theme: RwSignal<u32>,
    /// Goes up when a change is over: when no gesture is under way that could go on.
    pub settled: RwSignal<u32>,
    /// The polite announcement of the last settled change.
    pub announcement: RwSignal<String>,
    /// What the page shows as a figure in another page; `None` for the whole page.
    presentation: StoredValue<Option<Arc<Presentation>>>,
    /// Goes up when a figure is to be shown in another way.
    pub presented: RwSignal<u32>,
}

impl Store {
    /// Starts with the scenario of the address.
    #[must_use]
    pub fn from_address() -> Self {
        let query = url::query();
        let decoded = link::decode(&query);
        let mut notes: Vec<String> = decoded.notes.iter().map(ToString::to_string).collect();
        let presentation = Presentation::read(&query).map(|(presentation, more)| {
            notes.extend(more);
            channel::prepare(&presentation);
            Arc::new(presentation)
        });
        let key = one_key::first_key(&decoded.scenario.keys);
        let mut history = History::new(decoded.scenario);
        if let Some((title, scenario)) = led_on(history.current(), &decoded.beside.then) {
            history.push(title, scenario);
        }
        let (view, late) = first_view(Box::new(making_of(&history, None)), history.current());
        let lab = url::field(LAB_FIELD).and_then(|text| Options::read(&text));
        let steps = Steps::default().after(&history, Some(&view));
        let (lit, pinned) = (RwSignal::new(None), RwSignal::new(None));
        let pairs = RwSignal::new((None::<Flow>, None::<Flow>));
        // A pair stands out for as long as its node does.
        let pair = Memo::new(move |_| {
            let (lit, pinned): (Option<NodeId>, Option<NodeId>) = (lit.get(), pinned.get());
            let (pair_lit, pair_pinned) = pairs.get();
            let of = |pair: Option<Flow>, node| pair.filter(|pair| pair.node() == node);
            if lit.is_some() { of(pair_lit, lit) } else { of(pair_pinned, pinned) }
        });
        let this = Self {
            history: StoredValue::new(history),
            gesture: StoredValue::new(None),
            view: RwSignal::new(Arc::new(view)),
            work: Work::new(),
            unsettled: StoredValue::new(None),
            undo_redo: RwSignal::new((steps.at > 0, false)),
            steps: RwSignal::new(steps),
            lit,
            pinned,
            outstanding: Memo::new(move |_| lit.get().or(pinned.get())),
            pairs,
            pair,
            movement: MovementShow::new(),
            key: RwSignal::new(key),
            walk: RwSignal::new(None),
            replay: RwSignal::new(WHOLE),
            forgets_wrap: RwSignal::new(false),
            compares: RwSignal::new(
                lab.is_none()
                    && decoded.drill.is_none()
                    && decoded.beside.to.is_none()
                    && !decoded.beside.variants.is_empty(),
            ),
            migrates: RwSignal::new(lab.is_none() && decoded.drill.is_none() && decoded.beside.to.is_some()),
            target: RwSignal::new(decoded.beside.to),
            turns: StoredValue::new(Vec::new()),
            drill: RwSignal::new(decoded.drill.filter(|_| lab.is_none())),
            drill_steps: StoredValue::new(DrillSteps::default()),
            lab: RwSignal::new(lab),
            variants: RwSignal::new(decoded.beside.variants),
            column: None,
            lab_finding: RwSignal::new(String::new()),
            shard: RwSignal::new(None),
            looks_ahead: RwSignal::new(false),
            notes: RwSignal::new(notes),
            theme: RwSignal::new(0),
            settled: RwSignal::new(0),
            announcement: RwSignal::new(String::new()),
            presentation: StoredValue::new(presentation),
            presented: RwSignal::new(0),
        };
        if let Some(making) = late {
            this.make(making);
        }
        this
    }
}

/// The store of the page that this component stands on.
#[must_use]
pub fn use_store() -> Store {
    expect_context()
}
