//! What there is to say of a real system: what it does, and its traps, each with a figure that is measured here and a
//! scenario that shows it. Pure, tested on the host.

use placement::{
    algorithm::{Algorithm, Geometry, NO_SEAT},
    fleet::{Fleet, NodeId},
    keys::Keys,
    measure::Movement,
    number::thousands,
    parameter::{Parameter, Settings, Value},
    scenario::{Command, Scenario},
    snapshot::Snapshot,
    system::settings::{ENVOY_TABLE, HAPROXY_FUNCTION, SERVER_IDS, TWEMPROXY_FUNCTION},
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
    settings: &'static [(&'static Parameter, usize)],
    then: Then,
    says: fn(&Measured) -> String,
}

/// What is done to the fleet.
#[derive(Clone, Copy)]
enum Then {
    Nothing,
    /// The fourth server's line goes.
    Remove,
    /// The fourth server goes down.
    Down,
    /// All but the first go down.
    DownButOne,
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

const ENVOY_TABLE_OF_251: usize = 1;
const SDBM: usize = 1;
const EXPLICIT: usize = 1;
const MD5: usize = 1;
const CRC32: usize = 4;

static TRAPS: [Told; 20] = [
    Told {
        system: "nginx-consistent",
        button: "Take the fourth server down",
        servers: 8,
        settings: &[],
        then: Then::Down,
        says: |it| {
            format!(
                "A server that is down keeps its {} points and only its keys go on: {}.",
                it.points_each().0,
                it.moved()
            )
        },
    },
    Told {
        system: "nginx-consistent",
        button: "Take seven of eight down",
        servers: 8,
        settings: &[],
        then: Then::DownButOne,
        says: |it| {
            let nobodys = it.nobodys();
            format!(
                "A lookup gives up after twenty points more: with seven of eight servers down, {} of {} keys find nobody and go round robin.",
                thousands(nobodys),
                thousands(KEYS)
            )
        },
    },
    Told {
        system: "nginx-hash",
        button: "Remove the fourth server",
        servers: 8,
        settings: &[],
        then: Then::Remove,
        says: |it| format!("Without “consistent” a line less is another modulus: {}.", it.moved()),
    },
    Told {
        system: "nginx-hash",
        button: "Take the fourth server down",
        servers: 8,
        settings: &[],
        then: Then::Down,
        says: |it| {
            format!(
                "A digit before the key changes all CRCs of one length alike: of a server that is down, {}.",
                it.to_one_heir()
            )
        },
    },
    Told {
        system: "haproxy-consistent",
        button: "Delete the fourth line",
        servers: 8,
        settings: &[],
        then: Then::Remove,
        says: |it| format!("Positions are hashed, so deleting a line renumbers the rest: {}.", it.moved()),
    },
    Told {
        system: "haproxy-consistent",
        button: "Delete it with explicit ids",
        servers: 8,
        settings: &[(&SERVER_IDS, EXPLICIT)],
        then: Then::Remove,
        says: |it| format!("With explicit ids nobody is renumbered: {}.", it.moved()),
    },
    Told {
        system: "haproxy-consistent",
        button: "Take the fourth server down",
        servers: 8,
        settings: &[],
        then: Then::Down,
        says: |it| format!("A server that is down keeps its line, and so the others their numbers: {}.", it.moved()),
    },
    Told {
        system: "haproxy-consistent",
        button: "Write sdbm without avalanche",
        servers: 8,
        settings: &[(&HAPROXY_FUNCTION, SDBM)],
        then: Then::Nothing,
        says: |it| format!("A function that is written out turns avalanche off: by sdbm, {}.", it.fullest()),
    },
    Told {
        system: "haproxy-map",
        button: "Remove the fourth server",
        servers: 8,
        settings: &[],
        then: Then::Remove,
        says: |it| format!("The table has another size: {}.", it.moved()),
    },
    Told {
        system: "envoy-ring-hash",
        button: "Remove the fourth host",
        servers: 8,
        settings: &[],
        then: Then::Remove,
        says: |it| {
            let (before, after) = it.points_each();
            format!("Points hang on the number of hosts, {before} each and then {after}: {}.", it.moved())
        },
    },
    Told {
        system: "envoy-maglev",
        button: "Remove the fourth host",
        servers: 8,
        settings: &[(&ENVOY_TABLE, ENVOY_TABLE_OF_251)],
        then: Then::Remove,
        says: |it| format!("A small table moves more than it must: with 251 slots, {}.", it.moved()),
    },
    Told {
        system: "twemproxy-ketama",
        button: "Show the default",
        servers: 8,
        settings: &[],
        then: Then::Nothing,
        says: |it| format!("The default hash of keys, fnv1a_64, puts look-alike keys side by side: {}.", it.fullest()),
    },
    Told {
        system: "twemproxy-ketama",
        button: "Hash with crc32",
        servers: 8,
        settings: &[(&TWEMPROXY_FUNCTION, CRC32)],
        then: Then::Nothing,
        says: |it| format!("crc32 has 15 bits, all of them at the start of the ring: {}.", it.fullest()),
    },
    Told {
        system: "twemproxy-ketama",
        button: "Hash with md5",
        servers: 8,
        settings: &[(&TWEMPROXY_FUNCTION, MD5)],
        then: Then::Nothing,
        says: |it| format!("md5 spreads them: at the most {}.", it.fullest()),
    },
    Told {
        system: "twemproxy-modula",
        button: "Remove the fourth server",
        servers: 8,
        settings: &[],
        then: Then::Remove,
        says: |it| format!("A server less is another modulus: {}.", it.moved()),
    },
    Told {
        system: "libmemcached-ketama-weighted",
        button: "Show 25 servers",
        servers: 25,
        settings: &[],
        then: Then::Nothing,
        says: |it| {
            format!(
                "Single precision loses a label: 25 equal servers have {} points each and not 160.",
                it.points_each().1
            )
        },
    },
    Told {
        system: "npm-hashring",
        button: "Remove the fourth server",
        servers: 8,
        settings: &[],
        then: Then::Remove,
        says: |it| {
            let (before, after) = it.points_each();
            format!(
                "Double precision loses a label at 7 equal servers: {before} points each, then {after}, and {}.",
                it.moved()
            )
        },
    },
    Told {
        system: "pypi-hashring",
        button: "Show eight servers",
        servers: 8,
        settings: &[],
        then: Then::Nothing,
        says: |it| {
            format!(
                "The fourth word of a digest is never used: {} points each and not 160, which is another ring than ketama’s.",
                it.points_each().1
            )
        },
    },
    Told {
        system: "groupcache",
        button: "Remove the fourth peer",
        servers: 8,
        settings: &[],
        then: Then::Remove,
        says: |it| {
            let points = it.points_each().0;
            format!(
                "With {points} points each the ring is coarse, though nothing moves in vain: {}; the fullest peer: {}.",
                it.moved(),
                it.fullest()
            )
        },
    },
    Told {
        system: "lastfm-ketama",
        button: "Show 61 servers",
        servers: 61,
        settings: &[],
        then: Then::Nothing,
        says: |it| {
            format!(
                "Rounding loses a label here too, at other numbers: 61 equal servers have {} points each and not 160.",
                it.points_each().1
            )
        },
    },
];

impl Told {
    /// The scenario that shows it, before anything is done to it.
    fn scenario(&self, system: Algorithm) -> Scenario {
        let names = (1..=self.servers).map(|number| format!("cache-{number:02}:11211"));
        let mut settings = Settings::default();
        for (parameter, at) in self.settings {
            // What does not fit is left at its default; a test holds that all do.
            let _ = settings.set(parameter, Value::Choice(*at));
        }
        let keys = Keys::Pattern { pattern: "user:{i}".into(), first: 0, count: KEYS };
        Scenario { algorithm: system, settings, fleet: Fleet::from_names(names).unwrap_or_default(), keys }
    }

