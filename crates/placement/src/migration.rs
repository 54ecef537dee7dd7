//! A migration: from a scenario to another way to place the same keys, on the same servers or on a list of its own.
//!
//! What moves is told by node ids, so which server of one side is which of the other has to be said: systems name servers
//! differently, and a name that differs in its port is another name.

use std::collections::{HashMap, HashSet};

use crate::{
    beside::Variant,
    fleet::{Fleet, FleetError, Node, NodeId},
    scenario::{Command, Scenario, ScenarioError},
    system::settings::SERVER_IDS,
    weight::Weight,
};

/// One server of a list.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Server {
    /// Its name, as the system on that side writes it.
    pub name: String,
    /// Its weight.
    pub weight: Weight,
    /// Up?
    pub up: bool,
}

/// How it is known which server of one side is which of the other.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Matching {
    /// By their names, byte for byte.
    #[default]
    Name,
    /// By their places in the two lists, whatever their names.
    Place,
}

/// Where a migration goes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Target {
    /// How keys are placed there.
    pub variant: Variant,
    /// On which servers, in the order of their buckets; `None` for those of the scenario that is migrated, whatever they are.
    pub servers: Option<Vec<Server>>,
    /// Which of them are servers of that scenario.
    pub matching: Matching,
}

/// How many servers are on which side.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Matched {
    /// On both.
    pub both: u32,
    /// Only where keys come from.
    pub only_from: u32,
    /// Only where they go.
    pub only_to: u32,
}

impl Target {
    /// On the same servers.
    #[must_use]
    pub fn by(variant: Variant) -> Self {
        Self { variant, servers: None, matching: Matching::Name }
    }

    /// The keys of a scenario, placed there. A server that is one of the scenario's has its id; the others have ids that none
    /// of these has.
    ///
    /// # Errors
    /// The servers make no fleet, or cannot be placed so.
    pub fn on(&self, from: &Scenario) -> Result<Scenario, ScenarioError> {
        let Some(servers) = &self.servers else { return self.variant.on(from) };
        let fleet = self.fleet(servers, &from.fleet)?;
        self.variant.on(&Scenario { fleet, ..from.clone() })
    }

    fn fleet(&self, servers: &[Server], from: &Fleet) -> Result<Fleet, FleetError> {
        let known: HashMap<&str, NodeId> = from.nodes().iter().map(|node| (node.name.as_str(), node.id)).collect();
        let taken: HashSet<NodeId> = from.nodes().iter().map(|node| node.id).collect();
        let first = from.next_id().0;
        let mut fresh = (first..=u32::MAX).chain(0..first).map(NodeId).filter(|id| !taken.contains(id));
        let nodes = servers.iter().zip(0u32..).map(|(server, at)| {
            let match_of = match self.matching {
                Matching::Name => known.get(server.name.as_str()).copied(),
                Matching::Place => from.nodes().get(at as usize).map(|node| node.id),
            };
            let id = match_of.or_else(|| fresh.next()).unwrap_or(NodeId(at));
            Node { id, name: server.name.clone(), weight: server.weight, up: server.up, bucket: at }
        });
        Fleet::from_nodes(nodes.collect::<Vec<_>>())
    }

    /// The same after commands, which are carried out where it goes. Servers that they change are a list of its own from
    /// then on.
    ///
    /// # Errors
    /// It cannot be placed, a command does not fit, or it gives servers explicit ids that they cannot have there.
    pub fn after(&self, commands: &[Command], from: &Scenario) -> Result<(Self, Vec<String>), ScenarioError> {
        let before = self.on(from)?;
        let mut placed = before.clone();
        let mut notes = Vec::new();
        for command in commands {
            notes.extend(placed.apply(command.clone())?.notes);
        }
        let is_same = servers_of(&placed.fleet) == servers_of(&before.fleet);
        let servers = if is_same { self.servers.clone() } else { Some(servers_of(&placed.fleet)) };
        let after = Self { variant: Variant::of(&placed), servers, matching: self.matching };
        let ids = |fleet: &Fleet| -> Vec<NodeId> { fleet.nodes().iter().map(|node| node.id).collect() };
        let are_explicit = placed.algorithm.takes(&SERVER_IDS) && placed.settings.choice(&SERVER_IDS) == 1;
        if are_explicit && ids(&placed.fleet) != ids(&after.on(from)?.fleet) {
            return Err(ScenarioError::IdsOfTheOtherSide);
        }
        Ok((after, notes))
    }

    /// The way back: where the scenario that was migrated becomes what is gone to, and this what is come from.
    ///
    /// # Errors
    /// It cannot be placed.
    pub fn swapped(&self, from: &Scenario) -> Result<(Scenario, Self), ScenarioError> {
        let servers = self.servers.as_ref().map(|_| servers_of(&from.fleet));
        Ok((self.on(from)?, Self { variant: Variant::of(from), servers, matching: self.matching }))
    }
}

/// The servers of a fleet, in the order of its rows.
#[must_use]
pub fn servers_of(fleet: &Fleet) -> Vec<Server> {
    let server = |node: &Node| Server { name: node.name.clone(), weight: node.weight, up: node.up };
    fleet.nodes().iter().map(server).collect()
}

