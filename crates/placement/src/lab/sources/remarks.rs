//! What the documents say that their own figures, or a measurement, contradict. Every number is computed.

use super::{
    Document,
    article_a::in_percent,
    article_c::worst_of,
    case::{Case, POINTS, Results, Run},
    row::{decimal, ratio},
};
use crate::{
    algorithm::ring::Ring,
    hash::HashFn,
    measure::{clump, theory},
    number::{Ratio, thousands},
    order,
    scenario::Scenario,
};

/// Something that a document says, and what is to be seen of it here.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Remark {
    /// Who says it.
    pub document: Document,
    /// What, in our words.
    pub says: &'static str,
    /// What is measured or computed, in sentences.
    pub evidence: String,
}

struct Entry {
    document: Document,
    says: &'static str,
    /// The last of the cases that the evidence needs.
    needs: Case,
    evidence: fn(&Results) -> String,
}

/// Adds the remarks whose cases are complete, in their order.
pub(super) fn write(results: &Results, notes: &mut Vec<Remark>) {
    for entry in ENTRIES.iter().skip(notes.len()).take_while(|entry| results.has(entry.needs)) {
        notes.push(Remark { document: entry.document, says: entry.says, evidence: (entry.evidence)(results) });
    }
}

static ENTRIES: [Entry; 17] = [
    Entry {
        document: Document::A,
        says: "Under modulo the old and the new owner of a key have no relationship: it stays only by accident, with a \
               chance of about 1 in N.",
        needs: Case::ModuloOfEight,
        evidence: staying,
    },
    Entry {
        document: Document::A,
        says: "The number of virtual nodes is permanent: to change it reshuffles nearly all keys, as modulo does.",
        needs: Case::Ring,
        evidence: other_points,
    },
    Entry {
        document: Document::A,
        says: "Raw FNV-1a puts the 160 points of a node into one tight cluster; five positions of cache-01 show it.",
        needs: Case::FamiliesFnv,
        evidence: clusters,
    },
    Entry {
        document: Document::A,
        says: "FNV-1a with the finaliser balances better than MD5.",
        needs: Case::FamiliesFnv,
        evidence: hashes,
    },
    Entry {
        document: Document::A,
        says: "With one point each, one of 8 nodes is overloaded and seven are idle; one of four has 45 % and another \
               13 %.",
        needs: Case::BareNames,
        evidence: single_points,
    },
    Entry {
        document: Document::A,
        says: "When one of 8 nodes leaves the ring, its successor takes its keys and the other six are untouched.",
        needs: Case::Ring,
        evidence: |results| {
            let run = &results.runs(Case::Ring)[0];
            let pairs = run.moves[1].by_pair();
            format!(
                "With 160 points each all {} that stay take keys over, {}. One successor takes all only where every \
                 node has one point.",
                pairs.len(),
                from_to(&pairs, run.keys())
            )
        },
    },
    Entry {
        document: Document::A,
        says: "A ninth node moved 11.06 % of the keys, against a floor of 11.11 %.",
        needs: Case::Ring,
        evidence: |_| {
            format!(
                "Where the points of the new node happen to fall decides: the standard deviation is {} points with 160 \
                 points each. To be below the mean is luck and no merit. C's 7.2 % with 10 points is of the same kind \
                 ({} points for one run); C says so.",
                decimal(deviation_of_a_new_node(9, 160) * 100.0, 2),
                decimal(deviation_of_a_new_node(11, 10) * 100.0, 1)
            )
        },
    },
    Entry {
        document: Document::A,
        says: "Points are sorted by their positions and by nothing else.",
        needs: Case::Ring,
        evidence: |_| {
            let pairs = |points: u32| f64::from(points) * f64::from(points - 1) / 2.0 / 2f64.powi(32);
            format!(
                "Of equal positions the first to be inserted wins, so two clients that add the nodes in another order \
                 disagree. Among n points n(n - 1)/2/2^32 pairs are to be expected: {} for {}, {} for {}, {} for {}. \
                 Here the smaller name wins. A and C look at or after the key, B strictly after it: these differ for a \
                 key right on a point.",
                decimal(pairs(1_280), 4),
                thousands(1_280u32),
                decimal(pairs(100_000), 1),
                thousands(100_000u32),
                decimal(pairs(1_000_000), 0),
                thousands(1_000_000u32)
            )
        },
    },
    Entry {
        document: Document::A,
        says: "FNV-1a goes through a text by charCodeAt, as it does in C.",
        needs: Case::Ring,
        evidence: |_| {
            let text = "café";
            let prime = 0x0100_0193;
            let units =
                text.encode_utf16().fold(0x811c_9dc5, |hash: u32, one| (hash ^ u32::from(one)).wrapping_mul(prime));
            let bytes = HashFn::Fnv1a32.value32(text.as_bytes());
            format!(
                "Those are units of UTF-16: \"{text}\" is {units} by them and {bytes} by its bytes in UTF-8, which are \
                 hashed here. The two are equal for ASCII only."
            )
        },
    },
    Entry {
        document: Document::A,
        says: "After failoverDepth nodes that failed, ShardedCache reports that all are down.",
        needs: Case::Ring,
        evidence: |_| {
            "failoverDepth is 2 where nothing else is asked for: in the article's own run of four nodes two others may \
             be well. A single exception takes a node off the ring, which the article admits; and mix(), which its \
             rendezvous calls, is not printed."
                .into()
        },
    },
    Entry {
        document: Document::B,
        says: "A new node takes a slice out of exactly one successor.",
        needs: Case::Interview,
        evidence: |results| {
            let run = &results.runs(Case::Interview)[0];
            let pairs = run.moves[0].by_pair();
            format!(
                "That is so for one point a node. With the 100 that its snippet has, a fifth node takes keys from all \
                 {}: {}.",
                pairs.len(),
                from_to(&pairs, run.keys())
            )
        },
    },
    Entry {
        document: Document::C,
        says: "If a key moves between two old nodes when a new one joins, the hash mixes the node's identity badly.",
        needs: Case::RendezvousC,
        evidence: |results| {
            let (rendezvous, between) = sums(results.runs(Case::RendezvousC));
            let (modulo, between_by_modulo) = sums(results.runs(Case::ModuloC));
            format!(
                "Rendezvous cannot do that with any score of key and node alone, however bad: a new score leaves the \
                 order of the old ones. Of {} keys that moved to an eleventh node in 8 fleets, {between} went between \
                 old nodes. It takes a fault in the logic, such as a score with the node's index in it. Under modulo it \
                 is the rule ({} of {}), and Maglev, bounded loads and local rendezvous do it by design.",
                thousands(rendezvous),
                thousands(between_by_modulo),
                thousands(modulo)
            )
        },
    },
    Entry {
        document: Document::C,
        says: "The self-check asserts that between 8 and 10 % of the keys moved.",
        needs: Case::SelfCheck,
        evidence: |results| {
            let run = &results.runs(Case::SelfCheck)[0];
            let expected = 1.0 / 11.0;
            let deviation = expected * theory::relative_deviation(expected, None, run.keys());
            let away = |bound: f64| decimal((bound - expected).abs() / deviation, 0);
            format!(
                "Its code asserts less than 10 % and nothing of 8. For {} keys the standard deviation is {} points, so \
                 the bounds are {} and {} of them away from {} %, and a fault has to be large to be found.",
                thousands(run.keys()),
                decimal(deviation * 100.0, 2),
                away(0.08),
                away(0.10),
                decimal(expected * 100.0, 2)
            )
        },
    },
    Entry {
        document: Document::C,
        says: "With 200 to 1,000 virtual nodes the imbalance falls to 12 % or less.",
        needs: Case::Ring200,
        evidence: |results| {
            let runs = results.runs(Case::Ring200);
            let (worst, times) = worst_of(runs);
            let limit = Ratio::new(112u32, 100u32).value();
            let above = runs.iter().filter(|run| run.times_mean(run.busiest()).value() > limit).count();
            let mean: f64 = runs.iter().map(|run| run.times_mean(run.busiest()).value()).sum();
            format!(
                "Its own table has 1.20x as the worst of 8 runs with 200: {} on {} here. The mean is {}, and {above} of \
                 {} runs are above 1.12.",
                times.decimal(1, 3),
                worst.name(worst.row_with(worst.busiest())),
                decimal(mean / runs.len() as f64, 3),
                runs.len()
            )
        },
    },
    Entry {
        document: Document::C,
        says: "Rendezvous is the choice below about 50 nodes; A says below about 30.",
        needs: Case::Ring1,
        evidence: |_| {
            format!(
                "The two do not agree. C's own times meet at {} nodes, if rendezvous rises from 65 to 222 ns in a \
                 straight line between 10 and 100 nodes, and the ring from 87 to 127 ns with the logarithm.",
                crossing()
            )
        },
    },
    Entry {
        document: Document::C,
        says: "For weighted nodes take -weight / ln(score), with the score mapped to between 0 and 1.",
        needs: Case::RendezvousC,
        evidence: weighted_scores,
    },
    Entry {
        document: Document::C,
        says: "With one virtual node the busiest of 10 carried 4.21 times its fair share in the worst run.",
        needs: Case::Ring1,
        evidence: |results| {
            let times = worst_of(results.runs(Case::Ring1)).1;
            let chance = theory::chance_of_peak(10, times.value());
            format!(
                "That is the extreme of 8 sets of names and no property of rings: {} or more has a chance of {} in each, \
                 and of {} in one of 8 at least. The expected busiest has {}.",
                times.times(),
                percent(chance),
                percent(1.0 - (1.0 - chance).powi(8)),
                decimal(theory::harmonic(10), 2)
            )
        },
    },
];

