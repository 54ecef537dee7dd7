//! A command is carried out, or refused.

use super::{
    Command, Effects, Scenario, ScenarioError,
    title::{nodes_in_words, title_of},
};
use crate::{
    algorithm::{self, can_fill_64_bits, dx, jump},
    fleet::{FleetError, GapRule, Node, NodeId, TakesBack},
    keys::Keys,
    limits,
    number::thousands,
    parameter::{self, Parameter, Value},
};

impl Scenario {
    /// Carries out a command, or refuses it and leaves everything as it was.
    ///
    /// # Errors
    /// A command that does not fit; the message is for people.
    pub fn apply(&mut self, command: Command) -> Result<Effects, ScenarioError> {
        let mut next = self.clone();
        let is_of_shards = command.is_of_shards();
        let effects = next.carry_out(command)?;
        if !is_of_shards {
            next.keep_shards(self);
        }
        next.check()?;
        *self = next;
        Ok(effects)
    }

    #[inline(never)]
    fn node(&self, id: NodeId) -> Result<Node, FleetError> {
        self.fleet.get(id).cloned().ok_or(FleetError::NoSuchNode(id))
    }

    fn name_of(&self, id: NodeId) -> Result<String, FleetError> {
        self.fleet.get(id).map(|node| node.name.clone()).ok_or(FleetError::NoSuchNode(id))
    }

    /// An algorithm without a memory of removed buckets takes vacant ones for gaps, and a change of its own closes
    /// them.
    fn close_forgotten_gaps(&mut self) {
        if self.algorithm.remembers.is_none() {
            self.fleet.forget_vacancies(jump::gap_rule(&self.settings));
        }
    }

    /// Removes a node for good: its bucket is left vacant, or the gap is closed.
    fn remove(&mut self, id: NodeId, notes: &mut Vec<String>) -> Result<Node, FleetError> {
        if self.algorithm.remembers.is_none() {
            self.close_forgotten_gaps();
            return self.fleet.remove(id, jump::gap_rule(&self.settings));
        }
        let gone = self.fleet.vacate(id)?;
        // A row of buckets that is longer than the capacity makes the array longer, and must stay.
        let has_capacity = self.algorithm.takes(&dx::CAPACITY);
        self.fleet.shorten(if has_capacity { self.settings.count(&dx::CAPACITY) } else { u32::MAX });
        if self.fleet.vacancies() > limits::VACANCIES {
            self.fleet.forget_vacancies(GapRule::Renumber);
            let most = thousands(limits::VACANCIES as u64);
            let note =
                format!("More than {most} buckets were vacant. They are forgotten, and the rest is numbered anew.");
            if !notes.contains(&note) {
                notes.push(note);
            }
        }
        Ok(gone)
    }

    fn carry_out(&mut self, command: Command) -> Result<Effects, ScenarioError> {
        let mut notes = Vec::new();
        let title = match command {
            Command::AddNode { name, weight } => {
                self.close_forgotten_gaps();
                self.fleet.add_by(&name, weight, self.algorithm.remembers)?;
                format!("Add {name}")
            }
            Command::RemoveNode(id) => {
                let gone = self.remove(id, &mut notes)?;
                format!("Remove {}", gone.name)
            }
            Command::Rename { id, name } => {
                let before = self.name_of(id)?;
                self.fleet.rename(id, &name)?;
                self.settings.rename_node(&algorithm::all_parameters(), &before, &name);
                format!("Rename {before} to {name}")
            }
            Command::SetWeight { id, weight } => {
                self.fleet.set_weight(id, weight)?;
                format!("Weight of {} to {weight}", self.name_of(id)?)
            }
            Command::SetUp { id, up } => {
                if up && self.algorithm.remembers == Some(TakesBack::LastFirst) {
                    self.fleet.exchange_with_last_removed(id);
                }
                self.fleet.set_up(id, up)?;
                let name = self.name_of(id)?;
                if up { format!("Bring {name} up") } else { format!("Take {name} down") }
            }
            Command::SetNodeCount(count) => {
                let count = count as usize;
                if count > self.fleet.nodes().len() {
                    self.close_forgotten_gaps();
                }
                self.fleet.grow_to_by(count, self.algorithm.remembers)?;
                while let Some(last) = self.fleet.nodes().get(count..).and_then(<[Node]>::last) {
                    self.remove(last.id, &mut notes)?;
                }
                nodes_in_words(count)
            }
            Command::SetFleet(fleet) => {
                self.fleet = fleet;
                format!("Fleet of {}", nodes_in_words(self.fleet.nodes().len()))
            }
            Command::SetAlgorithm(algorithm) => {
                self.algorithm = algorithm;
                format!("Place {} {}", algorithm.preposition, algorithm.name)
            }
            Command::Set(parameter, value) => {
                self.settings.set(parameter, value.clone())?;
                self.keep_enough_bits(parameter, &mut notes)?;
                title_of(parameter, &value)
            }
            Command::SetKeys(keys) => {
                self.keys = keys;
                match &self.keys {
                    Keys::Pattern { pattern, count, .. } => format!("{} keys {pattern}", thousands(*count)),
                    Keys::List(list) => format!("{} pasted keys", thousands(list.len())),
                }
            }
            Command::MoveShard { shard, to } => {
                let to = self.node(to)?;
                let title = format!("Move shard {shard} to {}", to.name);
                self.change_shards(&|table, _| table.move_shard(shard, &to))?;
                title
            }
            Command::LevelShards => {
                self.change_shards(&|table, fleet| table.level(fleet))?;
                "Level the table".into()
            }
            Command::Pin { tenant, to } => {
                let to = self.node(to)?;
                self.change_shards(&|table, _| table.pin(&tenant, &to))?;
                format!("Pin {tenant} to {}", to.name)
            }
            Command::Unpin(tenant) => {
                self.change_shards(&|table, _| table.unpin(&tenant))?;
                format!("Unpin {tenant}")
            }
            Command::SetDrained { id, drained } => {
                let node = self.node(id)?;
                self.change_shards(&|table, fleet| table.set_drained(fleet, &node, drained))?;
                format!("{} {}", if drained { "Drain" } else { "Undrain" }, node.name)
            }
        };
        Ok(Effects { title, notes })
    }

