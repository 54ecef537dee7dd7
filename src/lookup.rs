//! Where the keys of a list go: each with the number that it is placed by, its slot where there are slots, its owner and the
//! replicas after it, and while a change is on show the owner before. The list is the reader's own and no part of the
//! scenario: it is asked for, not placed.

use std::sync::Arc;

use placement::{
    algorithm::{NO_SEAT, Placed, Seat},
    explain::{Explanation, SlotRule},
    fleet::NodeId,
    keys::KeyList,
    snapshot::Snapshot,
};

use crate::{moved_file, one_key::REPLICAS, view::View};

/// Scores, or steps of a search, that are made at once: a millisecond or two.
const SCORES: usize = 1 << 14;

/// Which keys of a list are shown.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Filter {
    /// All.
    #[default]
    All,
    /// Those of one owner; `None` is nobody.
    Owner(Option<NodeId>),
    /// Those that have another owner than before the change on show.
    Moved,
}

/// A list that is being looked up, or has been.
#[derive(Debug)]
pub struct Lookup {
    /// In which state of the page.
    view: Arc<View>,
    keys: KeyList,
    /// The owner of each key by seat, as far as it is looked up.
    owners: Vec<Seat>,
    /// The same before the change on show; empty where there is none.
    before: Vec<Seat>,
}

/// One key.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Row {
    /// Its text.
    pub key: String,
    /// The number that it is placed by, in hexadecimal.
    pub position: String,
    /// Its slot, bucket or shard, where the placement has such.
    pub slot: Option<u32>,
    /// Who has it; `None` is nobody.
    pub owner: Option<NodeId>,
    /// Who comes after the owner, up to two.
    pub replicas: Vec<NodeId>,
    /// Who had it before the change on show; the outer `None` where there is no change.
    pub before: Option<Option<NodeId>>,
}

impl Lookup {
    /// Nothing is looked up yet.
    #[must_use]
    pub fn new(view: Arc<View>, keys: KeyList) -> Self {
        let snapshots = [Some(&view.snapshot), view.change.as_ref().map(|change| &change.before)];
        for snapshot in snapshots.into_iter().flatten().filter(|one| one.placed().needs_all_keys()) {
            // There each key is searched for among those of the page.
            snapshot.keys().prepare();
        }
        Self { view, keys, owners: Vec::new(), before: Vec::new() }
    }

    /// Looks up some keys more; true when all are.
    pub fn step(&mut self) -> bool {
        let seats = self.view.snapshot.placed().seats().len().max(1);
        let end = (self.owners.len() + (SCORES / seats).clamp(1, 1_024)).min(self.keys.len() as usize);
        let look = |placed: &dyn Placed| -> Vec<Seat> {
            (self.owners.len()..end).map(|at| owner(placed, self.keys.get(at as u32).as_bytes())).collect()
        };
        let now = look(self.view.snapshot.placed());
        let before = self.before().map(|before| look(before.placed()));
        self.owners.extend(now);
        self.before.extend(before.into_iter().flatten());
        self.owners.len() == self.keys.len() as usize
    }

    /// Keys that are looked up, of all.
    #[must_use]
    pub fn progress(&self) -> (u32, u32) {
        (self.owners.len() as u32, self.keys.len())
    }

    /// The state of the page that it was looked up in.
    #[must_use]
    pub fn view(&self) -> &Arc<View> {
        &self.view
    }

    /// How many keys are looked up.
    #[must_use]
    pub fn len(&self) -> usize {
        self.owners.len()
    }

