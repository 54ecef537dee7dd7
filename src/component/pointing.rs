//! Pointing at a picture, by pointer, touch and keyboard: what stands out, what stays so, and which tip is on show.
//!
//! A tip must be dismissable, hoverable and persistent (WCAG 1.4.13). So on its way to the tip the pointer may pass
//! other arcs without losing it, Escape closes it wherever the focus is, and it stays for as long as either is there.

use std::{sync::Arc, time::Duration};

use leptos::{ev, prelude::*};
use placement::fleet::NodeId;

use crate::{
    a11y,
    picture::{
        Content,
        scene::{Point, Size},
        spot::{Spot, Step, Tip},
    },
    store::Store,
    view::Flow,
};

/// The pointer must rest so long before a first tip opens.
const INTENT: Duration = Duration::from_millis(120);
/// So long a tip stays after the pointer has left its arc for nothing.
const LINGER: Duration = Duration::from_millis(160);
/// So long a tip stays while the pointer is on its way to it.
const ON_THE_WAY: Duration = Duration::from_millis(350);

/// The state of pointing at one picture. Copies are the same.
#[derive(Clone, Copy)]
pub struct Pointing {
    store: Store,
    content: Memo<Option<Arc<Content>>>,
    size: RwSignal<Option<Size>>,
    /// The arc or node whose tip and outline are on show.
    spot: RwSignal<Option<Spot>>,
    tip: Memo<Option<Tip>>,
    /// The node that was lit from here: leaving lets go of that one, not of one that a row has lit.
    ours: StoredValue<Option<NodeId>>,
    /// Was it a pair?
    lit_pair: StoredValue<bool>,
    /// Where the pointer was last.
    last: StoredValue<Point>,
    /// What is to be on show in a moment.
    pending: StoredValue<Option<TimeoutHandle>>,
    /// Where the keyboard was last.
    cursor: StoredValue<Option<Spot>>,
}

impl Pointing {
    /// Points at a picture of this content and size.
    #[must_use]
    pub fn new(store: Store, content: Memo<Option<Arc<Content>>>, size: RwSignal<Option<Size>>) -> Self {
        let spot = RwSignal::new(None::<Spot>);
        let tip = Memo::new(move |_| content.get()?.tip(size.get()?, spot.get()?));
        let this = Self {
            store,
            content,
            size,
            spot,
            tip,
            ours: StoredValue::new(None),
            lit_pair: StoredValue::new(false),
            last: StoredValue::new(Point::default()),
            pending: StoredValue::new(None),
            cursor: StoredValue::new(None),
        };
        // Points have other places after a change, and a node that went can no longer be lit: its row has gone from
        // under the pointer and never said that the pointer left.
        Effect::new(move |_| {
            content.track();
            this.show(None);
            this.cursor.set_value(None);
            for lit in [store.lit, store.pinned] {
                let is_here = |node| content.with_untracked(|content| content.as_ref().is_none_or(|all| all.has(node)));
                if lit.get_untracked().is_some_and(|node| !is_here(node)) {
                    lit.set(None);
                }
            }
        });
        let escape = window_event_listener(ev::keydown, move |event| {
            if event.key() == "Escape" && !event.default_prevented() {
                this.let_go();
            }
        });
        on_cleanup(move || {
            escape.remove();
            this.forget_pending();
        });
        this
    }

    /// The arc or node whose tip and outline are on show.
    #[must_use]
    pub fn spot(&self) -> Signal<Option<Spot>> {
        self.spot.into()
    }

    /// The tip on show.
    #[must_use]
    pub fn tip(&self) -> Signal<Option<Tip>> {
        self.tip.into()
    }

    /// Is there something that the keyboard can walk along?
    #[must_use]
    pub fn can_walk(&self) -> bool {
        self.content.with(|content| content.as_ref().is_some_and(|content| content.start(None).is_some()))
    }

    /// Does the node at hand stay lit?
    #[must_use]
    pub fn is_pinned(&self) -> bool {
        self.spot.get().is_some_and(|spot| self.store.pinned.get() == Some(spot.node))
    }

    /// What a spot on show is called.
    #[must_use]
    pub fn name_of(&self, spot: Spot) -> String {
        self.content.with(|content| content.as_ref().map(|content| content.name_of(spot))).unwrap_or_default()
    }

    /// Is a flow on show, so that the keyboard goes from pair to pair?
    #[must_use]
    pub fn is_in_flow(&self) -> bool {
        self.content.with(|content| matches!(content.as_deref(), Some(Content::Flow(_))))
    }

    /// The pair that a spot is, in a flow.
    fn pair_of(&self, spot: Option<Spot>) -> Option<Flow> {
        let spot = spot?;
        self.content.with_untracked(|content| content.as_ref()?.pair_of(spot))
    }

    /// The pointer is here.
    pub fn moved(&self, event: &ev::PointerEvent) {
        if is_touch(event) {
            return;
        }
        let now = Point::new(f64::from(event.offset_x()), f64::from(event.offset_y()));
        let before = self.last.get_value();
        self.last.set_value(now);
        let target = self.spot_at(now);
        if target == self.spot.get_untracked() {
            self.forget_pending();
            self.light(target);
            return;
        }
        let tip = self.tip.with_untracked(|tip| tip.as_ref().map(|tip| tip.area));
        match tip {
            Some(area) if area.is_approached(before, now) => self.show_in(ON_THE_WAY, target),
            Some(_) if target.is_none_or(|spot| spot.point.is_none()) => self.show_in(LINGER, target),
            Some(_) => self.show(target),
            None => {
                self.light(target);
                self.show_in(INTENT, target);
            }
        }
    }