    /// A space of 64 bits needs hashes that fill it: asking for the space fails without them, and choosing a shorter
    /// hash brings the space back to 32.
    fn keep_enough_bits(&mut self, changed: &Parameter, notes: &mut Vec<String>) -> Result<(), ScenarioError> {
        if self.settings.choice(&parameter::SPACE) != 1 {
            return Ok(());
        }
        let hashing = algorithm::Hashing::from_settings(&self.settings);
        let Some(short) = [hashing.points, hashing.keys].into_iter().find(|&choice| !can_fill_64_bits(choice)) else {
            return Ok(());
        };
        if changed.field == parameter::SPACE.field {
            return Err(ScenarioError::NotEnoughBits(short.name()));
        }
        self.settings.set(&parameter::SPACE, Value::Choice(0))?;
        notes.push(format!("The space is 32 bits again: {} has no more.", short.name()));
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        algorithm::{Algorithm, ring},
        fleet::Fleet,
        hash::HashFn,
        weight::Weight,
    };

    #[test]
    fn a_refused_command_changes_nothing() {
        let mut scenario = Scenario::default();
        let refused = [
            Command::AddNode { name: "cache-01".into(), weight: Weight::ONE },
            Command::RemoveNode(NodeId(99)),
            Command::SetNodeCount(10_001),
            Command::Set(&ring::VIRTUAL_NODES, Value::Count(0)),
            Command::Set(&ring::LABEL, Value::Label("{i}".into())),
            Command::Set(&parameter::SPACE, Value::Choice(1)),
            Command::SetKeys(Keys::Pattern { pattern: "user".into(), first: 0, count: 10 }),
            Command::SetKeys(Keys::Pattern { pattern: "{i}".into(), first: 0, count: 1_000_001 }),
            Command::SetWeight { id: NodeId(0), weight: Weight::MAX },
        ];
        // 1,000 times 160 points fit; with 10,000 each they do not.
        scenario.apply(Command::Set(&ring::VIRTUAL_NODES, Value::Count(10_000))).expect("80,000 points");
        let before = scenario.clone();
        for command in refused {
            let error = scenario.apply(command.clone()).expect_err(&format!("{command:?}"));
            assert!(error.to_string().ends_with(['.', '?']), "{error}");
            assert_eq!(scenario, before);
        }
    }

    #[test]
    fn a_shorter_hash_brings_the_space_back() {
        let mut scenario = Scenario::default();
        scenario.apply(Command::Set(&parameter::HASH, parameter::hash_value(HashFn::XxHash64))).expect("a hash");
        scenario.apply(Command::Set(&parameter::SPACE, Value::Choice(1))).expect("64 bits");
        let effects = scenario.apply(Command::Set(&parameter::FINALISER, Value::Switch(true))).expect("a switch");
        assert_eq!(effects.title, "Add the finaliser");
        assert_eq!(effects.notes, ["The space is 32 bits again: xxHash64 + fmix32 has no more."]);
        assert_eq!(scenario.settings.choice(&parameter::SPACE), 0);
    }

