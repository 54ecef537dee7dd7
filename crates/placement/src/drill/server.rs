//! Something that serves so many requests a second and lets the rest wait: the database, and each cache node.
//!
//! A simulated request stands for many. Taken as they come, those many would arrive in one clump, and a queue would grow
//! that only the scale makes. So what arrives in a tick is spread over the next seconds (an exponential with the mean of
//! [`SPREAD_TICKS`]), and the queue is a fluid: what flows in beyond the rate waits, what flows in beyond the queue is
//! refused. Below saturation a fluid never waits, but requests that come by chance do: that part is the formula of an
//! M/M/1 queue at the rate that flows in, whose own changes pass in milliseconds. Kleinrock, Queueing Systems I (1975):
//! mean time in an M/M/1 system = 1 / (rate served − rate arriving).

use super::clock::TICKS_A_SECOND;

/// Ticks over which the requests of one tick are spread in the mean.
pub(super) const SPREAD_TICKS: u32 = 4 * TICKS_A_SECOND;

/// A server with a queue, at full scale.
#[derive(Clone, Copy, Debug)]
pub(super) struct Server {
    /// Requests served in a tick.
    served_a_tick: f64,
    /// Requests that can wait.
    most_waiting: f64,
    /// Requests that are still to flow in.
    coming: f64,
    /// Requests that flowed in during the last tick.
    flowed: f64,
    /// Requests that wait.
    waiting: f64,
    /// The share of requests that is refused, 0 to 1.
    refused: f64,
    /// What of a refused request is due.
    due: f64,
}

impl Server {
    /// `most_waiting`: requests that can wait; what a client's patience allows, or the length of the queue.
    pub(super) fn new(served_a_second: f64, most_waiting: f64) -> Self {
        let served_a_tick = served_a_second / f64::from(TICKS_A_SECOND);
        Self { served_a_tick, most_waiting, coming: 0.0, flowed: 0.0, waiting: 0.0, refused: 0.0, due: 0.0 }
    }

    /// Another rate, and another queue.
    pub(super) fn set_rate(&mut self, served_a_second: f64, most_waiting: f64) {
        self.served_a_tick = served_a_second / f64::from(TICKS_A_SECOND);
        self.most_waiting = most_waiting;
    }

    /// As after a long time of so many requests a second.
    pub(super) fn settle(&mut self, arriving_a_second: f64) {
        let arriving = arriving_a_second / f64::from(TICKS_A_SECOND);
        self.coming = arriving * f64::from(SPREAD_TICKS - 1);
        self.flowed = arriving;
    }

    /// Forgets what waits: it stopped.
    pub(super) fn reset(&mut self) {
        (self.coming, self.flowed, self.waiting, self.refused, self.due) = (0.0, 0.0, 0.0, 0.0, 0.0);
    }

    /// The end of a tick in which so many requests were made, at full scale, refused ones included. Those that flow in
    /// beyond rate and queue make the share that is refused in the next tick.
    pub(super) fn end_tick(&mut self, made: f64) {
        self.coming += made;
        self.flowed = self.coming / f64::from(SPREAD_TICKS);
        self.coming -= self.flowed;
        self.waiting = (self.waiting + self.flowed - self.served_a_tick).max(0.0);
        let beyond = (self.waiting - self.most_waiting).max(0.0);
        self.waiting -= beyond;
        self.refused = if beyond > 0.0 { (beyond / self.flowed).min(1.0) } else { 0.0 };
    }

    /// The share of requests that it refuses now, 0 to 1.
    pub(super) fn refused(&self) -> f64 {
        self.refused
    }

    /// Is this request refused? The share is kept exactly, by carrying over what is due.
    #[inline]
    pub(super) fn refuses(&mut self) -> bool {
        self.due += self.refused;
        let is_refused = self.due >= 1.0;
        if is_refused {
            self.due -= 1.0;
        }
        is_refused
    }

    /// Requests a second that flow in, at full scale.
    pub(super) fn load_per_s(&self) -> f64 {
        self.flowed * f64::from(TICKS_A_SECOND)
    }

    /// Requests a second that it can serve, at full scale.
    pub(super) fn rate_per_s(&self) -> f64 {
        self.served_a_tick * f64::from(TICKS_A_SECOND)
    }

    /// Do more requests flow in than it can serve, or do some wait?
    pub(super) fn is_overloaded(&self) -> bool {
        self.waiting > 0.0 || self.flowed > self.served_a_tick
    }

    /// Waiting and being served, in microseconds: 1 / (rate − load) below saturation, the queue above.
    pub(super) fn latency_us(&self) -> f64 {
        let served_us = 1e6 / self.rate_per_s();
        let load = self.flowed / self.served_a_tick;
        let by_chance = if load < 1.0 { (load / (1.0 - load)).min(self.most_waiting) } else { self.most_waiting };
        served_us * (1.0 + by_chance.max(self.waiting))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hash::SplitMix64;

    /// The mean time in a queue of one server, simulated request by request (Lindley's recursion), in microseconds.
    fn simulated_us(arriving_a_second: f64, served_a_second: f64) -> f64 {
        let mut draws = SplitMix64::new(11);
        let mut exponential = |rate: f64| {
            let uniform = ((draws.next_value() >> 11) as f64 + 0.5) / (1u64 << 53) as f64;
            -libm::log(uniform) / rate
        };
        let (mut waits, mut sum, count) = (0.0f64, 0.0, 2_000_000);
        for _ in 0..count {
            let served = exponential(served_a_second);
            sum += waits + served;
            waits = (waits + served - exponential(arriving_a_second)).max(0.0);
        }
        sum / f64::from(count) * 1e6
    }

    #[test]
    fn below_saturation_the_time_is_that_of_a_simulated_queue() {
        for load in [0.3, 0.6, 0.8] {
            let mut server = Server::new(8_000.0, 1e9);
            server.settle(8_000.0 * load);
            server.end_tick(800.0 * load);
            let simulated = simulated_us(8_000.0 * load, 8_000.0);
            // Two million correlated waits at 0.8 have a standard deviation of about half a per cent.
            assert!((server.latency_us() / simulated - 1.0).abs() < 0.02, "{load} {} {simulated}", server.latency_us());
        }
    }

    #[test]
    fn above_saturation_the_queue_fills_and_the_rest_is_refused() {
        // 1,000 a second come, 600 are served, 1,200 can wait.
        let mut server = Server::new(600.0, 1_200.0);
        server.settle(1_000.0);
        let (mut made, mut refused) = (0u32, 0u32);
        for tick in 0..600 {
            for _ in 0..100 {
                let is_refused = server.refuses();
                // The queue fills at 400 a second: full after 3 s.
                assert!(!is_refused || tick >= 29, "{tick}");
                if tick >= 100 {
                    made += 1;
                    refused += u32::from(is_refused);
                }
            }
            server.end_tick(100.0);
        }
        assert!(server.is_overloaded());
        assert_eq!((made, refused), (50_000, 20_000));
        // 1,200 wait in front of 600 a second: 2 s and its own 1/600.
        assert!((server.latency_us() - 2_001_667.0).abs() < 1.0, "{}", server.latency_us());
        // Nothing more comes: what was spread still flows in, then the queue empties.
        (0..600).for_each(|_| server.end_tick(0.0));
        assert!(!server.is_overloaded() && server.refused() == 0.0);
    }
}
