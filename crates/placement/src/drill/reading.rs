//! One read, from the client to what answers it; and one write.
//!
//! As the first document's client: the owners in order, the next where one fails, up to a number of them. A node that
//! misses has the database asked and is filled.

use std::sync::Arc;

use super::{
    Answer, Notice,
    caches::{Copy, NEVER},
    state::State,
    table::{MOST_RANKS, NOBODY},
    world::World,
};

impl State {
    /// The next read of the run.
    pub(super) fn read(&mut self, world: &World, notice: &mut impl FnMut(Notice)) {
        let at = (self.turn % world.clients as u64) as usize;
        let mut key = world.popularity.key(self.draws.next_value(), self.turn, world.keys);
        if self.hot_below > 0 && (self.draws.next_value() >> 32) < u64::from(self.hot_below) {
            key = 0;
        }
        self.turn += 1;
        self.now.reads += 1;
        let answer = self.answer(world, at, key, notice);
        match answer {
            Answer::Front | Answer::Hit(_) => self.now.hits += 1,
            Answer::Miss(_) => self.now.misses += 1,
            Answer::Failed => self.now.failures += 1,
        }
        notice(Notice::Read { tick: self.tick, client: at as u32, key, answer });
        if world.writes_of_1_000 > 0 {
            self.writes_due += world.writes_of_1_000;
            if self.writes_due >= 1_000 {
                self.writes_due -= 1_000;
                let key = world.popularity.key(self.draws.next_value(), self.now.writes, world.keys);
                self.write(world, at, key, notice);
            }
        }
    }

    #[inline]
    fn answer(&mut self, world: &World, at: usize, key: u32, notice: &mut impl FnMut(Notice)) -> Answer {
        if world.front > 0 && self.is_in_front(world, at, key) {
            return Answer::Front;
        }
        let is_spread = world.hot_copies > 1 && self.hot_below > 0 && key == 0;
        let client = &self.clients[at];
        let owner = client.table.owner(key);
        // Nearly always the owner is there, and nothing else matters.
        let answer = match self.nodes.get(usize::from(owner)) {
            Some(node)
                if node.is_plain
                    && !node.is_full
                    && !is_spread
                    && !self.moving.is_routing()
                    && !client.down.has(owner.into())
                    && !client.unreachable.has(owner.into()) =>
            {
                self.ask(world, at, owner.into(), key, 0)
            }
            _ => self.answer_by_owners(world, at, key, is_spread, notice),
        };
        if world.front > 0
            && let Answer::Hit(id) | Answer::Miss(id) = answer
            && let Some(copy) = world.number(id).and_then(|number| self.caches.find(key, number))
        {
            self.fronts.insert(key, at, copy.version, self.tick + world.front_ttl_ticks);
        }
        answer
    }

    /// The owners in order, where not simply the first answers.
    #[cold]
    fn answer_by_owners(
        &mut self,
        world: &World,
        at: usize,
        key: u32,
        is_spread: bool,
        notice: &mut impl FnMut(Notice),
    ) -> Answer {
        // The list is made before the first failure, which may change the table.
        let table = Arc::clone(&self.clients[at].table);
        let mut owners = [NOBODY; MOST_RANKS];
        for (rank, owner) in owners.iter_mut().enumerate() {
            *owner = if rank == 0 { self.moving.owner(key, table.owner(key)) } else { table.ranked(key, rank) };
            if *owner == NOBODY {
                break;
            }
        }
        let there = owners.iter().filter(|&&owner| owner != NOBODY).count();
        if is_spread && there > 0 {
            let copies = world.hot_copies.min(there);
            owners[..there].rotate_left((self.draws.next_value() >> 32) as usize % copies);
        } else if let Some(first) = self.first_within_bound(&owners[..there]) {
            owners[..there].rotate_left(first);
        }
        let (mut asked, mut waited_us) = (0, 0);
        for number in owners[..there].iter().map(|&owner| usize::from(owner)) {
            if asked == world.depth {
                break;
            }
            if self.clients[at].down.has(number) {
                continue;
            }
            asked += 1;
            if self.reaches(at, number) {
                self.clients[at].health[number].succeed();
                return self.ask(world, at, number, key, waited_us);
            }
            waited_us += world.timeout_us;
            self.fail(world, at, number, notice);
        }
        Answer::Failed
    }

    /// The place of the first owner that is not full; `None` where all are, or the first is not.
    fn first_within_bound(&self, owners: &[u16]) -> Option<usize> {
        owners.iter().position(|&owner| !self.nodes[usize::from(owner)].is_full).filter(|&at| at > 0)
    }

    /// Does a request of a client to a node get an answer? It is made either way.
    fn reaches(&mut self, at: usize, number: usize) -> bool {
        let node = &mut self.nodes[number];
        if !node.is_alive || self.clients[at].unreachable.has(number) {
            return false;
        }
        if node.is_plain {
            return true;
        }
        // By chance, and not every so many: failures in a row are what clients judge by.
        let mut chance = || (self.draws.next_value() >> 11) as f64 / (1u64 << 53) as f64;
        if chance() * 100.0 < f64::from(node.fail_percent) {
            return false;
        }
        let is_refused = chance() < node.server.refused();
        node.made += u32::from(is_refused);
        !is_refused
    }

