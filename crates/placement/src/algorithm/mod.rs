//! The algorithms, each in a file of its own that declares itself as data. A new one is one file and one line in
//! [`ALL`].

pub mod anchor;
pub mod bounded;
pub mod bounded_rendezvous;
pub mod bounded_ring;
mod buckets;
pub mod coordinator;
pub mod dx;
pub mod jump;
pub mod jump_back;
pub mod local_rendezvous;
pub mod maglev;
pub mod memento;
pub mod modulo;
pub mod multi_probe;
pub(crate) mod passing_on;
pub mod rendezvous;
pub mod ring;

use std::{collections::BTreeMap, fmt, ops::Deref, sync::Arc};

use crate::{
    explain::Explanation,
    fleet::{Fleet, Node, NodeId, TakesBack},
    hash::{HashChoice, HashFn},
    keys::{HashedKeys, KeyForm, KeyHashing},
    measure::theory,
    number::Ratio,
    order,
    owners::{Onward, Owners},
    parameter::{self, Parameter, Settings},
    system::{self, Card},
    walk::Walk,
};

/// Every algorithm, in the order that the page offers.
pub static ALL: [Algorithm; 14] = [
    Algorithm(&ring::DECLARATION),
    Algorithm(&rendezvous::DECLARATION),
    Algorithm(&jump::DECLARATION),
    Algorithm(&modulo::DECLARATION),
    Algorithm(&multi_probe::DECLARATION),
    Algorithm(&maglev::DECLARATION),
    Algorithm(&bounded_ring::DECLARATION),
    Algorithm(&bounded_rendezvous::DECLARATION),
    Algorithm(&local_rendezvous::DECLARATION),
    Algorithm(&jump_back::DECLARATION),
    Algorithm(&dx::DECLARATION),
    Algorithm(&anchor::DECLARATION),
    Algorithm(&memento::DECLARATION),
    Algorithm(&coordinator::DECLARATION),
];

/// What an algorithm says of itself.
#[derive(Debug)]
pub struct Declaration {
    /// In the link. For ever the same.
    pub id: &'static str,
    /// On screen, after "on a" or "by".
    pub name: &'static str,
    /// The word before the name in the settings sentence.
    pub preposition: &'static str,
    /// The paper, the document or the source that it follows.
    pub source: &'static str,
    /// Whether weights count; if not, why, for people.
    pub weights: Weights,
    /// Its parameters, in the order of the settings sentence.
    pub parameters: &'static [&'static Parameter],
    /// Does it remember which buckets were removed, and how does it take them back? Then a node that is removed for
    /// good leaves its bucket vacant, up to [`limits::VACANCIES`](crate::limits::VACANCIES) of them, and no other
    /// changes its own. Without a memory the gap is closed.
    pub remembers: Option<TakesBack>,
    /// What there is to know of a real system; `None` for an algorithm of the books.
    pub card: Option<&'static Card>,
    /// Builds the placement of a fleet.
    pub build: fn(&Fleet, &Settings) -> Box<dyn Placed>,
}

/// Whether an algorithm knows weights.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Weights {
    /// A node's share follows its weight.
    Used,
    /// All nodes count alike, for the reason given.
    Ignored(&'static str),
}

/// One of [`ALL`], or of the real systems ([`system::ALL`]).
#[derive(Clone, Copy)]
pub struct Algorithm(&'static Declaration);

impl Algorithm {
    /// The one that declares itself so.
    pub(crate) const fn of(declaration: &'static Declaration) -> Self {
        Self(declaration)
    }

    /// The algorithm, or the real system, with this id.
    #[must_use]
    pub fn from_id(id: &str) -> Option<Self> {
        Self::every().find(|one| one.id == id)
    }

    /// The algorithms of the books and then the real systems.
    pub fn every() -> impl Iterator<Item = Self> {
        ALL.into_iter().chain(system::ALL)
    }

    /// Is it a real system?
    #[must_use]
    pub fn is_system(self) -> bool {
        self.card.is_some()
    }

    /// Does this parameter belong to it?
    #[must_use]
    pub fn takes(self, parameter: &Parameter) -> bool {
        self.parameters.iter().any(|one| one.field == parameter.field)
    }

    /// Does it place by the table of shards that the fleet has?
    #[must_use]
    pub fn keeps_shards(self) -> bool {
        self.id == coordinator::DECLARATION.id
    }

    /// The weight that counts here, in hundredths: 0 while down, or drained where nodes can be; 100 for every node that is
    /// up where weights are ignored.
    #[must_use]
    #[inline(never)]
    pub fn counted_weight(self, fleet: &Fleet, node: &Node) -> u32 {
        match self.weights {
            Weights::Used if self.keeps_shards() => {
                fleet.kept_shards().map_or(node.effective_weight().hundredths(), |table| table.counted_weight(node))
            }
            Weights::Used => node.effective_weight().hundredths(),
            Weights::Ignored(_) => u32::from(node.up) * 100,
        }
    }
}

impl Default for Algorithm {
    /// The ring.
    fn default() -> Self {
        ALL[0]
    }
}

impl Deref for Algorithm {
    type Target = Declaration;

    fn deref(&self) -> &Declaration {
        self.0
    }
}

impl PartialEq for Algorithm {
    fn eq(&self, other: &Self) -> bool {
        self.id == other.id
    }
}

impl Eq for Algorithm {}

impl fmt::Debug for Algorithm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.id)
    }
}

