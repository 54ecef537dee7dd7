//! A migration in words: the finding, the figures under it, what a warm cache makes of it, and which servers are the same.

use placement::{
    algorithm::Weights,
    beside::Variant,
    fleet::{Fleet, NodeId},
    measure::Movement,
    migration::{Matched, Matching, Target, matched},
    number::{Ratio, thousands},
    scenario::Scenario,
};

use crate::{
    compare::heading,
    finding::Word,
    view::{Change, View},
};

/// One figure.
#[derive(Clone, PartialEq, Debug)]
pub struct Fact {
    /// What it counts.
    pub name: &'static str,
    /// How many.
    pub keys: String,
    /// Of all, as a percentage.
    pub share: String,
    /// The same from 0 to 1.
    pub part: f64,
    /// Are these keys that moved?
    pub is_moved: bool,
}

/// What both sides are called, where keys come from first.
#[must_use]
pub fn names(from: &Scenario, to: &Scenario) -> [String; 2] {
    let sides = [from, to].map(Variant::of);
    [heading(&sides[0], &sides), heading(&sides[1], &sides)]
}

/// The sentence on top: what moves, and what would have to whatever places the keys.
#[must_use]
pub fn finding(view: &View) -> Vec<Word> {
    let strong = |text: &str| vec![Word::Strong(text.to_owned())];
    let Some(change) = &view.change else { return strong("Placing the keys on both sides …") };
    let Some(movement) = &change.movement else { return Vec::new() };
    if movement.keys == 0 {
        return strong("There is no key to place.");
    }
    for (balance, side) in [(&change.balance_before, "come from"), (&view.balance, "go")] {
        if balance.counted == 0 {
            return strong(&format!("No server can own a key where keys {side}."));
        }
    }
    if movement.moved == 0 {
        let same = format!(" Both sides have each of {} keys on the same server.", thousands(movement.keys));
        return vec![Word::Strong("No key moves.".into()), Word::Weak(same)];
    }
    let mut words = vec![
        Word::Moved(format!("{} of {} keys move", thousands(movement.moved), thousands(movement.keys))),
        Word::Strong(format!(", {}.", movement.share().percent())),
    ];
    words.extend(because(view, change, movement));
    words
}

/// How much would have to move, and why.
fn because(view: &View, change: &Change, movement: &Movement) -> Vec<Word> {
    let (before, after) = (change.before.scenario(), view.scenario());
    let Some(necessary) = movement.necessary else {
        let ignores = |one: &Scenario| matches!(one.algorithm.weights, Weights::Ignored(_));
        let first = after.fleet.nodes().first().map(|node| node.weight);
        let weighs = after.fleet.nodes().iter().any(|node| node.up && Some(node.weight) != first);
        let ignoring = [before, after].into_iter().find(|one| ignores(one) && ignores(before) != ignores(after));
        return vec![Word::Weak(match ignoring.filter(|_| weighs) {
            Some(one) => format!(
                " None would have to for a server’s sake: both sides have the same. But {} takes no weights, so that \
                 their shares change.",
                one.algorithm.name
            ),
            None => " None would have to: the servers and their weights are the same on both sides.".into(),
        })];
    };
    if necessary == 0 {
        return vec![Word::Weak(
            " None would have to: no key is on a server that goes, or goes to one that comes.".into(),
        )];
    }
    let weight = |one: &Scenario, id: NodeId| {
        one.fleet.get(id).map_or(0, |node| after.algorithm.counted_weight(&one.fleet, node))
    };
    let distinct = |side: &dyn Fn(&placement::measure::Pair) -> Option<NodeId>, sign: i64| {
        let mut ids: Vec<NodeId> = Vec::new();
        for id in movement.pairs.iter().filter_map(side) {
            let more = i64::from(weight(after, id)) - i64::from(weight(before, id));
            if more.signum() == sign && !ids.contains(&id) {
                ids.push(id);
            }
        }
        ids
    };
    let mut words =
        vec![Word::Weak(format!(" At least {} would have to: ", Ratio::new(necessary, movement.keys).percent()))];
    let mut told = Vec::new();
    if movement.from_shrunk > 0 {
        let ids = distinct(&|pair| pair.from, -1);
        told.push(part(movement.from_shrunk, "are on", &ids, &|id| {
            (view.name_before(Some(id)), why_left(&after.fleet, id))
        }));
    }
    if movement.to_grown > 0 {
        let ids = distinct(&|pair| pair.to, 1);
        told.push(part(movement.to_grown, "go to", &ids, &|id| (view.name_of(Some(id)), why_came(&before.fleet, id))));
    }
    let last = told.len().saturating_sub(1);
    for (at, part) in told.into_iter().enumerate() {
        words.extend(part);
        words.push(Word::Weak(if at == last { ".".into() } else { "; ".into() }));
    }
    words
}

