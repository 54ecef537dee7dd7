//! A pasted fleet as far as it is read.

use std::collections::HashMap;

use super::{
    LeftOuts, PastedFleet, Place, Reason,
    fresh::{Fresh, keep_order_of_downs},
    is_text,
    line::{ends, is_skipped, separates, split_weight},
};
use crate::{
    fleet::{Fleet, Node},
    limits,
    weight::Weight,
};

/// The fleet as far as it is read.
pub(super) struct Reading<'a> {
    known: HashMap<&'a str, &'a Node>,
    /// Where each name was first read.
    taken: HashMap<String, Place>,
    nodes: Vec<Node>,
    next: Fresh<'a>,
    pub(super) left_out: LeftOuts,
    /// Does the text say who is down?
    says_who_is_down: bool,
}

impl<'a> Reading<'a> {
    pub(super) fn new(current: &'a Fleet, says_who_is_down: bool) -> Self {
        Self {
            known: current.nodes().iter().map(|node| (node.name.as_str(), node)).collect(),
            taken: HashMap::new(),
            nodes: Vec::new(),
            next: Fresh::new(current),
            left_out: LeftOuts::default(),
            says_who_is_down,
        }
    }

    fn is_known(&self, name: &str) -> bool {
        self.known.contains_key(name)
    }

    pub(super) fn read(&mut self, place: Place, line: &str) {
        let (line, is_down) = self.without_mark(line);
        match self.parts(line) {
            Ok(None) => {}
            Ok(Some((name, weight))) => {
                if let Err(reason) = self.take(place, name, weight, is_down) {
                    self.left_out.add(place, reason);
                }
            }
            Err(reason) => self.left_out.add(place, reason),
        }
    }

    /// A line without the mark of a server that is down, and whether it had it. The current fleet's names are names whatever
    /// they end in.
    fn without_mark<'t>(&self, line: &'t str) -> (&'t str, bool) {
        if !self.says_who_is_down || self.known_node(line).is_some() || self.is_known(line.trim_matches(separates)) {
            return (line, false);
        }
        let whole = line.trim_end_matches(|c| separates(c) || ends(c));
        match whole.strip_suffix('!') {
            // Only what stands before the mark to part it: a name may end in a space.
            Some(head) => (head.strip_suffix(' ').unwrap_or(head), true),
            None => (line, false),
        }
    }

    /// A line that is a name of the current fleet, or one with a tab and a weight after it, as [`text_of`] writes them.
    pub(super) fn known_node<'t>(&self, line: &'t str) -> Option<(&'t str, Weight)> {
        if self.is_known(line) {
            return Some((line, Weight::ONE));
        }
        let (name, weight) = line.rsplit_once('\t').filter(|(name, _)| self.is_known(name))?;
        Some((name, weight.parse().ok()?))
    }

    /// Name and weight; nothing where the line is skipped. The current fleet's names are names whatever they look like.
    fn parts<'t>(&self, line: &'t str) -> Result<Option<(&'t str, Weight)>, Reason> {
        if let Some(known) = self.known_node(line) {
            return Ok(Some(known));
        }
        if is_skipped(line) {
            return Ok(None);
        }
        if !is_text(line, false) {
            return Err(Reason::NotText);
        }
        let line = line.trim_matches(separates);
        let line = if self.is_known(line) { line } else { line.trim_end_matches(|c| separates(c) || ends(c)) };
        if self.is_known(line) || line.is_empty() {
            return Ok((!line.is_empty()).then_some((line, Weight::ONE)));
        }
        let (name, weight) = split_weight(line)?;
        if !self.is_known(name) && name.contains(['\t', ',', ';']) {
            return Err(Reason::TooManyParts);
        }
        Ok(Some((name, weight)))
    }

    fn take(&mut self, place: Place, name: &str, weight: Weight, is_down: bool) -> Result<(), Reason> {
        if let Some(&first) = self.taken.get(name) {
            return Err(Reason::NameTaken(first));
        }
        if name.len() > limits::NAME_BYTES {
            return Err(Reason::NameTooLong(name.len()));
        }
        if self.nodes.len() == limits::NODES {
            return Err(Reason::TooManyNodes);
        }
        let node = match self.known.get(name) {
            Some(&known) => {
                Node { weight, up: if self.says_who_is_down { !is_down } else { known.up }, ..known.clone() }
            }
            None => {
                let (id, bucket) = self.next.take();
                Node { id, name: name.to_owned(), weight, up: !is_down, bucket }
            }
        };
        self.taken.insert(name.to_owned(), place);
        self.nodes.push(node);
        Ok(())
    }

    pub(super) fn finish(self) -> PastedFleet {
        // Names and ids are different here, so that this cannot fail.
        let mut fleet = Fleet::from_nodes(self.nodes).unwrap_or_default();
        keep_order_of_downs(&mut fleet, self.next.current);
        PastedFleet { taken: fleet.nodes().len(), fleet, left_out: self.left_out.kept, more: self.left_out.more }
    }
}
