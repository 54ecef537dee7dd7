//! What the page around says to a figure: typed, or refused with a sentence. The version is the number in the field
//! `ringscope`; a message without that field is somebody else's and not heard at all.

use placement::{
    fleet::{Fleet, NodeId},
    link,
    scenario::Command,
    weight::{Weight, WeightError},
};

use super::presentation::Theme;

/// The version of the messages.
pub const VERSION: u32 = 1;

/// The fields that a message can have besides `ringscope` and `type`.
pub const FIELDS: [&str; 5] = ["query", "command", "name", "weight", "theme"];

/// The fields of a message, each of the right kind or not there.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Fields {
    /// The field `type`.
    pub kind: String,
    /// A query string.
    pub query: Option<String>,
    /// What is to be done.
    pub command: Option<String>,
    /// With which node.
    pub name: Option<String>,
    /// Its weight.
    pub weight: Option<f64>,
    /// The theme of the page around.
    pub theme: Option<String>,
}

/// A message that makes sense by itself; whether there is such a node is seen when it is carried out.
#[derive(Clone, PartialEq, Debug)]
pub enum Message {
    /// Shows another link, scenario and presentation.
    Set(String),
    /// Adds a node, with the next name where none is given.
    Add(Option<String>, Weight),
    /// Removes a node for good.
    Remove(String),
    /// Gives a node another weight.
    Reweight(String, Weight),
    /// Takes a node down or up.
    SetUp(String, bool),
    /// One step back.
    Undo,
    /// Light or dark.
    Theme(Theme),
}

/// Why a message was not taken.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fault {
    /// The kind of fault: `unknown-name`, `wrong-kind`, `bad-value` or `too-much`. They never change.
    pub code: &'static str,
    /// The field.
    pub field: String,
    /// What is wrong and what is wanted; plain text that may hold words from the message.
    pub sentence: String,
}

impl Fault {
    /// A field or a name that is not known.
    pub fn unknown(field: &str, sentence: String) -> Self {
        Self { code: "unknown-name", field: link::quoted(field), sentence }
    }

    /// A value of another kind.
    pub fn kind(field: &str, wanted: &str) -> Self {
        Self { code: "wrong-kind", field: field.into(), sentence: format!("{field}: {wanted} is wanted.") }
    }

    /// A value that cannot be taken.
    pub fn value(field: &str, sentence: String) -> Self {
        Self { code: "bad-value", field: field.into(), sentence }
    }
}

impl Message {
    /// What the fields say.
    ///
    /// # Errors
    /// A type, command or theme that is not known, a field that is missing or out of place, or no weight.
    pub fn new(fields: &Fields) -> Result<Self, Fault> {
        let Fields { kind, query, command, name, weight, theme } = fields;
        let given = [query.is_some(), command.is_some(), name.is_some(), weight.is_some(), theme.is_some()];
        let only = |wanted: &[&str]| {
            let stray = FIELDS.iter().zip(given).find(|(field, given)| *given && !wanted.contains(field));
            stray.map_or(Ok(()), |(field, _)| {
                Err(Fault::unknown(field, format!("{field} has no place in this message: it takes {}.", list(wanted))))
            })
        };
        match kind.as_str() {
            "set" => {
                only(&["query"])?;
                Ok(Self::Set(needed(query, "query", "A query string")?))
            }
            "theme" => {
                only(&["theme"])?;
                let theme = needed(theme, "theme", "A text")?;
                let known = Theme::from_id(&theme);
                known.map(Self::Theme).ok_or_else(|| unknown("theme", &theme, "auto, light, dark"))
            }
            "command" => {
                let command = needed(command, "command", "A text")?;
                let fields: &[&str] = match command.as_str() {
                    "add" | "reweight" => &["command", "name", "weight"],
                    "remove" | "up" | "down" => &["command", "name"],
                    "undo" => &["command"],
                    other => return Err(unknown("command", other, COMMANDS)),
                };
                only(fields)?;
                let named = || needed(name, "name", "The name of a node");
                let weight = weight.map(read_weight).transpose()?;
                Ok(match command.as_str() {
                    "add" => Self::Add(name.clone(), weight.unwrap_or(Weight::ONE)),
                    "reweight" => {
                        let weight = weight.ok_or_else(|| Fault::kind("weight", "A number"))?;
                        Self::Reweight(named()?, weight)
                    }
                    "remove" => Self::Remove(named()?),
                    "up" | "down" => Self::SetUp(named()?, command == "up"),
                    _ => Self::Undo,
                })
            }
            other => Err(unknown("type", other, "set, command, theme")),
        }
    }

    /// The change of a fleet that the message asks for; `None` where it asks for something else.
    ///
    /// # Errors
    /// There is no node of that name.
    pub fn command(&self, fleet: &Fleet) -> Result<Option<Command>, Fault> {
        let id = |name: &str| -> Result<NodeId, Fault> {
            let found = fleet.nodes().iter().find(|node| node.name == name);
            let missing = || Fault::value("name", format!("No node is called “{}”.", link::quoted(name)));
            found.map(|node| node.id).ok_or_else(missing)
        };
        Ok(Some(match self {
            Self::Add(name, weight) => {
                Command::AddNode { name: name.clone().unwrap_or_else(|| fleet.suggested_name()), weight: *weight }
            }
            Self::Remove(name) => Command::RemoveNode(id(name)?),
            Self::Reweight(name, weight) => Command::SetWeight { id: id(name)?, weight: *weight },
            Self::SetUp(name, up) => Command::SetUp { id: id(name)?, up: *up },
            Self::Set(_) | Self::Undo | Self::Theme(_) => return Ok(None),
        }))
    }
}

