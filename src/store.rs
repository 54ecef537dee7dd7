//! The one state of the page: the history of scenarios and what is on show. Components read signals and dispatch
//! commands; nothing else changes anything.

mod column;
mod page;
mod target;

use std::sync::Arc;

use leptos::prelude::*;
use placement::{
    beside::{Beside, Variant, roster_change},
    drill::Asked,
    fleet::NodeId,
    history::History,
    link,
    migration::Target,
    scenario::{Command, Scenario, ScenarioError},
    walk::Place,
};

use self::target::Turn;
pub use self::{
    column::{Column, Kind},
    page::Page,
};
use crate::{
    a11y,
    component::travel::WHOLE,
    embed::{
        channel,
        presentation::{Presentation, Theme},
    },
    finding,
    idle::when_idle,
    lab::Options,
    movement_show::MovementShow,
    one_key, react, url,
    view::{Flow, Making, View},
    work::Work,
};

/// Keys on show while all are being placed for the first time.
const FEW_KEYS: u32 = 1_000;
/// The field of the address that says what is on show in the lab.
const LAB_FIELD: &str = "lab";

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
    /// While its way is walked: what the picture shows of the step, and whether the way is drawn to its end by then.
    pub walk: RwSignal<Option<(Place, bool)>>,
    /// How far the picture is from before the change on show to after it, in thousandths; never travels.
    pub replay: RwSignal<u32>,
    /// Is it shown what a ring loses that forgets to wrap? Never travels.
    pub forgets_wrap: RwSignal<bool>,
    /// What is on show in the lab; `None` while it is not. The address follows it.
    lab: RwSignal<Option<Options>>,
    /// The drill on show; `None` while there is none. The address follows it.
    drill: RwSignal<Option<Asked>>,
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

/// The steps of the history as they were on show, and which of them is now.
#[derive(Clone, Default, Debug)]
pub struct Steps {
    /// All that can be gone to.
    pub steps: Vec<Step>,
    /// The place of the one on show.
    pub at: usize,
}

/// One step of the history.
#[derive(Clone, Debug)]
pub struct Step {
    /// The change in words; empty for the start.
    pub title: String,
    /// The share of the keys that it moved, as it was when the step was last on show; `None` where that says nothing.
    pub moved: Option<String>,
    /// Whose share it is: a step that is amended is another one.
    scenario: Arc<Scenario>,
}

impl Steps {
    /// The steps of a history, with the share of the one on show, once there is a view of it; the shares of the others are
    /// taken over.
    fn after(&self, history: &History, view: Option<&View>) -> Self {
        let at = history.at();
        let movement = view.and_then(|view| view.change.as_ref()?.movement.as_ref());
        let now = movement.map(|movement| movement.share().percent());
        let steps = history.steps().iter().enumerate().map(|(place, step)| {
            let moved = if place == at && now.is_some() {
                now.clone()
            } else {
                let known = self.steps.iter().find(|known| Arc::ptr_eq(&known.scenario, &step.scenario));
                known.and_then(|known| known.moved.clone())
            };
            Step { title: step.title.clone(), moved, scenario: Arc::clone(&step.scenario) }
        });
        Self { steps: steps.collect(), at }
    }
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

    /// What is on show.
    #[must_use]
    pub fn view(&self) -> Signal<Arc<View>> {
        self.on_show().into()
    }

    /// The page's own view, or that of the column.
    fn on_show(&self) -> RwSignal<Arc<View>> {
        self.column.map_or(self.view, |column| column.view)
    }

    /// The node that stands out: the one that is lit, else the one that stays so. Follows both.
    #[must_use]
    pub fn outstanding(&self) -> Option<NodeId> {
        self.outstanding.get()
    }

    /// The same without following it.
    #[must_use]
    pub fn outstanding_now(&self) -> Option<NodeId> {
        self.outstanding.get_untracked()
    }

    /// The pair that stands out. Follows it.
    #[must_use]
    pub fn outstanding_pair(&self) -> Option<Flow> {
        self.pair.get()
    }

    /// A pair is pointed at or focused, or no longer.
    pub fn light_pair(&self, pair: Option<Flow>) {
        self.pairs.update(|pairs| pairs.0 = pair);
        self.lit.set(pair.and_then(Flow::node));
    }

    /// A pair is to stay lit, or to be let go.
    pub fn pin_pair(&self, pair: Flow) {
        let is_pinned = self.is_pinned_pair(pair);
        self.pairs.update(|pairs| pairs.1 = (!is_pinned).then_some(pair));
        self.movement.list_pair((!is_pinned).then_some(pair));
        self.pinned.set(if is_pinned { None } else { pair.node() });
    }

