//! The table of a coordinator in a scenario: changed by commands of its own, and kept while the fleet changes.

use super::Scenario;
use crate::{
    fleet::{Fleet, Node},
    shards::{ShardError, ShardTable},
};

impl Scenario {
    /// Neither generic nor inlined: with a copy of the table's own code for each command the page would be 10 kB larger.
    #[inline(never)]
    pub(super) fn change_shards(
        &mut self,
        change: &dyn Fn(&mut ShardTable, &Fleet) -> Result<(), ShardError>,
    ) -> Result<(), ShardError> {
        if !self.algorithm.keeps_shards() {
            return Err(ShardError::NoTable);
        }
        let mut table = self.fleet.shards().into_owned();
        change(&mut table, &self.fleet)?;
        self.fleet.keep_shards(table);
        Ok(())
    }

    /// After a command: where the table is used it follows the fleet, by few moves. Under another algorithm it stands for
    /// as long as the fleet does, and then is dealt anew; pins and drained nodes stay either way.
    #[inline(never)]
    pub(super) fn keep_shards(&mut self, before: &Self) {
        if !self.algorithm.keeps_shards() && before.fleet.kept_shards().is_none() {
            return;
        }
        let is_other = |a: &Node, b: &Node| (a.id, a.weight, a.up) != (b.id, b.weight, b.up);
        let (old, new) = (before.fleet.nodes(), self.fleet.nodes());
        if old.len() == new.len() && !old.iter().zip(new).any(|(a, b)| is_other(a, b)) {
            // What forgot it did so for nothing.
            if let (None, Some(table)) = (self.fleet.kept_shards(), before.fleet.kept_shards()) {
                self.fleet.keep_shards(table.clone());
            }
            return;
        }
        let table = if self.algorithm.keeps_shards() {
            let mut table = before.fleet.shards().into_owned();
            table.follow(&before.fleet, &self.fleet);
            table
        } else {
            before.fleet.shards().into_owned().dealt_anew(&self.fleet)
        };
        self.fleet.keep_shards(table);
    }
}