/// A share with one place.
fn percent(share: f64) -> String {
    ratio(share).percent()
}

/// The smallest and the largest of some numbers of keys, as shares of all.
fn from_to(keys: &[u32], all: u32) -> String {
    let share = |keys: Option<&u32>| Ratio::new(keys.copied().unwrap_or(0), all).decimal(100, 2);
    format!("{} to {} % of all keys each", share(keys.iter().min()), share(keys.iter().max()))
}

/// Standard deviation of the share of a new node, that makes `nodes` of so many points each.
fn deviation_of_a_new_node(nodes: u32, points: u32) -> f64 {
    let share = 1.0 / f64::from(nodes);
    share * theory::relative_deviation(share, Some(u64::from(nodes * points)), 0)
}

/// Keys that the first change moved in all runs, and how many of them between old nodes.
fn sums(runs: &[Run]) -> (u32, u32) {
    let between = runs.iter().filter_map(|run| run.moves[0].told.as_ref()).map(|told| told.between).sum();
    (runs.iter().map(|run| run.moved(0)).sum(), between)
}

fn staying(results: &Results) -> String {
    let moves = |case: Case, change: usize, from: u32, to: u32| {
        let run = &results.runs(case)[0];
        let moved = run.moved(change);
        let (share, expected) = (Ratio::new(moved, run.keys()), theory::modulo_moves(from, to));
        let keys = thousands(moved);
        format!("from {from} to {to} nodes {} ({keys} keys; {} expected)", share.percent(), expected.percent())
    };
    let eight = &results.runs(Case::ModuloOfEight)[0];
    let stayed = eight.keys() - eight.moved(0);
    let expected = theory::modulo_moves(8, 9);
    format!(
        "From N to M nodes a share of gcd(N, M)/max(N, M) stays. From 8 to 9 that is {}: {} of {} keys stayed, {}. Where \
         the two numbers have a divisor in common fewer move: {}, {}.",
        percent(1.0 - expected.value()),
        thousands(stayed),
        thousands(eight.keys()),
        Ratio::new(stayed, eight.keys()).percent(),
        moves(Case::ModuloOfFour, 1, 4, 8),
        moves(Case::ModuloOfEight, 2, 8, 12)
    )
}

