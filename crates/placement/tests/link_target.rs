//! What a link carries of a migration: where its scenario goes.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod any_value;

use any_value::value;
use placement::{
    algorithm::{Algorithm, all_parameters},
    beside::{Beside, Variant},
    limits,
    link::{decode, encode_beside},
    migration::{Matching, Server, Target},
    parameter::Settings,
    scenario::{Command, Scenario},
    weight::Weight,
};
use proptest::prelude::*;

fn by(algorithm: &str, settings: &[(&str, &str)]) -> Variant {
    let mut variant =
        Variant { algorithm: Algorithm::from_id(algorithm).expect(algorithm), settings: Settings::default() };
    for (field, text) in settings {
        let parameter = all_parameters().into_iter().find(|one| one.field == *field).expect(field);
        variant.settings.set(parameter, parameter.read(text).expect(text)).expect(text);
    }
    variant
}

fn server(name: &str, weight: &str, up: bool) -> Server {
    Server { name: name.into(), weight: weight.parse().expect(weight), up }
}

/// Links that were given away, and what they say.
fn golden() -> Vec<(&'static str, Target)> {
    let by_name = Matching::Name;
    vec![
        ("v=1&to=envoy-ring-hash", Target::by(by("envoy-ring-hash", &[]))),
        (
            "v=1&to=envoy-ring-hash*envmin:64*envhash:murmur2",
            Target::by(by("envoy-ring-hash", &[("envmin", "64"), ("envhash", "murmur2")])),
        ),
        (
            "v=1&to=nginx-consistent,cache-01,10.0.0.2:11211*2,c%21",
            Target {
                variant: by("nginx-consistent", &[]),
                servers: Some(vec![
                    server("cache-01", "1", true),
                    server("10.0.0.2:11211", "2", true),
                    server("c", "1", false),
                ]),
                matching: by_name,
            },
        ),
        (
            "v=1&to=ring*label:%7Bi%7D~,%7Bnode%7D*by:place,a~,b*0.5!,~!",
            Target {
                variant: by("ring", &[("label", "{i},{node}")]),
                servers: Some(vec![server("a,b", "0.5", false), server("!", "1", true)]),
                matching: Matching::Place,
            },
        ),
        ("v=1&to=ring%2C", Target { variant: by("ring", &[]), servers: Some(Vec::new()), matching: by_name }),
        ("v=1&to=jump*by:place", Target { variant: by("jump", &[]), servers: None, matching: Matching::Place }),
    ]
}

#[test]
fn links_that_were_given_away_show_the_same_for_ever() {
    for (link, target) in golden() {
        let decoded = decode(link);
        let beside = Beside { to: Some(target), ..Beside::default() };
        assert_eq!((&decoded.beside, decoded.notes), (&beside, vec![]), "{link}");
        assert_eq!(decoded.scenario, Scenario::default(), "{link}");
        let written = encode_beside(&decoded.scenario, &beside).query;
        assert_eq!(decode(&written).beside, beside, "{written}");
        // The last of them ends in a mark, which is written so that no program leaves it out.
        assert_eq!(written.replace("~%21", "~!"), link);
    }
}

#[test]
fn no_setting_is_called_as_the_mark_is() {
    assert!(all_parameters().iter().all(|one| one.field != "by"));
}

#[test]
fn what_cannot_be_placed_is_left_out_and_said() {
    let too_many: Vec<String> = (0..=limits::NODES).map(|at| at.to_string()).collect();
    for to in [
        "",
        "nowhere",
        ",a",
        "ring*vn:0",
        "ring*nothing:1",
        "ring!",
        "ring,a,a",
        "ring,a,,b",
        "ring,a*x",
        "ring,a*2000",
        "ring,a@3",
        "ring,a!1",
        "ring*by:name,a",
        // nginx takes whole weights only.
        "nginx-consistent,a*1.5",
        // More points than can be placed.
        "ring*vn:10000,a*1000",
    ] {
        let decoded = decode(&format!("to={to}"));
        assert_eq!(decoded.beside, Beside::default(), "{to}");
        assert_eq!(decoded.notes.len(), 1, "{to}: {:?}", decoded.notes);
        let said = decoded.notes[0].to_string();
        assert!(said.starts_with("to: ") && said.chars().count() < 300, "{said}");
        assert_eq!(decoded.scenario, Scenario::default(), "{to}");
    }
    // Longer than a link can be.
    assert_eq!(decode(&format!("to=ring,{}", too_many.join(","))).beside, Beside::default());
}

/// Anything that can be migrated to on few servers.
fn target() -> impl Strategy<Value = Target> {
    let settings: Vec<_> = all_parameters().into_iter().map(|one| prop::option::of(value(&one.kind))).collect();
    let weight = (0..=300u32).prop_map(|weight| Weight::from_hundredths(weight * 100).expect("in range"));
    let server = ("\\PC{1,12}", weight, any::<bool>()).prop_map(|(name, weight, up)| Server { name, weight, up });
    let all: Vec<Algorithm> = Algorithm::every().collect();
    let servers = prop::option::of(prop::collection::vec(server, 0..5));
    (0..all.len(), settings, servers, any::<bool>()).prop_map(move |(algorithm, values, servers, by_place)| {
        let mut scenario = Scenario { algorithm: all[algorithm], ..Scenario::default() };
        for (parameter, value) in all_parameters().into_iter().zip(values) {
            // What is refused stays at its default.
            let _ = value.map(|value| scenario.apply(Command::Set(parameter, value)));
        }
        let matching = if by_place { Matching::Place } else { Matching::Name };
        Target { variant: Variant::of(&scenario), servers, matching }
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn what_is_migrated_to_comes_back(target in target()) {
        let scenario = Scenario::default();
        prop_assume!(target.on(&scenario).is_ok());
        let beside = Beside { to: Some(target), ..Beside::default() };
        let written = encode_beside(&scenario, &beside);
        let decoded = decode(&written.query);
        prop_assert_eq!((&decoded.beside, &decoded.notes), (&beside, &vec![]), "{}", written.query);
    }

    #[test]
    fn no_text_breaks_it(to in "(ring|jump|nginx-hash)?[a-z,*:!@^~0-9{}.]{0,60}") {
        let decoded = decode(&format!("to={to}"));
        if let Some(target) = decoded.beside.to {
            target.on(&decoded.scenario).expect("what can be placed");
        }
    }

    #[test]
    fn nor_does_any_other(to in ".{0,60}") {
        let decoded = decode(&format!("to={to}"));
        prop_assert!(decoded.scenario.check().is_ok());
    }
}