    /// Does a pair stay lit? Follows it.
    #[must_use]
    pub fn is_pinned_pair(&self, pair: Flow) -> bool {
        self.pairs.get().1 == Some(pair) && self.pinned.get() == pair.node()
    }

    /// The placements that are compared with the page's own.
    #[must_use]
    pub fn variants(&self) -> Signal<Vec<Variant>> {
        self.variants.into()
    }

    /// Compares other placements with the page's own. The address follows.
    pub fn compare_with(&self, variants: Vec<Variant>) {
        self.variants.set(variants);
        self.write_address(&self.encoded());
    }

    /// Something derived from what is on show.
    pub fn derive<T: PartialEq + Send + Sync + 'static>(
        &self,
        read: impl Fn(&View) -> T + Send + Sync + 'static,
    ) -> Memo<T> {
        let view = self.on_show();
        Memo::new(move |_| view.with(|view| read(view)))
    }

    /// A text derived from what is on show.
    pub fn text(&self, read: impl Fn(&View) -> String + Send + Sync + 'static) -> Signal<String> {
        let view = self.on_show();
        react::text(move || view.with(|view| read(view)))
    }

    /// A condition derived from what is on show.
    pub fn flag(&self, read: impl Fn(&View) -> bool + Send + Sync + 'static) -> Signal<bool> {
        let view = self.on_show();
        react::flag(move || view.with(|view| read(view)))
    }

    /// A number derived from what is on show.
    pub fn number(&self, read: impl Fn(&View) -> u32 + Send + Sync + 'static) -> Signal<u32> {
        let view = self.on_show();
        react::number(move || view.with(|view| read(view)))
    }

    /// Can the last step be undone?
    #[must_use]
    pub fn can_undo(&self) -> Signal<bool> {
        let undo_redo = self.undo_redo;
        Signal::derive(move || undo_redo.get().0)
    }

    /// Can an undone step be redone?
    #[must_use]
    pub fn can_redo(&self) -> Signal<bool> {
        let undo_redo = self.undo_redo;
        Signal::derive(move || undo_redo.get().1)
    }

    /// The steps of the history.
    #[must_use]
    pub fn steps(&self) -> Signal<Steps> {
        self.steps.into()
    }

    /// The scenario of now, without following it.
    #[must_use]
    pub fn scenario(&self) -> Arc<Scenario> {
        self.history.with_value(|history| Arc::clone(history.current()))
    }

    /// Carries out a command as a step of its own; a gesture under way is settled first.
    ///
    /// # Errors
    /// The command does not fit; the message is for people and nothing has changed.
    pub fn dispatch(&self, command: Command) -> Result<(), ScenarioError> {
        if let Some(column) = self.own_column(std::slice::from_ref(&command)) {
            return self.change_own(column, &[command]);
        }
        self.end_gesture();
        let mut scenario = (*self.scenario()).clone();
        let effects = scenario.apply(command)?;
        self.take(effects.title, effects.notes, scenario);
        Ok(())
    }

    /// Carries out a command; what does not fit becomes a note.
    pub fn try_dispatch(&self, command: Command) {
        if let Err(error) = self.dispatch(command) {
            self.notes.set(vec![error.to_string()]);
        }
    }

    /// Carries out several commands as one step with a title.
    ///
    /// # Errors
    /// One does not fit; the message is for people and nothing has changed.
    pub fn dispatch_all(&self, title: &str, commands: &[Command]) -> Result<(), ScenarioError> {
        if let Some(column) = self.own_column(commands) {
            return self.change_own(column, commands);
        }
        self.end_gesture();
        let mut scenario = (*self.scenario()).clone();
        let mut notes = Vec::new();
        for command in commands {
            notes.extend(scenario.apply(command.clone())?.notes);
        }
        self.take(title.to_owned(), notes, scenario);
        Ok(())
    }

    /// The same; what does not fit becomes a note.
    pub fn try_dispatch_all(&self, title: &str, commands: &[Command]) {
        if let Err(error) = self.dispatch_all(title, commands) {
            self.notes.set(vec![error.to_string()]);
        }
    }

    /// Another scenario is on show, as a step of its own.
    fn take(&self, title: String, notes: Vec<String>, scenario: Scenario) {
        self.notes.set(notes);
        self.history.update_value(|history| history.push(title, scenario));
        self.show();
        self.settle(None);
    }

    /// Begins a gesture: the commands that follow through [`Store::drag`] are one step.
    pub fn begin_gesture(&self) {
        self.end_gesture();
        if let Some(column) = self.column {
            column.keep(self.own(column));
        }
        self.gesture.set_value(Some(self.scenario()));
    }

    /// The gesture goes on: this command takes the place of the one before it.
    ///
    /// # Errors
    /// The command does not fit; the one before it stands.
    pub fn drag(&self, command: Command) -> Result<(), ScenarioError> {
        if self.own_column(std::slice::from_ref(&command)).is_some() {
            return self.dispatch(command);
        }
        let Some(base) = self.gesture.get_value() else { return self.dispatch(command) };
        let mut scenario = (*base).clone();
        let effects = scenario.apply(command)?;
        self.notes.set(effects.notes);
        let goes_on = self.has_left(&base);
        self.history.update_value(|history| {
            if goes_on {
                history.amend(effects.title, scenario);
            } else {
                history.push(effects.title, scenario);
            }
        });
        self.show();
        Ok(())
    }

    /// The gesture is over; its last command stands. One that led nowhere was nothing.
    pub fn end_gesture(&self) {
        if let Some(base) = self.gesture.try_update_value(Option::take).flatten()
            && self.has_left(&base)
        {
            self.settle(None);
        }
    }

    /// The gesture is given up: back to where it began.
    pub fn cancel_gesture(&self) {
        if let Some((column, own)) = self.column.and_then(|column| Some((column, column.kept()?))) {
            self.set_own(column, own);
        }
        if let Some(base) = self.gesture.try_update_value(Option::take).flatten()
            && self.has_left(&base)
        {
            self.notes.set(Vec::new());
            self.history.update_value(|history| history.amend(String::new(), (*base).clone()));
            self.show();
            self.settled.update(|count| *count += 1);
        }
    }

    /// Is a gesture under way?
    #[must_use]
    pub fn is_in_gesture(&self) -> bool {
        self.gesture.with_value(Option::is_some)
    }

    /// Is another scenario on show than the one that a gesture began with?
    fn has_left(&self, base: &Arc<Scenario>) -> bool {
        !Arc::ptr_eq(&self.scenario(), base)
    }

    /// One step back.
    pub fn undo(&self) {
        self.step(&History::undo);
    }

    /// One step forth.
    pub fn redo(&self) {
        self.step(&History::redo);
    }

    /// Back or forth to a step by its place.
    pub fn go_to(&self, at: usize) {
        self.step(&|history| history.go_to(at));
    }

    fn step(&self, step: &dyn Fn(&mut History) -> bool) {
        self.end_gesture();
        let (from, title) = self.history.with_value(|history| (history.at(), history.title().to_owned()));
        if self.history.try_update_value(step) == Some(true) {
            self.notes.set(Vec::new());
            self.recall_target(from, self.history.with_value(History::at));
            self.show();
            let undone = match from.checked_sub(self.history.with_value(History::at)) {
                None | Some(0) => None,
                Some(1) => Some(title),
                Some(steps) => Some(format!("{steps} steps")),
            };
            self.settle(undone.as_deref());
        }
    }

    fn show(&self) {
        self.looks_ahead.set(false);
        let last = self.view.get_untracked();
        let making = self.history.with_value(|history| Box::new(making_of(history, Some(&last))));
        let steps = self.history.with_value(|history| (history.at() > 0, history.at() + 1 < history.steps().len()));
        self.undo_redo.set(steps);
        self.unsettled.set_value(None);
        if !self.make(making) {
            self.show_steps(None);
        }
    }

    /// Makes a view and shows it; false where it comes later.
    fn make(&self, making: Box<Making>) -> bool {
        let this = *self;
        let then = move |view| {
            this.show_view(view);
            if let Some(undone) = this.unsettled.try_update_value(Option::take).flatten() {
                this.settle(undone.as_deref());
            }
        };
        let view = self.work.make(making, Arc::new(then));
        let is_there = view.is_some();
        view.into_iter().for_each(|view| self.show_view(view));
        is_there
    }

    fn show_view(&self, view: View) {
        self.show_steps(Some(&view));
        self.view.set(Arc::new(view));
    }

    fn show_steps(&self, view: Option<&View>) {
        self.steps.update(|steps| *steps = self.history.with_value(|history| steps.after(history, view)));
    }

    /// Keys placed, of all, where the next view takes long.
    #[must_use]
    pub fn progress(&self) -> Signal<Option<(u32, u32)>> {
        self.work.progress.into()
    }

    /// The link of what is on show. Of a comparison it begins before the change that is compared, where a link can say it.
    fn encoded(&self) -> link::Encoded {
        if self.migrates.get_untracked() {
            let to = self.target.get_untracked();
            return link::encode_beside(&self.scenario(), &Beside { to, ..Beside::default() });
        }
        if !self.compares.get_untracked() {
            let drill = self.drill.get_untracked();
            return link::encode_all(&self.scenario(), &Beside::default(), drill.as_ref());
        }
        let variants = self.variants.get_untracked();
        self.history.with_value(|history| {
            let change =
                history.previous().and_then(|before| Some((before, roster_change(before, history.current())?)));
            let (from, then) = change.unwrap_or((history.current(), Vec::new()));
            link::encode_beside(from, &Beside { then, variants, to: None })
        })
    }

    /// The query that goes with what is on show; `None` where it would be too long for an address.
    fn query_of(&self, encoded: &link::Encoded) -> Option<String> {
        if encoded.is_too_long() {
            return None;
        }
        let mut query = encoded.query.clone();
        if let Some(options) = self.lab.get_untracked() {
            query.push_str(&format!("&{LAB_FIELD}={}", options.write()));
        }
        Some(query)
    }

    fn write_address(&self, encoded: &link::Encoded) {
        // The address of a figure is its author's.
        if self.is_figure() {
            return;
        }
        // Not before the frame that shows the change: browsers take their time over it.
        if let Some(query) = self.query_of(encoded) {
            when_idle(Box::new(move || url::replace_query(&query)));
        }
    }

    /// The whole link of what is on show, which the address may not have followed to yet.
    #[must_use]
    pub fn address(&self) -> String {
        url::address(self.query_of(&self.encoded()).as_deref())
    }

    /// The same without what stands before its question mark; `None` where it would be too long to be read.
    #[must_use]
    pub fn query(&self) -> Option<String> {
        self.query_of(&self.encoded())
    }

    /// Is the page a figure in another page?
    #[must_use]
    pub fn is_figure(&self) -> bool {
        self.presentation.with_value(Option::is_some)
    }

    /// What the figure shows; `None` for the whole page. `presented` tells when it is another one.
    #[must_use]
    pub fn presentation(&self) -> Option<Arc<Presentation>> {
        self.presentation.get_value()
    }

    /// Can the reader not change a field of the link? Does not follow it: what is shown is made anew with the presentation.
    #[must_use]
    pub fn is_locked(&self, field: &str) -> bool {
        self.presentation.with_value(|presentation| presentation.as_ref().is_some_and(|one| one.locks(field)))
    }

    /// Shows the figure in another way.
    pub fn present(&self, presentation: Presentation, notes: Vec<String>) {
        self.notes.set(notes);
        channel::prepare(&presentation);
        self.set_theme(presentation.theme);
        let known = self.presentation();
        // The theme alone is no reason to make anything anew.
        let is_same =
            known.is_some_and(|known| Presentation { theme: presentation.theme, ..(*known).clone() } == presentation);
        if !is_same {
            self.presentation.set_value(Some(Arc::new(presentation)));
            self.presented.update(|count| *count += 1);
        }
    }

    /// Light or dark, or as the system says.
    pub fn set_theme(&self, theme: Theme) {
        if let Some(root) = document().document_element() {
            let _ = match theme {
                Theme::Auto => root.remove_attribute("data-theme"),
                Theme::Light | Theme::Dark => root.set_attribute("data-theme", theme.id()),
            };
        }
        self.theme.update(|theme| *theme += 1);
    }

    /// Goes on with the scenario of another link, as a step of its own, so that what moved by it is on show; of a link with a
    /// change, what that moved. Gives what a reader should know about how the link was read.
    pub fn open(&self, query: &str, lab: Option<Options>) -> Vec<String> {
        self.end_gesture();
        let decoded = link::decode(query);
        let then = led_on(&decoded.scenario, &decoded.beside.then);
        let is_there = self.history.with_value(|history| match &then {
            None => **history.current() == decoded.scenario,
            Some((_, after)) => {
                **history.current() == *after && history.previous().is_some_and(|one| **one == decoded.scenario)
            }
        });
        let drill = decoded.drill.filter(|_| lab.is_none());
        let migrates = lab.is_none() && drill.is_none() && decoded.beside.to.is_some();
        self.migrates.set(migrates);
        self.compares.set(lab.is_none() && drill.is_none() && !migrates && !decoded.beside.variants.is_empty());
        self.target.set(decoded.beside.to);
        self.variants.set(decoded.beside.variants);
        self.drill.set(drill);
        if self.lab.with_untracked(|known| *known != lab) {
            self.lab.set(lab);
        }
        if !is_there {
            let before = self.scenario();
            let commands = roster_change(&before, &decoded.scenario).unwrap_or_default();
            let title = led_on(&before, &commands).map_or_else(|| "Another scenario".to_owned(), |led| led.0);
            self.history.update_value(|history| {
                history.push(title, decoded.scenario);
                if let Some((title, scenario)) = then {
                    history.push(title, scenario);
                }
            });
            self.show();
            self.settle(None);
        }
        decoded.notes.iter().map(ToString::to_string).collect()
    }

    /// When nobody waits, makes ready what a change would have to make first.
    pub fn prepare(&self) {
        for keys in self.view.with_untracked(|view| view.unprepared()) {
            when_idle(Box::new(move || keys.prepare()));
        }
    }

    /// A change is over: the address follows, and it is said once; of a step back, what was undone.
    fn settle(&self, undone: Option<&str>) {
        if self.work.is_under_way() {
            self.unsettled.set_value(Some(undone.map(str::to_owned)));
            return;
        }
        let encoded = self.encoded();
        if !encoded.notes.is_empty() {
            self.notes.update(|notes| notes.extend(encoded.notes.iter().map(ToString::to_string)));
        }
        self.write_address(&encoded);
        let text = self.view.with_untracked(|view| finding::announcement(view, undone));
        a11y::announce(self.announcement, text);
        self.prepare();
        self.settled.update(|count| *count += 1);
    }
}