/// Every parameter of every algorithm and every real system, once each.
#[must_use]
pub fn all_parameters() -> Vec<&'static Parameter> {
    let mut all: Vec<&'static Parameter> = Vec::new();
    for algorithm in Algorithm::every() {
        for parameter in algorithm.parameters {
            if !all.iter().any(|one| one.field == parameter.field) {
                all.push(parameter);
            }
        }
    }
    all
}

/// A key's owner as a number: the place of the node among [`Placed::seats`], or [`NO_SEAT`].
pub type Seat = u16;

/// The owner where there is no node to own anything.
pub const NO_SEAT: Seat = Seat::MAX;

/// What stands for a seat that is no more, where seats are told by others.
pub(crate) const GONE: Seat = NO_SEAT - 1;

/// The bytes of a table.
pub(crate) fn bytes_of<T>(table: &[T]) -> u64 {
    size_of_val(table) as u64
}

/// A fleet placed by an algorithm: it answers who owns a key, who comes next, how the key gets there, and what shape
/// there is to draw.
pub trait Placed: Send + Sync {
    /// The nodes that can own keys, and those that are down and stay in the picture. In the order of rows; a [`Seat`] is
    /// a place in this list.
    fn seats(&self) -> &[NodeId];

    /// The number of a key that this placement works on.
    fn key_hashing(&self) -> KeyHashing;

    /// Who owns a key: its bytes and its number (see [`Placed::key_hashing`]).
    fn owner(&self, key: &[u8], value: u64) -> Seat;

    /// The first `most` distinct nodes for a key: the owner, then the replicas in order.
    fn owners(&self, key: &[u8], most: usize) -> Vec<NodeId>;

    /// How one key gets to its owner.
    fn explain(&self, key: &[u8]) -> Explanation;

    /// Tells how one key gets to its owner and its replicas, step by step: see [`walk::steps`](crate::walk::steps). The
    /// nodes that it meets are those of [`Placed::owners`].
    fn walk(&self, key: &[u8], value: u64, walk: &mut Walk);

    /// The shape that there is to draw.
    fn geometry(&self) -> Geometry<'_>;

    /// The slot of a key by its number, where a node has several slots.
    fn slot(&self, _value: u64) -> Option<u32> {
        None
    }

    /// The exact share of the hash space of each seat, where the algorithm has one.
    fn exact_shares(&self) -> Option<Vec<Ratio>>;

    /// The standard deviation that is usual for the load of a seat, relative to its fair share: what chance gives for
    /// these parameters, drawn keys included. `share` is the seat's fair share of everything.
    fn usual_deviation(&self, _seat: usize, share: f64, keys: u32) -> f64 {
        theory::relative_deviation(share, None, keys)
    }

    /// Bytes of the tables that lookups read, as they are held here (a position takes 8, a node's number 2), without the
    /// list of nodes that every algorithm has.
    fn table_bytes(&self) -> u64;

    /// Does the owner of a key hang on the other keys? Then they can only be placed all at once.
    fn needs_all_keys(&self) -> bool {
        false
    }

    /// The owner of every key, by its number alone: most need no more, and to write a hundred thousand keys out takes
    /// longer than to place them. Where the owner hangs on the bytes or on the other keys, this is overridden.
    fn place(&self, keys: &Arc<HashedKeys>) -> Vec<Seat> {
        let mut owners = Vec::with_capacity(keys.len());
        keys.for_each_part(|_, values| owners.extend(values.iter().map(|&value| self.owner(&[], value))));
        owners
    }

    /// The owners of some of the keys, as far as they do not hang on the others.
    fn place_part(&self, part: &Arc<HashedKeys>) -> Vec<Seat> {
        self.place(part)
    }

    /// The owners of all keys as by [`Placed::place`], from those of all parts.
    fn settle(&self, _keys: &Arc<HashedKeys>, owners: Vec<Seat>) -> Vec<Seat> {
        owners
    }

    /// What [`Declaration::build`] gives for another fleet or other settings, taking over from this placement what stays.
    /// `None` where that saves nothing.
    fn rebuilt(&self, _fleet: &Fleet, _settings: &Settings) -> Option<Box<dyn Placed>> {
        None
    }

