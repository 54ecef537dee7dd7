//! What is shown of the runs and said of them: plain data, renewed a few times a second, and a sentence when they stand.

use std::sync::Arc;

use leptos::prelude::*;
use placement::{
    drill::{Run, catalogue::Drill, clock},
    number::percent,
};

use super::{Playing, before_the_start};
use crate::{
    a11y,
    drills::{
        lanes::Spans,
        nodes,
        shown::{Moment, Shown},
    },
    work::now,
};

impl Playing {
    /// Shows how it stands.
    pub(super) fn show(self) {
        let Some(asked) = self.store.drill().try_get_untracked().flatten() else { return };
        let goal = self.goal.get_value();
        let lead = self.lead.get_untracked();
        let (client, find) = (self.client.get_untracked(), self.find.get_untracked());
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
                // The sentence is of the drill as it is now.
                let own = runs.get(..self.own_runs.get_value()).unwrap_or(runs);
                let sentence = if computed == 0 { before_the_start(drill) } else { drill.sentence(own) };
                self.store.lab_finding.set(sentence);
            }
            let membership = nodes::as_seen_by_the_first(leading);
            if self.membership.with_untracked(|known| known.as_deref() != Some(&membership)) {
                self.membership.set(Some(Arc::new(membership)));
            }
            let own_runs = self.own_runs.get_value();
            let at = Moment { tick, is_settled: computed == tick, lead, client, find: find.trim(), own_runs };
            Shown::of(&asked, runs, &self.furthest.get_value().1, at)
        });
        if let Some(shown) = shown {
            self.shown.set(Arc::new(shown));
        }
        self.shown_at.set_value(now());
    }

    /// Says once how it stands: at the end the sentence, else the moment.
    pub(super) fn announce(self, is_over: bool) {
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