/// The scenario to which a change of a link leads on, with the change in words.
fn led_on(from: &Scenario, then: &[Command]) -> Option<(String, Scenario)> {
    let mut scenario = from.clone();
    let mut titles = Vec::new();
    for command in then {
        titles.push(scenario.apply(command.clone()).ok()?.title);
    }
    let title = match &titles[..] {
        [] => return None,
        [title] => title.clone(),
        [first, rest @ ..] => format!("{first}, and {} more", rest.len()),
    };
    Some((title, scenario))
}

/// The view of a history's current step, to be made.
fn making_of(history: &History, last: Option<&View>) -> Making {
    Making::new(history.current(), history.title(), history.previous().map(|before| &**before), last)
}

/// A first view; where it takes long it is of few keys until all are placed: there is something to show at once, and
/// nothing of it is untrue.
fn first_view(making: Box<Making>, scenario: &Scenario) -> (View, Option<Box<Making>>) {
    match Work::first(making) {
        Ok(view) => (view, None),
        Err(making) => (View::new(&of_few_keys(scenario), "", None, None), Some(making)),
    }
}

/// The same scenario with its first keys only.
fn of_few_keys(scenario: &Scenario) -> Scenario {
    Scenario { keys: scenario.keys.part(0, FEW_KEYS), ..scenario.clone() }
}

