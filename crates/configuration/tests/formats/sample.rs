//! Texts with what must be told of each line.

use configuration::{Configuration, Format, Reading, Server, Told, Value, guess, read};

use crate::laws;

/// Lines with what becomes of them: `r` read, `i` ignored, `u` unreadable, `.` ignored without a word; and what the
/// words must have in them.
pub type Sample = [(&'static str, char, &'static str)];

/// The text of a sample.
pub fn text_of(sample: &Sample) -> String {
    sample.iter().flat_map(|(line, ..)| [*line, "\n"]).collect()
}

/// Reads a sample as what it is taken for, which must be `format`, and holds every line against it.
pub fn check(format: Format, sample: &Sample) -> Configuration {
    let text = text_of(sample);
    assert_eq!(guess(&text), Some(format));
    let configuration = read(&text);
    laws::hold(&text, &configuration);
    assert_eq!(configuration.lines.len(), sample.len());
    for (line, (text, verdict, words)) in configuration.lines.iter().zip(sample) {
        let told = match &line.told {
            Told::Read(_) => 'r',
            Told::Ignored(words) if words.is_empty() => '.',
            Told::Ignored(_) => 'i',
            Told::Unreadable(_) => 'u',
        };
        assert_eq!(told, *verdict, "line {} `{text}`: {}", line.number, line.told.words());
        assert!(line.told.words().contains(words), "line {} `{text}`: {}", line.number, line.told.words());
    }
    configuration
}

/// A server in short: name, weight, and what differs from a plain one.
pub fn short(server: &Server) -> String {
    let mut short = format!("{} {}", server.name, server.weight);
    let label = server.label.as_ref().map(|label| format!(" as {label}"));
    let id = server.id.map(|id| format!(" #{id}"));
    let down = (!server.up).then(|| " down".to_owned());
    short.extend([label, id, down].into_iter().flatten());
    short
}

/// All servers of a reading in short.
pub fn servers(reading: &Reading) -> Vec<String> {
    reading.servers.iter().map(short).collect()
}

/// The settings of a reading in short.
pub fn settings(reading: &Reading) -> Vec<String> {
    let written = |value: &Value| match value {
        Value::Text(text) => format!("{text:?}"),
        Value::Number(number) => number.to_string(),
        Value::Switch(on) => on.to_string(),
    };
    reading.settings.iter().map(|(name, value)| format!("{name}={}", written(value))).collect()
}
