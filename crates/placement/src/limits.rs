//! Every limit of the program, in one place. Each is met with a message that names it.

/// Most nodes in a fleet.
pub const NODES: usize = 10_000;
/// Most vacant buckets that a fleet remembers: as many as the largest capacity. DxHash tries all of them.
pub const VACANCIES: usize = 1_024;
/// Most points on a ring, all nodes together.
pub const POINTS: u64 = 4_000_000;
/// Most keys in a scenario.
pub const KEYS: u32 = 1_000_000;
/// Most keys of a list that is looked up beside a scenario.
pub const LOOKUP_KEYS: u32 = 100_000;
/// Most bytes of a pasted key.
pub const KEY_BYTES: usize = 64 << 10;
/// Most requests for one pasted key.
pub const REQUESTS: u32 = 1_000_000_000;
/// Most bytes of pasted text.
pub const PASTE_BYTES: usize = 64 << 20;
/// Most characters of a link that is written or read.
pub const LINK_CHARACTERS: usize = 8_000;
/// Most bytes of a pasted list of keys that still travels in a link.
pub const LINK_LIST_BYTES: usize = 2_000;
/// Most bytes of a node's name.
pub const NAME_BYTES: usize = 1_000;
/// Most tenants that are pinned to nodes.
pub const PINS: usize = 32;
/// Most bytes of what the keys of a tenant begin with.
pub const TENANT_BYTES: usize = 64;
/// Most bytes of a key pattern or a label template.
pub const TEMPLATE_BYTES: usize = 1_000;
/// Most points on the ring of a real system: a little more than Envoy's default maximum of 8,388,608.
pub const SYSTEM_POINTS: u64 = 10_000_000;
/// Most slots in the table of a real system: the limit of Envoy's Maglev.
pub const SYSTEM_SLOTS: u64 = 5_000_011;
/// Most bytes of what is given to nodes by name: tokens of a hundred nodes with 256 each take half of it.
pub const ASSIGNMENT_BYTES: usize = 1_000_000;
