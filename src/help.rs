//! What the words on the page mean, each in a sentence or two with the number that it has just now.

use placement::{
    algorithm::{Geometry, ring},
    measure::Load,
    number::{Ratio, thousands},
    parameter::{self, Parameter},
    template::Template,
};

use crate::view::View;

/// A word that a newcomer may not know.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Word {
    /// What a node would hold if all were even.
    FairShare,
    /// How far chance alone takes a node from it.
    Usual,
    /// What arcs cover, beside what keys count.
    ExactByArc,
    /// Keys that had to move.
    Necessary,
    /// What an even placement would move.
    FairMovement,
    /// The node with the most keys for its weight.
    Busiest,
    /// The node with the fewest.
    Lightest,
    /// How unequal the nodes are.
    Spread,
}

/// What a word means, as things stand.
#[must_use]
pub fn word(word: Word, view: &View) -> String {
    let balance = &view.balance;
    let counted = || balance.loads.iter().find(|load| load.fair.part > 0);
    let name = |load: &Load| view.fleet().get(load.id).map_or_else(String::new, |node| node.name.clone());
    let and = |sentence: Option<String>| sentence.map_or_else(String::new, |sentence| format!(" {sentence}"));
    match word {
        Word::FairShare => {
            let here = counted().map(|load| {
                let keys = Ratio::new(load.fair.part * u128::from(balance.keys), load.fair.whole).decimal(1, 0);
                format!("For {}: {}, {keys} of {} keys.", name(load), load.fair.percent(), thousands(balance.keys))
            });
            format!("The fair share is what a node would hold if keys were spread exactly by weight.{}", and(here))
        }
        Word::Usual => {
            let here = counted()
                .map(|load| format!("For {}: {} more or less.", name(load), per_cent(2.0 * load.usual_deviation)));
            let reason = match view.snapshot.geometry() {
                Geometry::Ring(_) => "well-spread virtual nodes",
                _ => "a perfect hash",
            };
            format!(
                "The usual range is as far as chance takes a load even with {reason}: two standard deviations.{}",
                and(here)
            )
        }
        Word::ExactByArc => {
            let here = counted().and_then(|load| Some((load, load.exact?))).map(|(load, exact)| {
                let held = Ratio::new(load.keys, balance.keys).percent();
                format!("{} covers {} and holds {held} of the keys.", name(load), exact.percent())
            });
            format!(
                "The exact share is the part of the circle that a node's arcs cover; keys are a sample of it.{}",
                and(here)
            )
        }
        Word::Necessary => {
            let movement = view.change.as_ref().and_then(|change| change.movement.as_ref());
            let here = movement
                .and_then(|movement| movement.necessary)
                .map(|keys| format!("Here {} of {} keys.", thousands(keys), thousands(balance.keys)));
            format!(
                "Necessary are the moves that no algorithm can avoid: the keys of a node that went, and those that a \
                 new node took over.{}",
                and(here)
            )
        }
        Word::FairMovement => {
            let movement = view.change.as_ref().and_then(|change| change.movement.as_ref());
            let here = movement
                .and_then(|movement| movement.fair)
                .map(|fair| format!("Here {} of {} keys.", fair.percent(), thousands(balance.keys)));
            format!(
                "Fair is the share that would move if every node held exactly what its weight calls for.{}",
                and(here)
            )
        }
        Word::Busiest | Word::Lightest => {
            let (load, which) =
                if word == Word::Busiest { (balance.busiest(), "most") } else { (balance.lightest(), "fewest") };
            let here = load.and_then(|load| Some((load, load.times_fair?))).map(|(load, times)| {
                format!("{} with {}, {} times its fair share.", name(load), thousands(load.keys), times.times())
            });
            format!("The node with the {which} keys for its weight.{}", and(here))
        }
        Word::Spread => {
            let (now, usual) = (per_cent(balance.spread), per_cent(balance.usual_spread));
            format!(
                "The spread is the standard deviation of the loads, relative to the fair share: {now}. Chance alone \
                 gives {usual}."
            )
        }
    }
}

