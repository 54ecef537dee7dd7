//! The sentence on top: what the reader is looking at, with live numbers, and the button that acts on it. And the one
//! announcement for each settled change.

mod balance;
mod moved;
mod why;

use placement::{fleet::NodeId, measure::Movement, number::thousands, parameter};

pub use self::why::{Clumping, asks_why, chance, why};
use self::{
    balance::balance_words,
    moved::roster_words,
    why::{can_finalise, reason, takes_finaliser},
};

use crate::view::View;

/// A part of the sentence.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Word {
    /// What was found.
    Strong(String),
    /// Its reason.
    Weak(String),
    /// A node: its chip and name. True where it belongs to what was found.
    Node(NodeId, String, bool),
    /// Keys that moved.
    Moved(String),
}

/// What the button does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Action {
    /// Repairs: the one filled button.
    AddFinaliser,
    /// The way back.
    RemoveFinaliser,
    /// The way back.
    Undo,
}

/// The sentence and its buttons.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Finding {
    /// In order; spaces belong to the texts.
    pub words: Vec<Word>,
    /// The first is the main one.
    pub actions: Vec<Action>,
}

/// The sentence for what is on show.
#[must_use]
pub fn finding(view: &View) -> Finding {
    if let Some(empty) = empty(view) {
        return empty;
    }
    let clumped = matches!(Clumping::of(view), Clumping::Clumped | Clumping::Huddled(_));
    let repair = (clumped && can_finalise(view)).then_some(Action::AddFinaliser);
    if let Some(change) = &view.change
        && let Some(movement) = change.roster_movement()
    {
        let words = roster_words(view, movement);
        return Finding { words, actions: repair.into_iter().chain([Action::Undo]).collect() };
    }
    let mut words = balance_words(view);
    words.push(Word::Weak(format!(" {}", reason(view))));
    let way_back = view.scenario().settings.switch(&parameter::FINALISER) && takes_finaliser(view);
    let actions = repair.or_else(|| way_back.then_some(Action::RemoveFinaliser)).into_iter().collect();
    Finding { words, actions }
}

/// The same as plain text.
#[must_use]
pub fn plain(words: &[Word]) -> String {
    words
        .iter()
        .map(|word| match word {
            Word::Strong(text) | Word::Weak(text) | Word::Moved(text) => text.as_str(),
            Word::Node(_, name, _) => name.as_str(),
        })
        .collect()
}

/// What is said once after a settled change; after a step back, what was undone.
#[must_use]
pub fn announcement(view: &View, undone: Option<&str>) -> String {
    let mut text = String::new();
    if let Some(title) = undone {
        text.push_str(&format!("Undone: {title}. "));
    } else if let Some(change) = &view.change {
        text.push_str(&change.title);
        text.push_str(". ");
        if let Some(movement) = &change.movement {
            text.push_str(&moved_text(movement));
            if let Some(fair) = movement.fair {
                text.push_str(&format!("; fair {}", fair.percent()));
            }
            text.push_str(". ");
        }
    }
    match view.balance.busiest_times() {
        Some(times) => text.push_str(&format!("Busiest node {} times its fair share.", times.times())),
        None => text.push_str("No key has an owner."),
    }
    text
}

/// "10,918 of 100,000 keys moved, 10.9 %".
fn moved_text(movement: &Movement) -> String {
    format!("{} of {} keys moved, {}", thousands(movement.moved), thousands(movement.keys), movement.share().percent())
}

fn empty(view: &View) -> Option<Finding> {
    let strong = if view.fleet().nodes().is_empty() {
        "There is no node, so no key has an owner."
    } else if view.balance.keys == 0 {
        "There is no key to place."
    } else if view.balance.counted == 0 {
        "No node can own a key: all are down or have a weight of 0."
    } else {
        return None;
    };
    let actions = view.change.iter().map(|_| Action::Undo).collect();
    Some(Finding { words: vec![Word::Strong(strong.into())], actions })
}