/// The commands, for sentences.
const COMMANDS: &str = "add, remove, reweight, up, down, undo";

fn needed(value: &Option<String>, field: &str, wanted: &str) -> Result<String, Fault> {
    value.clone().ok_or_else(|| Fault::kind(field, wanted))
}

fn unknown(field: &str, value: &str, known: &str) -> Fault {
    let sentence = format!("{field}: “{}” is not known. It is one of: {known}.", link::quoted(value));
    Fault { code: "unknown-name", field: field.into(), sentence }
}

fn list(fields: &[&str]) -> String {
    format!("ringscope, type, {}", fields.join(", "))
}

/// A weight from a number of JavaScript, which has no hundredths: 0.29 times 100 is not quite 29.
fn read_weight(number: f64) -> Result<Weight, Fault> {
    let hundredths = (number * 100.0).round();
    let is_whole = (number * 100.0 - hundredths).abs() < 1e-6;
    let in_range = (0.0..=f64::from(Weight::MAX.hundredths())).contains(&hundredths);
    let weight = if is_whole && in_range { Weight::from_hundredths(hundredths as u32) } else { None };
    weight.ok_or_else(|| Fault::value("weight", format!("weight: {WeightError}")))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(text: &str) -> Option<String> {
        Some(text.to_owned())
    }

    fn command(command: &str, name: Option<&str>, weight: Option<f64>) -> Result<Message, Fault> {
        let name = name.map(str::to_owned);
        Message::new(&Fields { kind: "command".into(), command: text(command), name, weight, ..Fields::default() })
    }

    fn hundredths(hundredths: u32) -> Weight {
        Weight::from_hundredths(hundredths).expect("a weight")
    }

    #[test]
    fn messages_say_what_they_say() {
        let set = Fields { kind: "set".into(), query: text("v=1&vn=40"), ..Fields::default() };
        assert_eq!(Message::new(&set), Ok(Message::Set("v=1&vn=40".into())));
        let dark = Fields { kind: "theme".into(), theme: text("dark"), ..Fields::default() };
        assert_eq!(Message::new(&dark), Ok(Message::Theme(Theme::Dark)));
        assert_eq!(command("add", None, None), Ok(Message::Add(None, Weight::ONE)));
        assert_eq!(command("add", Some("d"), Some(0.29)), Ok(Message::Add(text("d"), hundredths(29))));
        assert_eq!(command("reweight", Some("d"), Some(2.0)), Ok(Message::Reweight("d".into(), hundredths(200))));
        assert_eq!(command("remove", Some("d"), None), Ok(Message::Remove("d".into())));
        assert_eq!(command("down", Some("d"), None), Ok(Message::SetUp("d".into(), false)));
        assert_eq!(command("undo", None, None), Ok(Message::Undo));
    }

    #[test]
    fn what_does_not_fit_is_named() {
        let fault =
            |message: Result<Message, Fault>| message.map_err(|fault| (fault.code, fault.field)).expect_err("a fault");
        assert_eq!(fault(Message::new(&Fields::default())), ("unknown-name", "type".into()));
        assert_eq!(
            fault(Message::new(&Fields { kind: "set".into(), ..Fields::default() })),
            ("wrong-kind", "query".into())
        );
        let stray = Fields { kind: "set".into(), query: text(""), weight: Some(1.0), ..Fields::default() };
        assert_eq!(fault(Message::new(&stray)), ("unknown-name", "weight".into()));
        assert_eq!(fault(command("fly", None, None)), ("unknown-name", "command".into()));
        assert_eq!(fault(command("remove", None, None)), ("wrong-kind", "name".into()));
        assert_eq!(fault(command("reweight", Some("a"), None)), ("wrong-kind", "weight".into()));
        assert_eq!(fault(command("undo", Some("a"), None)), ("unknown-name", "name".into()));
        for weight in [-1.0, 0.001, 1_000.01, f64::NAN, f64::INFINITY] {
            assert_eq!(fault(command("reweight", Some("a"), Some(weight))), ("bad-value", "weight".into()), "{weight}");
        }
        let long = command(&"<b>\u{202e}".repeat(100), None, None).expect_err("no such command");
        assert!(long.sentence.chars().count() < 200 && !long.sentence.contains('\u{202e}'), "{}", long.sentence);
    }

    #[test]
    fn nodes_go_by_their_names() {
        let fleet = Fleet::from_names(["a", "b"]).expect("a fleet");
        let remove = Message::Remove("b".into()).command(&fleet);
        assert_eq!(remove, Ok(Some(Command::RemoveNode(NodeId(1)))));
        let missing = Message::Remove("c".into()).command(&fleet).expect_err("no such node");
        assert_eq!((missing.code, missing.sentence.as_str()), ("bad-value", "No node is called “c”."));
        assert_eq!(Message::Undo.command(&fleet), Ok(None));
    }
}
