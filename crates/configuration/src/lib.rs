//! Configurations of real systems: which servers they name, by which rule and with which settings keys are placed on
//! them. Every line of the text is told once: read, ignored or unreadable, and why. Any text can be read: hostile ones
//! meet the limits of [`limits`] and are told so.

mod cassandra;
mod envoy;
mod envoy_cluster;
mod envoy_endpoint;
mod format;
mod haproxy;
mod haproxy_server;
mod haproxy_words;
mod libmemcached;
pub mod limits;
mod nginx;
mod plan;
mod reading;
mod redis;
mod statements;
mod transcript;
mod twemproxy;
mod words;
mod yaml;

use std::borrow::Cow;

pub use format::{Format, guess};
pub use plan::{Field, Plan, Planned};
pub use reading::{Configuration, Line, Reading, Server, Told, Value};
use transcript::Transcript;

/// Reads a text in the format that it seems to have.
#[must_use]
pub fn read(text: &str) -> Configuration {
    let text = match plain(text) {
        Ok(text) => text,
        Err(reason) => return refused(None, reason),
    };
    match guess(&text) {
        Some(format) => read_plain(format, &text),
        None => refused(None, "This looks like none of the configurations that can be read; choose which one it is."),
    }
}

/// Reads a text in a given format.
#[must_use]
pub fn read_as(format: Format, text: &str) -> Configuration {
    match plain(text) {
        Ok(text) => read_plain(format, &text),
        Err(reason) => refused(Some(format), reason),
    }
}

fn read_plain(format: Format, text: &str) -> Configuration {
    let mut transcript = Transcript::new(format, text);
    match format {
        Format::Nginx => nginx::read(text, &mut transcript),
        Format::Haproxy => haproxy::read(&mut transcript),
        Format::Twemproxy => twemproxy::read(text, &mut transcript),
        Format::Envoy => envoy::read(text, &mut transcript),
        Format::Libmemcached => libmemcached::read(&mut transcript),
        Format::RedisClusterNodes => redis::read(&mut transcript),
        Format::NodetoolRing => cassandra::read(&mut transcript),
    }
    transcript.finish()
}

fn refused(format: Option<Format>, reason: &str) -> Configuration {
    Configuration { format, refused: Some(reason.to_owned()), readings: Vec::new(), lines: Vec::new() }
}

/// The text with `\n` for every kind of line end, without a mark of byte order, and without the byte 0, which would end
/// it for some parsers: lines are counted alike everywhere.
///
/// # Errors
/// Why the text is refused unread: a sentence.
fn plain(text: &str) -> Result<Cow<'_, str>, &'static str> {
    if text.len() > limits::TEXT_BYTES {
        return Err("That is more than 1 MB of text.");
    }
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let text = if text.contains(['\r', '\0']) {
        Cow::Owned(text.replace("\r\n", "\n").replace('\r', "\n").replace('\0', "\u{fffd}"))
    } else {
        Cow::Borrowed(text)
    };
    if text.bytes().filter(|&byte| byte == b'\n').count() >= limits::LINES {
        return Err("That is more than 50,000 lines.");
    }
    Ok(text)
}
