//! What a change would move, before it is made. The price of a change is worked out as the change itself would be: a
//! placement of the scenario after it, held against the one on show. So it equals what then moves, for every algorithm.

use placement::{
    algorithm::{Algorithm, Weights, jump, local_rendezvous, rendezvous, ring},
    fleet::Node,
    hash::HashFn,
    limits,
    measure::{Balance, Movement},
    number::Ratio,
    parameter::{self, Kind, Parameter, Value},
    scenario::{Command, Scenario, ScenarioError},
    snapshot::Snapshot,
    weight::Weight,
};

/// Most changes that are offered at once.
const OFFERS: usize = 6;

/// A price is worked out in one go while the page waits: above so many virtual nodes, or so many scores, it is left to
/// the change itself.
const MOST_POINTS: u64 = limits::POINTS / 4;
const MOST_SCORES: u64 = 50_000_000;

/// A change that the reader may want to make next.
#[derive(Clone, PartialEq, Debug)]
pub struct Offer {
    /// In words, as the step will be called.
    pub title: String,
    /// The node's name in these words: all that may be cut short where there is little room.
    pub name: Option<String>,
    /// What does it, as one step.
    pub commands: Vec<Command>,
}

impl Offer {
    /// The title before, in and after the node's name.
    #[must_use]
    pub fn words(&self) -> (&str, &str, &str) {
        let around = self.name.as_deref().and_then(|name| Some((self.title.split_once(name)?, name)));
        around.map_or((self.title.as_str(), "", ""), |((before, after), name)| (before, name, after))
    }
}

/// What a change would move.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Price {
    /// Keys that would have another owner.
    pub moved: u32,
    /// Of so many.
    pub keys: u32,
    /// Keys that have to move; `None` where the roster does not change.
    pub necessary: Option<u32>,
    /// The share that has to move for both states to be fair; `None` where the roster does not change.
    pub fair: Option<Ratio>,
}

impl Price {
    /// Moved over all keys.
    #[must_use]
    pub fn share(&self) -> Ratio {
        Ratio::new(self.moved, self.keys)
    }
}

/// What a node that is not there yet would get.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Ghost {
    /// Keys.
    pub keys: u32,
    /// Keys over its fair share with the node in the fleet; `None` where there are no keys.
    pub times_fair: Option<Ratio>,
}

/// Carries out several commands as one.
///
/// # Errors
/// The first that does not fit; the scenario is as it was then.
pub fn apply_all(scenario: &Scenario, commands: &[Command]) -> Result<(Scenario, String), ScenarioError> {
    let mut after = scenario.clone();
    let mut title = String::new();
    for command in commands {
        title = after.apply(command.clone())?.title;
    }
    Ok((after, title))
}

