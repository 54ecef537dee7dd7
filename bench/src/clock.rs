//! Times of runs. The clock of a page steps by 5 µs at best, so that what is short is done many times in one go.

use std::hint::black_box;

use web_time::Instant;

/// Most runs of which the median is told.
const RUNS: usize = 5;
/// Runs end after so long, however few they were. It keeps what is slow from taking the whole evening.
const ENOUGH_MS: f64 = 400.0;
/// Runs that are not counted go on for so long: a browser compiles what is run often once more, and better.
const WARM_MS: f64 = 30.0;
/// What is shorter is done several times in one go.
const SHORT_MS: f64 = 0.5;

/// How long it took, in milliseconds. Taking down what it made is not part of it.
fn time<T>(mut run: impl FnMut() -> T) -> f64 {
    let start = Instant::now();
    let made = black_box(run());
    let took = start.elapsed().as_secs_f64() * 1e3;
    drop(made);
    took
}

/// The median time in milliseconds, after runs that are not counted unless there is no time for more.
pub fn median<T>(mut run: impl FnMut() -> T) -> f64 {
    // Behind a call that the compiler cannot see through: a browser improves a function when it is called again, never a
    // loop that is under way, and drawn into its caller it would stay as it was first compiled.
    let mut run: &mut dyn FnMut() -> T = black_box(&mut run);
    let first = time(&mut run);
    if first > ENOUGH_MS {
        return first;
    }
    let start = Instant::now();
    let mut warm = 0u32;
    while warm == 0 || start.elapsed().as_secs_f64() * 1e3 < WARM_MS {
        black_box(run());
        warm += 1;
    }
    let each = start.elapsed().as_secs_f64() * 1e3 / f64::from(warm);
    let goes = (SHORT_MS / each).ceil() as usize;
    let mut all = || {
        if goes == 1 {
            return time(&mut run);
        }
        let one_by_one = || {
            for _ in 0..goes {
                black_box(run());
            }
        };
        time(one_by_one) / goes as f64
    };
    let mut times = Vec::new();
    let mut spent = 0.0;
    while times.len() < RUNS && (times.is_empty() || spent < ENOUGH_MS) {
        let took = all();
        spent += took * goes as f64;
        times.push(took);
    }
    quantile(&mut times, 0.5)
}

/// The times of `least` to `most` runs in milliseconds, after one that is not counted; few where they are long.
pub fn samples<T>(least: usize, most: usize, mut run: impl FnMut() -> T) -> Vec<f64> {
    let mut run: &mut dyn FnMut() -> T = black_box(&mut run);
    let mut spent = time(&mut run);
    let mut times = Vec::new();
    while times.len() < most && (times.len() < least || spent < 3.0 * ENOUGH_MS) {
        let took = time(&mut run);
        spent += took;
        times.push(took);
    }
    times
}

/// The time that a part of all runs does not exceed: the nearest rank. `part` from 0 to 1.
pub fn quantile(times: &mut [f64], part: f64) -> f64 {
    times.sort_by(f64::total_cmp);
    let rank = (part * times.len() as f64).ceil() as usize;
    times[rank.clamp(1, times.len()) - 1]
}

#[cfg(test)]
mod tests {
    use super::quantile;

    #[test]
    fn ranks_are_the_nearest() {
        let mut times: Vec<f64> = (1..=20).rev().map(f64::from).collect();
        assert_eq!((quantile(&mut times, 0.5), quantile(&mut times, 0.95)), (10.0, 19.0));
        assert_eq!((quantile(&mut [3.0], 0.95), quantile(&mut [2.0, 1.0, 3.0], 0.5)), (3.0, 2.0));
    }
}