/// "2 keys are on C cache-03, which goes" or "2 keys are on 3 servers that go".
fn part(keys: u32, verb: &str, ids: &[NodeId], of: &dyn Fn(NodeId) -> (String, [&'static str; 2])) -> Vec<Word> {
    let plural = if keys == 1 { "key" } else { "keys" };
    let verb = match (verb, keys) {
        ("are on", 1) => "is on",
        ("go to", 1) => "goes to",
        _ => verb,
    };
    let begin = format!("{} {plural} {verb} ", thousands(keys));
    match ids {
        // Nobody had it, or nobody has it.
        [] => vec![Word::Weak(format!("{begin}no server"))],
        [id] => {
            let (name, why) = of(*id);
            vec![Word::Weak(begin), Word::Node(*id, name, false), Word::Weak(format!(", which {}", why[0]))]
        }
        several => {
            let mut whys: Vec<&str> = Vec::new();
            for &id in several {
                let why = of(id).1[1];
                if !whys.contains(&why) {
                    whys.push(why);
                }
            }
            vec![Word::Weak(format!("{begin}{} servers that {}", thousands(several.len() as u64), whys.join(" or ")))]
        }
    }
}

/// What happens to a server that loses keys: of one, of several.
fn why_left(after: &Fleet, id: NodeId) -> [&'static str; 2] {
    match after.get(id) {
        None => ["goes", "go"],
        Some(node) if !node.up => ["is down there", "are down there"],
        Some(_) => ["weighs less there", "weigh less there"],
    }
}

/// What happens to one that gains keys.
fn why_came(before: &Fleet, id: NodeId) -> [&'static str; 2] {
    match before.get(id) {
        None => ["is new", "are new"],
        Some(node) if !node.up => ["is up there", "are up there"],
        Some(_) => ["weighs more there", "weigh more there"],
    }
}

/// The figures below the sentence.
#[must_use]
pub fn facts(view: &View) -> Vec<Fact> {
    let Some(movement) = view.change.as_ref().and_then(|change| change.movement.as_ref()) else { return Vec::new() };
    let fact = |name, keys: u32, is_moved| {
        let share = Ratio::new(keys, movement.keys.max(1));
        Fact { name, keys: thousands(keys), share: share.percent(), part: share.value(), is_moved }
    };
    let necessary = movement.necessary.unwrap_or(0);
    vec![
        fact("move: cold at first", movement.moved, true),
        fact("of these had to", necessary, true),
        fact("of these need not", movement.moved - necessary.min(movement.moved), true),
        fact("stay: still warm", movement.keys - movement.moved, false),
    ]
}

/// What a warm cache makes of it.
#[must_use]
pub fn warmth(view: &View) -> String {
    let Some(change) = &view.change else { return String::new() };
    let Some(movement) = change.movement.as_ref().filter(|movement| movement.keys > 0) else { return String::new() };
    let stay = Ratio::new(movement.keys - movement.moved, movement.keys);
    let mut words = format!(
        "Right after the switch a cache that was full of these keys answers {} of {} of them, {}; each of the others \
         misses once.",
        thousands(movement.keys - movement.moved),
        thousands(movement.keys),
        stay.percent()
    );
    if let Some(counts) = view.scenario().keys.counts() {
        let of = |keys: &mut dyn Iterator<Item = u32>| keys.map(u64::from).sum::<u64>();
        let all = of(&mut counts.iter().copied());
        let cold = of(&mut movement.moved_keys.iter().filter_map(|&key| counts.get(key as usize).copied()));
        if all > 0 {
            let share = Ratio::new(cold, all).percent();
            words.push_str(&format!(" They have {} of {} requests, {share}.", thousands(cold), thousands(all)));
        }
    }
    words
}

/// Which servers are on both sides.
#[must_use]
pub fn matched_words(from: &Scenario, to: &Scenario, target: &Target) -> String {
    if target.servers.is_none() {
        return format!("The same {} as on the other side.", servers_in_words(from.fleet.nodes().len()));
    }
    let Matched { both, only_from, only_to } = matched(&from.fleet, &to.fleet);
    let how = match target.matching {
        Matching::Name => "by name",
        Matching::Place => "by place",
    };
    let only = match (only_from, only_to) {
        (0, 0) => String::new(),
        (gone, 0) => format!("; {} only where keys come from", thousands(gone)),
        (0, new) => format!("; {} only where they go", thousands(new)),
        (gone, new) => {
            format!("; {} only where keys come from, {} only where they go", thousands(gone), thousands(new))
        }
    };
    if both == 0 && target.matching == Matching::Name && only_from > 0 && only_to > 0 {
        return "No name is on both sides, so every key counts as moved. Systems name servers differently: with a port, \
                without one, or by alias. Match them by place if they are the same in the same order."
            .into();
    }
    format!("Matched {how}: {} on both sides{only}.", servers_in_words(both as usize))
}

/// How many servers: "1 server", "8 servers".
#[must_use]
pub fn servers_in_words(count: usize) -> String {
    format!("{} {}", thousands(count as u64), if count == 1 { "server" } else { "servers" })
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::{compare::Wanted, finding::plain};
    use placement::{
        algorithm::Algorithm,
        keys::{KeyList, Keys},
        migration::{Server, servers_of},
        parameter::Settings,
        scenario::Command,
        weight::Weight,
    };
    use std::sync::Arc;

    pub fn server(name: &str) -> Server {
        Server { name: name.into(), weight: Weight::ONE, up: true }
    }

    fn by(id: &str) -> Target {
        let algorithm = Algorithm::from_id(id).expect(id);
        Target::by(Variant { algorithm, settings: Settings::default() })
    }

    fn view(from: &Scenario, to: &Target) -> Arc<View> {
        let shown = View::new(from, "", None, None);
        Arc::new(Wanted::to(to, &shown).expect("placed").making(Some(&shown), None).finish())
    }

    /// The keys a … f by modulo: FNV-1a 32 of them is published, and so by 2 the remainders are 0 1 0 1 0 1, by 3 they are
    /// 1 1 2 1 2 2.
    pub fn by_hand(servers: Option<Vec<Server>>, matching: Matching) -> Arc<View> {
        let mut from = Scenario {
            fleet: Fleet::from_names(["x", "y"]).expect("names"),
            keys: Keys::List(KeyList::parse("a\t10\nb\nc\nd\ne\nf").expect("keys")),
            ..Scenario::default()
        };
        from.apply(Command::SetAlgorithm(Algorithm::from_id("modulo").expect("modulo"))).expect("modulo");
        view(&from, &Target { servers, matching, ..by("modulo") })
    }

    #[test]
    fn six_keys_in_words() {
        let view = by_hand(Some(vec![server("x"), server("y"), server("z")]), Matching::Name);
        assert_eq!(
            plain(&finding(&view)),
            "4 of 6 keys move, 66.7 %. At least 50.0 % would have to: 3 keys go to z, which is new."
        );
        let read: Vec<_> = facts(&view).into_iter().map(|fact| (fact.name, fact.keys, fact.share)).collect();
        let fact = |name, keys: &str, share: &str| (name, keys.to_owned(), share.to_owned());
        assert_eq!(
            read,
            [
                fact("move: cold at first", "4", "66.7 %"),
                fact("of these had to", "3", "50.0 %"),
                fact("of these need not", "1", "16.7 %"),
                fact("stay: still warm", "2", "33.3 %"),
            ]
        );
        // a, c, e and f move: 10 + 3 of 15 requests.
        assert_eq!(
            warmth(&view),
            "Right after the switch a cache that was full of these keys answers 2 of 6 of them, 33.3 %; each of the others \
             misses once. They have 13 of 15 requests, 86.7 %."
        );
    }

    #[test]
    fn the_same_servers_have_no_reason_to_move_a_key() {
        assert_eq!(
            plain(&finding(&by_hand(None, Matching::Name))),
            "No key moves. Both sides have each of 6 keys on the same server."
        );
        let said = plain(&finding(&view(&Scenario::default(), &by("rendezvous"))));
        assert!(
            said.ends_with(" None would have to: the servers and their weights are the same on both sides."),
            "{said}"
        );
        let mut weighed = Scenario::default();
        let weight = "3".parse().expect("a weight");
        weighed.apply(Command::SetWeight { id: NodeId(2), weight }).expect("a weight");
        let said = plain(&finding(&view(&weighed, &by("jump"))));
        assert!(said.ends_with("But jump hash takes no weights, so that their shares change."), "{said}");
    }

    #[test]
    fn what_had_to_move_has_its_reason() {
        let from = Scenario::default();
        let mut servers = servers_of(&from.fleet);
        servers[2].up = false;
        let said = |servers: &[Server]| {
            let to = Target { servers: Some(servers.to_vec()), ..by("ring") };
            plain(&finding(&view(&from, &to)))
        };
        // The first paint's counts are 10841 16616 16891 9009 11672 13106 15077 6788; the ring moves no key that stays.
        assert_eq!(
            said(&servers),
            "16,891 of 100,000 keys move, 16.9 %. At least 16.9 % would have to: 16,891 keys are on cache-03, which is down there."
        );
        servers.remove(0);
        assert_eq!(
            said(&servers),
            "27,732 of 100,000 keys move, 27.7 %. At least 27.7 % would have to: 27,732 keys are on 2 servers that go or are down there."
        );
        assert_eq!(said(&[]), "No server can own a key where keys go.");
    }

    #[test]
    fn it_is_said_which_servers_are_the_same() {
        let from = Scenario::default();
        let said = |target: &Target| matched_words(&from, &target.on(&from).expect("placed"), target);
        assert_eq!(said(&by("jump")), "The same 8 servers as on the other side.");
        let own = |names: &[&str], matching| Target {
            servers: Some(names.iter().map(|name| server(name)).collect()),
            matching,
            ..by("jump")
        };
        assert_eq!(
            said(&own(&["cache-01", "new"], Matching::Name)),
            "Matched by name: 1 server on both sides; 7 only where keys come from, 1 only where they go."
        );
        assert!(said(&own(&["a", "b"], Matching::Name)).starts_with("No name is on both sides"));
        assert_eq!(
            said(&own(&["a", "b"], Matching::Place)),
            "Matched by place: 2 servers on both sides; 6 only where keys come from."
        );
    }
}
