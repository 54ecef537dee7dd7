//! What the page says of the lookup table: whose a shard is, what is pinned, what is drained, and how level it is.

use placement::{
    fleet::{Node, NodeId},
    number::thousands,
    shards::SHARDS,
};

use crate::view::View;

/// One shard.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Shard {
    /// Its number.
    pub number: u32,
    /// Its node, by id and name.
    pub owner: Option<(NodeId, String)>,
    /// Keys in it that are not pinned elsewhere.
    pub keys: u32,
}

/// A pin.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Pinned {
    /// What the keys begin with.
    pub tenant: String,
    /// The node, by id and name.
    pub node: (NodeId, String),
    /// Why it does not hold; empty where it does.
    pub rests: &'static str,
}

/// The shard of a key.
#[must_use]
pub fn shard_of(view: &View, key: &str) -> u32 {
    let placed = view.snapshot.placed();
    placed.slot(placed.key_hashing().value(key.as_bytes())).unwrap_or(0)
}

/// What there is to say of a shard.
#[must_use]
pub fn shard(view: &View, number: u32) -> Shard {
    let number = number.min(SHARDS - 1);
    let owner = view.fleet().shards().owners().get(number as usize).copied().flatten();
    let placed = view.snapshot.placed();
    let owners = view.snapshot.owners();
    let is_owner = owners.table(|id| id.is_some() && id == owner);
    let values = view.snapshot.keys().values().zip(owners.numbers());
    let is_in = |&(value, &at): &(u64, &u16)| placed.slot(value) == Some(number) && is_owner[owners.place_of(at)];
    Shard { number, owner: owner.and_then(|id| named(view, id)), keys: values.filter(is_in).count() as u32 }
}

/// "version 29, level".
#[must_use]
pub fn state(view: &View) -> String {
    let (table, fleet) = (view.fleet().shards(), view.fleet());
    let level = match table.moves_to_level(fleet) {
        0 => "level".to_owned(),
        1 => "1 move from level".to_owned(),
        moves => format!("{moves} moves from level"),
    };
    format!("version {}, {level}", thousands(table.version()))
}

/// The pins, in the order of their texts.
#[must_use]
pub fn pins(view: &View) -> Vec<Pinned> {
    let table = view.fleet().shards();
    let rests = |node: &Node| match () {
        () if !node.up => "down",
        () if table.is_drained(node.id) => "drained",
        () if table.counted_weight(node) == 0 => "weight 0",
        () => "",
    };
    let pinned = |id| view.fleet().get(id).map(|node| ((id, node.name.clone()), rests(node)));
    let all = table.pins().iter().filter_map(|pin| {
        let (node, rests) = pinned(pin.node)?;
        Some(Pinned { tenant: pin.tenant.clone(), node, rests })
    });
    all.collect()
}

/// The nodes that are drained, by id and name.
#[must_use]
pub fn drained(view: &View) -> Vec<(NodeId, String)> {
    let table = view.fleet().kept_shards();
    table.map_or(&[][..], |table| table.drained()).iter().filter_map(|&id| named(view, id)).collect()
}

/// Every node by id and name, in the order of rows.
#[must_use]
pub fn nodes(view: &View) -> Vec<(NodeId, String)> {
    view.fleet().nodes().iter().map(|node| (node.id, node.name.clone())).collect()
}

fn named(view: &View, id: NodeId) -> Option<(NodeId, String)> {
    view.fleet().get(id).map(|node| (id, node.name.clone()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use placement::{
        algorithm::Algorithm,
        scenario::{Command, Scenario},
    };

    fn after(commands: impl IntoIterator<Item = Command>) -> View {
        let algorithm = Algorithm::from_id("coordinator").expect("the table");
        let mut scenario = Scenario { algorithm, ..Scenario::default() };
        for command in commands {
            scenario.apply(command).expect("a command");
        }
        View::new(&scenario, "", None, None)
    }

    fn pin(tenant: &str, to: u32) -> Command {
        Command::Pin { tenant: tenant.into(), to: NodeId(to) }
    }

    #[test]
    fn a_shard_has_its_node_and_its_keys() {
        let view = after([]);
        assert_eq!(shard_of(&view, "user:42"), 47);
        let here = shard(&view, 47);
        assert_eq!(here.owner, Some((NodeId(7), "cache-08".into())));
        let all: u32 = (0..SHARDS).map(|number| shard(&view, number).keys).sum();
        assert_eq!((all, state(&view).as_str()), (100_000, "version 1, level"));
        // All keys are pinned elsewhere, but those of the node itself.
        let view = after([pin("user:", 7)]);
        assert_eq!((shard(&view, 0).keys, shard(&view, 47).keys), (0, here.keys));
        assert_eq!(shard(&after([Command::SetNodeCount(0)]), 3).owner, None);
    }

    #[test]
    fn what_is_moved_by_hand_is_told() {
        let to_the_first = |shard| Command::MoveShard { shard, to: NodeId(0) };
        assert_eq!(state(&after([to_the_first(1)])), "version 2, 1 move from level");
        assert_eq!(state(&after([to_the_first(1), to_the_first(2)])), "version 3, 2 moves from level");
    }

    #[test]
    fn pins_that_rest_say_why() {
        let drain = Command::SetDrained { id: NodeId(1), drained: true };
        let down = Command::SetUp { id: NodeId(2), up: false };
        let view = after([pin("b", 2), pin("a", 1), pin("c", 3), drain, down]);
        let told: Vec<_> = pins(&view).into_iter().map(|pin| (pin.tenant, pin.node.1, pin.rests)).collect();
        let of = |tenant: &str, name: &str, rests| (tenant.to_owned(), name.to_owned(), rests);
        assert_eq!(told, [of("a", "cache-02", "drained"), of("b", "cache-03", "down"), of("c", "cache-04", "")]);
        assert_eq!(drained(&view), [(NodeId(1), "cache-02".to_owned())]);
    }
}