fn other_points(results: &Results) -> String {
    let run = &results.runs(Case::Ring)[0];
    // The first two changes are of nodes.
    let moved = POINTS.iter().zip(run.moves.iter().skip(2)).map(|(&points, moved)| {
        let expected = (1.0 - 160.0 / f64::from(points)) * (1.0 - 1.0 / 8.0);
        let measured = Ratio::new(moved.keys, run.keys()).percent();
        format!("{} moved {measured} ({} expected)", thousands(points), percent(expected))
    });
    let modulo = &results.runs(Case::ModuloOfEight)[0];
    format!(
        "Old points stay where they are. From V to V' virtual nodes (1 - V/V')(1 - 1/N) of the keys are expected to move: \
         160 to {}. Modulo moved {} for one node more.",
        moved.collect::<Vec<_>>().join(", to "),
        Ratio::new(modulo.moved(0), modulo.keys()).percent()
    )
}

fn clusters(results: &Results) -> String {
    let scenario = Scenario::default();
    let ring = Ring::new(&scenario.fleet, &scenario.settings);
    let nodes = scenario.fleet.nodes();
    let around = ring.circumference() as f64;
    let spans = nodes.iter().flat_map(|node| clump::runs(&ring, node.id)).map(|run| run.span as f64 / around * 100.0);
    let (least, most) = spans.fold((f64::MAX, 0f64), |(least, most), span| (least.min(span), most.max(span)));

    let gaps: Vec<u64> = (0..ring.points().len()).map(|at| ring.arc_length(at) as u64).collect();
    let rising = order::places(gaps.len(), &|a, b| gaps[a].cmp(&gaps[b]));
    let gaps: Vec<u64> = rising.into_iter().map(|at| gaps[at]).collect();
    let same = gaps.chunk_by(|a, b| a == b).max_by_key(|same| same.len()).unwrap_or(&[]);
    let gap = same.first().copied().unwrap_or(0);
    let prime = 0x0100_0193u64;
    let factor = (0..256).find(|&k| (prime * prime - k * prime) % (1 << 32) == gap).unwrap_or(0);

    let first = ring.points().iter().filter(|point| point.seat == 0);
    let mut top_bytes: Vec<u64> = first.map(|point| point.position >> 24).collect();
    let points = top_bytes.len();
    top_bytes.dedup();
    let by_chance = 256.0 * (1.0 - (1.0 - 1.0 / 256.0f64).powi(points as i32));
    format!(
        "The five are those of a#0 … a#4. Ten labels that differ in their last digit take ten of sixteen slots that lie one \
         prime ({}) apart: on cache-01 … cache-08 a run of ten covers {} to {} % of the circle, and each node has {} such \
         runs. The commonest gap between neighbours is {}, P² - {factor} P modulo 2^32: {} of {} times. cache-01 hits {} of \
         the 256 top bytes, {} being expected by chance. {} points a node would give a spread of {}; it is {} over {} \
         families of names.",
        thousands(prime),
        decimal(least, 1),
        decimal(most, 1),
        points / clump::RUN as usize,
        thousands(gap),
        same.len(),
        thousands(gaps.len() as u64),
        top_bytes.len(),
        decimal(by_chance, 0),
        points / clump::RUN as usize,
        percent(theory::relative_deviation(1.0 / 8.0, Some((gaps.len() / clump::RUN as usize) as u64), 0)),
        percent(usual_spread(results, Case::FamiliesFnv)),
        results.runs(Case::FamiliesFnv).len()
    )
}

