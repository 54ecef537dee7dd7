//! What a picture of numbered slots shows: keys in each, where they came from, and the ways of the first keys.

use std::{collections::BTreeMap, sync::Arc};

use placement::{
    algorithm::Geometry,
    explain::{Explanation, SlotRule},
    fleet::NodeId,
};

use super::told::roster_change;
use crate::view::{Change, View};

/// So many keys are followed on their way.
pub const WAYS: u32 = 24;
/// With more slots than this, keys are not followed and pairs not drawn.
pub const MOST_ROWS: usize = 40;

/// A slot and its keys.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Slot {
    /// Whose.
    pub id: NodeId,
    /// What it is called by: its place, or the number of a bucket among which some have no node.
    pub number: u32,
    /// Keys in it.
    pub keys: u32,
    /// Of these, keys that another node had before.
    pub arrived: u32,
}

/// A key's way.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Way {
    /// The key.
    pub key: String,
    /// The slots on the way; the last is its own.
    pub visited: Vec<u32>,
}

/// Keys that were one node's and are now in a slot.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Flow {
    /// The row of the node that had them.
    pub row: usize,
    /// The slot that has them.
    pub slot: usize,
    /// How many.
    pub keys: u32,
}

/// What a picture of slots shows.
#[derive(Debug)]
pub struct SlotsData {
    view: Arc<View>,
    /// The slots in the order of their numbers.
    pub slots: Vec<Slot>,
    /// Is a key's slot its number modulo the number of slots?
    pub is_remainder: bool,
    /// How a key's slot is found; `None` where there is no key.
    pub rule: Option<SlotRule>,
    /// Can a node have several slots?
    pub is_table: bool,
    /// The version of a lookup table, whose slots are shards that can be moved one by one.
    pub version: Option<u32>,
    /// Shards that the change on show gave to another node.
    pub moved: Vec<bool>,
    /// The ways of the first keys.
    pub ways: Vec<Way>,
    /// After a change of the roster: the nodes that had keys before, in the order of rows.
    pub sources: Vec<NodeId>,
    /// From each of them to each slot, stayed or moved.
    pub flows: Vec<Flow>,
}

impl SlotsData {
    /// Reads a view; `None` where its geometry is another one.
    #[must_use]
    pub fn new(view: &Arc<View>) -> Option<Self> {
        let Geometry::Slots(nodes) = view.snapshot.geometry() else { return None };
        let placed = view.snapshot.placed();
        let is_table = placed.slot(0).is_some();
        let change = roster_change(view);
        let slots = if is_table { slots_of_a_table(view, nodes) } else { slots_of_nodes(view, nodes) };
        // Without a key there is a way all the same, for a key without a text.
        let rule_of =
            |way: &Explanation| if let Explanation::Slots(Some(way)) = way { Some(way.rule.clone()) } else { None };
        let (mut ways, mut rule) = (Vec::new(), rule_of(&placed.explain(b"")));
        for at in 0..view.balance.keys.min(WAYS) {
            let key = view.snapshot.keys().keys().key(at);
            if let Explanation::Slots(Some(way)) = placed.explain(key.as_bytes()) {
                rule = Some(way.rule);
                ways.push(Way { key, visited: way.visited });
            }
        }
        let (mut sources, mut flows) = (Vec::new(), Vec::new());
        if let Some((change, movement)) = change.filter(|_| slots.len() <= MOST_ROWS) {
            sources = change.balance_before.loads.iter().filter(|load| load.keys > 0).map(|load| load.id).collect();
            let row = |id: NodeId| sources.iter().position(|&source| source == id);
            if is_table {
                flows = flows_to_a_table(view, change, row);
            } else {
                for pair in &movement.pairs {
                    let slot = slots.iter().position(|slot| Some(slot.id) == pair.to);
                    if let (Some(row), Some(slot)) = (pair.from.and_then(row), slot) {
                        flows.push(Flow { row, slot, keys: pair.keys });
                    }
                }
                for (slot, one) in slots.iter().enumerate() {
                    let stayed = one.keys - one.arrived;
                    if let Some(row) = row(one.id).filter(|_| stayed > 0) {
                        flows.push(Flow { row, slot, keys: stayed });
                    }
                }
            }
        }
        let is_remainder = rule.as_ref().is_none_or(|rule| *rule == SlotRule::Remainder);
        let version = if let Some(SlotRule::Shard { version, .. }) = rule { Some(version) } else { None };
        let moved = if version.is_some() { moved_shards(view, nodes) } else { Vec::new() };
        let view = Arc::clone(view);
        Some(Self { slots, is_remainder, rule, is_table, version, moved, ways, sources, flows, view })
    }

    /// What the picture was made from.
    #[must_use]
    pub fn view(&self) -> &View {
        &self.view
    }

    /// Keys that are fair for a slot.
    #[must_use]
    pub fn fair(&self) -> f64 {
        f64::from(self.view.balance.keys) / self.slots.len().max(1) as f64
    }
}

