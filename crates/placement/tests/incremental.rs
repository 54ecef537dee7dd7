//! However a state was reached, it is the one that a placement from scratch gives.
//!
//! A snapshot may go on from another one. Whatever that saves, nothing may show: after any sequence of commands, and
//! back to earlier scenarios as undo goes, owners, counts, shares, shape and movement are those of the scenario alone.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::collections::BTreeMap;

use placement::{
    algorithm::{ALL, Algorithm, Geometry, NO_SEAT, all_parameters},
    fleet::{Fleet, Node, NodeId},
    hash::HashFn,
    keys::{KeyList, Keys},
    measure::{Movement, Pair},
    parameter::{Kind, Parameter, Value, hash_value},
    placing::Placing,
    scenario::{Command, Scenario},
    snapshot::Snapshot,
    weight::Weight,
};
use proptest::{
    prelude::*,
    sample::{Index, select},
};

/// Names with one CRC-32 value, and names with one FNV-1a 32 value: known pairs of words.
const TWINS: [(HashFn, [&str; 2]); 3] = [
    (HashFn::Crc32, ["buckeroo", "plumless"]),
    (HashFn::Fnv1a32, ["costarring", "liquid"]),
    (HashFn::Fnv1a32, ["declinate", "macallums"]),
];

#[test]
fn the_twins_have_one_value() {
    for (function, [a, b]) in TWINS {
        assert_eq!(function.value32(a.as_bytes()), function.value32(b.as_bytes()), "{a} {b}");
    }
}

