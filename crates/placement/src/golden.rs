//! Golden vectors: the owner of every key of a scenario as a file, against which a team tests each of its clients.
//!
//! ```text
//! # a comment
//! setting <tab> algorithm <tab> ring
//! setting <tab> field of the link <tab> value                       of each parameter that counts
//! node    <tab> name <tab> weight <tab> up | down                   of each node, in the order of the rows
//! key     <tab> text <tab> name of its owner, nothing for nobody    of each key, in their order
//! end     <tab> number of the keys
//! ```
//!
//! Lines end with LF. Every field is percent-encoded UTF-8, so the file is ASCII whatever names and keys are: a few lines
//! of any language read it without loss, and what such a language takes for a line's end is not mistaken for one. A plus
//! is encoded and a space is `%20`, so decoders for forms read it too. Under a bound on loads an owner hangs on the keys
//! before it: a client has to be asked in this order.

use crate::{
    fleet::NodeId,
    link::{self, escape_bytes},
    owners::Owners,
    snapshot::Snapshot,
};

/// The version of the format.
pub const VERSION: u32 = 1;

/// The file, a part at a time.
#[derive(Debug)]
pub struct Vectors<'a> {
    snapshot: &'a Snapshot,
    /// The encoded name of each owner, by place.
    names: Vec<String>,
}

impl<'a> Vectors<'a> {
    /// Of a placement.
    #[must_use]
    pub fn new(snapshot: &'a Snapshot) -> Self {
        let fleet = &snapshot.scenario().fleet;
        let name = |id: Option<NodeId>| {
            let node = id.and_then(|id| fleet.get(id));
            node.map_or_else(String::new, |node| escape_bytes(node.name.as_bytes()))
        };
        Self { snapshot, names: Owners::table(snapshot.owners(), name) }
    }

    /// What stands before the keys.
    #[must_use]
    pub fn head(&self) -> String {
        let scenario = self.snapshot.scenario();
        let mut file = format!("# Ringscope golden vectors, version {VERSION}\n");
        let link = link::encode(scenario);
        // A comment that nobody reads may be long, but need not.
        if !link.is_too_long() {
            file.push_str(&format!("# Scenario: ?{}\n", link.query));
        }
        let mut line = |fields: &[&str]| {
            let fields: Vec<String> = fields.iter().map(|field| escape_bytes(field.as_bytes())).collect();
            file.push_str(&fields.join("\t"));
            file.push('\n');
        };
        line(&["setting", "algorithm", scenario.algorithm.id]);
        for parameter in scenario.algorithm.parameters {
            line(&["setting", parameter.field, &parameter.write(&scenario.settings.get(parameter))]);
        }
        for node in scenario.fleet.nodes() {
            line(&["node", &node.name, &node.weight.to_string(), if node.up { "up" } else { "down" }]);
        }
        file
    }

    /// Writes the lines of so many keys from number `from` on, or of as many as there are.
    pub fn write(&self, file: &mut String, from: u32, count: u32) {
        let keys = self.snapshot.keys().keys();
        let mut texts = keys.texts();
        for at in from..from.saturating_add(count).min(keys.len()) {
            file.push_str("key\t");
            file.push_str(&escape_bytes(texts.get(at)));
            file.push('\t');
            file.push_str(&self.names[self.snapshot.owners().place(at)]);
            file.push('\n');
        }
    }

    /// What stands after the keys.
    #[must_use]
    pub fn foot(&self) -> String {
        format!("end\t{}\n", self.snapshot.keys().len())
    }

    /// All of it.
    #[must_use]
    pub fn whole(&self) -> String {
        let mut file = self.head();
        self.write(&mut file, 0, u32::MAX);
        file + &self.foot()
    }
}