/// The store of the page that this component stands on.
#[must_use]
pub fn use_store() -> Store {
    expect_context()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn with_nodes(count: u32) -> Scenario {
        let mut scenario = Scenario::default();
        scenario.apply(Command::SetNodeCount(count)).expect("a count");
        scenario
    }

    fn now(history: &History) -> View {
        View::new(history.current(), history.title(), history.previous().map(|before| &**before), None)
    }

    fn moved(steps: &Steps) -> Vec<Option<&str>> {
        steps.steps.iter().map(|step| step.moved.as_deref()).collect()
    }

    #[test]
    fn a_step_keeps_the_share_with_which_it_was_on_show() {
        let mut history = History::new(with_nodes(8));
        let start = Steps::default().after(&history, Some(&now(&history)));
        assert_eq!((moved(&start), start.at), (vec![None], 0));
        history.push("9 nodes".into(), with_nodes(9));
        let added = start.after(&history, Some(&now(&history)));
        assert_eq!(moved(&added), [None, Some("4.9 %")]);
        history.go_to(0);
        let back = added.after(&history, Some(&now(&history)));
        assert_eq!((moved(&back), back.at), (vec![None, Some("4.9 %")], 0));
        // An amended step is another one: what was known of the old one is not taken for it.
        history.go_to(1);
        history.amend("10 nodes".into(), with_nodes(10));
        history.go_to(0);
        assert_eq!(moved(&back.after(&history, Some(&now(&history)))), [None, None]);
    }
}
