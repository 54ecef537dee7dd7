//! Every limit of reading, in one place. Each is met with a sentence that names it.

/// Most bytes of a text.
pub const TEXT_BYTES: usize = 1 << 20;
/// Most lines of a text.
pub const LINES: usize = 50_000;
/// Most servers of a text, all its upstreams together: as many as a fleet of the page can have.
pub const SERVERS: usize = 10_000;
/// Most upstreams, backends, pools, clusters or datacenters of a text.
pub const READINGS: usize = 1_000;
/// Most bytes of a server's name or label: as many as a node's name can have.
pub const NAME_BYTES: usize = 1_000;
/// Most blocks, lists and maps that stand one in the other.
pub const DEPTH: usize = 64;
/// Most values of a YAML text, aliases written out; each [`VALUE_BYTES`] of a text count as one more.
pub const VALUES: usize = 500_000;
/// Bytes of a text in YAML that count as a value.
pub const VALUE_BYTES: usize = 32;
/// Most characters of a line that are shown again.
pub const LINE_CHARACTERS: usize = 200;
/// Most remarks on one line that are kept.
pub const REMARKS: usize = 4;
