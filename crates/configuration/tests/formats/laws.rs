//! What holds of every text whatsoever.

use std::collections::HashSet;

use configuration::{Configuration, limits};

/// Holds a reading of a text against what must be so.
pub fn hold(text: &str, read: &Configuration) {
    if read.refused.is_some() {
        assert!(read.lines.is_empty() && read.readings.is_empty());
        return;
    }
    // Every line once, in order, bounded.
    let plain = text.strip_prefix('\u{feff}').unwrap_or(text).replace("\r\n", "\n").replace('\r', "\n");
    let count = plain.split('\n').count() - usize::from(plain.is_empty() || plain.ends_with('\n'));
    assert_eq!(read.lines.len(), count);
    for (line, number) in read.lines.iter().zip(1..) {
        assert_eq!(line.number, number);
        assert!(line.text.chars().count() <= limits::LINE_CHARACTERS + 1);
        assert!(line.told.words().len() < 4_000, "{}", line.told.words());
        assert!(line.reading.is_none_or(|reading| reading < read.readings.len()));
    }
    assert!(read.readings.len() <= limits::READINGS);
    assert!(read.readings.iter().map(|reading| reading.servers.len()).sum::<usize>() <= limits::SERVERS);
    for reading in &read.readings {
        assert!((1..=count).contains(&reading.line));
        assert_ne!(reading.system, Err(String::new()), "a reason is missing");
        assert!(reading.system.is_err() || reading.remarks.iter().all(|remark| remark.ends_with('.')));
        let mut names = HashSet::new();
        let mut slots = HashSet::new();
        let mut tokens = HashSet::new();
        for server in &reading.servers {
            assert!(names.insert(&server.name), "{} twice", server.name);
            assert!(!server.name.is_empty() && server.name.len() <= limits::NAME_BYTES);
            assert!(!server.name.chars().any(char::is_control));
            assert!((reading.line..=count).contains(&server.line) || reading.line > 1);
            for &(first, last) in &server.slots {
                assert!(first <= last && last < 16_384);
                assert!((first..=last).all(|slot| slots.insert(slot)), "a slot twice");
            }
            assert!(server.tokens.iter().all(|token| tokens.insert(token)), "a token twice");
        }
    }
}
