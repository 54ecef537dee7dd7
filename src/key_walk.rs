//! One key's walk to its owner and its replicas in words, and what a ring loses that forgets to wrap.

use placement::{
    algorithm::Geometry,
    fleet::NodeId,
    measure::Unwrapped,
    number::{Ratio, thousands},
    walk::{By, Met, Place, Step, steps},
};

use crate::{
    one_key::{REPLICAS, bytes, score_text},
    view::View,
};

/// So many of the keys that go wrong are named.
const NAMED: usize = 3;

/// What the picture shows of a step.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shown {
    /// Where it looks.
    pub place: Place,
    /// Where it tries a bucket on the way to the owner: which stop of that way it is, from 0.
    pub stop: Option<usize>,
    /// Has the way got to a point or a node by then, so that all of it is drawn?
    pub has_reached: bool,
}

/// One step in words.
#[derive(Clone, PartialEq, Debug)]
pub struct Told {
    /// The node that does what the words say, by id and name.
    pub node: Option<(NodeId, String)>,
    /// The words.
    pub words: String,
    /// What the picture shows of it.
    pub shows: Shown,
    /// Is it where the way arrives: at the owner or a replica?
    pub arrives: bool,
}

/// The walk of a key, or how far it comes where the lookup forgets to wrap.
#[must_use]
pub fn told(view: &View, key: &str, forgets_wrap: bool) -> Vec<Told> {
    let placed = view.snapshot.placed();
    let (mut told, mut has_reached) = (Vec::new(), false);
    let (mut stops, mut has_met) = (0, false);
    // On a ring a candidate is scored, and met once more, at the point where the walk came to it.
    let mut candidates: Vec<(NodeId, Place)> = Vec::new();
    for step in steps(placed, key.as_bytes(), 1 + REPLICAS) {
        let arrives = matches!(step, Step::Meet { met: Met::Owner | Met::Replica, .. });
        has_reached |= matches!(step, Step::Point { .. } | Step::Meet { .. });
        has_met |= matches!(step, Step::Meet { .. });
        let mut place = step.place();
        match (&step, place) {
            (Step::Candidate { node, at, .. }, _) => candidates.push((*node, *at)),
            (_, Place::Node(node)) => {
                place = candidates.iter().find(|one| one.0 == node).map_or(place, |one| one.1);
            }
            _ => {}
        }
        let stop = (!has_met && matches!(step, Step::Bucket { .. })).then_some(stops);
        stops += usize::from(stop.is_some());
        // A point is told by its label, which has the name in it.
        let node = step.node().filter(|_| !matches!(step, Step::Point { .. }));
        let node = node.map(|id| (id, view.fleet().get(id).map_or_else(String::new, |node| node.name.clone())));
        let ends = forgets_wrap && step == Step::Wrap;
        let mut words = words(view, key, &step);
        if ends {
            words = "No point is left, and nobody goes on at the other end: no owner.".into();
        }
        told.push(Told { node, words, shows: Shown { place, stop, has_reached }, arrives });
        if ends {
            break;
        }
    }
    told
}

fn words(view: &View, key: &str, step: &Step) -> String {
    let ring = if let Geometry::Ring(ring) = view.snapshot.geometry() { Some(ring) } else { None };
    let clockwise = ring.is_none_or(|ring| ring.is_clockwise());
    let bits = ring.map_or(32, |ring| ring.bits());
    let share = |distance: u128| format!("{} % of the ring", Ratio::new(distance, 1u128 << bits).decimal(100, 2));
    let leads = |leads: bool, most: &str| if leads { format!(", the {most} so far") } else { String::new() };
    match step {
        Step::Bytes(count) => format!("{} bytes: {}", thousands(*count as u64), bytes(key)),
        Step::Hash { value, bits } => {
            format!("Hashed: 0x{value:0digits$x} = {}", thousands(*value), digits = *bits as usize / 4)
        }
        Step::Index { entry, entries, from, to } => {
            let left = match to - from {
                0 => format!("none to compare; the next is {}", thousands(*from)),
                1 => format!("point {}", thousands(*from)),
                _ => format!("points {} to {}", thousands(*from), thousands(to - 1)),
            };
            let top = match entries.trailing_zeros() {
                1 => "bit is".into(),
                bits => format!("{bits} bits are"),
            };
            format!("Index: the top {top} {}, which leaves {left}", thousands(*entry))
        }
        Step::Look { point, position, is_before } => {
            let side = match (is_before, clockwise) {
                (true, true) => "before the key: on above it",
                (false, true) => "not before the key: on below it",
                (true, false) => "not after the key: on above it",
                (false, false) => "after the key: on below it",
            };
            format!("Point {} at {} is {side}", thousands(*point), thousands(*position))
        }
        Step::Wrap if clockwise => "No point is left before the end: on at the start".into(),
        Step::Wrap => "No point is left before the start: on at the end".into(),
        Step::Point { point, way } => {
            format!("Reaches point {}, {}, {} on", thousands(*point), way.label, share(way.distance))
        }
        Step::Probe { probe, distance, leads: is_nearest, .. } => {
            let nearest = leads(*is_nearest, "nearest");
            format!("is {} from probe {}{nearest}", share(*distance), thousands(probe + 1))
        }
        Step::Remainder { value, slots, slot } => {
            format!("{} mod {} = {}: the slot", thousands(*value), thousands(*slots), thousands(*slot))
        }
        Step::Shard { shard, shards, version } => {
            let bits = shards.trailing_zeros();
            format!("The top {bits} bits are {shard}: the shard, by table version {}", thousands(*version))
        }
        Step::Pinned(tenant) => format!("{tenant} is pinned: its node comes first"),
        Step::Bucket { bucket, by, has_node, .. } => {
            let bucket = thousands(*bucket);
            let found = match by {
                By::Jump => format!("Jumps to bucket {bucket}"),
                By::JumpBack => format!("Jumps back to bucket {bucket}"),
                By::Hash(among) => format!("Hashed among {}: {bucket}", thousands(*among)),
                By::Successor => format!("{bucket} took its place"),
            };
            format!("{found}{}", if *has_node { "" } else { ", which has no node" })
        }
        Step::Score { score, bits, leads: is_highest } => {
            format!("scores {}{}", score_text(score, *bits), leads(*is_highest, "highest"))
        }
        Step::Candidate { is_up, .. } => {
            if *is_up { "is a candidate" } else { "would be a candidate, but is down" }.into()
        }
        Step::Meet { met, .. } => match met {
            Met::Owner => "owns the key",
            Met::Replica => "has a replica",
            Met::Again => "again: passed over",
            Met::Full => "is full: passed over",
        }
        .into(),
        Step::Room { load, capacity } => format!("It has {} of {} keys", thousands(*load), thousands(*capacity)),
        Step::More(count) => format!("{} more like that", thousands(*count)),
        Step::Nobody => "No node that is up is found: nobody owns it".into(),
    }
}

