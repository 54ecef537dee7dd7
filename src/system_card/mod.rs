//! What there is to say of a real system: what it does, and its traps, each with a figure that is measured here and a
//! scenario that shows it. Pure, tested on the host.

mod libraries;
mod memcached;
mod proxies;
mod stores;

use placement::{
    algorithm::{Algorithm, Geometry, NO_SEAT},
    fleet::{Fleet, NodeId},
    keys::Keys,
    measure::Movement,
    number::thousands,
    parameter::{Parameter, Settings},
    scenario::{Command, Scenario},
    snapshot::Snapshot,
    weight::Weight,
};

/// Keys of a trap.
const KEYS: u32 = 100;
/// The row of the server that goes: the fourth.
const FOURTH: NodeId = NodeId(3);

/// One trap of the system on show.
#[derive(Clone, PartialEq, Debug)]
pub struct Trap {
    /// What happens, with its figure.
    pub says: String,
    /// What the button says that loads it.
    pub button: &'static str,
    /// What leads to the scenario, as one step; its title.
    pub setup: (String, Vec<Command>),
    /// What is then done to it, a step of its own: it shows what moved.
    pub then: Vec<Command>,
}

/// A trap as it is told here.
struct Told {
    system: &'static str,
    button: &'static str,
    servers: u32,
    /// Parameters with values as a link writes them.
    settings: &'static [(&'static Parameter, &'static str)],
    /// The pattern of the keys.
    keys: &'static str,
    then: Then,
    says: fn(&Measured) -> String,
}

/// What most of them begin with.
const EIGHT: Told = Told {
    system: "",
    button: "",
    servers: 8,
    settings: &[],
    keys: "user:{i}",
    then: Then::Nothing,
    says: |_| String::new(),
};

/// What is done then.
#[derive(Clone, Copy)]
enum Then {
    Nothing,
    /// The fourth server's line goes.
    Remove,
    /// That of the last one.
    RemoveLast,
    /// The fourth server goes down.
    Down,
    /// All servers from this row on go down.
    DownFrom(u32),
    /// The fourth server has half of the weight.
    Halve,
    /// A setting has another value.
    Set(&'static Parameter, &'static str),
    /// The system of this id places.
    By(&'static str),
}

/// What came of it.
struct Measured {
    before: Snapshot,
    after: Snapshot,
    movement: Option<Movement>,
}

impl Measured {
    fn moved(&self) -> String {
        let necessary = self.movement.as_ref().and_then(|movement| movement.necessary).unwrap_or(0);
        let moved = self.movement.as_ref().map_or(0, |movement| movement.moved);
        format!("{} of {} keys move, {} of them necessary", thousands(moved), thousands(KEYS), thousands(necessary))
    }

    /// Where none of them is necessary.
    fn just_moved(&self) -> String {
        let moved = self.movement.as_ref().map_or(0, |movement| movement.moved);
        format!("{} of {} keys move", thousands(moved), thousands(KEYS))
    }

    /// Keys that another rule places elsewhere.
    fn elsewhere(&self) -> String {
        let moved = self.movement.as_ref().map_or(0, |movement| movement.moved);
        format!("{} of {} keys are on another server", thousands(moved), thousands(KEYS))
    }

    /// Keys of the fullest server.
    fn fullest(&self) -> String {
        let most = self.after.counts().iter().copied().max().unwrap_or(0);
        let servers = self.after.counts().len() as u64;
        format!("{} of {} keys are on one of {} servers", thousands(most), thousands(KEYS), thousands(servers))
    }

    /// Keys that nobody has.
    fn nobodys(&self) -> u32 {
        self.after.owner_seats().iter().filter(|&&seat| seat == NO_SEAT).count() as u32
    }

    /// Of the keys of the server that went, those on the server that has most of them.
    fn to_one_heir(&self) -> String {
        let (mut most, mut all) = (0, 0);
        for pair in self.movement.iter().flat_map(|movement| &movement.pairs) {
            most = most.max(pair.keys);
            all += pair.keys;
        }
        format!("{} of its {} keys go to one other server", thousands(most), thousands(all))
    }

    /// Points of the fleet before and after, of each server that is up.
    fn points_each(&self) -> (String, String) {
        let of = |snapshot: &Snapshot| match snapshot.geometry() {
            Geometry::Ring(ring) => {
                let servers = snapshot.placed().seats().len().max(1);
                thousands((ring.points().len() / servers) as u64)
            }
            _ => "no".into(),
        };
        (of(&self.before), of(&self.after))
    }
}

impl Told {
    /// The scenario that shows it, before anything is done to it.
    fn scenario(&self, system: Algorithm) -> Scenario {
        let names = (1..=self.servers).map(|number| format!("cache-{number:02}:11211"));
        let mut settings = Settings::default();
        for (parameter, text) in self.settings {
            // What does not fit is left at its default; a test holds that all do.
            let _ = parameter.read(text).map(|value| settings.set(parameter, value));
        }
        let keys = Keys::Pattern { pattern: self.keys.into(), first: 0, count: KEYS };
        Scenario { algorithm: system, settings, fleet: Fleet::from_names(names).unwrap_or_default(), keys }
    }