    /// None at all?
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.owners.is_empty()
    }

    /// The placement before the change on show, where the keys of the page were the same.
    fn before(&self) -> Option<&Snapshot> {
        self.view.change.as_ref().filter(|change| change.movement.is_some()).map(|change| &*change.before)
    }

    /// Is there a change on show, so that keys have an owner before?
    #[must_use]
    pub fn has_before(&self) -> bool {
        self.before().is_some()
    }

    fn owner(&self, at: usize) -> Option<NodeId> {
        node(self.view.snapshot.placed(), self.owners.get(at).copied())
    }

    fn owner_before(&self, at: usize) -> Option<Option<NodeId>> {
        let seat = self.before.get(at).copied()?;
        Some(node(self.before()?.placed(), Some(seat)))
    }

    /// The key at a place of the list.
    #[must_use]
    pub fn row(&self, at: usize) -> Option<Row> {
        let owner = self.owners.get(at).map(|_| self.owner(at))?;
        let placed = self.view.snapshot.placed();
        let key = self.keys.get(at as u32);
        let (hashing, bytes) = (placed.key_hashing(), key.as_bytes());
        let value = hashing.value(bytes);
        let replicas = placed.owners(bytes, 1 + REPLICAS).into_iter().filter(|&id| Some(id) != owner);
        Some(Row {
            key: key.to_owned(),
            position: moved_file::position(value, hashing.bits()),
            slot: slot(placed, bytes, value).map(|slot| slot.0),
            owner,
            replicas: replicas.take(REPLICAS).collect(),
            before: self.owner_before(at),
        })
    }

    /// What a slot is called here; `None` where there are none.
    #[must_use]
    pub fn slot_word(&self) -> Option<&'static str> {
        let placed = self.view.snapshot.placed();
        slot(placed, b"", placed.key_hashing().value(b"")).map(|slot| slot.1)
    }

    /// Keys of each owner, in the order of the fleet, nobody last; only of those that have any.
    #[must_use]
    pub fn counts(&self) -> Vec<(Option<NodeId>, u32)> {
        let seats = self.view.snapshot.placed().seats();
        let mut counts = vec![0; seats.len() + 1];
        for &seat in &self.owners {
            counts[(seat as usize).min(seats.len())] += 1;
        }
        let owners = seats.iter().copied().map(Some).chain([None]);
        owners.zip(counts).filter(|one| one.1 > 0).collect()
    }

    /// Keys that have another owner than before the change on show; `None` without one.
    #[must_use]
    pub fn moved(&self) -> Option<u32> {
        self.has_before().then(|| self.places(Filter::Moved).len() as u32)
    }

    /// The places of those keys.
    #[must_use]
    pub fn places(&self, filter: Filter) -> Vec<u32> {
        let is_shown = |at: usize| match filter {
            Filter::All => true,
            Filter::Owner(owner) => self.owner(at) == owner,
            Filter::Moved => self.owner_before(at).is_some_and(|before| before != self.owner(at)),
        };
        (0..self.owners.len()).filter(|&at| is_shown(at)).map(|at| at as u32).collect()
    }
}

/// What is to be known where loads are bounded: there an owner hangs on the other keys.
#[must_use]
pub fn bounded_words(placed: &dyn Placed) -> Option<&'static str> {
    placed.needs_all_keys().then_some(
        "Loads are bounded here. A key of the page is where it was placed among the others; any other key is told as if it \
         alone came after all of them.",
    )
}

fn owner(placed: &dyn Placed, key: &[u8]) -> Seat {
    placed.owner(key, placed.key_hashing().value(key))
}

fn node(placed: &dyn Placed, seat: Option<Seat>) -> Option<NodeId> {
    placed.seats().get(usize::from(seat.filter(|&seat| seat != NO_SEAT)?)).copied()
}

