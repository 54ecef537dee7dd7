//! The quantities of a drill, declared as data as the parameters of algorithms are: link field, name, unit, help, range,
//! default. The page, the link and docs/drills.md are made from these declarations.

use crate::parameter::{Choice, Kind, Parameter, Settings, Value};

/// A parameter of a drill with its unit.
#[derive(Debug)]
pub struct Quantity {
    /// Which part of the fleet it is of.
    pub part: Part,
    /// What its number counts, at full scale; empty for a choice or a switch.
    pub unit: &'static str,
    /// Field, name, help, range and default.
    pub parameter: Parameter,
}

impl PartialEq for Quantity {
    fn eq(&self, other: &Self) -> bool {
        self.parameter == other.parameter
    }
}

/// The parts of the fleet that quantities belong to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Part {
    /// What is read, and how often.
    Load,
    /// The cache nodes.
    Nodes,
    /// The database behind them.
    Database,
    /// The programs that read.
    Clients,
    /// Data that is stored and not cached.
    Moving,
}

impl Part {
    /// All, in the order of the page.
    pub const ALL: [Self; 5] = [Self::Load, Self::Nodes, Self::Database, Self::Clients, Self::Moving];

    /// In words, as a heading.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Load => "Load",
            Self::Nodes => "Cache nodes",
            Self::Database => "Database",
            Self::Clients => "Clients",
            Self::Moving => "Moving data",
        }
    }
}

impl Quantity {
    /// Its value where it is a number.
    #[must_use]
    pub fn of(&self, settings: &Settings) -> u32 {
        settings.count(&self.parameter)
    }

    /// Is it on?
    #[must_use]
    pub fn is_on(&self, settings: &Settings) -> bool {
        settings.switch(&self.parameter)
    }

    /// The place of the choice.
    #[must_use]
    pub fn choice(&self, settings: &Settings) -> usize {
        settings.choice(&self.parameter)
    }

    /// The quantity of a link field.
    #[must_use]
    pub fn from_field(field: &str) -> Option<&'static Self> {
        ALL.into_iter().find(|one| one.parameter.field == field)
    }

    /// Settings with another value of this number, kept within its range.
    #[must_use]
    pub fn with(&self, settings: &Settings, count: u32) -> Settings {
        let mut settings = settings.clone();
        if let Kind::Count { least, most, .. } = self.parameter.kind {
            // Within the range it fits.
            let _ = settings.set(&self.parameter, Value::Count(count.clamp(least, most)));
        }
        settings
    }

    /// Settings in which this switch is on.
    #[must_use]
    pub fn switched_on(&self, settings: &Settings) -> Settings {
        let mut settings = settings.clone();
        let _ = settings.set(&self.parameter, Value::Switch(true));
        settings
    }

    /// Settings in which this choice is made, by its place.
    #[must_use]
    pub fn chosen(&self, settings: &Settings, place: usize) -> Settings {
        let mut settings = settings.clone();
        let _ = settings.set(&self.parameter, Value::Choice(place));
        settings
    }
}

const fn count(
    part: Part,
    (field, name): (&'static str, &'static str),
    unit: &'static str,
    (least, most, default): (u32, u32, u32),
    help: &'static str,
) -> Quantity {
    let kind = Kind::Count { least, most, default, logarithmic: most / 100 > least };
    Quantity { part, unit, parameter: Parameter { field, name, help, phrase: ("", unit), prominent: true, kind } }
}

const fn other(part: Part, (field, name): (&'static str, &'static str), kind: Kind, help: &'static str) -> Quantity {
    Quantity { part, unit: "", parameter: Parameter { field, name, help, phrase: ("", ""), prominent: true, kind } }
}