    /// The pointer has left the picture or its tip.
    pub fn left(&self, event: &ev::PointerEvent) {
        if !is_touch(event) {
            self.show_in(LINGER, None);
        }
    }

    /// The pointer is on the tip.
    pub fn entered_tip(&self) {
        self.forget_pending();
    }

    /// A click or a tap: a node stays lit, or is let go; on the wheel a key is chosen.
    pub fn clicked(&self, event: &ev::MouseEvent) {
        let now = Point::new(f64::from(event.offset_x()), f64::from(event.offset_y()));
        let key = self.size.get_untracked().and_then(|size| self.content.get_untracked()?.key_at(size, now));
        if let Some(key) = key {
            self.store.key.set(key);
            return;
        }
        let target = self.spot_at(now);
        if let Some(pair) = self.pair_of(target) {
            self.show(target);
            self.store.pin_pair(pair);
            return;
        }
        let shard = self.size.get_untracked().and_then(|size| self.content.get_untracked()?.shard_at(size, now));
        // Another shard of the node that stays lit is another choice, and no letting go.
        let is_other_shard = shard.is_some() && shard != self.store.shard.get_untracked();
        if is_other_shard {
            self.store.shard.set(shard);
        }
        let is_again = !is_other_shard
            && self.store.pinned.get_untracked().is_some_and(|pinned| target.map(|spot| spot.node) == Some(pinned));
        self.show(target);
        self.store.pinned.set(if is_again { None } else { target.map(|spot| spot.node) });
    }

    /// A tap elsewhere on the page closes the tip.
    pub fn tapped_elsewhere(&self) {
        self.show(None);
    }

    /// A key on the picture.
    pub fn key(&self, event: &ev::KeyboardEvent) {
        if event.ctrl_key() || event.meta_key() || event.alt_key() {
            return;
        }
        let key = event.key();
        if key == "Enter" || key == " " {
            event.prevent_default();
            if let Some(pair) = self.pair_of(self.spot.get_untracked()) {
                self.store.pin_pair(pair);
                return;
            }
            let node = self.spot.get_untracked().map(|spot| spot.node);
            self.store.pinned.update(|pinned| *pinned = if *pinned == node { None } else { node });
            return;
        }
        let Some(step) = Step::from_key(&key) else { return };
        event.prevent_default();
        // After Escape the first key brings back where it was.
        let next = self
            .spot
            .get_untracked()
            .and_then(|spot| self.content.with_untracked(|all| all.as_ref()?.step(spot, step)));
        self.walk_to(next.or_else(|| self.begin()));
    }

    /// The focus is on the picture.
    pub fn focused(&self) {
        self.walk_to(self.begin());
    }

    /// The focus has gone.
    pub fn blurred(&self) {
        self.show(None);
    }

    fn begin(&self) -> Option<Spot> {
        let shown = self.store.pinned.get_untracked();
        let cursor = self.cursor.get_value().filter(|spot| shown.is_none_or(|node| node == spot.node));
        cursor.or_else(|| self.content.with_untracked(|content| content.as_ref()?.start(shown)))
    }

    fn walk_to(&self, spot: Option<Spot>) {
        self.cursor.set_value(spot);
        self.show(spot);
        if let Some(spot) = spot {
            let said = self.tip.with_untracked(|tip| tip.as_ref().map(|tip| tip.said.clone()));
            let said = said
                .or_else(|| self.content.with_untracked(|content| content.as_ref().map(|content| content.said(spot))));
            a11y::announce(self.store.announcement, said.unwrap_or_default());
        }
    }

    fn let_go(&self) {
        self.show(None);
        self.store.pinned.set(None);
    }

    fn spot_at(&self, point: Point) -> Option<Spot> {
        let shown = self.store.lit.get_untracked().or(self.store.pinned.get_untracked());
        self.content.with_untracked(|content| content.as_ref()?.spot_at(self.size.get_untracked()?, point, shown))
    }

    fn show(&self, spot: Option<Spot>) {
        self.forget_pending();
        if self.spot.get_untracked() != spot {
            self.spot.set(spot);
        }
        self.light(spot);
    }

    fn light(&self, spot: Option<Spot>) {
        let node = spot.map(|spot| spot.node);
        if let Some(pair) = self.pair_of(spot) {
            self.store.light_pair(Some(pair));
            self.ours.set_value(node);
            self.lit_pair.set_value(true);
            return;
        }
        if self.lit_pair.try_update_value(std::mem::take) == Some(true) {
            self.store.light_pair(None);
        }
        let (ours, now) = (self.ours.get_value(), self.store.lit.get_untracked());
        let may_let_go = ours.is_some() && now == ours;
        if now != node && (node.is_some() || may_let_go) {
            self.store.lit.set(node);
        }
        self.ours.set_value(node);
    }

    fn show_in(&self, time: Duration, spot: Option<Spot>) {
        self.forget_pending();
        let this = *self;
        let timer = set_timeout_with_handle(
            move || {
                if !this.spot.is_disposed() {
                    this.show(spot);
                }
            },
            time,
        );
        self.pending.set_value(timer.ok());
    }

    fn forget_pending(&self) {
        if let Some(Some(timer)) = self.pending.try_update_value(Option::take) {
            timer.clear();
        }
    }
}

/// Is this a finger? It has no place while it does not touch.
#[must_use]
pub fn is_touch(event: &ev::PointerEvent) -> bool {
    event.pointer_type() == "touch"
}
