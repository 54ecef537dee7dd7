//! What must hold for any scenario that is written, and any text that is read.

use crate::{reading::check_notes, writing::with_names};
use placement::{
    algorithm::{self, Algorithm, jump},
    fleet::Fleet,
    hash::HashFn,
    keys::{KeyList, Keys},
    limits,
    link::{Note, decode, encode},
    parameter::{self, Kind, Parameter, Value},
    scenario::{Command, Scenario},
    system::assignment::{Assignment, Units},
    weight::Weight,
};
use proptest::{prelude::*, sample::Index};

/// Names that people use, names made of what the grammar is made of, and any text at all.
fn name() -> impl Strategy<Value = String> {
    prop_oneof![
        "[a-z]{1,5}-[0-9]{2}",
        "http://10\\.0\\.0\\.[0-9]{1,3}:9[0-9]{3}",
        "[,*!@^~%&=+#?; a1é\u{1f511}\u{5d0}\u{202e}]{1,8}",
        any::<String>().prop_filter("an empty name", |name| !name.is_empty()),
    ]
}

fn weight() -> impl Strategy<Value = Weight> {
    prop_oneof![0u32..=1_000, 0u32..=100_000].prop_map(|hundredths| Weight::from_hundredths(hundredths).unwrap())
}

fn value(parameter: &'static Parameter) -> BoxedStrategy<Value> {
    match parameter.kind {
        Kind::Count { least, most, .. } => (least..=most).prop_map(Value::Count).boxed(),
        Kind::Choice(options) => (0..options.len()).prop_map(Value::Choice).boxed(),
        Kind::Switch => any::<bool>().prop_map(Value::Switch).boxed(),
        Kind::Label { .. } => (any::<String>(), any::<String>())
            .prop_map(|(before, after)| Value::Label(format!("{before}{{node}}{after}")))
            .boxed(),
        Kind::Assignment(units) => given(units).boxed(),
    }
}

/// What is given to a few names; nothing where two would share it.
fn given(units: &'static Units) -> impl Strategy<Value = Value> {
    let parts = prop::collection::vec(0..1_000i64, 0..4)
        .prop_map(|parts| parts.into_iter().map(|part| (part, part)).collect::<Vec<_>>());
    prop::collection::vec((name(), parts), 0..4).prop_map(|all| Assignment::new(units, all).unwrap_or_default().value())
}

fn keys() -> impl Strategy<Value = Keys> {
    let pattern = (any::<String>(), any::<u32>(), 0..=limits::KEYS).prop_map(|(text, first, count)| Keys::Pattern {
        pattern: format!("{text}{{i}}"),
        first,
        count,
    });
    let list =
        prop::collection::vec(prop_oneof![any::<String>(), "[~a0.\r ]{1,12}", "[~a0.\r ]{1,4}\t[0-9]{1,4}"], 1..100)
            .prop_filter_map("no key at all", |lines| KeyList::parse(&lines.join("\n")).ok().map(Keys::List));
    prop_oneof![pattern, list]
}

/// A command; which node it is about is settled when the fleet is known.
#[derive(Clone, Debug)]
enum Step {
    Remove(Index),
    Rename(Index, String),
    SetWeight(Index, Weight),
    SetUp(Index, bool),
    MoveShard(u32, Index),
    Pin(String, Index),
    Drain(Index, bool),
    Plain(Command),
}

impl Step {
    fn command(self, fleet: &Fleet) -> Option<Command> {
        let id = |at: Index| (!fleet.nodes().is_empty()).then(|| fleet.nodes()[at.index(fleet.nodes().len())].id);
        Some(match self {
            Self::Remove(at) => Command::RemoveNode(id(at)?),
            Self::Rename(at, name) => Command::Rename { id: id(at)?, name },
            Self::SetWeight(at, weight) => Command::SetWeight { id: id(at)?, weight },
            Self::SetUp(at, up) => Command::SetUp { id: id(at)?, up },
            Self::MoveShard(shard, at) => Command::MoveShard { shard, to: id(at)? },
            Self::Pin(tenant, at) => Command::Pin { tenant, to: id(at)? },
            Self::Drain(at, drained) => Command::SetDrained { id: id(at)?, drained },
            Self::Plain(command) => command,
        })
    }
}

