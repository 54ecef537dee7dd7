//! Scores of nodes and keys, of all nodes and of a few candidates.

use crate::common::*;
use placement::{
    explain::{Explanation, LocalWay, NodeScore},
    fleet::NodeId,
    scenario::Command,
    snapshot::Snapshot,
};

// Rendezvous by raw FNV-1a 32, computed in Python. Highest first in brackets.
//
// | score | key | node-1 | node-2 | node-3 |
// |---|---|---|---|---|
// | key + node | key-0 | 2832344207 | 2849121826 | [2865899445] |
// | | key-1 | 1825097620 | [1875430477] | 1858652858 |
// | | key-2 | [3444014273] | 3393681416 | 3410459035 |
// | node + key | key-0 | 2356532959 | 2014040400 | [3168117989] |
// | | key-1 | 2339755340 | 2030818019 | [3151340370] |
// | xor | key-0 | 2474226829 | 1459804586 | [3894027552] |
// | | key-2 | [4082944360] | 1945588481 | 1178425798 |
// | mix | key-0 | [3544593896] | 1323560517 | 2266466571 |
// | | key-2 | 205887771 | [2879127457] | 1043454741 |
#[test]
fn scores() {
    for (score, key, row) in [
        ("kn", "key-0", [2832344207, 2849121826, 2865899445]),
        ("kn", "key-1", [1825097620, 1875430477, 1858652858]),
        ("kn", "key-2", [3444014273, 3393681416, 3410459035]),
        ("nk", "key-0", [2356532959, 2014040400, 3168117989]),
        ("nk", "key-1", [2339755340, 2030818019, 3151340370]),
        ("xor", "key-0", [2474226829, 1459804586, 3894027552]),
        ("xor", "key-2", [4082944360, 1945588481, 1178425798]),
        ("mix", "key-0", [3544593896, 1323560517, 2266466571]),
        ("mix", "key-2", [205887771, 2879127457, 1043454741]),
    ] {
        let fleet = scenario(&format!("rendezvous score={score}"), names("node-", 1, 3, 1), keys("key-{i}", 3));
        let placed = Snapshot::place(&fleet, None);
        let mut expected: Vec<(u64, NodeId)> = row.iter().zip(0..).map(|(&score, id)| (score, NodeId(id))).collect();
        expected.sort_unstable_by(|a, b| b.cmp(a));

        let Explanation::Scores { bits, scores } = placed.placed().explain(key.as_bytes()) else { panic!("no scores") };
        let found: Vec<(u64, NodeId)> = scores.iter().map(|one| (one.raw, one.node)).collect();
        assert_eq!((bits, &found), (32, &expected), "{score} {key}");
        assert!(scores.iter().all(|one| one.weighted.is_none()), "equal weights need no logarithm");
        let order: Vec<NodeId> = expected.iter().map(|one| one.1).collect();
        assert_eq!(placed.placed().owners(key.as_bytes(), 9), order, "{score} {key}");
        let at = key[4..].parse().unwrap();
        assert_eq!(placed.owner(at), Some(order[0]), "{score} {key}");
    }
}

// The same first row with node-2 of weight 4: -w / ln((h + 0.5) / 2^32) is 2.4018875, 9.7458021 and 2.4718109, here
// times 100 because weights are held in hundredths.
#[test]
fn weighted_scores() {
    let fleet = scenario("rendezvous score=kn", names("node-", 1, 3, 1), keys("key-{i}", 1));
    let placed = Snapshot::place(&after(&fleet, [weigh(NodeId(1), "4")]), None);
    let Explanation::Scores { scores, .. } = placed.placed().explain(b"key-0") else { panic!("no scores") };
    let expected = [
        (NodeId(1), 2849121826, 974.5802066529299),
        (NodeId(2), 2865899445, 247.18108664254407),
        (NodeId(0), 2832344207, 240.1887516600626),
    ];
    assert_eq!(scores.len(), 3);
    for (NodeScore { node, raw, weighted }, expected) in scores.into_iter().zip(expected) {
        assert_eq!((node, raw), (expected.0, expected.1));
        assert!((weighted.unwrap() / expected.2 - 1.0).abs() < 1e-13, "{weighted:?}");
    }
    assert_eq!(placed.owner(0), Some(NodeId(1)));
}

