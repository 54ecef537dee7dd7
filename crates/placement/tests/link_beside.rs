//! What a link carries beside its scenario: a change that leads on from it, and other ways to place the same.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod any_value;

use any_value::value;
use placement::{
    algorithm::{ALL, Algorithm, all_parameters, ring},
    beside::{Beside, MOST_COMMANDS, MOST_VARIANTS, Variant},
    fleet::NodeId,
    link::{decode, encode, encode_beside},
    parameter::Settings,
    scenario::{Command, Scenario},
    weight::Weight,
};
use proptest::prelude::*;

fn by(algorithm: &str) -> Variant {
    Variant { algorithm: Algorithm::from_id(algorithm).expect(algorithm), settings: Settings::default() }
}

fn with(mut variant: Variant, field: &str, text: &str) -> Variant {
    let parameter = all_parameters().into_iter().find(|one| one.field == field).expect(field);
    variant.settings.set(parameter, parameter.read(text).expect(text)).expect(text);
    variant
}

fn weight(text: &str) -> Weight {
    text.parse().expect(text)
}

/// Links that were given away, and what they say.
fn golden() -> Vec<(&'static str, Beside)> {
    let then = |then| Beside { then, ..Beside::default() };
    let id = NodeId(3);
    vec![
        ("v=1&then=cache-09", then(vec![Command::AddNode { name: "cache-09".into(), weight: Weight::ONE }])),
        ("v=1&then=a~,b*2.5", then(vec![Command::AddNode { name: "a,b".into(), weight: weight("2.5") }])),
        ("v=1&then=@3", then(vec![Command::RemoveNode(id)])),
        ("v=1&then=@3%21", then(vec![Command::SetUp { id, up: false }])),
        (
            "v=1&then=@3!,@3!up,@3*2",
            then(vec![
                Command::SetUp { id, up: false },
                Command::SetUp { id, up: true },
                Command::SetWeight { id, weight: weight("2") },
            ]),
        ),
        (
            "v=1&cmp=ring*fin:1,rendezvous*fin:1",
            Beside {
                variants: vec![with(by("ring"), "fin", "1"), with(by("rendezvous"), "fin", "1")],
                ..Beside::default()
            },
        ),
        (
            "v=1&then=x&cmp=ring*vn:500*label:%7Bi%7D~,%7Bnode%7D*hash:xxhash64*space:64,modulo",
            Beside {
                then: vec![Command::AddNode { name: "x".into(), weight: Weight::ONE }],
                variants: vec![
                    with(
                        with(with(with(by("ring"), "vn", "500"), "label", "{i},{node}"), "hash", "xxhash64"),
                        "space",
                        "64",
                    ),
                    by("modulo"),
                ],
                to: None,
            },
        ),
    ]
}

#[test]
fn links_that_were_given_away_show_the_same_for_ever() {
    for (link, beside) in golden() {
        let decoded = decode(link);
        assert_eq!((&decoded.beside, decoded.notes), (&beside, vec![]), "{link}");
        assert_eq!(decoded.scenario, Scenario::default(), "{link}");
        assert_eq!(encode_beside(&decoded.scenario, &beside).query, link);
    }
    assert_eq!(encode(&Scenario::default()), encode_beside(&Scenario::default(), &Beside::default()));
}

#[test]
fn what_cannot_be_taken_is_left_out_and_said() {
    let note = |link: &str| {
        let decoded = decode(link);
        assert_eq!(decoded.notes.len(), 1, "{link}: {:?}", decoded.notes);
        (decoded.beside, decoded.notes[0].to_string())
    };
    let nothing = Beside::default();
    let too_many: Vec<String> = (0..=MOST_COMMANDS).map(|at| format!("x{at}")).collect();
    for then in ["@9", "@", "@3!down", "@3*x", "cache-01", "a,,b", "@3,@3", "a!", &too_many.join(",")] {
        let (beside, said) = note(&format!("then={then}"));
        assert_eq!(beside, nothing, "{then}");
        assert!(said.contains("then"), "{said}");
    }
    for cmp in ["", "nowhere", "ring*vn:0", "ring*nothing:1", "ring*vn", "ring!", "ring*space:64", "@3"] {
        let (beside, said) = note(&format!("cmp={cmp}"));
        assert_eq!(beside, nothing, "{cmp}");
        assert!(said.contains("cmp"), "{said}");
    }
    // The rest stands.
    let (beside, _) = note("cmp=ring*fin:1,nowhere,modulo");
    assert_eq!(beside.variants, [with(by("ring"), "fin", "1"), by("modulo")]);
    let (beside, _) = note("cmp=modulo,jump,maglev,dx");
    assert_eq!(beside.variants.len(), MOST_VARIANTS);
    // More points than can be placed.
    let nodes: Vec<String> = (0..500).map(|at| format!("n{at}")).collect();
    let (beside, said) = note(&format!("nodes={}&cmp=ring*vn:10000", nodes.join(",")));
    assert_eq!(beside, nothing);
    assert!(said.contains("5,000,000 virtual nodes"), "{said}");
}

/// Any settings that the page can come to.
fn variant() -> impl Strategy<Value = Variant> {
    let settings: Vec<_> = all_parameters().into_iter().map(|one| prop::option::of(value(&one.kind))).collect();
    (0..ALL.len(), settings).prop_map(|(algorithm, values)| {
        let mut scenario = Scenario { algorithm: ALL[algorithm], ..Scenario::default() };
        for (parameter, value) in all_parameters().into_iter().zip(values) {
            // Twice two braces, or 64 bits of a hash that has 32, are refused; then the default stands.
            let _ = value.map(|value| scenario.apply(Command::Set(parameter, value)));
        }
        Variant::of(&scenario)
    })
}

fn command() -> impl Strategy<Value = Command> {
    let id = || (0..8u32).prop_map(NodeId);
    let weight = || (0..=100_000u32).prop_map(|hundredths| Weight::from_hundredths(hundredths).expect("in range"));
    prop_oneof![
        ("\\PC{1,12}", weight()).prop_map(|(name, weight)| Command::AddNode { name, weight }),
        id().prop_map(Command::RemoveNode),
        (id(), any::<bool>()).prop_map(|(id, up)| Command::SetUp { id, up }),
        (id(), weight()).prop_map(|(id, weight)| Command::SetWeight { id, weight }),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(500))]

    #[test]
    fn what_stands_beside_a_scenario_comes_back(
        commands in prop::collection::vec(command(), 0..4),
        variants in prop::collection::vec(variant(), 0..=MOST_VARIANTS),
    ) {
        let scenario = Scenario::default();
        let mut after = scenario.clone();
        let mut then = Vec::new();
        for command in commands {
            if after.apply(command.clone()).is_ok() {
                then.push(command);
            }
        }
        let beside = Beside { then, variants, to: None };
        let written = encode_beside(&scenario, &beside);
        let decoded = decode(&written.query);
        prop_assert_eq!((&decoded.beside, &decoded.notes), (&beside, &vec![]), "{}", written.query);
    }

    #[test]
    fn no_text_breaks_it(then in ".{0,60}", cmp in "[a-z,*:!@^~0-9{}]{0,60}") {
        let decoded = decode(&format!("then={then}&cmp={cmp}"));
        let mut after = decoded.scenario.clone();
        for command in decoded.beside.then {
            after.apply(command).expect("a change that can be made");
        }
        for variant in decoded.beside.variants {
            variant.on(&decoded.scenario).expect("a variant that can be placed");
        }
        prop_assert!(ring::points_in_all(&decoded.scenario.fleet, 1) > 0 || decoded.scenario.fleet.nodes().is_empty());
    }
}
