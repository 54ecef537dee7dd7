//! A view in the making: the placements that it needs, one after another and in steps, each going on from what is known.

use std::sync::Arc;

use placement::{
    algorithm::Seat,
    keys::{HashedKeys, Numbers},
    measure::{Balance, ByModulo, Movement},
    parameter,
    placing::Placing,
    scenario::Scenario,
    snapshot::{Snapshot, modulo},
};

use super::{Change, Known, View, named_run, without_finaliser};

/// A view that is not there yet.
pub struct Making {
    title: String,
    scenario: Scenario,
    before: Option<Scenario>,
    raw: Option<Scenario>,
    /// What is placed already, for the last view and for this one.
    known: Vec<Known>,
    placing: Option<Box<Placing>>,
    modulo_keys: Option<Arc<HashedKeys>>,
}

impl Making {
    /// Of a scenario, and of the one before it where there is one. What the last view knows is taken over.
    #[must_use]
    pub fn new(scenario: &Scenario, title: &str, before: Option<&Scenario>, last: Option<&View>) -> Self {
        Self {
            title: title.to_owned(),
            scenario: scenario.clone(),
            before: before.cloned(),
            raw: without_finaliser(scenario),
            known: last.map_or_else(Vec::new, View::known),
            placing: None,
            modulo_keys: last.and_then(|last| last.modulo_keys.clone()),
        }
    }

    /// The same, and what another view knows is taken over too.
    #[must_use]
    pub fn knowing(mut self, view: &View) -> Self {
        self.known.extend(view.known());
        self
    }

    /// Goes on; true when everything is placed.
    pub fn step(&mut self) -> bool {
        if let Some(placing) = &mut self.placing {
            if placing.step()
                && let Some(placing) = self.placing.take()
            {
                self.learn(placing.finish());
            }
            return false;
        }
        let Some(wanted) = self.missing() else { return true };
        let keys: Vec<&Arc<HashedKeys>> = self.known.iter().map(|one| one.0.keys()).collect();
        let like = self.like(wanted);
        let placing = Placing::new(wanted.clone(), &keys, like);
        let onward = match like {
            Some(like) => placing.onward(like),
            None => Err(Box::new(placing)),
        };
        match onward {
            Ok(snapshot) => self.learn(snapshot),
            Err(placing) => self.placing = Some(placing),
        }
        false
    }

    /// What is being placed key by key, if anything is: that takes long.
    #[must_use]
    pub fn placing(&self) -> Option<&Placing> {
        self.placing.as_deref()
    }

    /// Lets go of what is placed of it so far: it is to be placed elsewhere.
    pub fn start_over(&mut self) {
        if let Some(placing) = &mut self.placing {
            placing.start_over();
        }
    }

    /// Takes what was placed elsewhere; false where it does not fit.
    pub fn take(&mut self, numbers: Numbers, owners: Vec<Seat>) -> bool {
        self.placing.as_mut().is_some_and(|placing| placing.take(numbers, owners))
    }

    /// The first of the placements that is not known yet.
    fn missing(&self) -> Option<&Scenario> {
        let all = [self.before.as_ref(), Some(&self.scenario), self.raw.as_ref()];
        all.into_iter().flatten().find(|wanted| self.find(wanted).is_none())
    }

    fn find(&self, wanted: &Scenario) -> Option<&Known> {
        self.known.iter().find(|one| one.0.scenario() == wanted)
    }

    /// A placement to go on from: of the same algorithm and of the same numbers of keys. Best is the one that this is held
    /// against, for then what moved is known besides.
    fn like(&self, wanted: &Scenario) -> Option<&Snapshot> {
        let is_alike = |one: &&Known| {
            let settings = &one.0.scenario().settings;
            let of_keys = [&parameter::HASH, &parameter::FINALISER, &parameter::KEY_HASH, &parameter::SPACE];
            one.0.scenario().algorithm == wanted.algorithm
                && of_keys.into_iter().all(|parameter| settings.get(parameter) == wanted.settings.get(parameter))
        };
        let before = self.before.as_ref().and_then(|before| self.find(before));
        before.into_iter().chain(&self.known).find(is_alike).map(|one| &*one.0)
    }

    fn learn(&mut self, snapshot: Snapshot) {
        self.known.push(with_balance(snapshot));
    }

    /// The known placement of a scenario.
    fn known(&self, wanted: &Scenario) -> Known {
        self.find(wanted).cloned().unwrap_or_else(|| with_balance(Snapshot::place(wanted, None)))
    }

    /// The rest at once, and the view.
    #[must_use]
    pub fn finish(mut self) -> View {
        while !self.step() {}
        let (snapshot, balance) = self.known(&self.scenario);
        let mut modulo_keys = self.modulo_keys.clone();
        let change = self.before.as_ref().map(|before| {
            let (before, balance_before) = self.known(before);
            let movement = Movement::between(&before, &snapshot);
            let roster = movement.as_ref().is_some_and(|movement| movement.fair.is_some());
            let is_modulo = self.scenario.algorithm == modulo();
            let by_modulo = || ByModulo::between(&before, &snapshot, modulo_keys.as_ref());
            let by_modulo = (roster && !is_modulo).then(by_modulo).flatten();
            let modulo_moved = by_modulo.map(|counted| {
                modulo_keys = Some(counted.keys);
                counted.moved
            });
            Arc::new(Change { title: self.title.clone(), before, balance_before, movement, modulo_moved })
        });
        let raw = self.raw.as_ref().map(|raw| self.known(raw));
        let named_run = named_run(&snapshot, raw.as_ref().map_or((&snapshot, &balance), |raw| (&raw.0, &raw.1)));
        View { snapshot, balance, change, named_run, raw, modulo_keys }
    }
}

fn with_balance(snapshot: Snapshot) -> Known {
    let balance = Balance::of(&snapshot);
    (Arc::new(snapshot), Arc::new(balance))
}