fn step() -> impl Strategy<Value = Step> {
    let node = any::<Index>;
    let parameters = algorithm::all_parameters();
    let set = (0..parameters.len()).prop_flat_map(move |at| {
        let parameter = parameters[at];
        value(parameter).prop_map(move |value| Command::Set(parameter, value))
    });
    prop_oneof![
        3 => (name(), weight()).prop_map(|(name, weight)| Step::Plain(Command::AddNode { name, weight })),
        4 => node().prop_map(Step::Remove),
        2 => (node(), name()).prop_map(|(at, name)| Step::Rename(at, name)),
        2 => (node(), weight()).prop_map(|(at, weight)| Step::SetWeight(at, weight)),
        2 => (node(), any::<bool>()).prop_map(|(at, up)| Step::SetUp(at, up)),
        1 => (0u32..12).prop_map(|count| Step::Plain(Command::SetNodeCount(count))),
        1 => (0u32..256, node()).prop_map(|(shard, at)| Step::MoveShard(shard, at)),
        1 => (name(), node()).prop_map(|(tenant, at)| Step::Pin(tenant, at)),
        1 => (node(), any::<bool>()).prop_map(|(at, drained)| Step::Drain(at, drained)),
        1 => Just(Step::Plain(Command::SetAlgorithm(Algorithm::from_id("coordinator").unwrap()))),
        // Those that leave buckets vacant.
        2 => prop::sample::select(vec!["dx", "anchor", "memento"])
            .prop_map(|id| Step::Plain(Command::SetAlgorithm(Algorithm::from_id(id).unwrap()))),
        1 => prop::sample::select(Algorithm::every().collect::<Vec<_>>())
            .prop_map(|algorithm| Step::Plain(Command::SetAlgorithm(algorithm))),
        6 => set.prop_map(Step::Plain),
        // Seldom reached by chance: buckets out of order, and a space of 64 bits.
        2 => Just(Step::Plain(Command::Set(&jump::GAP, Value::Choice(1)))),
        1 => Just(Step::Plain(Command::Set(&parameter::HASH, parameter::hash_value(HashFn::XxHash64)))),
        1 => Just(Step::Plain(Command::Set(&parameter::SPACE, Value::Choice(1)))),
        1 => keys().prop_map(|keys| Step::Plain(Command::SetKeys(keys))),
    ]
}

/// A scenario reached by commands, those that are refused left out.
fn scenario() -> impl Strategy<Value = Scenario> {
    prop::collection::vec(step(), 0..30).prop_map(|steps| {
        let mut scenario = Scenario::default();
        for step in steps {
            if let Some(command) = step.command(&scenario.fleet) {
                let _ = scenario.apply(command);
            }
        }
        scenario
    })
}

/// Each key of a list with its requests.
fn each_key(keys: &Keys) -> Option<Vec<(String, Option<u32>)>> {
    let Keys::List(list) = keys else { return None };
    let count = |at| list.counts().map(|counts| counts[at as usize]);
    Some((0..list.len()).map(|at| (list.get(at).to_owned(), count(at))).collect())
}

