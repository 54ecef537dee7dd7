//! What events do to a run.

use super::{
    event::{Event, Happening},
    nodes::Nodes,
    state::{Due, Mark, State},
    world::World,
};
use crate::{fleet::NodeId, scenario::Scenario};

impl State {
    /// Carries an event out. What cannot be carried out is a mark with the reason, and changes nothing.
    pub(super) fn happen(&mut self, world: &mut World, event: &Event) {
        let scenario = self.newest(world).clone();
        let title = event.what.title(&scenario.fleet);
        let outcome = match event.what.command() {
            Some(_) => self.change(world, &scenario, event),
            None => self.strike(world, &event.what),
        };
        let (title, is_refused) = match outcome {
            Ok(()) => (title, false),
            Err(reason) => (reason, true),
        };
        self.marks.push(Mark { tick: self.tick, title, is_refused });
        self.recovery.note_event(self.tick);
    }

    /// The newest membership.
    pub(super) fn newest<'a>(&self, world: &'a World) -> &'a Scenario {
        world.tables.scenario(self.versions.last().copied().unwrap_or(0))
    }

    fn number(&self, world: &World, id: NodeId) -> Result<usize, String> {
        let number = world.number(id).filter(|&number| self.nodes.get(number).is_some_and(|node| node.is_there));
        number.ok_or_else(|| format!("There is no node {} that this could happen to.", id.0))
    }

    fn strike(&mut self, world: &World, what: &Happening) -> Result<(), String> {
        match *what {
            Happening::Kill(id) => {
                let number = self.number(world, id)?;
                self.caches.clear(number);
                let node = &mut self.nodes[number];
                node.is_alive = false;
                node.server.reset();
                node.note_change();
            }
            Happening::Revive(id) => {
                let number = self.number(world, id)?;
                self.nodes[number].is_alive = true;
                self.nodes[number].note_change();
            }
            Happening::Fail { node, percent } => {
                let number = self.number(world, node)?;
                self.nodes[number].fail_percent = percent.min(100);
                self.nodes[number].note_change();
            }
            Happening::Slow { node, percent } => {
                let number = self.number(world, node)?;
                self.nodes[number].slow_percent = percent.clamp(1, 100);
                self.slow(world, number);
            }
            Happening::Partition { client, node } | Happening::Heal { client, node } => {
                let number = self.number(world, node)?;
                let clients = self.clients.len();
                let Some(client) = self.clients.get_mut(client as usize) else {
                    return Err(format!("There is no client {}; there are {clients}.", client + 1));
                };
                if matches!(what, Happening::Partition { .. }) {
                    client.unreachable.put(number);
                } else {
                    client.unreachable.take(number);
                }
            }
            Happening::Hot { percent } => {
                let percent = u64::from(percent.min(100));
                self.hot_below = (percent * u64::from(u32::MAX) / 100) as u32;
            }
            Happening::Add { .. } | Happening::Remove(_) | Happening::Weigh { .. } | Happening::Set(..) => {}
        }
        Ok(())
    }

    /// Another membership, and when each client learns of it.
    fn change(&mut self, world: &mut World, before: &Scenario, event: &Event) -> Result<(), String> {
        let Some(command) = event.what.command() else { return Ok(()) };
        let mut after = before.clone();
        after.apply(command).map_err(|error| error.to_string())?;
        let membership = world.tables.membership(&after).ok_or("There is no room for another node in a drill.")?;
        let old = self.versions.last().copied().unwrap_or(0);
        self.versions.push(membership);
        self.is_leaving |= before.fleet.nodes().iter().any(|node| after.fleet.get(node.id).is_none());
        for node in after.fleet.nodes() {
            if before.fleet.get(node.id).is_none() {
                self.add_node(world, &after, node);
            }
        }
        self.share_out(world, &after);
        let (version, last) = (self.versions.len() as u32 - 1, (world.clients as u64 - 1).max(1));
        let rollout_ticks = u64::from(super::clock::ticks_of_s(event.rollout_s));
        for client in 0..world.clients {
            let tick = self.tick.saturating_add((rollout_ticks * client as u64 / last) as u32);
            self.dues.push(Due { tick, client, version });
        }
        if world.is_durable {
            let (before, after_table) =
                (world.tables.table(old, Nodes::NONE), world.tables.table(membership, Nodes::NONE));
            self.moving.begin(&before, &after_table, after.algorithm.keeps_shards(), self.tick);
        }
        Ok(())
    }
}