/// The slot of a key and what it is called.
fn slot(placed: &dyn Placed, key: &[u8], value: u64) -> Option<(u32, &'static str)> {
    let Explanation::Slots(Some(way)) = placed.explain(key) else {
        return placed.slot(value).map(|slot| (slot, "slot"));
    };
    match way.rule {
        SlotRule::Tries { slot, .. } | SlotRule::Given { slot, .. } => Some((slot, "slot")),
        SlotRule::Remainder => way.visited.last().map(|&slot| (slot, "slot")),
        SlotRule::Jumps | SlotRule::JumpsBack => way.visited.last().map(|&slot| (slot, "bucket")),
        SlotRule::Shard { .. } => way.visited.last().map(|&slot| (slot, "shard")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use placement::{
        algorithm::Algorithm,
        scenario::{Command, Scenario},
        weight::Weight,
    };

    fn list(text: &str) -> KeyList {
        KeyList::parse(text).expect("keys")
    }

    fn looked_up(view: View, keys: &KeyList) -> Lookup {
        let mut lookup = Lookup::new(Arc::new(view), keys.clone());
        while !lookup.step() {}
        lookup
    }

    fn by(id: &str) -> Scenario {
        Scenario { algorithm: Algorithm::from_id(id).expect(id), ..Scenario::default() }
    }

    fn names(lookup: &Lookup) -> Vec<String> {
        (0..lookup.len()).map(|at| lookup.view().name_of(lookup.owner(at))).collect()
    }

    // Source: crates/placement/tests/vectors, recorded from nginx 1.22.1: nginx_chash_n8 and, with the fourth server down,
    // nginx_chash_n8_down04; the first eight keys and four of those of the server that went.
    const RECORDED: [(&str, u32, u32); 12] = [
        ("user:0", 6, 6),
        ("user:1", 1, 1),
        ("user:2", 5, 5),
        ("user:3", 6, 6),
        ("user:4", 1, 1),
        ("user:5", 8, 8),
        ("user:6", 8, 8),
        ("user:7", 2, 2),
        ("user:19", 4, 2),
        ("user:20", 4, 7),
        ("user:22", 4, 3),
        ("user:29", 4, 3),
    ];

    #[test]
    fn owners_are_those_that_nginx_gave() {
        let name = |number: u32| format!("cache-{number:02}:11211");
        let mut before = by("nginx-consistent");
        before.fleet = placement::fleet::Fleet::from_names((1..=8).map(name)).expect("names");
        let mut after = before.clone();
        after.apply(Command::SetUp { id: NodeId(3), up: false }).expect("down");
        let keys: Vec<&str> = RECORDED.iter().map(|one| one.0).collect();
        let lookup = looked_up(View::new(&after, "", Some(&before), None), &list(&keys.join("\n")));
        assert_eq!(names(&lookup), RECORDED.map(|one| name(one.2)));
        let owners_before =
            (0..lookup.len()).map(|at| lookup.view().name_of(lookup.owner_before(at).expect("a change")));
        assert_eq!(owners_before.collect::<Vec<_>>(), RECORDED.map(|one| name(one.1)));
        assert_eq!((lookup.moved(), lookup.places(Filter::Moved)), (Some(4), vec![8, 9, 10, 11]));
    }

    #[test]
    fn every_placement_says_of_a_list_what_it_says_of_its_own_keys() {
        for algorithm in Algorithm::every() {
            let before = Scenario {
                keys: placement::keys::Keys::Pattern { pattern: "user:{i}".into(), first: 0, count: 2_000 },
                ..by(algorithm.id)
            };
            let mut after = before.clone();
            after.apply(Command::AddNode { name: "cache-09".into(), weight: Weight::ONE }).expect(algorithm.id);
            let text: Vec<String> = (0..2_000).map(|at| before.keys.key(at)).collect();
            let lookup = looked_up(View::new(&after, "", Some(&before), None), &list(&text.join("\n")));
            let [was, is] = [&before, &after].map(|one| Snapshot::place(one, None));
            for at in 0..2_000 {
                assert_eq!(lookup.owner(at), is.owner(at as u32), "{algorithm:?} {at}");
                assert_eq!(lookup.owner_before(at), Some(was.owner(at as u32)), "{algorithm:?} {at}");
            }
            // What the page counts, owner by owner.
            let counts: Vec<u32> = is.counts().iter().copied().filter(|&keys| keys > 0).collect();
            assert_eq!(lookup.counts().into_iter().map(|one| one.1).collect::<Vec<_>>(), counts, "{algorithm:?}");
            let row = lookup.row(42).expect("a key");
            assert_eq!((row.key.as_str(), row.owner), ("user:42", is.owner(42)));
            assert!(!row.replicas.contains(&row.owner.expect("an owner")) && row.replicas.len() <= REPLICAS);
        }
    }

    #[test]
    fn the_rows_that_are_asked_for() {
        // FNV-1a 32 of a … f is published; by 8 the remainders are 4 5 2 3 0 1.
        let scenario = by("modulo");
        let lookup = looked_up(View::new(&scenario, "", None, None), &list("a\nb\nc\nd\ne\nf\na"));
        let slots: Vec<Option<u32>> = (0..7).map(|at| lookup.row(at).expect("a row").slot).collect();
        assert_eq!(slots, [4, 5, 2, 3, 0, 1, 4].map(Some));
        assert_eq!(lookup.row(0).expect("a row").position, "0xe40c292c");
        assert_eq!(lookup.places(Filter::Owner(Some(NodeId(4)))), [0, 6]);
        assert_eq!(lookup.counts()[4], (Some(NodeId(4)), 2));
        assert_eq!((lookup.moved(), lookup.places(Filter::Moved).len(), lookup.row(7)), (None, 0, None));
        assert_eq!(lookup.slot_word(), Some("slot"));
        assert_eq!(looked_up(View::new(&by("jump"), "", None, None), &list("a")).slot_word(), Some("bucket"));
        assert_eq!(looked_up(View::new(&Scenario::default(), "", None, None), &list("a")).slot_word(), None);
    }

    #[test]
    fn nobody_has_a_key_where_there_is_no_node() {
        let mut empty = Scenario::default();
        empty.apply(Command::SetNodeCount(0)).expect("none");
        let lookup = looked_up(View::new(&empty, "", None, None), &list("a\nb"));
        assert_eq!((lookup.counts(), lookup.places(Filter::Owner(None)).len()), (vec![(None, 2)], 2));
    }

    #[test]
    fn a_bound_is_told() {
        let told = |id: &str| bounded_words(View::new(&by(id), "", None, None).snapshot.placed()).is_some();
        assert_eq!(
            ["bounded", "boundedrendezvous", "ring", "haproxy-consistent"].map(told),
            [true, true, false, false]
        );
    }
}