/// The root mean square of the spreads by arc of all families of names.
fn usual_spread(results: &Results, case: Case) -> f64 {
    let runs = results.runs(case);
    let squares: f64 = runs.iter().map(|run| run.spread_of_arcs().powi(2)).sum();
    (squares / runs.len() as f64).sqrt()
}

fn hashes(results: &Results) -> String {
    let spread = |case: Case, fleet: usize| decimal(results.runs(case)[fleet].spread * 100.0, 2);
    let usual = |case: Case| percent(usual_spread(results, case));
    let both = results.runs(Case::FamiliesFmix).iter().zip(results.runs(Case::FamiliesMd5));
    let better = both.filter(|(fmix, md5)| fmix.spread_of_arcs() < md5.spread_of_arcs()).count();
    format!(
        "It does on a … h, {} against {} %; on cache-01 … cache-08 it is {} against {} % (raw {} %). That is luck: of {} \
         families of names it is better in {better}. Their spread by arc is {} with MD5, {} with MurmurHash3, {} with the \
         finaliser and {} with raw FNV-1a (root mean squares), where chance gives {}.",
        spread(Case::SpreadFmix, 0),
        spread(Case::SpreadMd5, 0),
        spread(Case::SpreadFmix, 1),
        spread(Case::SpreadMd5, 1),
        spread(Case::SpreadFnv, 1),
        results.runs(Case::FamiliesMd5).len(),
        usual(Case::FamiliesMd5),
        usual(Case::FamiliesMurmur),
        usual(Case::FamiliesFmix),
        usual(Case::FamiliesFnv),
        percent(theory::relative_deviation(1.0 / 8.0, Some(8 * 160), 0))
    )
}

