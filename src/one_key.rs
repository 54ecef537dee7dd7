//! One key's way to its owner in words and numbers, and which key comes next. What an algorithm has no ring for, it
//! tells in its own terms: slots, buckets or scores.

use placement::{
    explain::{Explanation, NodeScore, RingWay, SlotRule, SlotWay},
    fleet::NodeId,
    keys::Keys,
    number::{Ratio, thousands},
    snapshot::Snapshot,
    template::Template,
};

/// The counter of the key to start with: it stands for nothing, and so it shows that any key will do.
const FIRST: u64 = 42;

/// Bytes and bests that are shown.
const BYTES: usize = 8;
const BESTS: usize = 3;
/// Replicas that are named.
pub const REPLICAS: usize = 2;

/// One line of the panel: a term and what it is.
#[derive(Clone, PartialEq, Debug)]
pub struct Fact {
    /// The term.
    pub term: &'static str,
    /// What it is, a line each.
    pub lines: Vec<Line>,
}

/// One line of what a term is.
#[derive(Clone, PartialEq, Debug)]
pub enum Line {
    /// Bytes and numbers, in the face for code.
    Code(String),
    /// Words.
    Words(String),
    /// Nodes by sign and name, side by side.
    Nodes(Vec<(NodeId, String)>),
    /// A node and its score.
    Score(NodeId, String, String),
}

/// The key to start with: number 42 of a pattern that has it, else the first.
#[must_use]
pub fn first_key(keys: &Keys) -> String {
    match keys {
        Keys::Pattern { pattern, first, count } => {
            let range = u64::from(*first)..u64::from(*first) + u64::from(*count);
            let counter = if range.contains(&FIRST) { FIRST } else { range.start };
            Template::parse(pattern).text("", counter)
        }
        Keys::List(list) => list.get(0).to_owned(),
    }
}

/// The key after or before one, in the order in which they are placed; stays at the ends. From a text that is none of
/// the keys, the one to start with.
#[must_use]
pub fn step(keys: &Keys, key: &str, forward: bool) -> String {
    let last = u64::from(keys.len().saturating_sub(1));
    let at = match keys {
        Keys::Pattern { pattern, first, .. } => {
            counter_of(pattern, key).map(|counter| counter.saturating_sub(u64::from(*first)))
        }
        Keys::List(list) => (0..list.len()).find(|&at| list.get(at) == key).map(u64::from),
    };
    let Some(at) = at else { return first_key(keys) };
    let next = if forward { at.saturating_add(1) } else { at.saturating_sub(1) };
    keys.key(next.min(last) as u32)
}

/// The counter that makes this text from a pattern.
fn counter_of(pattern: &str, key: &str) -> Option<u64> {
    let (before, _) = pattern.split_once("{i}")?;
    let rest = key.strip_prefix(before)?;
    let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
    let template = Template::parse(pattern);
    // A pattern may go on with digits of its own: the longest counter that fits is taken.
    (1..=digits.min(10)).rev().find_map(|digits| {
        let counter = rest[..digits].parse().ok()?;
        (template.text("", counter) == key).then_some(counter)
    })
}

/// All there is to say of a key.
#[must_use]
pub fn facts(snapshot: &Snapshot, key: &str) -> Vec<Fact> {
    let placed = snapshot.placed();
    let named = |id: NodeId| (id, snapshot.scenario().fleet.get(id).map_or_else(String::new, |node| node.name.clone()));
    let hashing = placed.key_hashing();
    let digits = hashing.bits() as usize / 4;
    let hash = format!("0x{:0digits$x}", hashing.value(key.as_bytes()));
    let mut facts = vec![
        Fact { term: "bytes", lines: vec![Line::Code(bytes(key))] },
        Fact { term: "hash", lines: vec![Line::Code(hash)] },
    ];
    facts.extend(way_facts(&placed.explain(key.as_bytes()), &named));
    let mut owners = placed.owners(key.as_bytes(), 1 + REPLICAS).into_iter().map(named);
    let nobody = if placed.seats().is_empty() { "nobody: no node is up" } else { "nobody" };
    let owner = owners.next().map_or_else(|| Line::Words(nobody.into()), |owner| Line::Nodes(vec![owner]));
    facts.push(Fact { term: "owner", lines: vec![owner] });
    let replicas: Vec<_> = owners.collect();
    if !replicas.is_empty() {
        let term = if replicas.len() == 1 { "replica" } else { "replicas" };
        facts.push(Fact { term, lines: vec![Line::Nodes(replicas)] });
    }
    facts
}