/// Where a generator begins.
pub static SEED: Quantity = count(
    Part::Load,
    ("seed", "Seed"),
    "",
    (0, u32::MAX, 1),
    "Where the generator of chance begins: the same seed gives the same run.",
);
/// Full scale against what is simulated.
pub static SCALE: Quantity = count(
    Part::Load,
    ("scale", "Scale"),
    "full-scale reads for one simulated",
    (1, 10_000, 200),
    "One simulated read, key or write stands for so many. Keys, rates and capacities shrink alike, so times stay as they are.",
);
/// Different keys at full scale.
pub static KEYS: Quantity = count(
    Part::Load,
    ("keys", "Keys"),
    "keys",
    (1, 1_000_000_000, 25_000_000),
    "Different keys that are read. A pasted list is read as it stands, each line for as many keys as the scale says.",
);
/// Reads a second at full scale.
pub static READS: Quantity = count(
    Part::Load,
    ("reads", "Reads"),
    "reads/s",
    (1, 10_000_000, 40_000),
    "Lookups a second of all clients together, evenly through each second.",
);
/// Writes among a thousand operations.
pub static WRITES: Quantity = count(
    Part::Load,
    ("writes", "Writes"),
    "writes for 1,000 reads",
    (0, 1_000, 0),
    "A write changes the database and the entry on the node that its client takes for the owner; other copies grow stale.",
);
/// How reads choose their key.
pub static POPULARITY: Quantity = other(
    Part::Load,
    ("pop", "Popularity"),
    Kind::Choice(&[
        Choice { id: "zipf", name: "Zipf", help: "The key of rank r is read in proportion to 1 / r to the exponent." },
        Choice { id: "even", name: "even", help: "Every key is as likely as any other." },
        Choice { id: "once", name: "one after the other", help: "Every key in turn, and again from the first." },
        Choice { id: "listed", name: "as listed", help: "By the counts of a pasted list; even where it has none." },
    ]),
    "Which key a read asks for.",
);
/// The exponent of Zipf in hundredths.
pub static EXPONENT: Quantity = count(
    Part::Load,
    ("exp", "Exponent"),
    "hundredths",
    (0, 200, 90),
    "The exponent of Zipf in hundredths. Below 100 a scaled run has nearly the hit rate of the full one; above, the first keys weigh more the fewer there are.",
);
/// Seconds that an entry lives.
pub static TTL: Quantity = count(
    Part::Load,
    ("ttl", "Time to live"),
    "s",
    (0, 604_800, 0),
    "An entry that is older is a miss; 0 keeps it until it is evicted.",
);

/// Entries that a node holds.
pub static CAPACITY: Quantity = count(
    Part::Nodes,
    ("cap_keys", "Room of a node"),
    "entries for a node of weight 1",
    (1, 1_000_000_000, 2_300_000),
    "The least recently used entry makes room for a new one. Where weights count, room follows them.",
);
/// Requests a node serves.
pub static NODE_RATE: Quantity = count(
    Part::Nodes,
    ("cap_rate", "Speed of a node"),
    "requests/s for a node of weight 1",
    (1, 100_000_000, 9_000),
    "Reads, fills and writes that a node serves in a second; what would wait longer than a client does is refused. Where weights count, speed follows them.",
);
/// Time of a request to a node.
pub static NODE_LATENCY: Quantity = count(
    Part::Nodes,
    ("lat_node", "Answer of a node"),
    "µs",
    (1, 10_000_000, 500),
    "From a request to a node that is not busy until its answer.",
);
/// Starts with empty nodes.
pub static COLD: Quantity = other(
    Part::Nodes,
    ("cold", "Cold start"),
    Kind::Switch,
    "Begins with empty nodes; otherwise they hold what they would after days of this load.",
);

/// Reads that the database serves.
pub static DATABASE_RATE: Quantity = count(
    Part::Database,
    ("db_rate", "Speed of the database"),
    "reads/s",
    (1, 100_000_000, 8_000),
    "Reads that the database serves in a second. The 6 % that miss are 2,400.",
);
/// Reads that wait in front of the database.
pub static DATABASE_QUEUE: Quantity = count(
    Part::Database,
    ("db_queue", "Queue of the database"),
    "reads",
    (0, 100_000_000, 8_000),
    "Reads that can wait for the database; one more is refused, and has failed.",
);
/// Time to the database and back.
pub static DATABASE_LATENCY: Quantity = count(
    Part::Database,
    ("lat_db", "Way to the database"),
    "µs",
    (0, 10_000_000, 2_000),
    "The way there and back, besides waiting and being served.",
);