    #[test]
    fn the_number_of_nodes_goes_both_ways() {
        let mut scenario = Scenario::default();
        assert_eq!(scenario.apply(Command::SetNodeCount(10)).expect("10").title, "10 nodes");
        assert_eq!(scenario.fleet.nodes()[9].name, "cache-10");
        scenario.apply(Command::SetNodeCount(0)).expect("none");
        assert_eq!(scenario.fleet.nodes(), []);
        scenario.apply(Command::SetNodeCount(8)).expect("8");
        assert_eq!(scenario, Scenario::default());
    }

    #[test]
    fn fewer_nodes_and_as_many_again_take_back_the_vacant_buckets() {
        for id in ["dx", "anchor", "memento"] {
            for capacity in [1, 32] {
                let algorithm = Algorithm::from_id(id).expect("an algorithm");
                let mut scenario = Scenario { algorithm, ..Scenario::default() };
                scenario.apply(Command::Set(&dx::CAPACITY, Value::Count(capacity))).expect("a capacity");
                let fresh = scenario.clone();
                scenario.apply(Command::SetNodeCount(5)).expect("5");
                // The last buckets need not be remembered where the row may be shorter.
                let is_remembered = id != "memento" && capacity == 1;
                assert_eq!(scenario.fleet.vacancies(), if is_remembered { 3 } else { 0 }, "{id} {capacity}");
                scenario.apply(Command::SetNodeCount(8)).expect("8");
                assert_eq!(scenario, fresh);
                scenario.apply(Command::SetUp { id: NodeId(2), up: false }).expect("down");
                let down = scenario.clone();
                scenario.apply(Command::SetNodeCount(5)).expect("5");
                assert_eq!((scenario.fleet.vacancies(), scenario.fleet.buckets()), (3, 8));
                scenario.apply(Command::SetNodeCount(8)).expect("8");
                assert_eq!(scenario, down);
                // Another algorithm forgets them by its first removal, or addition.
                scenario.apply(Command::RemoveNode(NodeId(0))).expect("the first");
                scenario.apply(Command::SetAlgorithm(Algorithm::default())).expect("the ring");
                assert_eq!((scenario.fleet.vacancies(), scenario.fleet.buckets()), (1, 8));
                scenario.apply(Command::SetNodeCount(9)).expect("9");
                assert_eq!((scenario.fleet.vacancies(), scenario.fleet.buckets()), (0, 9));
            }
        }
    }

    #[test]
    fn vacant_buckets_have_a_limit() {
        let algorithm = Algorithm::from_id("dx").expect("an algorithm");
        let mut scenario = Scenario { algorithm, ..Scenario::default() };
        scenario.apply(Command::SetNodeCount(2_000)).expect("2,000");
        assert_eq!(scenario.apply(Command::SetNodeCount(976)).expect("1,024 fewer").notes, [""; 0]);
        assert_eq!((scenario.fleet.vacancies(), scenario.fleet.buckets()), (1_024, 2_000));
        let effects = scenario.apply(Command::RemoveNode(NodeId(500))).expect("one more");
        assert_eq!(
            effects.notes,
            ["More than 1,024 buckets were vacant. They are forgotten, and the rest is numbered anew."]
        );
        assert_eq!((scenario.fleet.vacancies(), scenario.fleet.buckets()), (0, 975));
        assert!(scenario.fleet.nodes().iter().zip(0..).all(|(node, bucket)| node.bucket == bucket));
    }

    #[test]
    fn a_fleet_is_set_at_once_within_its_limits() {
        let mut scenario = Scenario::default();
        let names: Vec<String> = (0..25).map(|at| format!("n{at}")).collect();
        let fleet = Fleet::from_names(&names).expect("names");
        assert_eq!(scenario.apply(Command::SetFleet(fleet.clone())).expect("25").title, "Fleet of 25 nodes");
        assert_eq!(scenario.fleet, fleet);
        let mut heavy = fleet;
        for id in 0..25 {
            heavy.set_weight(NodeId(id), Weight::MAX).expect("a node");
        }
        let before = scenario.clone();
        scenario.apply(Command::Set(&ring::VIRTUAL_NODES, Value::Count(160))).expect("160");
        scenario.apply(Command::SetFleet(heavy.clone())).expect("4,000,000 points");
        heavy.add("one more", Weight::ONE).expect("a node");
        assert_eq!(scenario.apply(Command::SetFleet(heavy)), Err(ScenarioError::TooManyPoints(4_000_160)));
        scenario.apply(Command::SetFleet(before.fleet.clone())).expect("25");
        assert_eq!(scenario, before);
    }
}