/// The way in its own terms.
fn way_facts(way: &Explanation, named: &impl Fn(NodeId) -> (NodeId, String)) -> Vec<Fact> {
    match way {
        Explanation::Ring(Some(way)) => along_the_ring(way).into(),
        Explanation::Probes(Some(found)) => {
            let probe = Fact { term: "probe", lines: vec![Line::Words(probe_text(found.probe, found.probes))] };
            std::iter::once(probe).chain(along_the_ring(&found.way)).collect()
        }
        Explanation::Slots(Some(way)) => through_slots(way),
        Explanation::Scores { bits, scores } if !scores.is_empty() => vec![best_scores(scores, *bits, named)],
        Explanation::Local(Some(local)) => {
            let mut facts = Vec::from(along_the_ring(&local.way));
            facts.push(best_scores(&local.scores, local.bits, named));
            if !local.down.is_empty() {
                let down = local.down.iter().take(BESTS).map(|&id| named(id)).collect();
                facts.push(Fact { term: "past down", lines: vec![Line::Nodes(down)] });
            }
            facts
        }
        Explanation::Bounded(bounded) => {
            let mut facts = way_facts(&bounded.way, named);
            if !bounded.full.is_empty() {
                let full: Vec<_> = bounded.full.iter().take(BESTS).map(|&id| named(id)).collect();
                let more = bounded.full.len() - full.len();
                let mut lines = vec![Line::Nodes(full)];
                if more > 0 {
                    lines.push(Line::Words(format!("and {} more", thousands(more as u64))));
                }
                facts.push(Fact { term: "past full", lines });
            }
            let (load, capacity) = (thousands(bounded.load), thousands(bounded.capacity));
            facts.push(Fact { term: "room", lines: vec![Line::Words(format!("{load} of {capacity} keys"))] });
            facts
        }
        Explanation::Ring(None)
        | Explanation::Probes(None)
        | Explanation::Slots(None)
        | Explanation::Local(None)
        | Explanation::Scores { .. } => Vec::new(),
    }
}

/// The first bytes of a key.
#[must_use]
pub fn bytes(key: &str) -> String {
    let mut text: Vec<String> = key.bytes().take(BYTES).map(|byte| format!("{byte:02x}")).collect();
    match key.len() {
        0 => "none".into(),
        length => {
            if length > BYTES {
                text.push("…".into());
            }
            text.join(" ")
        }
    }
}

fn along_the_ring(way: &RingWay) -> [Fact; 2] {
    let share = |part: u128| Ratio::new(part, 1u128 << way.bits).decimal(100, 2);
    let on = if way.wraps { ", past the end" } else { "" };
    [
        Fact {
            term: "position",
            lines: vec![
                Line::Code(thousands(way.position)),
                Line::Words(format!("{} % of the ring", share(u128::from(way.position)))),
            ],
        },
        Fact {
            term: "next",
            lines: vec![
                Line::Code(way.label.clone()),
                Line::Words(format!("{} % further on{on}", share(way.distance))),
            ],
        },
    ]
}

/// Which probe decided, counted from 1.
fn probe_text(probe: u32, probes: u32) -> String {
    format!("number {} of {} is nearest", thousands(probe + 1), thousands(probes))
}

fn through_slots(way: &SlotWay) -> Vec<Fact> {
    let slots = thousands(way.slots);
    let visited: Vec<String> = way.visited.iter().map(ToString::to_string).collect();
    let one = |term, lines| vec![Fact { term, lines }];
    match &way.rule {
        SlotRule::Remainder => {
            let remainder = format!("mod {slots} = {}", visited.join(" "));
            one("slot", vec![Line::Code(thousands(way.value)), Line::Code(remainder)])
        }
        SlotRule::Tries { tries, slot, size } => {
            let found =
                if *tries == 1 { "at the first try".to_owned() } else { format!("after {} tries", thousands(*tries)) };
            let slot = format!("{} of {}, from 0", thousands(*slot), thousands(*size));
            one("slot", vec![Line::Code(slot), Line::Words(found)])
        }
        SlotRule::Given { slot, size } => {
            one("slot", vec![Line::Code(format!("{} of {}, from 0", thousands(*slot), thousands(*size)))])
        }
        SlotRule::Jumps | SlotRule::JumpsBack => {
            let of = format!("of {slots} buckets, from 0");
            one("jumps to", vec![Line::Code(visited.join(" → ")), Line::Words(of)])
        }
        SlotRule::Shard { version, tenant } => {
            let shard = format!("{} of {slots}, from 0", visited.join(" "));
            let mut facts =
                one("shard", vec![Line::Code(shard), Line::Words(format!("by table version {}", thousands(*version)))]);
            if let Some(tenant) = tenant {
                let lines = vec![Line::Code(tenant.clone()), Line::Words("passes its shard over".into())];
                facts.push(Fact { term: "pinned", lines });
            }
            facts
        }
    }
}

fn best_scores(scores: &[NodeScore], bits: u32, named: &impl Fn(NodeId) -> (NodeId, String)) -> Fact {
    let best = scores.iter().take(BESTS).map(|score| {
        let (id, name) = named(score.node);
        Line::Score(id, name, score_text(score, bits))
    });
    Fact { term: "scores", lines: best.collect() }
}

