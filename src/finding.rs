//! The sentence on top: what the reader is looking at, with live numbers, and the button that acts on it. And the one
//! announcement for each settled change.

use placement::{
    algorithm::{Geometry, Weights, can_fill_64_bits, ring},
    fleet::NodeId,
    measure::{Balance, Load, Movement, clump, theory},
    number::{Ratio, thousands},
    parameter,
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

fn roster_words(view: &View, movement: &Movement) -> Vec<Word> {
    let fair = movement.fair.unwrap_or(Ratio::new(0u32, 1u32));
    let mut words = vec![
        Word::Moved(format!("{} of {} keys moved", thousands(movement.moved), thousands(movement.keys))),
        Word::Strong(format!(", {}; fair {}.", movement.share().percent(), fair.percent())),
    ];
    let (to, from) = (movement.to_grown, movement.from_shrunk);
    let targets = distinct(movement.pairs.iter().map(|pair| pair.to));
    let sources = distinct(movement.pairs.iter().map(|pair| pair.from));
    if movement.moved == 0 {
        words.push(Word::Weak(" No key had to.".into()));
    } else if movement.between > 0 {
        words.push(Word::Weak(format!(
            " {} had to; {} moved between the others.",
            thousands(to + from),
            thousands(movement.between)
        )));
    } else if let (1, [Some(id)]) = (usize::from(from == 0), &targets[..]) {
        words.extend([
            Word::Weak(" All to ".into()),
            node(view, *id, false),
            Word::Weak(", none between the others.".into()),
        ]);
    } else if let (1, [Some(id)]) = (usize::from(to == 0), &sources[..]) {
        words.extend([Word::Weak(" All from ".into()), node(view, *id, false)]);
        let others = targets.iter().flatten().count();
        // A slot of a cluster can be nobody's, though others are up.
        let has_nobody = others < targets.len();
        words.push(Word::Weak(match (others, has_nobody) {
            (0, _) => ", and nobody has them now.".into(),
            (1, false) => ", all to one other.".into(),
            (_, false) => format!(", to {others} others; none between them."),
            (_, true) => format!(", to {others} others and to nobody."),
        }));
    } else {
        words.push(Word::Weak(format!(
            " {} to what grew, {} from what shrank or went, none between the others.",
            thousands(to),
            thousands(from)
        )));
    }
    words
}

fn distinct<T: Ord>(items: impl Iterator<Item = T>) -> Vec<T> {
    let mut all: Vec<T> = items.collect();
    all.sort();
    all.dedup();
    all
}

fn balance_words(view: &View) -> Vec<Word> {
    let balance = &view.balance;
    let (Some(busiest), Some(lightest)) = (balance.busiest(), balance.lightest()) else { return Vec::new() };
    if balance.counted == 1 {
        return vec![node(view, busiest.id, true), Word::Strong(" holds every key.".into())];
    }
    let mut words = vec![node(view, busiest.id, true)];
    if busiest.fair.part != lightest.fair.part {
        let times = |load: &Load| load.times_fair.map_or_else(String::new, Ratio::times);
        words.push(Word::Strong(format!(" holds {} times its fair share, ", times(busiest))));
        words.push(node(view, lightest.id, true));
        words.push(Word::Strong(format!(" {} times.", times(lightest))));
        return words;
    }
    if lightest.keys == 0 {
        words.push(Word::Strong(format!(" holds {} keys, ", thousands(busiest.keys))));
        words.push(node(view, lightest.id, true));
        words.push(Word::Strong(" none.".into()));
        return words;
    }
    let now = Ratio::new(busiest.keys, lightest.keys);
    words.push(Word::Strong(format!(" holds {} times the keys of ", now.times())));
    words.push(node(view, lightest.id, true));
    words.push(Word::Strong(match before(view) {
        Some(before) if before.times() != now.times() => {
            let rose = now.value() > before.value();
            format!(", {} from {}.", if rose { "up" } else { "down" }, before.times())
        }
        _ => ".".into(),
    }));
    words
}

/// The same ratio before a change of a dial, so that the sentence follows it.
fn before(view: &View) -> Option<Ratio> {
    let balance: &Balance = &view.change.as_ref()?.balance_before;
    let (busiest, lightest) = (balance.busiest()?, balance.lightest()?);
    (lightest.keys > 0 && busiest.fair.part == lightest.fair.part).then(|| Ratio::new(busiest.keys, lightest.keys))
}

/// How the virtual nodes lie.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Clumping {
    /// There are none.
    NoRing,
    /// As chance lays them.
    Chance,
    /// More are followed by one of their own than chance gives.
    Clumped,
    /// Fewer are.
    Regular,
    /// All of them lie within so small a share of the ring.
    Huddled(Ratio),
}