/// The changes to offer: those that the algorithm takes and the limits allow, with what takes their place where it
/// knows no virtual nodes or weights.
#[must_use]
pub fn offers(scenario: &Scenario, balance: &Balance) -> Vec<Offer> {
    let nodes = scenario.fleet.nodes();
    let algorithm = scenario.algorithm;
    let takes = |parameter: &'static Parameter| algorithm.takes(parameter).then_some(parameter);
    let mut offers = Offers { scenario, list: Vec::new() };
    let name = scenario.fleet.suggested_name();
    offers.push(Some(name.clone()), &[add(name)]);
    if balance.counted == 0 {
        // Nobody owns anything: whatever else is changed, no key moves.
        return offers.list;
    }
    let row = |at: Option<usize>| at.and_then(|at| nodes.get(at)).filter(|_| balance.counted > 1);
    if let Some(busiest) = row(balance.busiest) {
        offers.push(Some(busiest.name.clone()), &[Command::SetUp { id: busiest.id, up: false }]);
    }
    if let Some(lightest) = row(balance.lightest).filter(|_| algorithm.weights == Weights::Used) {
        let double = Weight::from_hundredths(lightest.weight.hundredths().saturating_mul(2));
        if let Some(weight) = double {
            offers.push(Some(lightest.name.clone()), &[Command::SetWeight { id: lightest.id, weight }]);
        }
    }
    if algorithm.keeps_shards() {
        offers.push(None, &[Command::LevelShards]);
        if let Some(middle) = middle(nodes) {
            let drain = Command::SetDrained { id: middle.id, drained: true };
            offers.push(Some(middle.name.clone()), &[drain]);
        }
    }
    if let (Some(gap), Some(middle)) = (takes(&jump::GAP), middle(nodes)) {
        // The same removal by the rule that is set, and by the other one: two prices to compare.
        let other = 1 - scenario.settings.choice(gap).min(1);
        let remove = Command::RemoveNode(middle.id);
        offers.push(Some(middle.name.clone()), std::slice::from_ref(&remove));
        let title = format!("{} {}", if other == 1 { "Swap out" } else { "Close up after" }, middle.name);
        offers.push_as(title, Some(middle.name.clone()), &[Command::Set(gap, Value::Choice(other)), remove]);
    }
    if let (Some(_), Some(middle)) = (algorithm.remembers, middle(nodes)) {
        // For good, and yet nothing moves between those that stay: the price that jump hashing is held against.
        offers.push(Some(middle.name.clone()), &[Command::RemoveNode(middle.id)]);
    }
    if let Some(count) = takes(&ring::VIRTUAL_NODES) {
        let now = scenario.settings.count(count);
        let others = if now < 500 { [500, now * 2, now / 2] } else { [160, now / 2, 1] };
        offers.push_first(others.map(|other| Command::Set(count, Value::Count(other))));
    }
    if let Some(label) = takes(&ring::LABEL) {
        let now = scenario.settings.label(label);
        let other = if now == "{i}-{node}" { "{node}#{i}" } else { "{i}-{node}" };
        offers.push(None, &[Command::Set(label, Value::Label(other.into()))]);
    }
    if let Some(score) = takes(&rendezvous::SCORE) {
        offers.push(None, &[Command::Set(score, next_choice(scenario, score))]);
    }
    if let Some(finaliser) = takes(&parameter::FINALISER) {
        let on = scenario.settings.switch(finaliser);
        offers.push(None, &[Command::Set(finaliser, Value::Switch(!on))]);
    }
    if let Some(hash) = takes(&parameter::HASH) {
        let murmur = parameter::hash_value(HashFn::Murmur3);
        let other =
            if scenario.settings.get(hash) == murmur { parameter::hash_value(HashFn::XxHash64) } else { murmur };
        offers.push(None, &[Command::Set(hash, other)]);
    }
    if let Some(last) = nodes.last().filter(|last| last.up && balance.counted > 1) {
        offers.push(Some(last.name.clone()), &[Command::RemoveNode(last.id)]);
    }
    if algorithm != Algorithm::default() {
        offers.push(None, &[Command::SetAlgorithm(Algorithm::default())]);
    }
    offers.list
}

/// Adds a node of the weight that every new one has.
#[must_use]
pub fn add(name: String) -> Command {
    Command::AddNode { name, weight: Weight::ONE }
}

/// A node that is up, with some before and some after it.
fn middle(nodes: &[Node]) -> Option<&Node> {
    let inner = nodes.get(1..nodes.len().saturating_sub(1))?;
    inner.get(inner.len() / 2).filter(|node| node.up)
}

fn next_choice(scenario: &Scenario, parameter: &Parameter) -> Value {
    let count = if let Kind::Choice(choices) = &parameter.kind { choices.len() } else { 1 };
    Value::Choice((scenario.settings.choice(parameter) + 1) % count.max(1))
}

/// Offers being collected; what does not fit, or changes nothing, is none.
struct Offers<'a> {
    scenario: &'a Scenario,
    list: Vec<Offer>,
}

impl Offers<'_> {
    /// The step's own title.
    fn push(&mut self, name: Option<String>, commands: &[Command]) -> bool {
        self.push_with(None, name, commands)
    }

    fn push_as(&mut self, title: String, name: Option<String>, commands: &[Command]) {
        self.push_with(Some(title), name, commands);
    }

    fn push_first(&mut self, ways: impl IntoIterator<Item = Command>) {
        ways.into_iter().any(|command| self.push(None, &[command]));
    }

    fn push_with(&mut self, title: Option<String>, name: Option<String>, commands: &[Command]) -> bool {
        if self.list.len() >= OFFERS {
            return false;
        }
        let Ok((after, own)) = apply_all(self.scenario, commands) else { return false };
        if &after == self.scenario {
            return false;
        }
        self.list.push(Offer { title: title.unwrap_or(own), name, commands: commands.to_vec() });
        true
    }
}

/// The scenario after some commands, where it can be placed without keeping the page waiting.
fn quick_after(before: &Snapshot, commands: &[Command]) -> Option<Snapshot> {
    let (after, _) = apply_all(before.scenario(), commands).ok()?;
    let quick = if after.algorithm.takes(&ring::VIRTUAL_NODES) {
        ring::points_in_all(&after.fleet, after.settings.count(&ring::VIRTUAL_NODES)) <= MOST_POINTS
    } else if after.algorithm.takes(&local_rendezvous::TOKENS) {
        after.fleet.nodes().len() as u64 * u64::from(after.settings.count(&local_rendezvous::TOKENS)) <= MOST_POINTS
    } else if after.algorithm.takes(&rendezvous::SCORE) {
        after.fleet.nodes().len() as u64 * u64::from(after.keys.len()) <= MOST_SCORES
    } else {
        true
    };
    quick.then(|| Snapshot::place(&after, Some(before)))
}

