//! What can stand beside a scenario: the change that led on from it, as commands, and other ways to place the same keys
//! on the same fleet, so that all of them are compared on the same change; or what it is migrated to.

use crate::{
    algorithm::{Algorithm, all_parameters},
    fleet::Fleet,
    lab::comparison::Entry,
    migration::Target,
    parameter::Settings,
    scenario::{Command, Scenario, ScenarioError},
};

/// Most variants beside a scenario.
pub const MOST_VARIANTS: usize = 3;
/// Most commands of a change that is carried along: a longer one is another fleet and no change that one looks at.
pub const MOST_COMMANDS: usize = 32;

/// A way to place: an algorithm and its settings.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Variant {
    /// By which algorithm.
    pub algorithm: Algorithm,
    /// With which parameters; those that the algorithm does not take are kept for the one that does.
    pub settings: Settings,
}

/// A change, the variants that it is compared by, and what is migrated to.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Beside {
    /// What is done to the fleet; nothing where only the balance is compared.
    pub then: Vec<Command>,
    /// The ways to place it besides the scenario's own, up to [`MOST_VARIANTS`].
    pub variants: Vec<Variant>,
    /// Where the scenario is migrated to, if it is.
    pub to: Option<Target>,
}

impl Variant {
    /// The way in which a scenario is placed.
    #[must_use]
    pub fn of(scenario: &Scenario) -> Self {
        Self { algorithm: scenario.algorithm, settings: scenario.settings.clone() }
    }

    /// The keys and the fleet of a scenario, placed in this way.
    ///
    /// # Errors
    /// That is beyond a limit: more points than can be placed.
    pub fn on(&self, scenario: &Scenario) -> Result<Scenario, ScenarioError> {
        let mut other = scenario.clone();
        if other.algorithm != self.algorithm {
            other.apply(Command::SetAlgorithm(self.algorithm))?;
        }
        other.settings = self.settings.clone();
        other.check()?;
        Ok(other)
    }

    /// The line of a comparison: placed in this way and then changed, from its own state before.
    ///
    /// # Errors
    /// That is beyond a limit.
    pub fn entry(&self, scenario: &Scenario, then: &[Command]) -> Result<Entry, ScenarioError> {
        let changes = if then.is_empty() { Vec::new() } else { vec![then.to_vec()] };
        Ok(Entry { scenario: self.on(scenario)?, changes })
    }

    /// Does it place as the other does? Parameters that the algorithm does not take make no difference.
    #[must_use]
    pub fn is_like(&self, other: &Self) -> bool {
        let same = |parameter| self.settings.get(parameter) == other.settings.get(parameter);
        self.algorithm == other.algorithm
            && all_parameters().into_iter().filter(|one| self.algorithm.takes(one)).all(same)
    }
}

/// The commands that lead from one scenario to the next where only nodes came, went, or changed their weight or state;
/// `None` where something else changed, where that is not all, or where they are more than [`MOST_COMMANDS`].
#[must_use]
pub fn roster_change(before: &Scenario, after: &Scenario) -> Option<Vec<Command>> {
    let commands = commands_between(&before.fleet, &after.fleet);
    if commands.is_empty() || commands.len() > MOST_COMMANDS {
        return None;
    }
    let mut made = before.clone();
    commands.iter().try_for_each(|command| made.apply(command.clone()).map(|_| ())).ok()?;
    (made == *after).then_some(commands)
}

fn commands_between(before: &Fleet, after: &Fleet) -> Vec<Command> {
    let gone =
        before.nodes().iter().filter(|node| after.get(node.id).is_none()).map(|node| Command::RemoveNode(node.id));
    let mut commands: Vec<Command> = gone.take(MOST_COMMANDS + 1).collect();
    for node in after.nodes() {
        if commands.len() > MOST_COMMANDS {
            break;
        }
        let was_up = match before.get(node.id) {
            None => {
                commands.push(Command::AddNode { name: node.name.clone(), weight: node.weight });
                true
            }
            Some(old) => {
                if old.weight != node.weight {
                    commands.push(Command::SetWeight { id: node.id, weight: node.weight });
                }
                old.up
            }
        };
        if was_up != node.up {
            commands.push(Command::SetUp { id: node.id, up: node.up });
        }
    }
    commands
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{algorithm::ALL, fleet::NodeId, parameter, parameter::Value, weight::Weight};

    fn add(name: &str) -> Command {
        Command::AddNode { name: name.into(), weight: Weight::ONE }
    }

    fn after(scenario: &Scenario, commands: &[Command]) -> Scenario {
        let mut after = scenario.clone();
        for command in commands {
            after.apply(command.clone()).expect("a command");
        }
        after
    }

    #[test]
    fn a_change_of_the_roster_is_found_again_under_every_algorithm() {
        let changes = [
            vec![add("cache-09")],
            vec![Command::RemoveNode(NodeId(3))],
            vec![Command::SetUp { id: NodeId(3), up: false }],
            vec![Command::SetWeight { id: NodeId(2), weight: "2.5".parse().expect("a weight") }],
            vec![Command::RemoveNode(NodeId(3)), add("x"), add("y")],
        ];
        for algorithm in ALL {
            let before = Scenario { algorithm, ..Scenario::default() };
            for change in &changes {
                let found = roster_change(&before, &after(&before, change));
                assert_eq!(found.as_ref(), Some(change), "{algorithm:?}");
            }
        }
    }

    #[test]
    fn nothing_else_is_taken_for_one() {
        let before = Scenario::default();
        for command in [
            Command::Set(&parameter::FINALISER, Value::Switch(true)),
            Command::Rename { id: NodeId(0), name: "other".into() },
            Command::SetNodeCount(8 + 1 + MOST_COMMANDS as u32),
            Command::SetNodeCount(8),
        ] {
            assert_eq!(roster_change(&before, &after(&before, std::slice::from_ref(&command))), None, "{command:?}");
        }
        let both = [add("x"), Command::Set(&parameter::FINALISER, Value::Switch(true))];
        assert_eq!(roster_change(&before, &after(&before, &both)), None);
    }

    #[test]
    fn a_variant_keeps_fleet_and_keys_and_minds_the_limits() {
        let before = after(&Scenario::default(), &[Command::SetNodeCount(1_000)]);
        for algorithm in ALL {
            let variant = Variant { algorithm, settings: Settings::default() };
            let placed = variant.on(&before).expect("fits");
            assert_eq!((placed.algorithm, &placed.keys), (algorithm, &before.keys));
            assert_eq!(placed.fleet.nodes(), before.fleet.nodes());
            assert!(variant.is_like(&Variant::of(&placed)));
        }
        let mut settings = Settings::default();
        settings.set(&crate::algorithm::ring::VIRTUAL_NODES, Value::Count(10_000)).expect("a count");
        let many = Variant { algorithm: Algorithm::default(), settings };
        assert_eq!(many.on(&before), Err(ScenarioError::TooManyPoints(10_000_000)));
        // Modulo has no virtual nodes.
        let modulo = Algorithm::from_id("modulo").expect("modulo");
        let [with, without] =
            [many.settings.clone(), Settings::default()].map(|settings| Variant { algorithm: modulo, settings });
        assert!(with.is_like(&without) && with != without && !many.is_like(&with));
    }
}
