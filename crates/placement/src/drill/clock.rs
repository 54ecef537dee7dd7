//! The clock of a drill: whole ticks of a tenth of a second, so that no rounding of time can part two runs.

/// Milliseconds of a tick.
pub const TICK_MS: u32 = 100;
/// Ticks of a second.
pub const TICKS_A_SECOND: u32 = 1_000 / TICK_MS;

/// Ticks of so many seconds.
#[must_use]
pub const fn ticks_of_s(seconds: u32) -> u32 {
    seconds.saturating_mul(TICKS_A_SECOND)
}

/// Seconds of so many ticks.
#[must_use]
pub fn s_of_ticks(ticks: u32) -> f64 {
    f64::from(ticks) / f64::from(TICKS_A_SECOND)
}

/// A time for people: `75.5 s`, `2 min 5 s`, `1 h 3 min`.
#[must_use]
pub fn in_words(ticks: u32) -> String {
    let seconds = ticks / TICKS_A_SECOND;
    match (seconds / 3_600, seconds / 60 % 60, seconds % 60) {
        (0, 0, _) | (0, 1, _) if !ticks.is_multiple_of(TICKS_A_SECOND) => {
            format!("{seconds}.{} s", ticks % TICKS_A_SECOND)
        }
        (0, 0 | 1, _) => format!("{seconds} s"),
        (0, minutes, 0) => format!("{minutes} min"),
        (0, minutes, seconds) => format!("{minutes} min {seconds} s"),
        (hours, 0, _) => format!("{hours} h"),
        (hours, minutes, _) => format!("{hours} h {minutes} min"),
    }
}

/// Seconds for a field, as [`ticks_from`] reads them: `75`, `75.5`.
#[must_use]
pub fn in_seconds(ticks: u32) -> String {
    match (ticks / TICKS_A_SECOND, ticks % TICKS_A_SECOND) {
        (seconds, 0) => seconds.to_string(),
        (seconds, tenths) => format!("{seconds}.{tenths}"),
    }
}

/// The ticks of a time in seconds, with a tenth or without; `None` for any other text.
#[must_use]
pub fn ticks_from(seconds: &str) -> Option<u32> {
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let (whole, tenths) = seconds.split_once('.').unwrap_or((seconds, "0"));
    let is_time = digits(whole) && digits(tenths) && tenths.len() == 1;
    let ticks = |text: &str| text.parse::<u32>().ok();
    if is_time { ticks(whole)?.checked_mul(TICKS_A_SECOND)?.checked_add(ticks(tenths)?) } else { None }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_words() {
        for (ticks, words) in [
            (0, "0 s"),
            (5, "0.5 s"),
            (755, "75.5 s"),
            (1_190, "119 s"),
            (1_200, "2 min"),
            (1_250, "2 min 5 s"),
            (36_000, "1 h"),
            (37_805, "1 h 3 min"),
        ] {
            assert_eq!(in_words(ticks), words, "{ticks}");
        }
        assert_eq!((ticks_of_s(60), s_of_ticks(5)), (600, 0.5));
    }

    #[test]
    fn a_time_in_seconds_is_read_as_it_is_written() {
        for (ticks, text) in [(0, "0"), (5, "0.5"), (755, "75.5"), (1_200, "120"), (864_000, "86400")] {
            assert_eq!((in_seconds(ticks).as_str(), ticks_from(text)), (text, Some(ticks)));
        }
        for text in ["", ".", "5.", ".5", "5.25", "-1", "+1", "1e3", "1 0", "99999999999", "429496729.6"] {
            assert_eq!(ticks_from(text), None, "{text}");
        }
    }
}