/// The slots where each node has one: the keys of the node are those of its slot.
fn slots_of_nodes(view: &View, nodes: &[NodeId]) -> Vec<Slot> {
    let counts: BTreeMap<NodeId, u32> = view.balance.loads.iter().map(|load| (load.id, load.keys)).collect();
    let mut arrived: BTreeMap<NodeId, u32> = BTreeMap::new();
    for pair in roster_change(view).iter().flat_map(|(_, movement)| &movement.pairs) {
        if let Some(to) = pair.to {
            *arrived.entry(to).or_default() += pair.keys;
        }
    }
    let of = |counts: &BTreeMap<NodeId, u32>, id| counts.get(&id).copied().unwrap_or(0);
    // Where removals are remembered, buckets keep their numbers and those without a node have no slot.
    let bucket = |id| view.fleet().get(id).map(|node| node.bucket);
    let has_gaps = view.scenario().algorithm.remembers.is_some();
    let number = |id, at| if has_gaps { bucket(id).unwrap_or(at) } else { at };
    let slot = |(&id, at)| Slot { id, number: number(id, at), keys: of(&counts, id), arrived: of(&arrived, id) };
    nodes.iter().zip(0..).map(slot).collect()
}

/// The slots of a table: keys are counted slot by slot.
fn slots_of_a_table(view: &View, nodes: &[NodeId]) -> Vec<Slot> {
    let mut slots: Vec<Slot> =
        nodes.iter().zip(0..).map(|(&id, number)| Slot { id, number, keys: 0, arrived: 0 }).collect();
    let keys = view.snapshot.keys();
    let slot_of = |value: u64| view.snapshot.placed().slot(value).map(|slot| slot as usize);
    // A key that is pinned elsewhere is not in its slot, though its number leads there.
    let is_at = |key: u32, id: NodeId| view.snapshot.owner(key) == Some(id);
    for (value, key) in keys.values().zip(0..) {
        if let Some(slot) = slot_of(value).and_then(|slot| slots.get_mut(slot)).filter(|slot| is_at(key, slot.id)) {
            slot.keys += 1;
        }
    }
    for &key in roster_change(view).iter().flat_map(|(_, movement)| &movement.moved_keys) {
        let slot = slot_of(keys.value(key));
        if let Some(slot) = slot.and_then(|slot| slots.get_mut(slot)).filter(|slot| is_at(key, slot.id)) {
            slot.arrived += 1;
        }
    }
    slots
}

/// The slots that are another node's than in the same table before.
fn moved_shards(view: &View, nodes: &[NodeId]) -> Vec<bool> {
    let Some(change) = &view.change else { return Vec::new() };
    let is_same = change.before.scenario().algorithm == view.scenario().algorithm;
    match change.before.geometry() {
        Geometry::Slots(before) if is_same && before.len() == nodes.len() => {
            before.iter().zip(nodes).map(|(before, now)| before != now).collect()
        }
        _ => Vec::new(),
    }
}

/// From the node that each key had before to its slot.
fn flows_to_a_table(view: &View, change: &Change, row: impl Fn(NodeId) -> Option<usize>) -> Vec<Flow> {
    let owners = change.before.owners();
    let rows = owners.table(|id| id.and_then(&row));
    let mut keys: BTreeMap<(usize, usize), u32> = BTreeMap::new();
    for (value, &before) in view.snapshot.keys().values().zip(owners.numbers()) {
        if let (Some(row), Some(slot)) = (rows[owners.place_of(before)], view.snapshot.placed().slot(value)) {
            *keys.entry((row, slot as usize)).or_default() += 1;
        }
    }
    keys.into_iter().map(|((row, slot), keys)| Flow { row, slot, keys }).collect()
}

#[cfg(test)]
pub(crate) mod tests {
    use super::super::ring_data::tests::{add, after};
    use super::*;
    use placement::{
        algorithm::{Algorithm, jump, modulo},
        scenario::Command,
    };

    pub(crate) fn added() -> Command {
        add("cache-09")
    }

    pub(crate) fn data(id: &str, commands: impl IntoIterator<Item = Command>) -> SlotsData {
        let algorithm = Algorithm::from_id(id).expect("an algorithm");
        let all = std::iter::once(Command::SetAlgorithm(algorithm)).chain(commands);
        SlotsData::new(&after(all)).expect("slots")
    }

    #[test]
    fn modulo_is_known_by_its_remainders() {
        assert!(data(modulo::DECLARATION.id, []).is_remainder);
        let jump = data(jump::DECLARATION.id, []);
        assert!(!jump.is_remainder && jump.ways.iter().any(|way| way.visited.len() > 1));
    }

    #[test]
    fn every_key_comes_from_somewhere() {
        for id in [modulo::DECLARATION.id, jump::DECLARATION.id] {
            for command in [added(), Command::RemoveNode(NodeId(2))] {
                let data = data(id, [command]);
                assert_eq!(data.flows.iter().map(|flow| flow.keys).sum::<u32>(), 100_000);
                let arrived: u32 = data.slots.iter().map(|slot| slot.arrived).sum();
                let moved = data.flows.iter().filter(|flow| data.sources[flow.row] != data.slots[flow.slot].id);
                assert_eq!(moved.map(|flow| flow.keys).sum::<u32>(), arrived);
            }
        }
    }

    #[test]
    fn nothing_to_place_is_no_reason_to_fail() {
        let none = data(modulo::DECLARATION.id, [Command::SetNodeCount(0)]);
        assert!(none.slots.is_empty() && none.ways.is_empty() && none.fair() >= 0.0);
    }
}
