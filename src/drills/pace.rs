//! How fast a drill is played, and how far a step goes.

use placement::drill::clock::{TICKS_A_SECOND, ticks_of_s};

/// Seconds of the drill in one of the reader's.
pub const SPEEDS: [u32; 7] = [1, 5, 20, 60, 120, 300, 1_200];

/// A drill should take about so many seconds to watch.
const WATCHED_S: u32 = 25;

/// The place of the speed at which a drill of this length is watched in some twenty seconds.
#[must_use]
pub fn usual_speed(length_ticks: u32) -> usize {
    let wanted = length_ticks / ticks_of_s(WATCHED_S);
    SPEEDS.iter().rposition(|&speed| speed <= wanted.max(1)).unwrap_or(0)
}

/// A step: a round time, about a thirtieth of the drill.
#[must_use]
pub fn step_ticks(length_ticks: u32) -> u32 {
    const STEPS_S: [u32; 10] = [1, 2, 5, 10, 30, 60, 120, 300, 600, 1_800];
    let wanted = length_ticks / 30;
    let step = STEPS_S.into_iter().find(|&step| ticks_of_s(step) >= wanted);
    ticks_of_s(step.unwrap_or(3_600))
}

/// Ticks that pass while the reader's clock goes on, with what is left of one for the next time.
#[must_use]
pub fn ticks_passed(passed_ms: f64, speed: u32, left: f64) -> (u32, f64) {
    // Whoever was away for long has not missed a minute of it.
    let all = passed_ms.clamp(0.0, 500.0) / 1e3 * f64::from(speed * TICKS_A_SECOND) + left;
    (all as u32, all.fract())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_drill_takes_some_seconds_to_watch() {
        // 10 s at 1, 6 min at 5 (72 s: the next would be 18 s), 31 min at 60.
        for (length_s, speed) in [(10, 1), (360, 5), (1_860, 60), (86_400, 1_200)] {
            assert_eq!(SPEEDS[usual_speed(ticks_of_s(length_s))], speed, "{length_s} s");
        }
    }

    #[test]
    fn a_step_is_a_round_time() {
        assert_eq!([10, 300, 1_860].map(|s| step_ticks(ticks_of_s(s))), [10, 100, 1_200]);
    }

    #[test]
    fn no_part_of_a_tick_is_lost() {
        // Ten frames of 16.5 ms at ten ticks a second are 1.65 ticks.
        let (mut ticks, mut left) = (0, 0.0);
        for _ in 0..10 {
            let (more, rest) = ticks_passed(16.5, 1, left);
            (ticks, left) = (ticks + more, rest);
        }
        assert!(ticks == 1 && (left - 0.65).abs() < 1e-9, "{ticks} and {left}");
    }
}