/// Programs that read.
pub static CLIENTS: Quantity = count(
    Part::Clients,
    ("clients", "Clients"),
    "clients",
    (1, 64, 4),
    "Programs that read, each with its own view of which nodes there are; the reads go round among them.",
);
/// Owners that are tried.
pub static DEPTH: Quantity = count(
    Part::Clients,
    ("depth", "Owners tried"),
    "owners",
    (1, 8, 2),
    "A read that fails on a node goes on to the next owner, up to so many in all.",
);
/// Failures before a node is marked down.
pub static EJECT_AFTER: Quantity = count(
    Part::Clients,
    ("eject", "Failures before ejection"),
    "failures in a row",
    (1, 1_000, 1),
    "A client takes a node for down after so many failures in a row.",
);
/// The span in which they must fall.
pub static EJECT_WITHIN: Quantity = count(
    Part::Clients,
    ("within", "Failures within"),
    "s",
    (0, 3_600, 0),
    "Only failures in a row that fall within this time count together; 0 sets no limit.",
);
/// How long a node stays down.
pub static PENALTY: Quantity = count(
    Part::Clients,
    ("penalty", "Penalty"),
    "s",
    (1, 3_600, 10),
    "How long a client leaves a node alone that it took for down.",
);
/// Does the penalty double?
pub static BACKOFF: Quantity = other(
    Part::Clients,
    ("backoff", "Exponential back-off"),
    Kind::Switch,
    "Each ejection of the same node doubles its penalty, up to 64 times; a node that stayed up for twice its last penalty begins anew.",
);
/// Is a node asked before it comes back?
pub static HEALTH_CHECK: Quantity = other(
    Part::Clients,
    ("check", "Health check"),
    Kind::Switch,
    "After the penalty a node is asked once a second, and comes back when three answers in a row were good; otherwise it comes back untested.",
);
/// How long a failure is not yet a removal.
pub static GRACE: Quantity = count(
    Part::Clients,
    ("grace", "Grace"),
    "s",
    (0, 3_600, 0),
    "A node that is down keeps its place for so long, and its keys go to the next owner; then it is left out of the placement. 0 leaves it out at once.",
);
/// How long a client waits.
pub static TIMEOUT: Quantity = count(
    Part::Clients,
    ("timeout", "Timeout"),
    "ms",
    (1, 60_000, 250),
    "A node that would answer later has failed this client.",
);
/// Dual reads after a change.
pub static DUAL_READS: Quantity = count(
    Part::Clients,
    ("dual", "Dual reads"),
    "s",
    (0, 86_400, 0),
    "For so long after a change of the membership a read that misses asks the key's owner of before, and copies what it has.",
);
/// Entries of the cache inside each client.
pub static FRONT: Quantity = count(
    Part::Clients,
    ("front", "Front cache"),
    "entries a client",
    (0, 1_000, 0),
    "A small cache inside each client, in front of all nodes. It holds as many keys at any scale.",
);
/// How long they live.
pub static FRONT_TTL: Quantity = count(
    Part::Clients,
    ("front_ttl", "Front cache lives"),
    "s",
    (1, 3_600, 1),
    "How long an entry of the front cache is used.",
);
/// Copies of hot keys.
pub static HOT_COPIES: Quantity = count(
    Part::Clients,
    ("copies", "Copies of a hot key"),
    "owners",
    (1, 8, 1),
    "Reads of the hot key are spread evenly over its first owners.",
);
/// Bounded loads.
pub static BOUND: Quantity = count(
    Part::Clients,
    ("bound", "Bounded loads"),
    "% of the fair share",
    (0, 1_000, 0),
    "A node that has more than this much of its fair share of the last seconds' requests is passed over for the next owner; 0 sets no bound.",
);

/// Is the data stored rather than cached?
pub static DURABLE: Quantity = other(
    Part::Moving,
    ("durable", "Durable data"),
    Kind::Switch,
    "Nodes hold the only copy: nothing is evicted, no database stands behind, and what is not where it is sought has failed. A change starts copying.",
);
/// Size of an item.
pub static ITEM_BYTES: Quantity =
    count(Part::Moving, ("item", "Size of an item"), "bytes", (1, 100_000_000, 2_000), "What one key's value takes.");
/// Rate of copying.
pub static COPY_RATE: Quantity = count(
    Part::Moving,
    ("copy", "Rate of copying"),
    "MB/s",
    (1, 1_000_000, 100),
    "Megabytes (of 1,000,000 bytes) that all copying together moves in a second.",
);

/// Every quantity, in the order of the page.
pub static ALL: [&Quantity; 32] = [
    &SEED,
    &SCALE,
    &KEYS,
    &READS,
    &WRITES,
    &POPULARITY,
    &EXPONENT,
    &TTL,
    &CAPACITY,
    &NODE_RATE,
    &NODE_LATENCY,
    &COLD,
    &DATABASE_RATE,
    &DATABASE_QUEUE,
    &DATABASE_LATENCY,
    &CLIENTS,
    &DEPTH,
    &EJECT_AFTER,
    &EJECT_WITHIN,
    &PENALTY,
    &BACKOFF,
    &HEALTH_CHECK,
    &GRACE,
    &TIMEOUT,
    &DUAL_READS,
    &FRONT,
    &FRONT_TTL,
    &HOT_COPIES,
    &BOUND,
    &DURABLE,
    &ITEM_BYTES,
    &COPY_RATE,
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_quantity_has_a_field_of_its_own_and_a_default_in_its_range() {
        for (at, one) in ALL.iter().enumerate() {
            assert!(ALL[..at].iter().all(|other| other.parameter.field != one.parameter.field), "{one:?}");
            assert_eq!(one.parameter.check(&one.parameter.default()), Ok(()), "{one:?}");
            assert!(one.parameter.help.ends_with('.'), "{one:?}");
            // A link parts fields from values by a colon, and settings by stars.
            assert!(one.parameter.field.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'_'), "{one:?}");
        }
    }

    #[test]
    fn a_number_is_kept_within_its_range() {
        let settings = CLIENTS.with(&Settings::default(), 1_000);
        assert_eq!(CLIENTS.of(&settings), 64);
        assert_eq!(CLIENTS.of(&CLIENTS.with(&settings, 4)), 4);
        assert!(COLD.is_on(&COLD.switched_on(&settings)) && !COLD.is_on(&settings));
        assert_eq!(POPULARITY.choice(&POPULARITY.chosen(&settings, 2)), 2);
    }
}