fn single_points(results: &Results) -> String {
    let run = &results.runs(Case::OnePoint)[0];
    let peak = run.times_mean(run.busiest());
    let rest = Ratio::new(run.keys() - run.busiest(), run.keys());
    format!(
        "The busiest of 8 single points is expected at {} of the mean; {} or more has a chance of {}. The other seven carry \
         {} of the keys together. Of four, {} and {} are expected for the largest and the smallest share: 45 and 13 % are \
         the milder case. They are of bare names by MD5; its own class would give {} %.",
        decimal(theory::harmonic(8), 2),
        peak.times(),
        percent(theory::chance_of_peak(8, peak.value())),
        rest.percent(),
        percent(theory::harmonic(4) / 4.0),
        Ratio::new(1u32, 4u32 * 4).percent(),
        in_percent(&results.runs(Case::BareNames)[1].arcs)
    )
}

/// The number of nodes at which C's times of rendezvous and ring meet.
fn crossing() -> u32 {
    let rendezvous = |nodes: f64| 65.0 + (222.0 - 65.0) * (nodes - 10.0) / 90.0;
    let ring = |nodes: f64| 87.0 + (127.0 - 87.0) * libm::log10(nodes / 10.0);
    (10..100).find(|&nodes| rendezvous(f64::from(nodes)) >= ring(f64::from(nodes))).unwrap_or(100)
}

/// The shares that weight · score would give: node i wins at t with the product of the others being below it.
fn naive_shares(weights: &[f64]) -> Vec<f64> {
    const STEPS: u32 = 1_000;
    let others = |i: usize, t: f64| -> f64 {
        let below = weights.iter().enumerate().filter(|&(j, _)| j != i).map(|(_, weight)| (t / weight).min(1.0));
        below.product()
    };
    let share = |(i, weight): (usize, &f64)| -> f64 {
        let at = |step: u32| others(i, weight * (f64::from(step) + 0.5) / f64::from(STEPS));
        (0..STEPS).map(at).sum::<f64>() / f64::from(STEPS)
    };
    weights.iter().enumerate().map(share).collect()
}

fn weighted_scores(results: &Results) -> String {
    let run = &results.runs(Case::WeightedRendezvous)[0];
    let weights: Vec<f64> =
        run.scenario.fleet.nodes().iter().map(|node| f64::from(node.weight.hundredths()) / 100.0).collect();
    let naive: Vec<String> = naive_shares(&weights).into_iter().map(|share| decimal(share * 100.0, 2)).collect();
    let sum: f64 = weights.iter().sum();
    let needed = 2.0 / (sum + 1.0) - 1.0 / sum;
    let at_one = -weights[0] / libm::log(1.0);
    let infinity = if at_one.is_infinite() { "minus infinity" } else { "finite" };
    // The highest of all h.
    let highest = (f64::from(u32::MAX) + 0.5) / 2f64.powi(32);
    format!(
        "That is right for scores strictly between: for a score of 1 it is {infinity}, and the best one loses. Here it is \
         (h + ½)/2^32, which stays 2^-{} below 1 in floating point of 64 bits; 32 bits round it to {}. Weights of 4:4:1:1 \
         give {} %, and small-1 from 1 to 2 moves {} % ({} % have to). weight · score, which is near at hand, would give \
         {} %.",
        ((1.0 / (1.0 - highest)) as u64).ilog2(),
        decimal(f64::from(highest as f32), 0),
        in_percent(&run.shares()),
        Ratio::new(run.moved(0), run.keys()).decimal(100, 3),
        decimal(needed * 100.0, 3),
        naive.join(" / ")
    )
}