// The two ends of the score. A value of 1742312192 xor the hash of node-1 (1422144387) finalises to the highest score
// of all: where the score is mapped to a closed interval, its logarithm is 0, -w / 0 is minus infinity and the best
// score loses. The hash of node-1 itself gives 0, which loses against any other. In 64 bits the same with
// 0x6f3369cc43bd8169 and the hash 0xe696ecc2207879c3: there a double has no room for the highest value and its half.
#[test]
fn the_highest_score_wins_and_the_lowest_loses() {
    for (how, highest, lowest) in [
        ("rendezvous score=xor", 1_742_312_192, 1_422_144_387),
        ("rendezvous score=xor hash=fnv1a64 space=64", 0x6f33_69cc_43bd_8169, 0xe696_ecc2_2078_79c3),
    ] {
        let fleet = scenario(how, names("node-", 1, 3, 1), keys("key-{i}", 1));
        for weight in ["1", "4", "0.01"] {
            let placed = Snapshot::place(&after(&fleet, [weigh(NodeId(0), weight)]), None);
            assert_eq!(placed.placed().owner(b"", highest), 0, "{how}, weight {weight}");
            // node-2 scores more than node-3 there: 1175308031 and 90745907, 0xe1d5544d460da5a4 and 0x2aa17cf33df8293f.
            assert_eq!(placed.placed().owner(b"", lowest), 1, "{how}, weight {weight}");
        }
    }
}

// Rendezvous by the second rows of the table above: key-0 and key-2 are won by node-1 and key-1 is not, by mix. Of 3 keys
// and 3 nodes each may have one.
#[test]
fn the_next_best_score_with_room() {
    let free = scenario("rendezvous", names("node-", 1, 3, 1), keys("key-{i}", 3));
    let bounded = scenario("boundedrendezvous c=100", names("node-", 1, 3, 1), keys("key-{i}", 3));
    let (free, bounded) = (Snapshot::place(&free, None), Snapshot::place(&bounded, None));
    assert_eq!(bounded.counts(), [1, 1, 1]);
    let mut has = [false; 3];
    for at in 0..3 {
        let order = free.placed().owners(format!("key-{at}").as_bytes(), 3);
        let owner = *order.iter().find(|id| !has[id.0 as usize]).unwrap();
        has[owner.0 as usize] = true;
        assert_eq!(bounded.owner(at), Some(owner));
    }
}

// Local rendezvous by the scores key + node of the table above. The tokens node-1#0 and node-1#1 stand at 1548964720 and
// 1565742339, those of node-3 at 3515602698 and 3532380317, and those of node-2 (#1, then #0) at 3862886906 and
// 3879664525. All three keys stand before them: key-0 at 1491088857, key-1 at 1474311238 and key-2 at 1457533619. So of
// two candidates node-2 is none, and loses key-1 to node-3, which has the higher score of the rest.
#[test]
fn the_best_of_two_candidates() {
    let fleet = scenario("lrh cand=2 tokens=2 score=kn", names("node-", 1, 3, 1), keys("key-{i}", 3));
    let two = Snapshot::place(&fleet, None);
    assert_eq!(two.owner_seats(), [2, 2, 0]);
    assert_eq!(two.placed().owners(b"key-1", 9), [2, 0, 1].map(NodeId));
    let local = |snapshot: &Snapshot| -> LocalWay {
        let Explanation::Local(Some(way)) = snapshot.placed().explain(b"key-1") else { panic!("no candidates") };
        way
    };
    let way = local(&two);
    assert_eq!((way.way.position, way.way.point, way.way.label.as_str()), (1_474_311_238, 1_548_964_720, "node-1#0"));
    let scores: Vec<(u32, u64)> = way.scores.iter().map(|score| (score.node.0, score.raw)).collect();
    assert_eq!((scores, way.down), (vec![(2, 1_858_652_858), (0, 1_825_097_620)], vec![]));
    // Who is down is passed over; node-2 comes in only where both are.
    let down = |id| Command::SetUp { id: NodeId(id), up: false };
    let (one, _) = change(&two, [down(2)]);
    assert_eq!((one.owner(1), one.owner(2)), (Some(NodeId(0)), Some(NodeId(0))));
    assert_eq!(local(&one).down, [NodeId(2)]);
    let (beyond, _) = change(&one, [down(0)]);
    assert_eq!([0, 1, 2].map(|at| beyond.owner(at)), [Some(NodeId(1)); 3]);
    assert_eq!((local(&beyond).down, local(&beyond).scores.len()), (vec![NodeId(0), NodeId(2)], 1));
    // Removed, it has no tokens: node-2 is a candidate, and takes key-1 with 1875430477.
    let (gone, _) = change(&two, [Command::RemoveNode(NodeId(2))]);
    assert_eq!(gone.owner(1), Some(NodeId(1)));
}