/// A score as a number that can be compared at a glance: its place between 0 and 1, or the weighted score.
#[must_use]
pub fn score_text(score: &NodeScore, bits: u32) -> String {
    match score.weighted {
        // In hundredths, so that what is written is rounded from a whole number.
        Some(weighted) => Ratio::new((weighted * 100.0).round() as u128, 100u32 * 100).times(),
        None => Ratio::new(score.raw, 1u128 << bits).decimal(1, 6),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use placement::{
        algorithm::Algorithm,
        keys::KeyList,
        scenario::{Command, Scenario},
        weight::Weight,
    };

    fn told(scenario: &Scenario, key: &str) -> Vec<String> {
        let snapshot = Snapshot::place(scenario, None);
        let line = |line: Line| match line {
            Line::Code(text) | Line::Words(text) => text,
            Line::Nodes(nodes) => nodes.into_iter().map(|one| one.1).collect::<Vec<_>>().join(", "),
            Line::Score(_, name, score) => format!("{name} {score}"),
        };
        let fact =
            |fact: Fact| format!("{}: {}", fact.term, fact.lines.into_iter().map(line).collect::<Vec<_>>().join("; "));
        facts(&snapshot, key).into_iter().map(fact).collect()
    }

    fn by(id: &str) -> Scenario {
        Scenario { algorithm: Algorithm::from_id(id).expect(id), ..Scenario::default() }
    }

    #[test]
    fn user_42_on_the_first_ring() {
        assert_eq!(
            told(&Scenario::default(), "user:42"),
            [
                "bytes: 75 73 65 72 3a 34 32",
                "hash: 0x2f6b7b82",
                "position: 795,573,122; 18.52 % of the ring",
                "next: cache-07#118; 0.06 % further on",
                "owner: cache-07",
                "replicas: cache-01, cache-05"
            ]
        );
    }

    #[test]
    fn other_algorithms_in_their_own_terms() {
        let modulo = told(&by("modulo"), "user:42");
        assert_eq!(modulo[2..4], ["slot: 795,573,122; mod 8 = 2", "owner: cache-03"]);
        let jump = told(&by("jump"), "user:42");
        assert!(jump[1].len() == "hash: 0x".len() + 16 && jump[2].starts_with("jumps to: 0"), "{jump:?}");
        let scores = told(&by("rendezvous"), "user:42");
        let (best, owner) = (scores[2].split("; ").collect::<Vec<_>>(), &scores[3]);
        assert!(best.len() == 3 && best[0].contains(owner.strip_prefix("owner: ").expect("an owner")), "{scores:?}");
        let mut weighted = by("rendezvous");
        let id = weighted.fleet.nodes()[0].id;
        let weight = Weight::from_hundredths(250).expect("2.5");
        weighted.apply(Command::SetWeight { id, weight }).expect("a weight");
        assert_eq!(told(&weighted, "user:42").len(), 5);
    }

    #[test]
    fn a_shard_and_a_pin() {
        let mut table = by("coordinator");
        // 0x2f6b7b82 begins with 0x2f = 47, which is dealt to the eighth node.
        assert_eq!(told(&table, "user:42")[2..4], ["shard: 47 of 256, from 0; by table version 1", "owner: cache-08"]);
        let to = table.fleet.nodes()[1].id;
        table.apply(Command::Pin { tenant: "user:4".into(), to }).expect("a pin");
        let pinned = told(&table, "user:42");
        assert_eq!(pinned[3..5], ["pinned: user:4; passes its shard over", "owner: cache-02"]);
        assert_eq!(pinned[5], "replicas: cache-08, cache-01");
    }

    #[test]
    fn any_key_and_any_fleet() {
        let mut scenario = Scenario::default();
        assert_eq!(told(&scenario, "")[0], "bytes: none");
        assert_eq!(told(&scenario, "käse käse")[0], "bytes: 6b c3 a4 73 65 20 6b c3 …");
        scenario.apply(Command::SetNodeCount(0)).expect("none");
        for algorithm in placement::algorithm::ALL {
            let empty = Scenario { algorithm, ..scenario.clone() };
            assert_eq!(told(&empty, "user:42")[2..], ["owner: nobody: no node is up"]);
        }
    }

    #[test]
    fn steps_through_a_pattern_and_a_list() {
        let pattern = |pattern: &str, first, count| Keys::Pattern { pattern: pattern.into(), first, count };
        let users = Keys::default();
        assert_eq!(first_key(&users), "user:42");
        assert_eq!([true, false].map(|forward| step(&users, "user:42", forward)), ["user:43", "user:41"]);
        assert_eq!(step(&users, "user:99999", true), "user:99999");
        assert_eq!(step(&users, "user:0", false), "user:0");
        assert_eq!(step(&users, "someone", true), "user:42");
        assert_eq!(step(&users, "user:042", true), "user:42");
        let odd = pattern("{i}0-{i}", 7, 20);
        assert_eq!((first_key(&odd), step(&odd, "90-9", true)), ("70-7".into(), "100-10".into()));
        let none = pattern("{i}", 5, 0);
        assert_eq!((first_key(&none), step(&none, "5", true)), ("5".into(), "5".into()));
        let list = Keys::List(KeyList::parse("a\nb\nc").expect("three"));
        assert_eq!(
            (first_key(&list), step(&list, "a", true), step(&list, "x", false)),
            ("a".into(), "b".into(), "a".into())
        );
    }
}