fn node(view: &View, id: NodeId, strong: bool) -> Word {
    Word::Node(id, view.name_of(Some(id)), strong)
}

#[cfg(test)]
mod tests {
    use super::*;
    use placement::{
        algorithm::Algorithm,
        parameter::Value,
        scenario::{Command, Scenario},
        weight::Weight,
    };

    fn after(commands: impl IntoIterator<Item = Command>) -> View {
        let mut scenario = Scenario::default();
        let mut view = View::new(&scenario, "", None, None);
        for command in commands {
            let before = scenario.clone();
            let effects = scenario.apply(command).expect("a command");
            view = View::new(&scenario, &effects.title, Some(&before), Some(&view));
        }
        view
    }

    fn said(view: &View) -> (String, Vec<Action>) {
        let finding = finding(view);
        (plain(&finding.words), finding.actions)
    }

    // The hashes of user:0 to user:99,999 modulo 8: 12,498 to 12,502 of each rest.
    #[test]
    fn an_even_placement_is_said_to_be_one() {
        let modulo = Command::SetAlgorithm(Algorithm::from_id("modulo").expect("an algorithm"));
        let words = said(&after([modulo])).0;
        assert!(words.starts_with("All 8 nodes hold alike: 12,498 to 12,502 keys each. A spread of"), "{words}");
    }

    fn finaliser(on: bool) -> Command {
        Command::Set(&parameter::FINALISER, Value::Switch(on))
    }

    // A master that is down keeps its slots: 12.5 % of them, of which 12,502 keys are (Redis' own ranges of eight masters).
    #[test]
    fn keys_that_nobody_has_are_said_to_be_nobodys() {
        let redis = Command::SetAlgorithm(Algorithm::from_id("redis-cluster").expect("a system"));
        let (said, _) = said(&after([redis, Command::SetUp { id: NodeId(3), up: false }]));
        assert_eq!(
            said,
            "12,502 of 100,000 keys moved, 12.5 %; fair 12.5 %. All from cache-04, and nobody has them now."
        );
    }

    #[test]
    fn the_first_paint_and_its_repair() {
        assert_eq!(
            said(&after([])),
            (
                "cache-03 holds 2.49 times the keys of cache-08. FNV-1a 32 puts look-alike labels side by side.".into(),
                vec![Action::AddFinaliser]
            )
        );
        assert_eq!(
            said(&after([finaliser(true)])),
            (
                "cache-03 holds 1.37 times the keys of cache-06, down from 2.49. The clumps are gone.".into(),
                vec![Action::RemoveFinaliser]
            )
        );
    }

    #[test]
    fn a_ring_of_which_one_node_has_nearly_all_says_why() {
        // A public report of ten nodes with one point each: all ten stand within 1 - 0.941405 of the circle.
        let ports: Vec<String> = (9_001..=9_010).map(|port| format!("http://127.0.0.1:{port}")).collect();
        let link = format!("vn=1&label={{node}}&keys=sku-{{i}}&from=1&nodes={}", ports.join(","));
        let (text, actions) = said(&View::new(&placement::link::decode(&link).scenario, "", None, None));
        let why = " FNV-1a 32 puts the look-alike labels of all 10 nodes within 5.9 % of the ring.";
        assert!(text.ends_with(why), "{text}");
        assert_eq!(actions, [Action::AddFinaliser]);
    }