/// Written and read again it is the same, as far as nothing is said to stay behind.
fn check_round_trip(scenario: &Scenario) {
    let encoded = encode(scenario);
    let query = &encoded.query;
    check_notes(&encoded.notes);
    assert!(query.starts_with("v=1"));
    assert!(query.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-._~:/@!*,%&=".contains(&byte)), "{query}");
    assert!(query.ends_with(|c: char| c.is_ascii_alphanumeric() || c == '='), "{query}");
    let decoded = decode(query);
    if encoded.is_too_long() {
        assert!(matches!(decoded.notes[..], [Note::TooLongToRead { .. }]));
        return;
    }
    let mut expected = scenario.clone();
    match &encoded.notes[..] {
        [] => assert_eq!(decoded.notes, []),
        [Note::KeysStay { count, digest }] => {
            assert_eq!(decoded.notes, [Note::KeysElsewhere { count: *count, digest: digest.clone() }]);
            expected.keys = Keys::default();
        }
        notes => panic!("{notes:?}"),
    }
    // Lists are the same if their keys are, whatever blank lines stood between them.
    assert_eq!(each_key(&decoded.scenario.keys), each_key(&expected.keys));
    if each_key(&expected.keys).is_some() {
        expected.keys = decoded.scenario.keys.clone();
    }
    assert_eq!(decoded.scenario, expected, "{query}");
}

/// Whatever the text, the scenario is within its limits, the notes are fit to read, and the link made from what was
/// read is read without another word.
fn check_reading(text: &str) {
    let decoded = decode(text);
    check_notes(&decoded.notes);
    assert_eq!(decoded.scenario.check(), Ok(()), "{text:?}");
    check_round_trip(&decoded.scenario);
}

/// What links are made of, in no order.
fn shaped_like_a_link() -> impl Strategy<Value = String> {
    let fields = algorithm::all_parameters().into_iter().map(|one| one.field);
    let fields: Vec<&str> = fields
        .chain([
            "v", "alg", "sys", "nodes", "vacant", "drained", "pins", "shards", "keys", "from", "n", "list", "seed",
            "show", "zz",
        ])
        .collect();
    let crumbs = prop::sample::select(vec![
        "a",
        "b",
        "cache-01",
        "~",
        ",",
        "*",
        "!",
        "@",
        "^",
        "0",
        "1",
        "2",
        "64",
        "1000",
        "10000",
        "0.5",
        "4294967295",
        "99999999999",
        "{i}",
        "{node}",
        "ring",
        "jump",
        "modulo",
        "md5",
        "xxhash64",
        "fnv1a64.fmix32",
        "ccw",
        "%",
        "%2",
        "%2C",
        "%7e",
        "%0A",
        "%0D",
        "%ff",
        "%F0%9F",
        "%F0%9F%94%91",
        "+",
        " ",
        "\u{1f511}",
        "\u{5d0}",
        "é",
        "=",
        "?",
        "#",
        "1.00000000",
        "0-3",
        "5-2!1",
    ]);
    let field = (prop::sample::select(fields), prop::collection::vec(crumbs, 0..12))
        .prop_map(|(field, crumbs)| format!("{field}={}", crumbs.concat()));
    prop::collection::vec(field, 0..10).prop_map(|fields| fields.join("&"))
}

/// One way to break a link.
#[derive(Clone, Debug)]
enum Break {
    Cut(Index),
    Put(Index, char),
    Insert(Index, char),
    Drop(Index),
    Double(Index),
}

fn broken(query: &str, breaks: &[Break]) -> String {
    let mut chars: Vec<char> = query.chars().collect();
    for one in breaks {
        let (Break::Cut(at) | Break::Put(at, _) | Break::Insert(at, _) | Break::Drop(at) | Break::Double(at)) = one;
        if chars.is_empty() {
            break;
        }
        let at = at.index(chars.len());
        match one {
            Break::Cut(_) => chars.truncate(at),
            Break::Put(_, c) => chars[at] = *c,
            Break::Insert(_, c) => chars.insert(at, *c),
            Break::Drop(_) => drop(chars.remove(at)),
            Break::Double(_) => chars.extend_from_within(at..),
        }
    }
    chars.into_iter().collect()
}

fn a_break() -> impl Strategy<Value = Break> {
    let at = any::<Index>;
    let c = || prop_oneof!["[,*!@^~%&=+#?0-9a-f]".prop_map(|text| text.chars().next().unwrap()), any::<char>()];
    prop_oneof![
        at().prop_map(Break::Cut),
        (at(), c()).prop_map(|(at, c)| Break::Put(at, c)),
        (at(), c()).prop_map(|(at, c)| Break::Insert(at, c)),
        at().prop_map(Break::Drop),
        at().prop_map(Break::Double),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1_000))]

    #[test]
    fn a_scenario_written_and_read_is_the_same(scenario in scenario()) {
        check_round_trip(&scenario);
    }

    #[test]
    fn any_name_comes_back(names in prop::collection::hash_set(name(), 0..8)) {
        check_round_trip(&with_names(names));
    }

    #[test]
    fn any_text_is_read(text in any::<String>()) {
        check_reading(&text);
    }

    #[test]
    fn any_bytes_are_read(bytes in prop::collection::vec(any::<u8>(), 0..60), field in "(nodes|keys|label|list|n|v|%6e)=") {
        let encoded: String = bytes.iter().map(|byte| format!("%{byte:02x}")).collect();
        check_reading(&format!("{field}{encoded}"));
    }

    #[test]
    fn whatever_looks_like_a_link_is_read(text in shaped_like_a_link()) {
        check_reading(&text);
    }

    #[test]
    fn a_broken_link_is_read(scenario in scenario(), breaks in prop::collection::vec(a_break(), 1..6)) {
        check_reading(&broken(&encode(&scenario).query, &breaks));
    }
}