/// What some commands would move; `None` where they do not fit, or the answer would take too long.
#[must_use]
pub fn price(before: &Snapshot, commands: &[Command]) -> Option<Price> {
    let movement = Movement::in_figures(before, &quick_after(before, commands)?)?;
    Some(Price { moved: movement.moved, keys: movement.keys, necessary: movement.necessary, fair: movement.fair })
}

/// What a node of this name would get; `None` where it cannot be added, or the answer would take too long.
#[must_use]
pub fn ghost(before: &Snapshot, name: String) -> Option<Ghost> {
    let after = quick_after(before, &[add(name)])?;
    let scenario = after.scenario();
    let keys = after.counts().last().copied()?;
    let (weight, all) = scenario.fair_share(scenario.fleet.nodes().last()?);
    let all_keys = scenario.keys.len();
    let times_fair = (weight > 0 && all_keys > 0)
        .then(|| Ratio::new(u128::from(keys) * u128::from(all), u128::from(all_keys) * u128::from(weight)));
    Some(Ghost { keys, times_fair })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::view::View;
    use placement::{algorithm, fleet::NodeId, hash::fmix64, keys::Keys};

    /// The words and prices of the offers for a scenario.
    fn list(scenario: &Scenario) -> Vec<(String, u32)> {
        let view = View::new(scenario, "", None, None);
        offers(scenario, &view.balance)
            .into_iter()
            .map(|offer| {
                let price = price(&view.snapshot, &offer.commands).expect("a price");
                let (before, name, after) = offer.words();
                assert_eq!(format!("{before}{name}{after}"), offer.title);
                (offer.title, price.moved)
            })
            .collect()
    }

    fn by(id: &str) -> Scenario {
        Scenario { algorithm: Algorithm::from_id(id).expect(id), ..Scenario::default() }
    }

    #[test]
    fn the_first_paint_offers_six_changes() {
        let listed = list(&Scenario::default());
        let listed: Vec<(&str, u32)> = listed.iter().map(|(title, moved)| (title.as_str(), *moved)).collect();
        assert_eq!(
            listed,
            [
                ("Add cache-09", 4_944),
                ("Take cache-03 down", 16_891),
                ("Weight of cache-08 to 2", 9_014),
                ("500 virtual nodes", 57_126),
                ("Label {i}-{node}", 87_275),
                ("Add the finaliser", 87_566),
            ]
        );
    }

    #[test]
    fn other_algorithms_offer_what_they_take() {
        let titles = |id| list(&by(id)).into_iter().map(|one| one.0).collect::<Vec<_>>();
        assert_eq!(
            titles("rendezvous")[3..],
            ["Score: fmix(hash(key) ^ hash(node))", "Add the finaliser", "Hash: MurmurHash3"]
        );
        assert_eq!(titles("jump")[2..4], ["Remove cache-05", "Swap out cache-05"]);
        for remembers in ["dx", "anchor", "memento"] {
            assert_eq!(titles(remembers)[2], "Remove cache-05");
        }
        assert_eq!(titles("modulo")[4..], ["Remove cache-08", "Place on a ring"]);
        assert_eq!(titles("coordinator")[2..4], ["Weight of cache-04 to 2", "Drain cache-05"]);
        assert!(algorithm::ALL.iter().all(|one| titles(one.id).len() == OFFERS));
    }

    #[test]
    fn a_gap_filled_by_the_last_moves_less_than_a_renumbered_one() {
        let prices = list(&by("jump"));
        assert!(prices[3].1 < prices[2].1, "{prices:?}");
    }

    #[test]
    fn small_fleets_offer_what_makes_sense() {
        let mut scenario = Scenario::default();
        scenario.apply(Command::SetNodeCount(1)).expect("one");
        let titles: Vec<String> = list(&scenario).into_iter().map(|one| one.0).collect();
        assert_eq!(titles[..2], ["Add cache-02", "500 virtual nodes"]);
        scenario.apply(Command::SetNodeCount(0)).expect("none");
        assert_eq!(list(&scenario), [("Add cache-01".to_owned(), 100_000)]);
    }

    #[test]
    fn what_would_keep_the_page_waiting_has_no_price() {
        let mut scenario = by("rendezvous");
        scenario.keys = Keys::Pattern { pattern: "{i}".into(), first: 0, count: 10 };
        scenario.apply(Command::SetNodeCount(9_999)).expect("many");
        let before = Snapshot::place(&scenario, None);
        assert!(ghost(&before, "one-more".into()).is_some());
        let many = Keys::Pattern { pattern: "{i}".into(), first: 0, count: 10_000 };
        assert_eq!(price(&before, &[Command::SetKeys(many)]), None);
    }

    #[test]
    fn the_ghost_gets_what_the_added_node_gets() {
        let view = View::new(&Scenario::default(), "", None, None);
        let told = ghost(&view.snapshot, "cache-09".into()).expect("a free name");
        assert_eq!((told.keys, told.times_fair.expect("keys").times()), (4_944, "0.44".into()));
        assert_eq!(ghost(&view.snapshot, "cache-01".into()), None);
        assert_eq!(ghost(&view.snapshot, String::new()), None);
    }

    /// Numbers that look random and are the same at each run.
    struct Dice(u64);

    impl Dice {
        fn below(&mut self, end: u32) -> u32 {
            self.0 += 1;
            (fmix64(self.0.wrapping_mul(0x9e37_79b9_7f4a_7c15)) % u64::from(end)) as u32
        }

        /// A fleet with any weights, some nodes down and some gone, by any algorithm with any parameters.
        fn scenario(&mut self, algorithm: Algorithm, hash: HashFn) -> Scenario {
            let mut scenario = Scenario {
                algorithm,
                keys: Keys::Pattern { pattern: "k{i}".into(), first: self.below(1_000_000), count: self.below(400) },
                ..Scenario::default()
            };
            let mut commands = vec![
                Command::SetNodeCount(self.below(12)),
                Command::Set(&parameter::HASH, parameter::hash_value(hash)),
                Command::Set(&parameter::FINALISER, Value::Switch(self.below(2) == 0)),
                Command::Set(&parameter::SPACE, Value::Choice(self.below(2) as usize)),
                Command::Set(&parameter::KEY_HASH, Value::Choice(self.below(15) as usize)),
                Command::Set(&ring::VIRTUAL_NODES, Value::Count(1 + self.below(40) * self.below(20))),
                Command::Set(&ring::DIRECTION, Value::Choice(self.below(2) as usize)),
                Command::Set(&jump::GAP, Value::Choice(self.below(2) as usize)),
                Command::Set(&rendezvous::SCORE, Value::Choice(self.below(4) as usize)),
            ];
            for _ in 0..self.below(5) {
                let id = NodeId(self.below(12));
                let weight = Weight::from_hundredths([0, 1, 50, 225, 1_000][self.below(5) as usize]).expect("small");
                commands.push(match self.below(3) {
                    0 => Command::RemoveNode(id),
                    1 => Command::SetUp { id, up: false },
                    _ => Command::SetWeight { id, weight },
                });
            }
            for command in commands {
                // What does not fit this scenario is left out.
                let _ = scenario.apply(command);
            }
            scenario
        }
    }

    #[test]
    fn every_price_equals_what_then_moves() {
        let mut dice = Dice(7);
        let mut prices = 0;
        for algorithm in algorithm::ALL {
            for hash in HashFn::ALL {
                for _ in 0..12 {
                    let scenario = dice.scenario(algorithm, hash);
                    let view = View::new(&scenario, "", None, None);
                    for offer in offers(&scenario, &view.balance) {
                        let told = price(&view.snapshot, &offer.commands).expect("a price");
                        let (after, _) = apply_all(&scenario, &offer.commands).expect("it was offered");
                        let then = View::new(&after, "", Some(&scenario), None);
                        let movement = then.change.as_ref().and_then(|change| change.movement.as_ref());
                        let movement = movement.expect("the same keys");
                        assert_eq!(
                            (told.moved, told.keys, told.necessary, told.fair),
                            (movement.moved, movement.keys, movement.necessary, movement.fair),
                            "{} of {scenario:?}",
                            offer.title
                        );
                        if let [Command::AddNode { name, .. }] = &offer.commands[..] {
                            let ghost = ghost(&view.snapshot, name.clone()).expect("a free name");
                            let load = then.balance.loads.last().expect("the new node");
                            assert_eq!((ghost.keys, ghost.times_fair), (load.keys, load.times_fair));
                        }
                        prices += 1;
                    }
                }
            }
        }
        assert!(prices > 1_500, "{prices}");
    }
}
