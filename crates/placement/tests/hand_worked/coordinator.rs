//! The table of a coordinator.

use crate::common::*;
use placement::{
    explain::{Explanation, SlotRule},
    fleet::{Fleet, NodeId},
    keys::{KeyList, Keys},
    scenario::{Command, ScenarioError},
    shards::{SHARDS, ShardError},
    snapshot::Snapshot,
    weight::Weight,
};

// The highest 8 bits of the published values: a is in shard 0xe4 = 228, b in 0xe7 = 231, foobar in 0xbf = 191, and no text in
// 0x81 = 129. Of three nodes shard s is dealt to number s mod 3: 86, 85 and 85 shards.
fn table(names: &[&str]) -> Snapshot {
    let list = Keys::List(KeyList::parse("a\nb\nfoobar\nuser:0\nfoo").unwrap());
    Snapshot::place(&scenario("coordinator", names, list), None)
}

fn shards_of(snapshot: &Snapshot, id: u32) -> Vec<u32> {
    let table = snapshot.scenario().fleet.shards();
    (0..SHARDS).filter(|&shard| table.owners()[shard as usize] == Some(NodeId(id))).collect()
}

fn version(snapshot: &Snapshot) -> u32 {
    snapshot.scenario().fleet.shards().version()
}

#[test]
fn a_table_is_dealt_in_turn_and_levelled_shard_by_shard() {
    let three = table(&["n0", "n1", "n2"]);
    for number in 0..3 {
        assert_eq!(shards_of(&three, number), (number..SHARDS).step_by(3).collect::<Vec<_>>());
    }
    // user:0 is at 1813662008, in shard 108; foo at 2851307223, in shard 169.
    assert_eq!(three.owner_seats(), [0, 0, 2, 0, 1]);
    let way = |snapshot: &Snapshot, key: &[u8]| {
        let Explanation::Slots(Some(way)) = snapshot.placed().explain(key) else { panic!("no way") };
        way
    };
    let here = way(&three, b"");
    let rule = SlotRule::Shard { version: 1, tenant: None };
    assert_eq!((here.rule, here.slots, here.visited, here.owner), (rule, 256, vec![129], NodeId(0)));
    // The shards after 129 are of n1 and n2.
    assert_eq!(three.placed().owners(b"", 5), [0, 1, 2].map(NodeId));

    // A fourth has a target of 64. It takes 255 from n0, which has one more than the others, then by turns 252 of n0, 253 of
    // n1, 254 of n2 and so on down: the 64 highest shards, each a version.
    let (four, movement) = change(&three, [Command::AddNode { name: "n3".into(), weight: Weight::ONE }]);
    assert_eq!((shards_of(&four, 3), version(&four)), ((192..256).collect(), 65));
    assert_eq!((movement.moved_keys.as_slice(), movement.to_grown), ([0, 1].as_slice(), 2));
    // Without n0 the targets are 86, 85 and 85: its 189, 186 … 0 go by turns to n1, which is most below, then n1, n2 and n3.
    let (gone, _) = change(&four, [Command::RemoveNode(NodeId(0))]);
    let owners = gone.scenario().fleet.shards().owners().to_vec();
    let turns = [1, 1, 2, 3, 1, 2, 3, 1, 2, 3];
    for (step, node) in turns.into_iter().enumerate() {
        assert_eq!(owners[189 - 3 * step], Some(NodeId(node)), "{step}");
    }
    assert_eq!([1, 2, 3].map(|id| shards_of(&gone, id).len()), [86, 85, 85]);
    assert_eq!(version(&gone), 65 + 64);
}

#[test]
fn a_table_is_dealt_by_weight() {
    // Of 4.5 two have 256 · 2/4.5 = 113.8, and the last has 28.4. Two are rounded up: the last, as it has more and so keeps one,
    // and the first.
    let three = table(&["n0", "n1", "n2"]);
    let (by_weight, _) = change(&three, [weigh(NodeId(0), "2"), weigh(NodeId(1), "2"), weigh(NodeId(2), "0.5")]);
    assert_eq!([0, 1, 2].map(|id| shards_of(&by_weight, id).len()), [114, 113, 29]);
    let shares = by_weight.placed().exact_shares().unwrap();
    assert!(shares.iter().map(|share| (share.part, share.whole)).eq([(114, 256), (113, 256), (29, 256)]));
    // Dealt so from the start, the larger remainders are rounded up. All take turns until the last has its 28.
    let dealt = decode_fleet("alg=coordinator&nodes=n0*2,n1*2,n2*0.5");
    let owners = dealt.fleet.shards().owners().to_vec();
    assert_eq!([0, 81, 82, 83, 84, 85, 86, 255].map(|shard| owners[shard].unwrap().0), [0, 0, 1, 2, 0, 1, 0, 1]);
    // Beside the largest weight the smallest keeps one shard where it had more, and is dealt none.
    let (tiny, _) = change(&by_weight, [weigh(NodeId(0), "1000"), weigh(NodeId(1), "0.01"), weigh(NodeId(2), "0")]);
    assert_eq!([0, 1, 2].map(|id| shards_of(&tiny, id).len()), [255, 1, 0]);
    let dealt = decode_fleet("alg=coordinator&nodes=n0*1000,n1*0.01,n2*0");
    let dealt = Snapshot::place(&dealt, None);
    assert_eq!([0, 1, 2].map(|id| shards_of(&dealt, id).len()), [256, 0, 0]);
    assert_eq!(dealt.placed().owners(b"a", 5), [0, 1].map(NodeId));
}