/// How many servers of two fleets are the same.
#[must_use]
pub fn matched(from: &Fleet, to: &Fleet) -> Matched {
    let known: HashSet<NodeId> = from.nodes().iter().map(|node| node.id).collect();
    let both = to.nodes().iter().filter(|node| known.contains(&node.id)).count();
    let others = |fleet: &Fleet| (fleet.nodes().len() - both) as u32;
    Matched { both: both as u32, only_from: others(from), only_to: others(to) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{algorithm::Algorithm, parameter::Settings};

    fn by(algorithm: &str) -> Target {
        let algorithm = Algorithm::from_id(algorithm).expect(algorithm);
        Target::by(Variant { algorithm, settings: Settings::default() })
    }

    fn server(name: &str) -> Server {
        Server { name: name.into(), weight: Weight::ONE, up: true }
    }

    fn ids(scenario: &Scenario) -> Vec<(u32, &str)> {
        scenario.fleet.nodes().iter().map(|node| (node.id.0, node.name.as_str())).collect()
    }

    fn of(names: &[&str]) -> Scenario {
        Scenario { fleet: Fleet::from_names(names).expect("names"), ..Scenario::default() }
    }

    #[test]
    fn servers_are_matched_by_name_or_by_place() {
        let from = of(&["a:11211", "b:11211", "c"]);
        let servers = Some(["c", "a", "b", "d"].map(server).to_vec());
        let by_name = Target { servers: servers.clone(), ..by("rendezvous") };
        let placed = by_name.on(&from).expect("placed");
        assert_eq!(ids(&placed), [(2, "c"), (3, "a"), (4, "b"), (5, "d")]);
        assert_eq!(matched(&from.fleet, &placed.fleet), Matched { both: 1, only_from: 2, only_to: 3 });
        let by_place = Target { servers, matching: Matching::Place, ..by("rendezvous") };
        let placed = by_place.on(&from).expect("placed");
        assert_eq!(ids(&placed), [(0, "c"), (1, "a"), (2, "b"), (3, "d")]);
        assert_eq!(matched(&from.fleet, &placed.fleet), Matched { both: 3, only_from: 0, only_to: 1 });
        // Buckets are the places of its own list.
        assert!(placed.fleet.nodes().iter().zip(0..).all(|(node, at)| node.bucket == at));
    }

    #[test]
    fn ids_are_found_where_the_last_one_is_taken() {
        let mut from = of(&["a", "b"]);
        let node =
            |id, name: &str, bucket| Node { id: NodeId(id), name: name.into(), weight: Weight::ONE, up: true, bucket };
        from.fleet = Fleet::from_nodes([node(u32::MAX, "a", 0), node(1, "b", 1)]).expect("a fleet");
        let target = Target { servers: Some(["x", "y", "b"].map(server).to_vec()), ..by("ring") };
        assert_eq!(ids(&target.on(&from).expect("placed")), [(0, "x"), (2, "y"), (1, "b")]);
    }

    #[test]
    fn explicit_ids_are_those_of_the_servers_that_are_matched() {
        let from = of(&["a", "b", "c"]);
        let haproxy = Algorithm::from_id("haproxy-consistent").expect("HAProxy");
        let with_ids = |ids: [u32; 2]| {
            let node = |(id, name): (u32, &str)| Node {
                id: NodeId(id),
                name: name.into(),
                weight: Weight::ONE,
                up: true,
                bucket: 0,
            };
            let nodes = ids.into_iter().zip(["a", "c"]).zip(0..).map(|(one, bucket)| Node { bucket, ..node(one) });
            let fleet = Fleet::from_nodes(nodes.collect::<Vec<_>>()).expect("a fleet");
            let explicit = SERVER_IDS.read("explicit").expect("a choice");
            [Command::SetFleet(fleet), Command::SetAlgorithm(haproxy), Command::Set(&SERVER_IDS, explicit)]
        };
        let (after, _) = by("ring").after(&with_ids([0, 2]), &from).expect("the ids that they have");
        assert_eq!(ids(&after.on(&from).expect("placed")), [(0, "a"), (2, "c")]);
        assert_eq!(by("ring").after(&with_ids([7, 2]), &from), Err(ScenarioError::IdsOfTheOtherSide));
    }

    #[test]
    fn commands_change_what_is_gone_to_alone() {
        let from = of(&["a", "b"]);
        let (faster, _) = by("nginx-hash").after(&[Command::SetAlgorithm(Algorithm::default())], &from).expect("fits");
        assert_eq!((faster.variant.algorithm, faster.servers), (Algorithm::default(), None));
        let (fewer, _) = by("nginx-hash").after(&[Command::RemoveNode(NodeId(0))], &from).expect("fits");
        assert_eq!(fewer.servers, Some(vec![server("b")]));
        assert_eq!(ids(&fewer.on(&from).expect("placed")), [(1, "b")]);
        // nginx takes whole weights only.
        let half = Command::SetWeight { id: NodeId(0), weight: "0.5".parse().expect("a weight") };
        assert!(by("nginx-hash").after(&[half], &from).is_err());
        let twice = Target { servers: Some(vec![server("a"), server("a")]), ..by("ring") };
        assert_eq!(twice.on(&from), Err(ScenarioError::Fleet(FleetError::NameTaken("a".into()))));
    }

    #[test]
    fn there_and_back_is_the_same() {
        let from = of(&["a", "b", "c"]);
        for servers in [None, Some(["b", "x"].map(server).to_vec())] {
            let target = Target { servers, ..by("maglev") };
            let (there, back) = target.swapped(&from).expect("placed");
            assert_eq!(there, target.on(&from).expect("placed"));
            let again = back.on(&there).expect("placed");
            assert_eq!((again.algorithm, servers_of(&again.fleet)), (from.algorithm, servers_of(&from.fleet)));
            assert_eq!(back.swapped(&there).expect("placed").1, target);
        }
    }
}