impl Clumping {
    /// Looks at the ring on show.
    #[must_use]
    pub fn of(view: &View) -> Self {
        let Geometry::Ring(ring) = view.snapshot.geometry() else { return Self::NoRing };
        if !view.scenario().algorithm.takes(&ring::VIRTUAL_NODES) {
            // One point a node: none can be followed by its own.
            return Self::NoRing;
        }
        if let Some(arc) = clump::huddle(ring) {
            return Self::Huddled(arc);
        }
        let points = ring.points().len() as u32;
        let chance = chance(view);
        let followed = ring.followed_by_own();
        if points < 2 || theory::is_within_chance(followed, points, chance) {
            Self::Chance
        } else if f64::from(followed) > f64::from(points) * chance.value() {
            Self::Clumped
        } else {
            Self::Regular
        }
    }
}

/// Does a ring lie so that a reader asks why: in clumps, or with a spread that chance does not give?
#[must_use]
pub fn asks_why(view: &View) -> bool {
    // The lens looks at the algorithm's own labels, not at a system's points.
    let is_ring = matches!(view.snapshot.geometry(), Geometry::Ring(_)) && !view.scenario().algorithm.is_system();
    let is_uneven = is_ring && view.balance.spread > 2.0 * view.balance.usual_spread;
    is_uneven || matches!(Clumping::of(view), Clumping::Clumped | Clumping::Huddled(_))
}

/// The share of virtual nodes that chance lets one of their own follow.
#[must_use]
pub fn chance(view: &View) -> Ratio {
    let virtual_nodes = view.scenario().settings.count(&ring::VIRTUAL_NODES);
    theory::followed_by_own(
        view.fleet().nodes().iter().map(|node| ring::points_of(node.effective_weight(), virtual_nodes)),
    )
}

fn takes_finaliser(view: &View) -> bool {
    view.scenario().algorithm.takes(&parameter::FINALISER)
}

/// Could the finaliser be added, and would it do anything here?
fn can_finalise(view: &View) -> bool {
    let scenario = view.scenario();
    let wide = scenario.settings.choice(&parameter::SPACE) == 1 && can_fill_64_bits(scenario.hash());
    takes_finaliser(view) && !scenario.settings.switch(&parameter::FINALISER) && !wide
}

/// Why it is as it is, in a sentence.
#[must_use]
pub fn why(view: &View) -> String {
    if empty(view).is_some() { String::new() } else { reason(view) }
}

fn reason(view: &View) -> String {
    let scenario = view.scenario();
    let balance = &view.balance;
    let hash = scenario.hash();
    let weights_ignored = match scenario.algorithm.weights {
        Weights::Ignored(why) if scenario.fleet.nodes().iter().any(|node| node.weight.hundredths() != 100) => Some(why),
        _ => None,
    };
    if let Some(why) = weights_ignored {
        return why.to_owned();
    }
    if balance.counted == 1 {
        return "With one node there is nothing to balance.".into();
    }
    if let Some(why) = scenario.algorithm.keeps_shards().then(|| of_shards(view)).flatten() {
        return why;
    }
    match Clumping::of(view) {
        Clumping::Huddled(arc) => {
            let nodes = thousands(balance.counted);
            format!(
                "{} puts the look-alike labels of all {nodes} nodes within {} of the ring.",
                hash.name(),
                arc.percent()
            )
        }
        Clumping::Clumped => format!("{} puts look-alike labels side by side.", hash.name()),
        Clumping::Chance if view.named_run.as_ref().is_some_and(|run| run.apart) => "The clumps are gone.".into(),
        _ => {
            let percent = |share: f64| Ratio::new((share * 1e6).round() as u64, 1_000_000u32).percent();
            let (spread, usual) = (percent(balance.spread), percent(balance.usual_spread));
            let is_uneven = balance.spread > 2.0 * balance.usual_spread;
            if is_uneven && scenario.algorithm.is_system() {
                // Which of its parts is to blame the card says.
                format!("A spread of {spread}, where {usual} is usual.")
            } else if is_uneven {
                format!("A spread of {spread}, where {usual} is usual: {} is not even here.", hash.name())
            } else {
                format!("A spread of {spread}; {usual} is usual.")
            }
        }
    }
}

/// What makes a lookup table uneven, where it is not the hash.
fn of_shards(view: &View) -> Option<String> {
    let (fleet, balance) = (view.fleet(), &view.balance);
    let table = fleet.shards();
    match table.moves_to_level(fleet) {
        0 if balance.spread <= 2.0 * balance.usual_spread => None,
        0 if !table.pins().is_empty() => Some("The shards are level; pinned tenants come on top.".into()),
        0 => {
            let off = |load: &Load| load.exact_times_fair.map(|times| (times.value() - 1.0).powi(2));
            let all: Vec<f64> = balance.loads.iter().filter_map(off).collect();
            let by_rounding = (all.iter().sum::<f64>() / all.len().max(1) as f64).sqrt();
            let nodes = thousands(balance.counted);
            (2.0 * by_rounding > balance.spread).then(|| format!("256 shards do not go evenly into {nodes} nodes."))
        }
        1 => Some("The table is 1 move from level.".into()),
        moves => Some(format!("The table is {} moves from level.", thousands(moves))),
    }
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