    /// A node that answers is asked for a key, and the database where it does not hold it.
    #[inline]
    fn ask(&mut self, world: &World, at: usize, number: usize, key: u32, waited_us: u64) -> Answer {
        let node = &mut self.nodes[number];
        node.made += 1;
        let (id, answer_us) = (node.id, node.answer_us + waited_us);
        self.clients[at].health[number].succeed();
        self.now.nodes[number].requests += 1;
        if let Some(copy) = self.fresh_copy(key, number) {
            self.hit(key, number, copy);
            self.now.latency_us += answer_us;
            return Answer::Hit(id);
        }
        if let Some(elsewhere) = self.ask_owner_of_before(world, at, number, key) {
            self.now.latency_us += answer_us + self.nodes[elsewhere].answer_us;
            return Answer::Hit(self.nodes[elsewhere].id);
        }
        if world.is_durable {
            self.now.not_found += 1;
            return Answer::Failed;
        }
        self.database_made += 1;
        if self.database.refuses() {
            self.now.refused += 1;
            return Answer::Failed;
        }
        self.now.nodes[number].misses += 1;
        self.now.latency_us += answer_us + world.database_latency_us + self.database.latency_us() as u64;
        self.fill(world, number, key);
        Answer::Miss(id)
    }

    /// The copy of a key on a node, unless it has expired: then it is taken away.
    #[inline]
    fn fresh_copy(&mut self, key: u32, number: usize) -> Option<Copy> {
        let copy = self.caches.find(key, number)?;
        if copy.expires_tick > self.tick {
            return Some(copy);
        }
        self.caches.take(copy);
        None
    }

    #[inline]
    fn hit(&mut self, key: u32, number: usize, copy: Copy) {
        self.caches.touch(copy);
        self.now.nodes[number].hits += 1;
        if self.written.get(key as usize).is_some_and(|&version| version != copy.version) {
            self.now.stale_hits += 1;
        }
    }

    /// Puts a key on a node, which is a request to it.
    fn fill(&mut self, world: &World, number: usize, key: u32) {
        self.nodes[number].made += 1;
        self.now.nodes[number].requests += 1;
        let version = self.written.get(key as usize).copied().unwrap_or(0);
        let expires_tick = if world.ttl_ticks == 0 { NEVER } else { self.tick + world.ttl_ticks };
        self.now.evictions += u64::from(self.caches.insert(key, number, version, expires_tick));
    }

    /// Dual reads: the owner of before is asked, and what it has is copied. Its number where it had the key.
    fn ask_owner_of_before(&mut self, world: &World, at: usize, number: usize, key: u32) -> Option<usize> {
        let before = &self.clients[at].before.as_ref()?.0;
        let old = usize::from(before.owner(key));
        if old == number || old >= self.nodes.len() || self.clients[at].down.has(old) || !self.reaches(at, old) {
            return None;
        }
        self.nodes[old].made += 1;
        self.now.nodes[old].requests += 1;
        let copy = self.fresh_copy(key, old)?;
        self.hit(key, old, copy);
        self.now.elsewhere_hits += 1;
        // Durable data is moved by the copying alone.
        if !world.is_durable {
            self.fill(world, number, key);
        }
        Some(old)
    }

    /// Does the client's own small cache answer?
    fn is_in_front(&mut self, world: &World, at: usize, key: u32) -> bool {
        let Some(copy) = self.fronts.find(key, at) else { return false };
        if copy.expires_tick > self.tick {
            self.fronts.touch(copy);
        } else if self.hot_below > 0 && key == 0 && self.front_due + 1 < world.scale {
            // The hot key is one key at any scale. Of the reads that this one stands for only the first finds it expired:
            // of so many times it happens, one is a whole simulated read.
            self.front_due += 1;
            self.fronts.rewrite(copy, copy.version, self.tick + world.front_ttl_ticks);
        } else {
            self.front_due = 0;
            self.fronts.take(copy);
            return false;
        }
        self.now.front_hits += 1;
        if self.written.get(key as usize).is_some_and(|&version| version != copy.version) {
            self.now.stale_hits += 1;
        }
        true
    }

    /// A write: the database has the new value, and so has the node that the client takes for the owner, if it answers.
    fn write(&mut self, world: &World, at: usize, key: u32, notice: &mut impl FnMut(Notice)) {
        self.now.writes += 1;
        self.written[key as usize] += 1;
        if world.front > 0
            && let Some(copy) = self.fronts.find(key, at)
        {
            self.fronts.take(copy);
        }
        let owner = usize::from(self.moving.owner(key, self.clients[at].table.owner(key)));
        if owner >= self.nodes.len() || self.clients[at].down.has(owner) {
            return;
        }
        if !self.reaches(at, owner) {
            self.fail(world, at, owner, notice);
            return;
        }
        match self.caches.find(key, owner) {
            Some(copy) => {
                self.nodes[owner].made += 1;
                self.now.nodes[owner].requests += 1;
                let expires_tick = if world.ttl_ticks == 0 { NEVER } else { self.tick + world.ttl_ticks };
                self.caches.rewrite(copy, self.written[key as usize], expires_tick);
            }
            None => self.fill(world, owner, key),
        }
    }
}
