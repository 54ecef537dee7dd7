//! Fleets from public reports of uneven load, with the counts that they must give: `data/cases.json`.
//!
//! Every ring and rendezvous case whose hash and rule this crate has. Those on a ketama ring (twemproxy's) belong to the
//! real systems with their own rules and are tested there.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod common;

use std::fmt::Write as _;

use common::*;
use placement::{
    fleet::NodeId,
    keys::{KeyList, Keys},
    measure::Balance,
    scenario::Command,
    snapshot::Snapshot,
};
use serde_json::Value;
use sha1::{Digest, Sha1};

fn all() -> Vec<Value> {
    serde_json::from_str(include_str!("data/cases.json")).unwrap()
}

fn case(id: &str) -> Value {
    all().into_iter().find(|case| case["id"] == id).expect(id)
}

fn texts(value: &Value) -> Vec<&str> {
    value.as_array().unwrap().iter().map(|text| text.as_str().unwrap()).collect()
}

fn counts(value: &Value) -> Vec<u32> {
    value.as_array().unwrap().iter().map(|count| count.as_u64().unwrap() as u32).collect()
}

/// Places a case with the keys that its pattern gives.
fn place(case: &Value) -> Snapshot {
    let number = |field: &str| case[field].as_u64().unwrap_or(0) as u32;
    let pattern = case["keys"].as_str().unwrap_or("{i}").to_owned();
    let keys = Keys::Pattern { pattern, first: number("first"), count: number("count") };
    Snapshot::place(&scenario(case["how"].as_str().unwrap(), texts(&case["nodes"]), keys), None)
}

/// Each node's exact share of the ring equals the case's to six decimals.
fn assert_shares(case: &Value, snapshot: &Snapshot) {
    let expected: Vec<u32> =
        case["shares"].as_array().unwrap().iter().map(|share| (share.as_f64().unwrap() * 1e6).round() as u32).collect();
    assert_eq!(millionths(snapshot), expected, "{}", case["id"]);
}

#[test]
fn every_case_is_tested() {
    let ids: Vec<String> = all().iter().map(|case| case["id"].as_str().unwrap().to_owned()).collect();
    let of = |stem: &str| ids.iter().filter(|id| id.starts_with(stem)).count();
    // By counts, shares or both: skipper and strava, then druid, enyim and rendezvous.
    assert_eq!(
        [of("skipper-1796"), of("strava-7"), of("druid-1450"), of("enyim-208"), of("rendezvous")],
        [5, 1, 2, 2, 4]
    );
    assert_eq!(ids.len(), 14);
}

#[test]
fn counts_and_shares() {
    let mut placed = 0;
    for case in all() {
        let id = case["id"].as_str().unwrap();
        if !["skipper", "strava", "rendezvous"].iter().any(|stem| id.starts_with(stem)) {
            continue;
        }
        let snapshot = place(&case);
        assert_eq!(snapshot.counts(), counts(&case["counts"]), "{id}");
        if id.starts_with("rendezvous") {
            assert!(snapshot.placed().exact_shares().is_none(), "{id}");
        } else {
            assert_shares(&case, &snapshot);
        }
        placed += 1;
    }
    assert_eq!(placed, 10);
}

// zalando/skipper #1796: one point a node, so one neighbour inherits everything, and a new node takes next to nothing.
#[test]
fn skipper_loses_its_busiest_node_and_gains_one() {
    let case = case("skipper-1796");
    let snapshot = place(&case);
    let of = |name: &Value| id(snapshot.scenario(), name.as_str().unwrap());

    let busiest = of(&case["remove"]["node"]);
    let (after, movement) = change(&snapshot, [Command::RemoveNode(busiest)]);
    let heirs: Vec<(Option<NodeId>, &str, u64)> = movement
        .pairs
        .iter()
        .map(|pair| (pair.from, name(after.scenario(), pair.to.unwrap()), u64::from(pair.keys)))
        .collect();
    let expected: Vec<(Option<NodeId>, &str, u64)> = case["remove"]["to"]
        .as_object()
        .unwrap()
        .iter()
        .map(|(name, keys)| (Some(busiest), name.as_str(), keys.as_u64().unwrap()))
        .collect();
    assert_eq!(heirs, expected);
    assert_eq!(u64::from(movement.moved), case["remove"]["moved"].as_u64().unwrap());

    let (_, movement) = change(&snapshot, [add(case["add"]["node"].as_str().unwrap())]);
    assert_eq!(u64::from(movement.moved), case["add"]["moved"].as_u64().unwrap());
    assert_eq!(movement.to_grown, movement.moved);
}