    fn then(&self) -> Vec<Command> {
        match self.then {
            Then::Nothing => Vec::new(),
            Then::Remove => vec![Command::RemoveNode(FOURTH)],
            Then::Down => vec![Command::SetUp { id: FOURTH, up: false }],
            Then::RemoveLast => vec![Command::RemoveNode(NodeId(self.servers - 1))],
            Then::DownFrom(row) => (row..self.servers).map(|id| Command::SetUp { id: NodeId(id), up: false }).collect(),
            Then::Halve => Weight::from_hundredths(50)
                .map(|weight| Command::SetWeight { id: FOURTH, weight })
                .into_iter()
                .collect(),
            Then::Set(parameter, text) => {
                parameter.read(text).map(|value| Command::Set(parameter, value)).into_iter().collect()
            }
            Then::By(id) => Algorithm::from_id(id).map(Command::SetAlgorithm).into_iter().collect(),
        }
    }

    /// Measures it.
    fn trap(&self, system: Algorithm) -> Option<Trap> {
        let scenario = self.scenario(system);
        let then = self.then();
        let mut changed = scenario.clone();
        then.iter().try_for_each(|command| changed.apply(command.clone()).map(|_| ())).ok()?;
        let before = Snapshot::place(&scenario, None);
        let after = Snapshot::place(&changed, Some(&before));
        let movement = Movement::between(&before, &after);
        let says = (self.says)(&Measured { before, after, movement });
        let title = format!("{} servers by {}", self.servers, system.name);
        let sets = system.parameters.iter().map(|&one| Command::Set(one, scenario.settings.get(one)));
        let setup = [Command::SetFleet(scenario.fleet.clone()), Command::SetKeys(scenario.keys.clone())];
        Some(Trap { says, button: self.button, setup: (title, setup.into_iter().chain(sets).collect()), then })
    }
}

/// All that are told.
fn all() -> impl Iterator<Item = &'static Told> {
    proxies::TRAPS.iter().chain(&memcached::TRAPS).chain(&stores::TRAPS).chain(&libraries::TRAPS)
}

