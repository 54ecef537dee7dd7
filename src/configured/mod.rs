//! A configuration of a real system that was read, as the change that it makes. What is pure is here, tested on the host
//! against the systems; the reading itself is done by a module of its own that [`reader`] fetches.

pub mod answer;
pub mod reader;
pub mod seems;

use placement::{
    algorithm::Algorithm,
    number::thousands,
    scenario::{Command, Scenario},
    servers::{self, Server},
};

/// An upstream, backend, pool, cluster or datacenter that was read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reading {
    /// What it is, with its name: `backend cache`.
    pub title: String,
    /// The id of the system that places so, or why there is none: a sentence.
    pub system: Result<String, String>,
    /// What is to be set.
    pub fields: Vec<Field>,
    /// The servers in their order.
    pub servers: Vec<Server>,
    /// What is to be known: sentences.
    pub notes: Vec<String>,
}

/// A field that is to be set, as a link writes it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Field {
    /// Its name; one that no parameter has is told of.
    pub name: String,
    /// Its value.
    pub value: String,
    /// What the configuration says.
    pub words: String,
    /// Can nothing be placed without it?
    pub needed: bool,
}

/// How a reading places.
#[derive(Clone, PartialEq, Debug)]
pub struct Way {
    system: Algorithm,
    /// All parameters of the system; those that the reading does not name are at their defaults.
    sets: Vec<Command>,
    /// How many of the reading's settings are taken, and how many of those are not as they are by default.
    taken: usize,
    apart: usize,
    /// What is to be known, and what is not used here.
    pub notes: Vec<String>,
}

impl Reading {
    /// How this is placed here.
    ///
    /// # Errors
    /// Why it cannot be: a sentence.
    pub fn way(&self) -> Result<Way, String> {
        let id = self.system.as_ref().map_err(String::clone)?;
        let system = Algorithm::from_id(id).ok_or_else(|| format!("What places by the rule {id} is not here yet."))?;
        let mut notes = self.notes.clone();
        let mut sets: Vec<Command> =
            system.parameters.iter().map(|&parameter| Command::Set(parameter, parameter.default())).collect();
        let (mut taken, mut apart) = (0, 0);
        for Field { name, value, words, needed } in &self.fields {
            let place = system.parameters.iter().position(|parameter| parameter.field == *name);
            let value = place.map(|at| system.parameters[at].read(value).map(|value| (at, value)));
            let why = match value {
                Some(Ok((at, value))) => {
                    taken += 1;
                    apart += usize::from(value != system.parameters[at].default());
                    sets[at] = Command::Set(system.parameters[at], value);
                    continue;
                }
                Some(Err(error)) => format!(" {error}"),
                None => String::new(),
            };
            if *needed {
                return Err(format!("“{words}” cannot be set here.{why}"));
            }
            notes.push(format!("“{words}” is not used here.{why}"));
        }
        Ok(Way { system, sets, taken, apart, notes })
    }

    /// What leads to it from a scenario, as one step.
    ///
    /// # Errors
    /// Why it cannot be placed: a sentence.
    pub fn commands(&self, way: &Way, current: &Scenario) -> Result<Vec<Command>, String> {
        let fleet = servers::fleet(&self.servers, &current.fleet).map_err(|error| error.to_string())?;
        // No system refuses another's fleet or settings while neither places: in between it is modulo that does.
        let between = Algorithm::from_id("modulo").unwrap_or_default();
        let mut commands = vec![Command::SetAlgorithm(between), Command::SetFleet(fleet)];
        commands.extend(way.sets.iter().cloned());
        commands.push(Command::SetAlgorithm(way.system));
        Ok(commands)
    }

    /// One sentence: what it is, and what became of the text's lines.
    #[must_use]
    pub fn summary(&self, way: &Result<Way, String>, marks: &str) -> String {
        let lines = lines(marks);
        let what = match way {
            Ok(way) => {
                let settings = match way.apart {
                    0 => String::new(),
                    apart => format!(", {}", counted(apart, "setting")),
                };
                format!("{}, {}: {}{settings}", way.system.name, self.title, counted(self.servers.len(), "server"))
            }
            Err(why) => {
                let why = why.trim_end_matches('.');
                format!("{} cannot be placed: {why}", self.title)
            }
        };
        format!("{what}; {lines}.")
    }
}

/// What became of lines, by their marks: `3 lines ignored, 1 could not be read`.
#[must_use]
pub fn lines(marks: &str) -> String {
    let of = |mark: u8| marks.bytes().filter(|&one| one == mark).count();
    let unread = " could not be read";
    match (of(b'i'), of(b'u')) {
        (0, 0) => "no line was left out".to_owned(),
        (0, bad) => format!("{}{unread}", counted(bad, "line")),
        (ignored, 0) => format!("{} ignored", counted(ignored, "line")),
        (ignored, bad) => format!("{} ignored, {}{unread}", counted(ignored, "line"), thousands(bad as u64)),
    }
}

/// A number of things: `1 server`, `2,000 servers`.
#[must_use]
pub fn counted(number: usize, what: &str) -> String {
    format!("{} {what}{}", thousands(number as u64), if number == 1 { "" } else { "s" })
}

#[cfg(test)]
mod tests;