    fn then(&self) -> Vec<Command> {
        match self.then {
            Then::Nothing => Vec::new(),
            Then::Remove => vec![Command::RemoveNode(FOURTH)],
            Then::Down => vec![Command::SetUp { id: FOURTH, up: false }],
            Then::DownButOne => (1..self.servers).map(|id| Command::SetUp { id: NodeId(id), up: false }).collect(),
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

/// The traps of a real system, measured.
#[must_use]
pub fn traps(system: Algorithm) -> Vec<Trap> {
    TRAPS.iter().filter(|told| told.system == system.id).filter_map(|told| told.trap(system)).collect()
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
        let all: usize = system::ALL.iter().map(|&one| traps(one).len()).sum();
        assert_eq!(all, TRAPS.len());
        assert!(system::ALL.iter().all(|&one| !traps(one).is_empty()));
        assert!(placement::algorithm::ALL.iter().all(|&one| traps(one).is_empty()));
        for told in &TRAPS {
            let settings = told.scenario(Algorithm::from_id(told.system).expect(told.system)).settings;
            for (parameter, at) in told.settings {
                assert_eq!(settings.choice(parameter), *at);
            }
        }
    }

    // Source: what was recorded from the running systems; see crates/placement/tests/system_placed.rs.
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
                assert_eq!(scenario.algorithm, system);
            }
        }
    }
}