// The report counts requests: one of the 100,000 for node 9 is missing in it.
#[test]
fn skipper_as_reported() {
    let case = case("skipper-1796");
    let mut reported = counts(&case["reported"]);
    assert_eq!(reported.iter().sum::<u32>(), 99_999);
    reported[8] += 1;
    assert_eq!(place(&case).counts(), reported);
}

// strava/go.serversets #7 reports 100,000 random strings: by the exact shares p, within six standard deviations
// sqrt(p (1 - p) / K) each.
#[test]
fn strava_as_reported() {
    let case = case("strava-7");
    let shares = place(&case).placed().exact_shares().unwrap();
    for (share, reported) in shares.iter().map(|share| share.value()).zip(counts(&case["reported"])) {
        let deviation = (share * (1.0 - share) * 100_000.0).sqrt();
        assert!((share * 100_000.0 - f64::from(reported)).abs() < 6.0 * deviation, "{share}: {reported}");
    }
}

// apache/druid #1450: a million keys, each two SHA-1 digests in hex with a colon between them. A pasted list holds
// 64 MB and these are 82, so they come in two halves. The report gives the same counts in an order of its own.
#[test]
fn druid() {
    let halves: Vec<Keys> = [0..500_000u32, 500_000..1_000_000]
        .into_iter()
        .map(|numbers| {
            let mut text = String::with_capacity(82 * numbers.len());
            for number in numbers {
                let digest = |stem: &str| Sha1::digest(format!("{stem}{number}"));
                for byte in digest("abc") {
                    write!(text, "{byte:02x}").unwrap();
                }
                text.push(':');
                for byte in digest("xyz") {
                    write!(text, "{byte:02x}").unwrap();
                }
                text.push('\n');
            }
            Keys::List(KeyList::parse(&text).unwrap())
        })
        .collect();
    let mut like: [Option<Snapshot>; 2] = [None, None];
    for id in ["druid-1450-160", "druid-1450-500"] {
        let case = case(id);
        let mut sum = [0; 5];
        for (keys, like) in halves.iter().zip(&mut like) {
            let fleet = scenario(case["how"].as_str().unwrap(), texts(&case["nodes"]), keys.clone());
            let snapshot = Snapshot::place(&fleet, like.as_ref());
            sum.iter_mut().zip(snapshot.counts()).for_each(|(sum, count)| *sum += count);
            *like = Some(snapshot);
        }
        assert_eq!(sum[..], counts(&case["counts"]), "{id}");
        let mut reported = counts(&case["reported"]);
        reported.sort_unstable();
        let mut sorted = sum;
        sorted.sort_unstable();
        assert_eq!(sorted[..], reported, "{id}");
        let ratio = f64::from(sorted[0]) / f64::from(sorted[4]);
        assert_eq!(format!("{ratio:.4}"), case["min_over_max"].to_string(), "{id}");
        assert_shares(&case, like[0].as_ref().unwrap());
    }
}

// cnblogs/EnyimMemcachedCore #208: the counter at the end of the label against the counter in front of it, by arcs.
#[test]
fn enyim_turns_its_label_round() {
    for id in ["enyim-208-{node}-{i}", "enyim-208-{i}-{node}"] {
        let case = case(id);
        let snapshot = place(&case);
        assert_shares(&case, &snapshot);
        let deviation = Balance::of(&snapshot)
            .loads
            .iter()
            .map(|load| (load.exact_times_fair.unwrap().value() - 1.0).abs())
            .fold(0.0, f64::max);
        assert!((deviation - case["max_deviation"].as_f64().unwrap()).abs() < 0.5e-4, "{id}: {deviation}");
    }
}
