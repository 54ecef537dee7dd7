//! What a cluster has given to its nodes by name.

use crate::common::*;
use placement::{
    fleet::NodeId,
    link::decode,
    scenario::{Command, Scenario},
    snapshot::Snapshot,
    system,
};

// By hand: what is given stays with the name, and what a node leaves is nobody's, or the next one's.
#[test]
fn what_is_given_goes_by_names() {
    let given = scenario("redis-cluster ranges=a=0-9999,b=10000-16383", ["a", "b"], keys("user:{i}", 1_000));
    let counts = |scenario: &Scenario| Snapshot::place(scenario, None).counts().to_vec();
    let all = counts(&given);
    assert_eq!(all.iter().sum::<u32>(), 1_000);
    // A new node owns nothing.
    assert_eq!(counts(&after(&given, [add("c")])), [all[0], all[1], 0]);
    let removed = after(&given, [Command::RemoveNode(NodeId(0))]);
    assert_eq!(counts(&removed), [all[1]]);
    assert_eq!(counts(&after(&removed, [add("a")])), [all[1], all[0]]);
    let renamed = after(&given, [Command::Rename { id: NodeId(0), name: "x=y".into() }]);
    assert_eq!(counts(&renamed), all);
    let written = placement::link::encode(&renamed).query;
    assert!(written.contains("&ranges=x~%3Dy%3D0-9999,b%3D10000-16383&"), "{written}");
    assert_eq!(decode(&written).scenario, renamed);
    // A reader's plus and equals signs need no escapes.
    let typed = decode("sys=redis-cluster&ranges=a=0-4+5,b=9&nodes=a,b");
    assert_eq!(
        (typed.notes.len(), typed.scenario.settings.assignment(&system::settings::REDIS_RANGES).text()),
        (0, "a=0-5,b=9".to_owned())
    );
    let tokens = scenario("cassandra-murmur3 casstokens=a=-10+10,b=0", ["a", "b", "c"], keys("user:{i}", 1_000));
    let all = counts(&tokens);
    assert_eq!((all[0] > all[1], all[2]), (true, 0));
    assert_eq!(counts(&after(&tokens, [Command::RemoveNode(NodeId(0))])), [1_000, 0]);
    assert_eq!(counts(&after(&tokens, [Command::SetUp { id: NodeId(0), up: false }]))[..2], [0, 1_000]);
    let faulty = decode("sys=redis-cluster&ranges=a=0-9,b=5");
    assert_eq!(
        faulty.notes.iter().map(ToString::to_string).collect::<Vec<_>>(),
        ["ranges: “a=0-9,b=5” is not taken; the default stands. a and b both have slot 5."]
    );
    assert_eq!(faulty.scenario.settings, Default::default());
}