/// What a parameter does, as things stand.
#[must_use]
pub fn parameter(of: &Parameter, view: &View) -> String {
    let scenario = view.scenario();
    let here = if *of == ring::VIRTUAL_NODES {
        points(view).map(|points| {
            let nodes = view.snapshot.placed().seats().len() as u64;
            format!(
                "Each is a virtual node, one of the places where the node stands: the more it has, the nearer its share \
                 comes to the fair one; here {} of {} nodes.",
                thousands(points),
                thousands(nodes)
            )
        })
    } else if *of == ring::LABEL {
        scenario.fleet.nodes().first().map(|node| {
            let label = Template::parse(&scenario.settings.label(&ring::LABEL)).text(&node.name, 0);
            format!("The first one here is {label}.")
        })
    } else if *of == parameter::FINALISER {
        view.balance.busiest_times().map(|times| {
            let with = if scenario.settings.switch(&parameter::FINALISER) { "With" } else { "Without" };
            format!("{with} it the busiest node holds {} times its fair share.", times.times())
        })
    } else if *of == parameter::HASH && !scenario.keys.is_empty() {
        let key = scenario.keys.key(0);
        let value = view.snapshot.placed().key_hashing().value(key.as_bytes());
        let short: String = key.chars().take(40).collect();
        Some(format!("The key {short} becomes {}.", thousands(value)))
    } else {
        None
    };
    here.map_or_else(|| of.help.to_owned(), |here| format!("{} {here}", of.help))
}

fn points(view: &View) -> Option<u64> {
    match view.snapshot.geometry() {
        Geometry::Ring(ring) => Some(ring.points().len() as u64),
        _ => None,
    }
}

fn per_cent(share: f64) -> String {
    Ratio::new((share.max(0.0) * 1e6).round() as u64, 1_000_000u32).percent()
}

#[cfg(test)]
mod tests {
    use super::*;
    use placement::scenario::{Command, Scenario};

    fn first_paint() -> View {
        View::new(&Scenario::default(), "", None, None)
    }

    #[test]
    fn words_have_the_numbers_of_the_first_paint() {
        let view = first_paint();
        let ends = |text: String, end: &str| assert!(text.ends_with(end), "{text}");
        ends(word(Word::FairShare, &view), "For cache-01: 12.5 %, 12,500 of 100,000 keys.");
        ends(word(Word::ExactByArc, &view), " and holds 10.8 % of the keys.");
        // 2 · sqrt((1 - 1/8) · (1/160 + 8/100,000)) is 14.9 %: the points' share and that of the sampled keys.
        ends(word(Word::Usual, &view), "For cache-01: 14.9 % more or less.");
        ends(word(Word::Necessary, &view), "a new node took over.");
        ends(word(Word::Busiest, &view), "cache-03 with 16,891, 1.35 times its fair share.");
        ends(word(Word::Lightest, &view), "cache-08 with 6,788, 0.54 times its fair share.");
        ends(parameter(&ring::VIRTUAL_NODES, &view), "here 1,280 of 8 nodes.");
        ends(parameter(&ring::LABEL, &view), "The first one here is cache-01#0.");
        ends(parameter(&parameter::FINALISER, &view), "Without it the busiest node holds 1.35 times its fair share.");
        // FNV-1a 32 of "user:0", worked out apart.
        ends(parameter(&parameter::HASH, &view), &format!("The key user:0 becomes {}.", thousands(fnv1a(b"user:0"))));
    }

    fn fnv1a(bytes: &[u8]) -> u32 {
        bytes.iter().fold(2_166_136_261u32, |hash, &byte| (hash ^ u32::from(byte)).wrapping_mul(16_777_619))
    }

    #[test]
    fn a_change_has_its_marks_and_an_empty_fleet_its_meaning() {
        let before = Scenario::default();
        let mut scenario = before.clone();
        scenario.apply(Command::RemoveNode(placement::fleet::NodeId(2))).expect("a node");
        let view = View::new(&scenario, "", Some(&before), None);
        assert!(word(Word::Necessary, &view).ends_with("Here 16,891 of 100,000 keys."));
        assert!(word(Word::FairMovement, &view).ends_with("Here 12.5 % of 100,000 keys."));
        scenario.apply(Command::SetNodeCount(0)).expect("a count");
        let none = View::new(&scenario, "", None, None);
        assert!(word(Word::FairShare, &none).ends_with("by weight."));
        assert!(parameter(&ring::LABEL, &none).ends_with("from 0."));
    }
}