fn decode_fleet(query: &str) -> placement::scenario::Scenario {
    placement::link::decode(query).scenario
}

#[test]
fn a_table_is_changed_by_hand() {
    let three = table(&["n0", "n1", "n2"]);
    // b's shard, and nothing else.
    let (moved, movement) = change(&three, [Command::MoveShard { shard: 231, to: NodeId(1) }]);
    assert_eq!((moved.owner_seats(), movement.moved_keys.as_slice()), (vec![0, 1, 2, 0, 1], [1].as_slice()));
    assert_eq!((movement.fair, version(&moved)), (None, 2));
    // n0 has 85, n1 86 and n2 85: that is as level as before. One more to n1 takes one move back, the highest.
    assert_eq!(moved.scenario().fleet.shards().moves_to_level(&moved.scenario().fleet), 0);
    let (uneven, _) = change(&moved, [Command::MoveShard { shard: 0, to: NodeId(1) }]);
    let (level, _) = change(&uneven, [Command::LevelShards]);
    assert_eq!(shards_of(&uneven, 1).len(), 87);
    assert_eq!((shards_of(&level, 0).contains(&253), shards_of(&level, 1).len(), version(&level)), (true, 86, 4));

    // A tenant is all that begins with its text; the longest text decides.
    let pins =
        [("foo", 0), ("foob", 1), ("u", 1)].map(|(tenant, to)| Command::Pin { tenant: tenant.into(), to: NodeId(to) });
    let (pinned, _) = change(&three, pins);
    assert_eq!((pinned.owner_seats(), version(&pinned)), (vec![0, 0, 1, 1, 0], 4));
    let Explanation::Slots(Some(way)) = pinned.placed().explain(b"foobar") else { panic!("no way") };
    let rule = SlotRule::Shard { version: 4, tenant: Some("foob".into()) };
    assert_eq!((way.rule, way.visited, way.owner), (rule, vec![191], NodeId(1)));
    // Its node, then those of its shard and the next.
    assert_eq!(pinned.placed().owners(b"foobar", 5), [1, 2, 0].map(NodeId));
    // While n1 is down the shorter pin holds, or the shard; gone, its pins are too.
    let (down, _) = change(&pinned, [Command::SetUp { id: NodeId(1), up: false }]);
    assert_eq!(down.owner(2), Some(NodeId(0)));
    let (up, _) = change(&down, [Command::SetUp { id: NodeId(1), up: true }]);
    assert_eq!(up.owner(2), Some(NodeId(1)));
    let (gone, _) = change(&up, [Command::RemoveNode(NodeId(1))]);
    assert_eq!(gone.scenario().fleet.shards().pins().len(), 1);

    // Drained, a node is up and owns nothing; that is a change of the roster. Then it has as many as before, by other moves.
    let (drained, movement) = change(&three, [Command::SetDrained { id: NodeId(0), drained: true }]);
    assert_eq!(([0, 1, 2].map(|id| shards_of(&drained, id).len()), version(&drained)), ([0, 128, 128], 87));
    assert_eq!((movement.from_shrunk, movement.fair.unwrap().percent()), (3, "33.3 %".into()));
    assert_eq!(drained.counts()[0], 0);
    let (back, _) = change(&drained, [Command::SetDrained { id: NodeId(0), drained: false }]);
    assert_eq!(([0, 1, 2].map(|id| shards_of(&back, id).len()), version(&back)), ([85, 86, 85], 172));
}

