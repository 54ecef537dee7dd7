//! What a flow shows, whatever its size: who gave, who received, and of a ring where. Made once a view.

use std::sync::{Arc, Mutex};

use placement::measure::{FromTo, from_to::Party};

use super::{
    flow_layout::MOST_PARTIES,
    ring_data::{RingData, WHEEL_BINS},
    ring_hands::Hands,
};
use crate::view::{Flow, View};

/// What a flow shows.
#[derive(Debug)]
pub struct FlowData {
    view: Arc<View>,
    /// The ring around it, where the placement is one.
    pub ring: Option<OnRing>,
    /// The parties for so many on each side, as they were last drawn.
    folded: Mutex<Option<(usize, Arc<FromTo>)>>,
}

/// What moved on a ring.
#[derive(Debug)]
pub struct OnRing {
    /// The ring of now.
    pub data: RingData,
    /// Where it changed hands; `None` where not points alone decide.
    pub hands: Option<Hands>,
    /// Moved keys in each of [`WHEEL_BINS`], by where they are now.
    pub moved: Vec<u32>,
}

impl FlowData {
    /// Reads a view; `None` where nothing has moved.
    #[must_use]
    pub fn new(view: &Arc<View>) -> Option<Self> {
        let moved = view.moved().filter(|moved| !moved.keys.is_empty())?;
        let ring = RingData::new(view).map(|data| {
            let mut bins = vec![0; WHEEL_BINS];
            if let Some(ring) = data.ring() {
                for &key in moved.keys {
                    let bin = (ring.turns(view.snapshot.keys().value(key)) * WHEEL_BINS as f64) as usize;
                    bins[bin.min(WHEEL_BINS - 1)] += 1;
                }
            }
            let hands = view.change.as_ref().and_then(|change| Hands::new(view, change));
            OnRing { data, hands, moved: bins }
        });
        Some(Self { view: Arc::clone(view), ring, folded: Mutex::new(None) })
    }

    /// What it was made from.
    #[must_use]
    pub fn view(&self) -> &View {
        &self.view
    }

    /// Givers and receivers as they were last drawn.
    #[must_use]
    pub fn drawn(&self) -> Arc<FromTo> {
        let known = self.folded.lock().ok().and_then(|folded| folded.as_ref().map(|folded| Arc::clone(&folded.1)));
        known.unwrap_or_else(|| self.from_to(MOST_PARTIES))
    }

    /// Givers and receivers, so many on each side at most.
    #[must_use]
    pub fn from_to(&self, most: usize) -> Arc<FromTo> {
        let pairs = || {
            let movement = self.view.change.as_ref().and_then(|change| change.movement.as_ref());
            Arc::new(FromTo::new(movement.map_or(&[], |movement| &movement.pairs), most))
        };
        let Ok(mut folded) = self.folded.lock() else { return pairs() };
        match &*folded {
            Some((known, from_to)) if *known == most => Arc::clone(from_to),
            _ => {
                let from_to = pairs();
                *folded = Some((most, Arc::clone(&from_to)));
                from_to
            }
        }
    }
}

/// A party as it is written beside its bar: by letter, or by number where it stands for many.
#[must_use]
pub fn sign(party: &Party) -> String {
    match party.owners[..] {
        [Some(id)] => id.letter(),
        [None] => "nobody".into(),
        _ => format!("{} others", party.owners.len()),
    }
}

/// The pair of a ribbon; `None` where a side of it is more than one node.
#[must_use]
pub fn pair(from_to: &FromTo, ribbon: usize) -> Option<Flow> {
    let cell = from_to.cells.get(ribbon)?;
    let own = |party: &Party| (!party.is_rest).then_some(party.owners[0]);
    Some(Flow { from: own(&from_to.givers[cell.giver])?, to: own(&from_to.receivers[cell.receiver])? })
}