/// The traps of a real system, measured.
#[must_use]
pub fn traps(system: Algorithm) -> Vec<Trap> {
    all().filter(|told| told.system == system.id).filter_map(|told| told.trap(system)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use placement::system;

    fn said(id: &str) -> Vec<String> {
        traps(Algorithm::from_id(id).expect(id)).into_iter().map(|trap| trap.says).collect()
    }

    #[test]
    fn every_system_has_a_trap_and_every_trap_a_system() {
        let measured: usize = system::ALL.iter().map(|&one| traps(one).len()).sum();
        assert_eq!(measured, all().count());
        assert!(system::ALL.iter().all(|&one| !traps(one).is_empty()));
        assert!(placement::algorithm::ALL.iter().all(|&one| traps(one).is_empty()));
        for told in all() {
            let settings = told.scenario(Algorithm::from_id(told.system).expect(told.system)).settings;
            for (parameter, text) in told.settings {
                assert_eq!(parameter.write(&settings.get(parameter)), *text);
            }
        }
    }

    // Source: what was recorded from the running systems; see crates/placement/tests/system_placed/known.rs.
    #[test]
    fn the_figures_are_those_that_were_recorded() {
        let ends = |text: &str, end: &str| assert!(text.ends_with(end), "{text}");
        let haproxy = said("haproxy-consistent");
        ends(&haproxy[0], "renumbers the rest: 62 of 100 keys move, 11 of them necessary.");
        ends(&haproxy[1], "11 of 100 keys move, 11 of them necessary.");
        ends(&haproxy[2], "11 of 100 keys move, 11 of them necessary.");
        ends(&haproxy[3], "by sdbm, 90 of 100 keys are on one of 8 servers.");
        ends(&said("envoy-ring-hash")[0], "128 each and then 147: 26 of 100 keys move, 12 of them necessary.");
        ends(&said("envoy-maglev")[0], "17 of 100 keys move, 11 of them necessary.");
        ends(&said("twemproxy-ketama")[0], "90 of 100 keys are on one of 8 servers.");
        ends(&said("twemproxy-ketama")[1], "100 of 100 keys are on one of 8 servers.");
        ends(&said("nginx-hash")[0], "90 of 100 keys move, 13 of them necessary.");
        ends(&said("nginx-hash")[1], "12 of its 13 keys go to one other server.");
        ends(
            &said("nginx-consistent")[0],
            "keeps its 160 points and only its keys go on: 15 of 100 keys move, 15 of them necessary.",
        );
        ends(&said("haproxy-map")[0], "93 of 100 keys move, 12 of them necessary.");
        ends(&said("libmemcached-ketama-weighted")[0], "25 equal servers have 156 points each and not 160.");
        ends(&said("pypi-hashring")[0], "120 points each and not 160, which is another ring than ketama’s.");
        ends(&said("npm-hashring")[0], "160 points each, then 156, and 17 of 100 keys move, 14 of them necessary.");
        ends(&said("lastfm-ketama")[0], "61 equal servers have 156 points each and not 160.");
    }

    // Source: the recorded files of eight and seven nodes, counted apart; and what follows from their rules for the same
    // fleet, worked out by another program that reproduces the recorded owners.
    #[test]
    fn the_figures_of_the_others_are_those_of_their_records() {
        for (id, at, end) in [
            ("haproxy-consistent", 4, "at 125 %, 16 of 100 keys are on one of 8 servers."),
            ("envoy-ring-hash", 1, "at 100 %, 14 of 100 keys are on one of 8 servers."),
            ("envoy-ring-hash", 2, "the unhealthy ones too: 0 of 100 keys move."),
            ("varnish-shard", 0, "15 of 100 keys move, 15 of them necessary."),
            ("varnish-shard", 1, "with half of it, 0 of 100 keys move."),
            ("varnish-hash", 0, "28 of 100 keys move, 13 of them necessary."),
            ("caddy-rendezvous", 0, "15 of 100 keys move, 15 of them necessary."),
            ("caddy-rendezvous", 1, "86 of 100 keys are on another server."),
            ("libmemcached-modula", 0, "85 of 100 keys move, 9 of them necessary."),
            ("libmemcached-consistent", 0, "by KETAMA_WEIGHTED, 85 of 100 keys are on another server."),
            ("libmemcached-ketama", 0, "85 of 100 keys are on another server."),
            ("libmemcached-ketama-spy", 0, "88 of 100 keys are on another server."),
            ("cache-memcached-fast", 0, "90 of 100 keys move, 13 of them necessary."),
            ("cache-memcached-fast", 1, "by nginx, 6 of 100 keys are on another server."),
            ("pymemcache-rendezvous", 0, "8 of 100 keys move, 8 of them necessary."),
            ("redis-cluster", 0, "32 of 100 keys move, 17 of them necessary."),
            ("redis-cluster", 1, "its slots have nobody: 17 of 100 keys."),
            ("redis-cluster", 2, "100 of 100 keys are on one of 8 servers."),
            ("cassandra-murmur3", 0, "26 of 100 keys move, 12 of them necessary."),
            ("cassandra-murmur3", 1, "12 of 100 keys move, 12 of them necessary."),
            ("riak-chash", 0, "22 of its 22 keys go to one other server."),
            ("riak-chash", 1, "82 of 100 keys move, 22 of them necessary."),
            ("clickhouse-jump", 0, "60 of 100 keys move, 9 of them necessary."),
            ("clickhouse-jump", 1, "11 of 100 keys move, 11 of them necessary."),
            ("clickhouse-kostik", 0, "58 of 100 keys move, 14 of them necessary."),
            ("clickhouse-kostik", 1, "15 of 100 keys move, 15 of them necessary."),
            ("uhashring", 0, "13 of 100 keys move, 13 of them necessary."),
            ("uhashring-ketama", 0, "82 of 100 keys are on another server."),
            ("npm-ketama", 0, "87 of 100 keys are on another server."),
            ("npm-node-hashring", 0, "13 of 100 keys move, 13 of them necessary."),
            ("clandestined", 0, "93 of 100 keys are on another server."),
            ("crate-hashring", 0, "38 of 100 keys are on one of 8 servers."),
            ("crate-conhash", 0, "16 of 100 keys move, 16 of them necessary."),
            ("ex-hash-ring", 0, "8 of 100 keys move, 8 of them necessary."),
            ("guava-consistent-hash", 0, "By md5, 49 of 100 keys move, 12 of them necessary."),
        ] {
            let said = said(id);
            assert!(said[at].ends_with(end), "{id}: {said:?}");
        }
    }

    #[test]
    fn a_trap_loads_what_it_tells_of() {
        for &system in &system::ALL {
            for trap in traps(system) {
                // From a fleet and keys of the reader's own.
                let mut scenario = Scenario { algorithm: system, ..Scenario::default() };
                for command in trap.setup.1.iter().chain(&trap.then) {
                    scenario.apply(command.clone()).expect("it fits");
                }
                assert_eq!(scenario.keys.len(), KEYS);
                assert!(scenario.algorithm == system || matches!(trap.then[..], [Command::SetAlgorithm(_)]));
            }
        }
    }
}