/// Does a key's lookup begin with a search for the next point of a ring, so that it can forget to wrap? What has no point
/// then has no owner, whatever else the algorithm does. Of several probes another one decides, and where all nodes compete the
/// ring is not asked.
#[must_use]
pub fn can_forget(view: &View) -> bool {
    let is_searched = || steps(view.snapshot.placed(), b"", 1).iter().any(|step| matches!(step, Step::Point { .. }));
    matches!(view.snapshot.geometry(), Geometry::Ring(ring) if ring.wraps()) && is_searched()
}

/// What comes of it where a lookup forgets to wrap: how many keys have no owner, where they lie, and the first of them.
#[must_use]
pub fn forgotten(view: &View) -> String {
    let Geometry::Ring(ring) = view.snapshot.geometry() else { return String::new() };
    let found = Unwrapped::of(&view.snapshot, ring, NAMED);
    let (keys, all) = (found.keys, view.balance.keys);
    let (from, to) = found.positions;
    // So small an arc needs more places than shares have elsewhere.
    let arc = Ratio::new(to - from, ring.circumference()).decimal(100, 3);
    let end = if ring.is_clockwise() { "after the last point" } else { "before the first point" };
    let verb = if keys == 1 { "has" } else { "have" };
    let share = Ratio::new(keys, all).decimal(100, 3);
    let mut text = format!(
        "{} of {} keys, {share} %, {verb} no owner: those {end}, on {arc} % of the ring.",
        thousands(keys),
        thousands(all)
    );
    if keys > 0 {
        let names: Vec<String> = found.first.iter().map(|&at| view.snapshot.keys().keys().key(at)).collect();
        let more = if keys as usize > names.len() { " …" } else { "" };
        text += &format!(" {}{more}", names.join(", "));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use placement::{
        algorithm::{ALL, Algorithm, ring},
        keys::Keys,
        parameter::Value,
        scenario::{Command, Scenario},
    };

    fn view(algorithm: &str, commands: Vec<Command>) -> View {
        let algorithm = Algorithm::from_id(algorithm).expect("an algorithm");
        let mut scenario = Scenario { algorithm, ..Scenario::default() };
        for command in commands {
            scenario.apply(command).expect("a change");
        }
        View::new(&scenario, "", None, None)
    }

    fn all(view: &View, key: &str, forgets_wrap: bool) -> Vec<String> {
        let one = |told: Told| {
            let name = told.node.map_or_else(String::new, |node| format!("{} ", node.1));
            format!("{name}{}", told.words)
        };
        told(view, key, forgets_wrap).into_iter().map(one).collect()
    }

    // The numbers are those of one_key's tests; 795,573,122 / 2^22 is 189.7.
    #[test]
    fn user_42_walks_the_first_ring() {
        let told = all(&view("ring", vec![]), "user:42", false);
        assert_eq!(told[..2], ["7 bytes: 75 73 65 72 3a 34 32", "Hashed: 0x2f6b7b82 = 795,573,122"]);
        assert!(told[2].starts_with("Index: the top 10 bits are 189, which leaves point"), "{told:?}");
        assert!(told.iter().any(|line| line.ends_with("cache-07#118, 0.06 % of the ring on")), "{told:?}");
        let met: Vec<&String> = told.iter().filter(|line| !line.contains("passed over")).rev().take(3).collect();
        assert_eq!(met, ["cache-05 has a replica", "cache-01 has a replica", "cache-07 owns the key"]);
    }

    #[test]
    fn tables_and_remainders() {
        let told = all(&view("modulo", vec![]), "user:42", false);
        assert_eq!(told[2..4], ["795,573,122 mod 8 = 2: the slot", "cache-03 owns the key"]);
        let told = all(&view("coordinator", vec![]), "user:42", false);
        assert_eq!(told[2..4], ["The top 8 bits are 47: the shard, by table version 1", "cache-08 owns the key"]);
    }

    // The picture of local rendezvous is a ring: its race is run at the points of the candidates.
    #[test]
    fn a_candidate_is_scored_where_the_walk_came_to_it() {
        let told = told(&view("lrh", vec![]), "user:42", false);
        let places = |words: &str| -> Vec<(NodeId, Place)> {
            let all = told.iter().filter(|step| step.words.starts_with(words));
            all.filter_map(|step| Some((step.node.as_ref()?.0, step.shows.place))).collect()
        };
        let candidates = places("is a candidate");
        assert_eq!(candidates.len(), 4);
        assert!(candidates.iter().all(|one| matches!(one.1, Place::Point(_))));
        assert!(places("scores ").iter().chain(&places("owns")).all(|one| candidates.contains(one)));
    }

    // One node of one point: whatever lies behind it, and that alone, has no owner without the wrap.
    #[test]
    fn a_way_ends_where_nobody_wraps() {
        let one = vec![Command::SetNodeCount(1), Command::Set(&ring::VIRTUAL_NODES, Value::Count(1))];
        let view = view("ring", one);
        let lost = |key: &str| all(&view, key, true).last().is_some_and(|last| last.ends_with("no owner."));
        let point = match view.snapshot.geometry() {
            Geometry::Ring(ring) => ring.points()[0].position,
            _ => unreachable!("a ring"),
        };
        let mut count = 0;
        for (value, at) in view.snapshot.keys().values().zip(0..) {
            if at < 200 {
                assert_eq!(lost(&format!("user:{at}")), value > point, "user:{at}");
            }
            count += u32::from(value > point);
        }
        assert!(count > 0 && forgotten(&view).starts_with(&format!("{} of 100,000 keys, ", thousands(count))));
    }

    // Wherever it is offered: what lies beyond the last point, and that alone, has no owner without the wrap. HAProxy looks for
    // the nearer of two and Varnish does not wrap, so neither can forget it.
    #[test]
    fn every_ring_that_wraps_can_forget_it() {
        let rings =
            ["ring", "bounded", "lrh", "nginx-consistent", "twemproxy-ketama", "envoy-ring-hash", "npm-node-hashring"];
        for id in rings {
            let few = Command::SetKeys(Keys::Pattern { pattern: "user:{i}".into(), first: 0, count: 20_000 });
            let view = view(id, vec![Command::SetNodeCount(6), few]);
            assert!(can_forget(&view), "{id}");
            let Geometry::Ring(ring) = view.snapshot.geometry() else { panic!("{id} is a ring") };
            let ends = ring.points().first().zip(ring.points().last()).expect("points");
            let is_lost = |value: u64| {
                if ring.is_clockwise() { value > ends.1.position } else { value < ends.0.position }
            };
            let lost: Vec<u32> =
                view.snapshot.keys().values().zip(0..).filter(|one| is_lost(one.0)).map(|one| one.1).collect();
            let said = forgotten(&view);
            assert!(said.starts_with(&format!("{} of 20,000 keys, ", thousands(lost.len() as u64))), "{id}: {said}");
            for at in (0..40).chain(lost.iter().copied().take(3)) {
                let key = format!("user:{at}");
                let ends = all(&view, &key, true).last().is_some_and(|last| last.ends_with("no owner."));
                assert_eq!(ends, lost.contains(&at), "{id}: {key}");
            }
        }
        for id in ["multiprobe", "haproxy-consistent", "varnish-shard", "rendezvous", "modulo", "nginx-hash"] {
            assert!(!can_forget(&view(id, vec![])), "{id}");
        }
        // Four nodes, four candidates: all compete for every key.
        assert!(!can_forget(&view("lrh", vec![Command::SetNodeCount(4)])));
    }

    #[test]
    fn every_algorithm_has_words_and_says_when_nobody_is_up() {
        for algorithm in ALL {
            let told = told(&view(algorithm.id, vec![]), "user:42", false);
            assert_eq!(told.iter().filter(|step| step.arrives).count(), 3, "{}", algorithm.id);
            let nobody = all(&view(algorithm.id, vec![Command::SetNodeCount(0)]), "user:42", false);
            assert_eq!(
                nobody.last().map(String::as_str),
                Some("No node that is up is found: nobody owns it"),
                "{}",
                algorithm.id
            );
        }
    }
}
