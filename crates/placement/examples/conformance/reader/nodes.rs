//! The nodes of a file as members of a configuration.

use placement::system::member::Member;
use serde_json::Value;

use super::settings::{Settings, whole};

/// What is known of nodes that are down.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DownMode {
    /// They keep their points or places, and a lookup goes on.
    Skipped,
    /// As if they were not in the list.
    Ejected,
    /// So many are down that they count as up.
    Panic,
}

/// The nodes of a case, and how those that are down count.
pub struct Nodes {
    pub members: Vec<Member>,
    pub mode: Option<DownMode>,
}

impl Nodes {
    /// Reads the nodes and the settings that say which text stands for each.
    pub fn read(settings: &Settings) -> Result<Self, String> {
        let mut members = match settings.nodes() {
            None => Vec::new(),
            Some(Value::Array(nodes)) => nodes.iter().map(member).collect::<Result<_, _>>()?,
            Some(_) => return Err("nodes is not a list".to_owned()),
        };
        let dropped = settings.whole("default_port_dropped")?;
        let appended = settings.whole("default_port_appended")?;
        for member in &mut members {
            if member.label.is_some() {
                continue;
            }
            if let Some(host) = dropped.and_then(|port| member.name.strip_suffix(&format!(":{port}"))) {
                member.label = Some(host.to_owned());
            }
            if let Some(port) = appended.filter(|_| !has_port(&member.name)) {
                member.label = Some(format!("{}:{port}", member.name));
            }
        }
        // Who was taken out is not among the nodes, and would be left out if it were.
        let removed = settings.texts("removed")?;
        members.retain(|member| !removed.contains(&member.name));
        for name in settings.texts("down")? {
            let mut is_known = false;
            for member in members.iter_mut().filter(|member| member.name == name) {
                member.up = false;
                is_known = true;
            }
            if !is_known {
                return Err(format!("the node {name} is down, but not among the nodes"));
            }
        }
        let mode = match settings.text("down_mode")? {
            None => None,
            Some("skipped") => Some(DownMode::Skipped),
            Some("ejected") => Some(DownMode::Ejected),
            Some("panic") => Some(DownMode::Panic),
            Some(other) => return Err(format!("the down_mode {other} is not known")),
        };
        Ok(Self { members, mode })
    }

    /// The members for an id that passes over those that are down, unless the file says that they are ejected.
    pub fn skipping(&self) -> Vec<Member> {
        match self.mode {
            None | Some(DownMode::Skipped) => self.members.clone(),
            Some(DownMode::Ejected) => self.members.iter().filter(|member| member.up).cloned().collect(),
            Some(DownMode::Panic) => self.all_up(),
        }
    }

    /// The members for an id that leaves out those that are down.
    pub fn ejecting(&self, id: &str) -> Result<Vec<Member>, String> {
        match self.mode {
            None | Some(DownMode::Ejected) => Ok(self.members.clone()),
            Some(DownMode::Panic) => Ok(self.all_up()),
            Some(DownMode::Skipped) if self.members.iter().all(|member| member.up) => Ok(self.members.clone()),
            Some(DownMode::Skipped) => Err(format!("the down_mode skipped is not known for the id {id}")),
        }
    }

    fn all_up(&self) -> Vec<Member> {
        self.members.iter().map(|member| Member { up: true, ..member.clone() }).collect()
    }
}

fn member(node: &Value) -> Result<Member, String> {
    let fields = node.as_object().ok_or("a node is not an object")?;
    let name = fields.get("name").and_then(Value::as_str).ok_or("a node has no name")?;
    let mut member = Member::new(name, 1.0);
    for (field, value) in fields {
        let wrong = || format!("the {field} of the node {name} is not understood: {value}");
        let number = || whole(value).and_then(|number| u32::try_from(number).ok()).ok_or_else(wrong);
        match field.as_str() {
            "name" => {}
            _ if value.is_null() => {}
            "weight" => member.weight = value.as_f64().ok_or_else(wrong)?,
            "label" => member.label = Some(value.as_str().ok_or_else(wrong)?.to_owned()),
            "id" => member.id = Some(number()?),
            "replicas" => member.points = Some(number()?),
            _ => return Err(format!("the field {field} of a node is not known")),
        }
    }
    Ok(member)
}

/// Does the name end in a colon and digits?
fn has_port(name: &str) -> bool {
    let host = name.trim_end_matches(|character: char| character.is_ascii_digit());
    host.len() < name.len() && host.ends_with(':')
}