    /// The same owners as by [`Placed::place`], made from those of an earlier placement of the same keys by the same
    /// algorithm, whatever the fleet and the settings were then. `None` where that saves nothing, or is not known how.
    fn place_from(&self, _keys: &Arc<HashedKeys>, _earlier: &dyn Placed, _owners: &Owners) -> Option<Onward> {
        None
    }

    /// The owners of the keys that were placed without a bound on loads, where there is one: what the next placement goes
    /// on from.
    fn unbounded_owners(&self) -> Option<&Owners> {
        None
    }
}

impl fmt::Debug for dyn Placed {
    /// Only how many nodes: a placement in full is its owners, and they are many.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Placed({} seats)", self.seats().len())
    }
}

/// The shapes that a picture can have.
#[derive(Clone, Copy, Debug)]
pub enum Geometry<'a> {
    /// Points on a circle.
    Ring(&'a ring::Ring),
    /// Numbered slots, each with its node.
    Slots(&'a [NodeId]),
    /// One score for each node and key; the highest wins.
    Scores(&'a rendezvous::Rendezvous),
}

/// The hashes and the size of the space, as the settings give them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Hashing {
    /// Of points, or of nodes.
    pub points: HashChoice,
    /// Of keys.
    pub keys: HashChoice,
    /// 32 or 64.
    pub bits: u32,
}

impl Hashing {
    /// Reads the settings. A space of 64 bits that one of the hashes cannot fill is taken as 32.
    #[must_use]
    pub fn from_settings(settings: &Settings) -> Self {
        let function = HashFn::ALL.get(settings.choice(&parameter::HASH)).copied().unwrap_or(HashFn::Fnv1a32);
        let points = HashChoice { function, finaliser: settings.switch(&parameter::FINALISER) };
        let keys =
            HashChoice::from_id(&parameter::KEY_HASH.write(&settings.get(&parameter::KEY_HASH))).unwrap_or(points);
        let wide = settings.choice(&parameter::SPACE) == 1;
        let bits = if wide && can_fill_64_bits(points) && can_fill_64_bits(keys) { 64 } else { 32 };
        Self { points, keys, bits }
    }

    /// A key's number in this space.
    #[must_use]
    pub fn of_keys(self) -> KeyHashing {
        KeyHashing { choice: self.keys, form: if self.bits == 64 { KeyForm::Bits64 } else { KeyForm::Bits32 } }
    }

    /// The position of a label in this space.
    #[must_use]
    pub fn of_point(self, label: &[u8]) -> u64 {
        KeyHashing { choice: self.points, form: self.of_keys().form }.value(label)
    }
}

/// Does this hash have a 64-bit value? The finaliser goes with 32-bit values only.
#[must_use]
pub fn can_fill_64_bits(choice: HashChoice) -> bool {
    choice.function.has_64_bits() && !choice.finaliser
}

/// The nodes that count, in the fleet's order, and their places in the order of their names: ties go to the smaller name
/// (by bytes), then the smaller id, so that two clients which build the fleet in another order agree.
pub(crate) fn seated(fleet: &Fleet, counts: impl Fn(&Node) -> bool) -> (Vec<&Node>, Vec<usize>) {
    let nodes: Vec<&Node> = fleet.nodes().iter().filter(|node| counts(node)).collect();
    let by_name = order::places(nodes.len(), &|a, b| {
        let (a, b) = (nodes[a], nodes[b]);
        a.name.as_bytes().cmp(b.name.as_bytes()).then(a.id.cmp(&b.id))
    });
    (nodes, by_name)
}

/// The first `most` distinct nodes of a walk over seats.
pub(crate) fn distinct(seats: &[NodeId], most: usize, walk: &mut dyn Iterator<Item = Seat>) -> Vec<NodeId> {
    let most = most.min(seats.len());
    let mut seen = vec![false; seats.len()];
    let mut owners = Vec::with_capacity(most);
    while owners.len() < most {
        let Some(seat) = walk.next() else { break };
        if !std::mem::replace(&mut seen[seat as usize], true) {
            owners.push(seats[seat as usize]);
        }
    }
    owners
}

/// For each seat of before the seat of after that means the same node, and at the end what means no node; [`GONE`] for
/// a node that is.
pub(crate) fn seats_that_stay(before: &[NodeId], after: &[NodeId]) -> Vec<Seat> {
    let mut seats: BTreeMap<NodeId, Seat> = BTreeMap::new();
    seats.extend(after.iter().copied().zip(0..));
    before.iter().map(|id| seats.get(id).copied().unwrap_or(GONE)).chain([NO_SEAT]).collect()
}

/// The seat of a node; [`NO_SEAT`] for one that has none.
pub(crate) fn seat_of(seats: &[NodeId], id: NodeId) -> Seat {
    seats.iter().position(|&seat| seat == id).map_or(NO_SEAT, |at| at as Seat)
}