/// What a reader may do next. Nodes and earlier states are told by an [`Index`], since only then it is known how many
/// there are.
#[derive(Clone, Debug)]
enum Deed {
    Add(String, Weight),
    Remove(Index),
    Rename(Index, String),
    Weigh(Index, Weight),
    Up(Index, bool),
    Count(u32),
    Fleet(Fleet),
    Algorithm(Algorithm),
    Set(&'static Parameter, Value),
    Keys(Keys),
    /// What a coordinator does.
    Shard(u32, Index),
    Pin(String, Index),
    Drain(Index, bool),
    Level,
    /// Back to an earlier scenario.
    Undo(Index),
}

impl Deed {
    /// The scenario after it; `None` where it is refused.
    fn carry_out(self, now: &Scenario, earlier: &[Scenario]) -> Option<Scenario> {
        let command = {
            let id = |at: &Index| (!now.fleet.nodes().is_empty()).then(|| at.get(now.fleet.nodes()).id);
            match self {
                Self::Undo(at) => return Some(at.get(earlier).clone()),
                Self::Add(name, weight) => Command::AddNode { name, weight },
                Self::Remove(at) => Command::RemoveNode(id(&at)?),
                Self::Rename(at, name) => Command::Rename { id: id(&at)?, name },
                Self::Weigh(at, weight) => Command::SetWeight { id: id(&at)?, weight },
                Self::Up(at, up) => Command::SetUp { id: id(&at)?, up },
                Self::Count(count) => Command::SetNodeCount(count),
                Self::Fleet(fleet) => Command::SetFleet(fleet),
                Self::Algorithm(algorithm) => Command::SetAlgorithm(algorithm),
                Self::Set(parameter, value) => Command::Set(parameter, value),
                Self::Keys(keys) => Command::SetKeys(keys),
                Self::Shard(shard, to) => Command::MoveShard { shard, to: id(&to)? },
                Self::Pin(tenant, to) => Command::Pin { tenant, to: id(&to)? },
                Self::Drain(at, drained) => Command::SetDrained { id: id(&at)?, drained },
                Self::Level => Command::LevelShards,
            }
        };
        let mut after = now.clone();
        after.apply(command).is_ok().then_some(after)
    }
}

/// What a story is about.
#[derive(Clone, Copy)]
struct Subject {
    /// The one algorithm; all where there is none.
    only: Option<&'static str>,
    /// Mostly nodes whose names have one value, by the hashes that give it to them: ties without end.
    twins: bool,
}

/// With twins, and with names that make one label of two: `n` with number 11 and `n1` with number 1.
fn any_name(subject: Subject) -> impl Strategy<Value = String> {
    let twins = TWINS.iter().flat_map(|(_, names)| names.iter().map(|&name| name.to_owned())).collect::<Vec<_>>();
    let often = if subject.twins { 20 } else { 2 };
    prop_oneof![3 => "cache-[0-9]{1,2}", often => select(twins), 1 => "n1?[0-9]?", 1 => "[é\u{1f600}]"]
}

fn any_weight() -> impl Strategy<Value = Weight> {
    select(vec!["0", "0.01", "0.5", "1", "1", "1", "1.01", "2.25", "10"]).prop_map(|text| text.parse().unwrap())
}

fn any_fleet(subject: Subject) -> impl Strategy<Value = Fleet> {
    let weight = prop_oneof![2 => Just(Weight::ONE), 1 => any_weight()];
    let node = (weight, prop::bool::weighted(0.85));
    prop::collection::btree_map(any_name(subject), node, 0..=9).prop_flat_map(|nodes| {
        let count = nodes.len() as u32;
        let ids = Just((0..count).collect::<Vec<u32>>()).prop_shuffle();
        (Just(nodes.into_iter().collect::<Vec<_>>()).prop_shuffle(), ids).prop_map(|(nodes, ids)| {
            let nodes = nodes.into_iter().zip(ids).map(|((name, (weight, up)), id)| Node {
                id: NodeId(id * 2),
                name,
                weight,
                up,
                bucket: id,
            });
            Fleet::from_nodes(nodes).unwrap()
        })
    })
}

/// A pattern, and a list with counts of which some keys are labels, so that they stand on points.
fn any_keys() -> impl Strategy<Value = Keys> {
    let list = "liquid#0\t3\nliquid\t1\nn11\t0\nbuckeroo-1\ncache-1#2\t9\ncache-1#3\n0-plumless\t2\nx\ny\t5\nz\t1";
    let list = Keys::List(KeyList::parse(list).unwrap());
    let pattern =
        (select(vec!["user:{i}", "{i}", "cache-1#{i}"]), 0..1_000u32, select(vec![0, 1, 40, 300, 300, 1_000]))
            .prop_map(|(pattern, first, count)| Keys::Pattern { pattern: pattern.into(), first, count });
    prop_oneof![4 => pattern, 1 => Just(list)]
}

/// Any parameter of the algorithm, or of all.
fn any_setting(subject: Subject) -> impl Strategy<Value = (&'static Parameter, Value)> {
    let parameters = match subject.only {
        Some(id) => Algorithm::from_id(id).unwrap().parameters.to_vec(),
        None => all_parameters(),
    };
    let parameters =
        parameters.into_iter().filter(|one| !subject.twins || !["fin", "khash", "space"].contains(&one.field));
    let values = parameters.into_iter().flat_map(|parameter| {
        let values: Vec<Value> = match &parameter.kind {
            Kind::Choice(_) if subject.twins && parameter.field == "hash" => {
                TWINS.map(|(function, _)| hash_value(function)).to_vec()
            }
            // Small ones, for speed, and few steps apart, so that often one follows another.
            Kind::Count { least, most, .. } => {
                [0, 1, 2, 7, 20, 25].into_iter().map(|more| Value::Count((least + more).min(*most))).collect()
            }
            Kind::Choice(options) => (0..options.len()).map(Value::Choice).collect(),
            Kind::Switch => [false, true].map(Value::Switch).to_vec(),
            Kind::Label { .. } => ["{node}#{i}", "{node}{i}", "{node}", "{i}-{node}", "{node}"]
                .map(|text| Value::Label(text.to_owned()))
                .to_vec(),
            Kind::Assignment(_) => ["", "n0=9,n2=100", "n2=7"].map(|text| parameter.read(text).unwrap()).to_vec(),
        };
        // Each parameter as often as another, however many values it has.
        (0..12).map(move |at| (parameter, values[at % values.len()].clone()))
    });
    select(values.collect::<Vec<_>>())
}

/// Mostly what keeps the algorithm, its settings and the keys, for only then there is something to go on from.
fn any_deed(subject: Subject) -> impl Strategy<Value = Deed> {
    let node = any::<Index>;
    // Only a lookup table knows them; elsewhere they are refused.
    let shards = if subject.only == Some("coordinator") { 3 } else { 1 };
    let algorithms = subject.only.map_or(ALL.to_vec(), |id| vec![Algorithm::from_id(id).unwrap()]);
    prop_oneof![
        6 => (any_name(subject), any_weight()).prop_map(|(name, weight)| Deed::Add(name, weight)),
        5 => node().prop_map(Deed::Remove),
        3 => (node(), any_name(subject)).prop_map(|(at, name)| Deed::Rename(at, name)),
        7 => (node(), any_weight()).prop_map(|(at, weight)| Deed::Weigh(at, weight)),
        5 => (node(), any::<bool>()).prop_map(|(at, up)| Deed::Up(at, up)),
        2 => (0..=12u32).prop_map(Deed::Count),
        2 => any_fleet(subject).prop_map(Deed::Fleet),
        1 => select(algorithms).prop_map(Deed::Algorithm),
        6 => any_setting(subject).prop_map(|(parameter, value)| Deed::Set(parameter, value)),
        1 => any_keys().prop_map(Deed::Keys),
        4 => node().prop_map(Deed::Undo),
        shards => (0..300u32, node()).prop_map(|(shard, to)| Deed::Shard(shard, to)),
        shards => ("user|n|tenant", node()).prop_map(|(tenant, to)| Deed::Pin(tenant, to)),
        shards => (node(), any::<bool>()).prop_map(|(at, drained)| Deed::Drain(at, drained)),
        shards => Just(Deed::Level),
    ]
}

/// What comes first, then the deeds; with each whether it goes on from the state before it or from another.
type Story = (Fleet, Keys, Vec<(&'static Parameter, Value)>, Vec<(Deed, Option<Index>)>);

fn any_story(subject: Subject) -> impl Strategy<Value = Story> {
    let settings = prop::collection::vec(any_setting(subject), 0..5);
    let deed = (any_deed(subject), prop::option::weighted(0.2, any::<Index>()));
    (any_fleet(subject), any_keys(), settings, prop::collection::vec(deed, 1..16))
}

/// Carries a story out, each state going on from another, and holds it against a placement from scratch.
fn tell((fleet, keys, settings, deeds): Story, algorithm: Algorithm) {
    let mut now = Scenario { algorithm, fleet, keys, ..Scenario::default() };
    for (parameter, value) in settings {
        // Some are refused, such as 64 bits of a short hash.
        let _ = now.apply(Command::Set(parameter, value));
    }
    for one in all_parameters() {
        if ["vn", "tokens"].contains(&one.field) && now.settings.get(one) == one.default() {
            now.apply(Command::Set(one, Value::Count(6))).unwrap();
        }
    }
    let mut scenarios = vec![now.clone()];
    let mut states = vec![(Snapshot::place(&now, None), Snapshot::place(&now, None))];
    for (deed, from) in deeds {
        let Some(next) = deed.carry_out(&now, &scenarios) else { continue };
        let (like, like_from_scratch) = match from {
            None => states.last().unwrap(),
            Some(at) => at.get(&states),
        };
        let reached = Snapshot::place(&next, Some(like));
        let from_scratch = Snapshot::place(&next, None);
        assert_same(&reached, &from_scratch);
        assert_movement(like, &reached);
        let movements = [(like, &reached), (like_from_scratch, &from_scratch)]
            .map(|(before, after)| format!("{:?}", Movement::between(before, after)));
        assert_eq!(movements[0], movements[1]);
        // From the second state of the same keys on, what changes is found by place.
        reached.keys().prepare();
        now = next;
        scenarios.push(now.clone());
        states.push((reached, from_scratch));
    }
    // In steps too, with the hash values known, and on from what came of it.
    let (last, from_scratch) = states.last().unwrap();
    let in_steps = Placing::new(now.clone(), &[last.keys()], None).finish();
    assert_same(&in_steps, from_scratch);
    let first = Snapshot::place(&scenarios[0], Some(&in_steps));
    assert_same(&first, &states[0].1);
}

// The list of owners keeps nodes that are gone, up to a few hundred.
#[test]
fn nodes_that_came_and_went_are_forgotten() {
    for algorithm in ["ring", "rendezvous"] {
        let mut scenario = Scenario { algorithm: Algorithm::from_id(algorithm).unwrap(), ..Scenario::default() };
        let vn = all_parameters().into_iter().find(|one| one.field == "vn").unwrap();
        scenario.apply(Command::Set(vn, Value::Count(5))).unwrap();
        scenario.keys = Keys::Pattern { pattern: "user:{i}".into(), first: 0, count: 2_000 };
        let mut reached = Snapshot::place(&scenario, None);
        reached.keys().prepare();
        let (mut longest, mut shortened) = (0, 0);
        for round in 0..300 {
            let before = reached.owners().holders().len();
            let oldest = scenario.fleet.nodes()[0].id;
            scenario.apply(Command::AddNode { name: format!("n{round}"), weight: Weight::ONE }).unwrap();
            scenario.apply(Command::RemoveNode(oldest)).unwrap();
            let next = Snapshot::place(&scenario, Some(&reached));
            assert_movement(&reached, &next);
            longest = longest.max(next.owners().holders().len());
            shortened += usize::from(next.owners().holders().len() < before);
            reached = next;
        }
        assert_same(&reached, &Snapshot::place(&scenario, None));
        assert!(shortened == 1 && (250..280).contains(&longest), "{shortened} {longest}");
    }
}

/// All that can be asked of two snapshots.
fn assert_same(reached: &Snapshot, from_scratch: &Snapshot) {
    let scenario = from_scratch.scenario();
    assert_eq!(reached.scenario(), scenario);
    assert!(reached.keys().values().eq(from_scratch.keys().values()));
    assert_eq!(reached.keys().hashing(), from_scratch.keys().hashing());
    assert_eq!(reached.owner_seats(), from_scratch.owner_seats(), "{scenario:?}");
    assert_eq!(reached.counts(), from_scratch.counts());
    assert_eq!(reached.requests(), from_scratch.requests());
    let (a, b) = (reached.placed(), from_scratch.placed());
    assert_eq!(a.seats(), b.seats());
    assert_eq!(a.table_bytes(), b.table_bytes());
    let shares = [a, b].map(|placed| {
        placed.exact_shares().map(|shares| shares.iter().map(|one| (one.part, one.whole)).collect::<Vec<_>>())
    });
    assert_eq!(shares[0], shares[1]);
    for seat in 0..a.seats().len() {
        assert_eq!(a.usual_deviation(seat, 0.1, 100).to_bits(), b.usual_deviation(seat, 0.1, 100).to_bits());
    }
    match (a.geometry(), b.geometry()) {
        (Geometry::Ring(a), Geometry::Ring(b)) => {
            assert_eq!(a.points(), b.points());
            assert_eq!((a.bits(), a.is_clockwise()), (b.bits(), b.is_clockwise()));
            let labels = |ring: &placement::algorithm::ring::Ring| {
                ring.points().iter().take(50).map(|point| ring.label_text(point)).collect::<Vec<_>>()
            };
            assert_eq!(labels(a), labels(b));
        }
        (Geometry::Slots(a), Geometry::Slots(b)) => assert_eq!(a, b),
        (Geometry::Scores(a), Geometry::Scores(b)) => {
            assert_eq!((a.bits(), a.is_weighted()), (b.bits(), b.is_weighted()));
        }
        (a, b) => panic!("{a:?} is no {b:?}"),
    }
    for at in (0..scenario.keys.len()).step_by(37) {
        let key = scenario.keys.key(at);
        let value = reached.keys().value(at);
        assert_eq!(a.owner(key.as_bytes(), value), b.owner(key.as_bytes(), value));
        assert_eq!(a.owners(key.as_bytes(), 3), b.owners(key.as_bytes(), 3));
        assert_eq!(a.explain(key.as_bytes()), b.explain(key.as_bytes()));
        assert_eq!(a.slot(value), b.slot(value));
        assert_eq!(reached.owner(at), a.owners(key.as_bytes(), 1).first().copied(), "{key}");
    }
}

/// The movement, key by key.
fn assert_movement(before: &Snapshot, after: &Snapshot) {
    let (old, new) = (before.scenario(), after.scenario());
    let Some(movement) = Movement::between(before, after) else {
        assert_ne!(old.keys, new.keys);
        return;
    };
    let (mut moved_keys, mut pairs) = (Vec::new(), BTreeMap::new());
    let (mut to_grown, mut from_shrunk, mut between) = (0, 0, 0);
    let weight = |fleet: &Fleet, id| fleet.get(id).map_or(0, |node| new.algorithm.counted_weight(fleet, node));
    for at in 0..new.keys.len() {
        let (from, to) = (before.owner(at), after.owner(at));
        if from == to {
            continue;
        }
        moved_keys.push(at);
        *pairs.entry((from, to)).or_insert(0u32) += 1;
        let shrunk = from.is_none_or(|id| weight(&new.fleet, id) < weight(&old.fleet, id));
        let grown = to.is_none_or(|id| weight(&new.fleet, id) > weight(&old.fleet, id));
        *(if shrunk {
            &mut from_shrunk
        } else if grown {
            &mut to_grown
        } else {
            &mut between
        }) += 1;
    }
    assert_eq!(movement.moved as usize, moved_keys.len());
    assert_eq!(Movement::count(before, after), Some(movement.moved));
    assert_eq!(movement.moved_keys, moved_keys);
    assert_eq!((movement.to_grown, movement.from_shrunk, movement.between), (to_grown, from_shrunk, between));
    let pairs: Vec<Pair> = pairs.into_iter().map(|((from, to), keys)| Pair { from, to, keys }).collect();
    assert_eq!(movement.pairs, pairs);
    for snapshot in [before, after] {
        assert!(
            snapshot
                .owner_seats()
                .iter()
                .all(|&seat| { seat == NO_SEAT || (seat as usize) < snapshot.placed().seats().len() })
        );
    }
}

/// Stories of one algorithm, and of ties by it.
fn any_story_of(id: &'static str) -> impl Strategy<Value = Story> {
    let story = |twins| any_story(Subject { only: Some(id), twins });
    prop_oneof![story(false), story(true)]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 192, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_state_is_as_from_scratch(
        story in any_story(Subject { only: None, twins: false }),
        algorithm in select(ALL.to_vec()),
    ) {
        tell(story, algorithm);
    }

    #[test]
    fn a_ring_is_as_from_scratch(story in any_story_of("ring")) {
        tell(story, Algorithm::from_id("ring").unwrap());
    }

    #[test]
    fn rendezvous_is_as_from_scratch(story in any_story_of("rendezvous")) {
        tell(story, Algorithm::from_id("rendezvous").unwrap());
    }

    #[test]
    fn a_bounded_ring_is_as_from_scratch(story in any_story_of("bounded")) {
        tell(story, Algorithm::from_id("bounded").unwrap());
    }

    #[test]
    fn bounded_rendezvous_is_as_from_scratch(story in any_story_of("boundedrendezvous")) {
        tell(story, Algorithm::from_id("boundedrendezvous").unwrap());
    }

    #[test]
    fn local_rendezvous_is_as_from_scratch(story in any_story_of("lrh")) {
        tell(story, Algorithm::from_id("lrh").unwrap());
    }

    #[test]
    fn a_lookup_table_is_as_from_scratch(story in any_story_of("coordinator")) {
        tell(story, Algorithm::from_id("coordinator").unwrap());
    }
}