#[test]
fn what_a_table_cannot_do_is_said() {
    let pin = |tenant: &str, to| Command::Pin { tenant: tenant.into(), to: NodeId(to) };
    let mut state = after(
        table(&["n0", "n1", "n2", "n3"]).scenario(),
        [Command::SetUp { id: NodeId(1), up: false }, weigh(NodeId(2), "0"), pin("acme:", 0)],
    );
    for (command, said) in [
        (Command::MoveShard { shard: 256, to: NodeId(0) }, "There is no shard 256: they are numbered from 0 to 255."),
        (Command::MoveShard { shard: 0, to: NodeId(0) }, "Shard 0 is on n0 already."),
        (Command::MoveShard { shard: 0, to: NodeId(1) }, "n1 is down and can take nothing."),
        (Command::MoveShard { shard: 0, to: NodeId(2) }, "n2 has a weight of 0 and can take nothing."),
        (Command::MoveShard { shard: 0, to: NodeId(9) }, "There is no node J any more."),
        (Command::LevelShards, "The table is level: every node has as many shards as its weight calls for."),
        (pin("", 0), "A pin needs a text that keys begin with: user:42, for instance."),
        (pin(&"x".repeat(65), 0), "The text that keys begin with can have up to 64 bytes."),
        (pin("acme:", 0), "acme: is pinned to n0 already."),
        (pin("acme:", 1), "n1 is down and can take nothing."),
        (Command::Unpin("acme".into()), "acme is not pinned any more."),
        (Command::SetDrained { id: NodeId(0), drained: false }, "n0 is not drained any more."),
    ] {
        let before = state.clone();
        assert_eq!(state.apply(command).unwrap_err().to_string(), said);
        assert_eq!(state, before);
    }
    state = after(&state, [Command::SetDrained { id: NodeId(0), drained: true }]);
    for (command, said) in [
        (Command::SetDrained { id: NodeId(0), drained: true }, "n0 is drained already."),
        (
            Command::SetDrained { id: NodeId(3), drained: true },
            "n3 cannot be drained: no other node could take its shards.",
        ),
        (Command::MoveShard { shard: 0, to: NodeId(0) }, "n0 is drained and can take nothing."),
    ] {
        assert_eq!(state.apply(command).unwrap_err().to_string(), said);
    }
    for tenant in 1..32 {
        state = after(&state, [pin(&format!("tenant-{tenant}"), 3)]);
    }
    let refused = state.apply(pin("one more", 3)).unwrap_err();
    assert_eq!(refused, ScenarioError::Shards(ShardError::TooManyPins));
    assert_eq!(refused.to_string(), "Up to 32 tenants can be pinned. Unpin another one first.");
    let mut ring = after(&state, [Command::SetAlgorithm(placement::algorithm::Algorithm::default())]);
    let refused = ring.apply(Command::LevelShards).unwrap_err();
    assert_eq!(refused.to_string(), "Only the lookup table has shards to move: place by it first.");
}

#[test]
fn another_algorithm_leaves_the_table_until_the_fleet_changes() {
    let by = |id: &str| Command::SetAlgorithm(placement::algorithm::Algorithm::from_id(id).unwrap());
    let pin = Command::Pin { tenant: "foo".into(), to: NodeId(2) };
    let (moved, _) = change(&table(&["n0", "n1", "n2"]), [Command::MoveShard { shard: 231, to: NodeId(1) }, pin]);
    let kept = after(
        moved.scenario(),
        [by("ring"), Command::Rename { id: NodeId(0), name: "other".into() }, by("coordinator")],
    );
    assert_eq!(kept.fleet.shards(), moved.scenario().fleet.shards());
    // Dealt anew at version 1; the pin stays.
    let anew = after(moved.scenario(), [by("ring"), add("n3"), by("coordinator")]);
    assert_eq!((anew.fleet.shards().version(), anew.fleet.shards().owners()[231]), (1, Some(NodeId(3))));
    assert_eq!(anew.fleet.shards().pins().len(), 1);
    // With nobody the table ends, one version on, and the next node has all of it by one more.
    let none = after(moved.scenario(), (0..3).map(|id| Command::SetUp { id: NodeId(id), up: false }));
    let version = none.fleet.shards().version();
    assert!(none.fleet.shards().owners().iter().all(Option::is_none));
    let again = after(&none, [Command::SetUp { id: NodeId(1), up: true }]);
    assert_eq!(again.fleet.shards().version(), version + 1);
    assert!(again.fleet.shards().owners().iter().all(|&owner| owner == Some(NodeId(1))));
    // A fleet that is pasted takes over the nodes that it knows, and with them the table.
    let pasted = after(
        moved.scenario(),
        [Command::SetFleet(Fleet::from_nodes(moved.scenario().fleet.nodes()[1..].to_vec()).unwrap())],
    );
    assert_eq!((pasted.fleet.shards().owners()[231], pasted.fleet.shards().pins().len()), (Some(NodeId(1)), 1));
}
