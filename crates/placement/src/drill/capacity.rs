//! The capacity plan: what the loss of each node adds to the database.
//!
//! The nodes hold what they would after days of the load. A read adds to the database when its key was held and is then
//! sought on another node: under a ring those are the keys of the lost node, under modulo nearly all. Popular keys count
//! as often as they are read, so this is no count of keys; and it is no measurement but an expectation, so that chance
//! has no part in it but in what the nodes hold.

use super::{
    nodes::Nodes,
    plan::{Plan, PlanError},
    run::Run,
};
use crate::fleet::NodeId;

/// What the loss of a node does, in the first moment.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Loss {
    /// Which node.
    pub node: NodeId,
    /// Reads that it adds to the database, of all reads: 0 to 1.
    pub of_reads: f64,
    /// The same of the reads that were hits: 0 to 1.
    pub of_hits: f64,
    /// The same in reads a second, at full scale.
    pub reads_per_s: f64,
}

/// The plan, made a node at a time: each takes a placement.
#[derive(Debug)]
pub struct CapacityPlan {
    run: Run,
    reads_per_s: f64,
    /// The probability that a read asks for the key, where it is held; else 0. By key.
    held: Vec<f64>,
    hit_rate: f64,
    losses: Vec<Loss>,
    next: usize,
}

impl CapacityPlan {
    /// Fills the nodes of a plan. Its events do not count.
    ///
    /// # Errors
    /// A plan beyond a limit.
    pub fn new(plan: Plan) -> Result<Self, PlanError> {
        let reads_per_s = f64::from(super::quantity::READS.of(&plan.settings));
        let run = Run::new(Plan { events: Vec::new(), ..plan })?;
        let (world, state) = (run.world(), run.state());
        let table = world.tables.table(0, Nodes::NONE);
        let held: Vec<f64> = (0..world.keys)
            .map(|key| {
                let is_held = state.caches.holders(key).any(|holder| holder == usize::from(table.owner(key)));
                if is_held { world.probabilities[key as usize] } else { 0.0 }
            })
            .collect();
        let hit_rate = held.iter().sum();
        Ok(Self { run, reads_per_s, held, hit_rate, losses: Vec::new(), next: 0 })
    }

    /// Hits of all reads while nothing is lost, 0 to 1.
    #[must_use]
    pub fn hit_rate(&self) -> f64 {
        self.hit_rate
    }

    /// Goes on with a node; true when all are done.
    pub fn step(&mut self) -> bool {
        let (world, state) = (self.run.world(), self.run.state());
        let Some(node) = state.nodes.get(self.next) else { return true };
        if node.is_alive {
            let [with, without] = [Nodes::NONE, Nodes::only(self.next)].map(|left_out| world.tables.table(0, left_out));
            let moved = with.owners().iter().zip(without.owners()).zip(&self.held);
            let of_reads: f64 = moved.filter(|((with, without), _)| with != without).map(|(_, held)| held).sum();
            let of_hits = if self.hit_rate > 0.0 { of_reads / self.hit_rate } else { 0.0 };
            self.losses.push(Loss { node: node.id, of_reads, of_hits, reads_per_s: of_reads * self.reads_per_s });
        }
        self.next += 1;
        self.next >= state.nodes.len()
    }

    /// All the rest.
    pub fn finish(&mut self) {
        while !self.step() {}
    }

    /// Those that are done, in the order of the rows; nodes that are down are left out.
    #[must_use]
    pub fn losses(&self) -> &[Loss] {
        &self.losses
    }
}