    // FNV-1a of `cache-0x`: the xor with the last digit moves the state by less than 16, the product by as many P. So all eight
    // stand within 15 · 16,777,619 positions, 5.9 % of the circle.
    #[test]
    fn a_ring_of_one_point_a_node_says_that_all_stand_together() {
        let text = said(&after([Command::SetAlgorithm(Algorithm::from_id("multiprobe").expect("an algorithm"))]));
        let hash = |name: &str| {
            name.bytes().fold(0x811c_9dc5u32, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193))
        };
        let all: Vec<u32> = (1..=8).map(|at| hash(&format!("cache-0{at}"))).collect();
        let span = all.iter().max().zip(all.iter().min()).map(|(most, least)| most - least).expect("eight");
        let arc = format!("{:.1} %", 100.0 * f64::from(span) / 4_294_967_296.0);
        assert!(
            text.0
                .ends_with(&format!(" FNV-1a 32 puts the look-alike labels of all 8 nodes within {arc} of the ring.")),
            "{text:?}"
        );
        assert_eq!(text.1, [Action::AddFinaliser]);
    }

    #[test]
    fn a_roster_change_says_what_moved() {
        let add = || Command::AddNode { name: "cache-09".into(), weight: Weight::ONE };
        assert_eq!(
            said(&after([finaliser(true), add()])),
            (
                "10,918 of 100,000 keys moved, 10.9 %; fair 11.1 %. All to cache-09, none between the others.".into(),
                vec![Action::Undo]
            )
        );
        let (text, actions) = said(&after([add()]));
        assert!(text.starts_with("4,944 of 100,000 keys moved, 4.9 %; fair 11.1 %."), "{text}");
        assert_eq!(actions, [Action::AddFinaliser, Action::Undo]);
        let (text, _) = said(&after([Command::SetUp { id: NodeId(2), up: false }]));
        assert!(
            text.starts_with("16,891 of 100,000 keys moved, 16.9 %; fair 12.5 %. All from cache-03, to "),
            "{text}"
        );
        let modulo = Command::SetAlgorithm(Algorithm::from_id("modulo").expect("modulo"));
        let (text, _) = said(&after([modulo, add()]));
        assert!(text.ends_with("11,081 had to; 77,569 moved between the others."), "{text}");
    }

    #[test]
    fn a_table_says_what_makes_it_uneven() {
        let by_table =
            || [Command::SetAlgorithm(Algorithm::from_id("coordinator").expect("the table")), finaliser(true)];
        let with = |command: Command| said(&after(by_table().into_iter().chain([command]))).0;
        let said_of = |command| with(command).split_once(". ").expect("a reason").1.to_owned();
        assert_eq!(said_of(Command::MoveShard { shard: 1, to: NodeId(0) }), "The table is 1 move from level.");
        let pin = Command::Pin { tenant: "user:4".into(), to: NodeId(0) };
        assert_eq!(said_of(pin), "The shards are level; pinned tenants come on top.");
        let many = Command::SetNodeCount(100);
        assert!(with(many.clone()).contains(" moved, "));
        let mut scenario = Scenario::default();
        for command in by_table().into_iter().chain([many]) {
            scenario.apply(command).expect("a command");
        }
        let still = said(&View::new(&scenario, "", None, None)).0;
        assert!(still.ends_with("256 shards do not go evenly into 100 nodes."), "{still}");
        // A drained node is a change of the roster.
        let drained = with(Command::SetDrained { id: NodeId(2), drained: true });
        assert!(drained.contains("; fair 12.5 %. All from cache-03, to 7 others; none between them."), "{drained}");
    }

    #[test]
    fn what_cannot_be_placed_is_said() {
        assert_eq!(said(&after([Command::SetNodeCount(0)])).0, "There is no node, so no key has an owner.");
        let down = (0..8).map(|id| Command::SetUp { id: NodeId(id), up: false });
        assert_eq!(said(&after(down)).0, "No node can own a key: all are down or have a weight of 0.");
    }

    #[test]
    fn one_announcement_says_the_change_and_its_price() {
        let add = Command::AddNode { name: "cache-09".into(), weight: Weight::ONE };
        assert_eq!(
            announcement(&after([finaliser(true), add]), None),
            "Add cache-09. 10,918 of 100,000 keys moved, 10.9 %; fair 11.1 %. Busiest node 1.14 times its fair share."
        );
        assert_eq!(
            announcement(&after([finaliser(true)]), Some("Add cache-09")),
            "Undone: Add cache-09. Busiest node 1.14 times its fair share."
        );
    }
}
