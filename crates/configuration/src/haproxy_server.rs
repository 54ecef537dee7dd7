//! HAProxy's `server`, `server-template` and `default-server`: what of their options has to do with placing.

use crate::{
    limits,
    words::{Listed, number, number_within, quoted},
};

/// Options of a server that count; those of a `default-server` are where the next ones begin.
#[derive(Clone)]
pub(crate) struct ServerOptions {
    /// 0 to 256.
    pub(crate) weight: u32,
    pub(crate) disabled: bool,
    pub(crate) backup: bool,
    /// What points are laid by, where that is not the id.
    pub(crate) hash_key: Option<&'static str>,
}

impl Default for ServerOptions {
    fn default() -> Self {
        Self { weight: 1, disabled: false, backup: false, hash_key: None }
    }
}

/// Options that take a word after them and play no part. That word must not be read as an option.
const WITH_A_WORD: [&str; 49] = [
    "addr",
    "agent-addr",
    "agent-inter",
    "agent-port",
    "agent-send",
    "alpn",
    "ca-file",
    "check-alpn",
    "check-proto",
    "check-sni",
    "ciphers",
    "ciphersuites",
    "cookie",
    "crl-file",
    "crt",
    "curves",
    "downinter",
    "error-limit",
    "fall",
    "fastinter",
    "guid",
    "init-addr",
    "init-state",
    "inter",
    "log-bufsize",
    "log-proto",
    "max-reuse",
    "maxconn",
    "maxqueue",
    "minconn",
    "namespace",
    "npn",
    "observe",
    "on-error",
    "on-marked-down",
    "on-marked-up",
    "pool-low-conn",
    "pool-max-conn",
    "pool-purge-delay",
    "port",
    "proto",
    "redir",
    "resolve-net",
    "resolve-opts",
    "resolve-prefer",
    "resolvers",
    "rise",
    "slowstart",
    "sni",
];

/// What points can be laid by.
const HASH_KEYS: [&str; 5] = ["id", "id32", "addr", "addr-port", "guid"];

/// What else stood on the line.
#[derive(Default)]
pub(crate) struct Rest {
    id: Option<u32>,
    without_part: Listed,
}

impl ServerOptions {
    /// Takes over what options say.
    ///
    /// # Errors
    /// A weight or an id that is none: a sentence.
    pub(crate) fn read(&mut self, words: &[String]) -> Result<Rest, String> {
        let mut rest = Rest::default();
        let mut words = words.iter();
        while let Some(word) = words.next() {
            match word.as_str() {
                "weight" => {
                    let weight = words.next().map_or("", String::as_str);
                    self.weight = number_within(weight, 0, 256).ok_or_else(|| {
                        format!("{} is no weight: HAProxy takes whole numbers from 0 to 256.", quoted(weight))
                    })?;
                }
                "id" => {
                    let id = words.next().map_or("", String::as_str);
                    let known = number_within(id, 1, i32::MAX as u32);
                    rest.id = Some(
                        known.ok_or_else(|| format!("{} is no id: HAProxy takes whole numbers from 1.", quoted(id)))?,
                    );
                }
                "disabled" => self.disabled = true,
                "enabled" => self.disabled = false,
                "backup" => self.backup = true,
                "no-backup" => self.backup = false,
                "hash-key" => {
                    let key = words.next().map_or("", String::as_str);
                    let known = HASH_KEYS.iter().find(|known| **known == key);
                    let known = known.ok_or_else(|| format!("{} is no hash-key.", quoted(key)))?;
                    self.hash_key = Some(*known).filter(|key| *key != "id");
                }
                other => {
                    rest.without_part.add(other);
                    if WITH_A_WORD.contains(&other) {
                        words.next();
                    }
                }
            }
        }
        Ok(rest)
    }

    fn words(&self) -> String {
        let mut words = format!("weight {}", self.weight);
        for (said, holds) in [(", disabled", self.disabled), (", a backup", self.backup)] {
            words.push_str(if holds { said } else { "" });
        }
        if self.weight == 0 {
            words.push_str(": it gets no new keys");
        }
        words
    }
}

impl Rest {
    /// A sentence on a `default-server`.
    pub(crate) fn told(self, before: &str, options: &ServerOptions) -> String {
        let mut words = format!("{before}{}.", options.words());
        if let Some(listed) = self.without_part.finish() {
            words.push_str(&format!(" No part in placing: {listed}."));
        }
        words
    }
}

/// A server of a section whose end is not reached yet.
pub(crate) struct ServerLine {
    pub(crate) name: String,
    pub(crate) line: usize,
    /// The one that is written.
    pub(crate) id: Option<u32>,
    pub(crate) options: ServerOptions,
    without_part: Option<String>,
    /// How many servers the line stands for.
    count: usize,
}

impl ServerLine {
    /// The servers of a line that begins with `keyword`, at most `room`.
    ///
    /// # Errors
    /// What is missing or out of range: a sentence.
    pub(crate) fn read(
        keyword: &str,
        arguments: &[String],
        line: usize,
        defaults: &ServerOptions,
        room: usize,
    ) -> Result<Vec<Self>, String> {
        let mut options = defaults.clone();
        let template = keyword == "server-template";
        let before = if template { 3 } else { 2 };
        let (Some(name), true) = (arguments.first(), arguments.len() >= before) else {
            return Err(match template {
                true => "A template needs a prefix, a number or a range, and an address.".into(),
                false => "A server needs a name and an address.".into(),
            });
        };
        if name.len() > limits::NAME_BYTES {
            return Err("A server's name can have up to 1,000 bytes; this one has more.".into());
        }
        let rest = options.read(arguments.get(before..).unwrap_or_default())?;
        let (first, last) = if template { range(&arguments[1])? } else { (1, 1) };
        let count = usize::try_from(last - first).unwrap_or(usize::MAX).saturating_add(1);
        if count > room {
            return Err("A text can have up to 10,000 servers; the servers of this line are left out.".into());
        }
        let without_part = rest.without_part.finish();
        Ok((first..=last)
            .map(|number| Self {
                name: if template { format!("{name}{number}") } else { name.clone() },
                line,
                id: rest.id.filter(|_| number == first),
                options: options.clone(),
                without_part: without_part.clone(),
                count,
            })
            .collect())
    }

    /// What is told of it, with the id that it has.
    pub(crate) fn words(&self, id: u32) -> String {
        let mut words = match self.count {
            1 => format!("A server, {}, id {id}, {}.", quoted(&self.name), self.options.words()),
            count => format!("{count} servers, each {}.", self.options.words()),
        };
        if let Some(listed) = &self.without_part {
            words.push_str(&format!(" No part in placing: {listed}."));
        }
        words
    }
}

/// `5`, which is 1 to 5, or `2-5`.
fn range(text: &str) -> Result<(u64, u64), String> {
    let bounds = match text.split_once('-') {
        None => number(text).map(|last| (1, last)),
        Some((first, last)) => number(first).zip(number(last)),
    };
    bounds
        .filter(|&(first, last)| first <= last && last > 0)
        .ok_or_else(|| format!("{} is neither a number of servers nor a range such as 1-3.", quoted(text)))
}
