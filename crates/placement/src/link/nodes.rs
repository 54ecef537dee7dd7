//! The field `nodes`: names with their marks. See the module's grammar.

use std::collections::{HashMap, HashSet};

use super::note::{NodeFault, Note, Notes, shortened};
use crate::{
    fleet::{Fleet, Node, NodeId, Removed},
    limits, order,
    weight::Weight,
};

/// What ends a name, and the escape.
const SEPARATORS: [char; 6] = [',', '*', '!', '@', '^', '~'];

/// The highest id that is read. It leaves hundreds of millions for the nodes that are added later.
const MOST_ID: u32 = 4_000_000_000;

/// When each node that is down went: its number after the `!`, 0 without one.
pub(super) type Went = HashMap<NodeId, u32>;

/// Are removals in the order that they have without numbers: vacant buckets first, then nodes as their rows are?
pub(super) fn is_in_rows(fleet: &Fleet) -> bool {
    let in_rows = fleet.nodes().iter().filter(|node| !node.up).map(|node| Removed::Down(node.id));
    in_rows.eq(fleet.removed().iter().copied().skip(fleet.vacancies()))
}

/// The fleet as the field's value, the vacant buckets left out.
pub(super) fn write(fleet: &Fleet) -> String {
    let mut text = String::new();
    let is_in_rows = is_in_rows(fleet);
    let went: HashMap<Removed, u32> = fleet.removed().iter().copied().zip(1..).collect();
    let by_bucket = order::places(fleet.nodes().len(), &|a, b| fleet.nodes()[a].bucket.cmp(&fleet.nodes()[b].bucket));
    let mut bucket_of = vec![0; by_bucket.len()];
    for (bucket, row) in by_bucket.into_iter().enumerate() {
        bucket_of[row] = bucket;
    }
    for (place, node) in fleet.nodes().iter().enumerate() {
        if place > 0 {
            text.push(',');
        }
        text.push_str(&escaped(&node.name));
        if node.weight != Weight::ONE {
            text.push_str(&format!("*{}", node.weight));
        }
        if !node.up {
            text.push('!');
            if let Some(went) = went.get(&Removed::Down(node.id)).filter(|_| !is_in_rows) {
                text.push_str(&went.to_string());
            }
        }
        if node.id.0 as usize != place {
            text.push_str(&format!("@{}", node.id.0));
        }
        if bucket_of[place] != place {
            text.push_str(&format!("^{}", bucket_of[place]));
        }
    }
    text
}

/// A text in which a `~` stands before each separator.
pub(super) fn escaped(name: &str) -> String {
    let mut text = String::with_capacity(name.len());
    for c in name.chars() {
        if SEPARATORS.contains(&c) {
            text.push('~');
        }
        text.push(c);
    }
    text
}

/// Reads the field's value; `None` if it names no node that can serve. An empty text is an empty fleet. The fleet has
/// no vacant bucket yet, and nodes that are down are in the order of their rows.
pub(super) fn read(text: &str, notes: &mut Notes) -> Option<(Fleet, Went)> {
    if text.is_empty() {
        return Some(Default::default());
    }
    let mut nodes = Vec::new();
    let mut names = HashSet::new();
    for (at, part) in split(text).into_iter().enumerate() {
        if let Some(fault) = fault_of_name(&part.name, &names) {
            let name = if part.name.is_empty() { format!("{}", at + 1) } else { shortened(&part.name) };
            notes.add(Note::Node { name, fault });
            continue;
        }
        names.insert(part.name.clone());
        nodes.push(part.read_marks(notes));
    }
    // A bucket's range is known only now that the nodes are counted.
    let most_bucket = (nodes.len() as u32).saturating_sub(1);
    for node in &mut nodes {
        if let Some(bucket) = node.bucket.take_if(|bucket| *bucket > most_bucket) {
            notes.add(node.note(NodeFault::BadBucket(bucket.to_string())));
        }
    }
    let ids = assign(&nodes.iter().map(|node| node.id).collect::<Vec<_>>());
    let buckets = assign(&nodes.iter().map(|node| node.bucket).collect::<Vec<_>>());
    for (place, node) in nodes.iter().enumerate() {
        let place_number = place as u32;
        let (id, bucket) = (node.id.unwrap_or(place_number), node.bucket.unwrap_or(place_number));
        if ids[place] != id {
            notes.add(node.note(NodeFault::IdTaken { wanted: id, given: ids[place] }));
        }
        if buckets[place] != bucket {
            notes.add(node.note(NodeFault::BucketTaken { wanted: bucket, given: buckets[place] }));
        }
    }
    let went: Went = nodes.iter().zip(&ids).map(|(node, &id)| (NodeId(id), node.went.unwrap_or(0))).collect();
    let fleet = Fleet::from_nodes(nodes.into_iter().zip(ids).zip(buckets).map(|((node, id), bucket)| Node {
        id: NodeId(id),
        name: node.name,
        weight: node.weight,
        up: node.up,
        bucket,
    }));
    let fleet = fleet.ok().filter(|fleet| !fleet.nodes().is_empty())?;
    Some((fleet, went))
}

/// A whole number of digits only, 0 to 4,294,967,295.
pub(super) fn read_whole(text: &str) -> Option<u32> {
    if text.bytes().all(|byte| byte.is_ascii_digit()) { text.parse().ok() } else { None }
}

/// A name and what follows it: each mark with the text up to the next one.
#[derive(Default)]
pub(super) struct Part {
    pub(super) name: String,
    pub(super) marks: Vec<(char, String)>,
}

/// A node whose name can serve, with the id and bucket that it asks for.
struct Wish {
    name: String,
    weight: Weight,
    up: bool,
    id: Option<u32>,
    bucket: Option<u32>,
    /// When it went down, by a number that rises.
    went: Option<u32>,
}

impl Wish {
    fn note(&self, fault: NodeFault) -> Note {
        Note::Node { name: shortened(&self.name), fault }
    }
}

/// The parts between commas.
pub(super) fn split(text: &str) -> Vec<Part> {
    let mut parts = Vec::new();
    let mut part = Part::default();
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        let escaped = if c == '~' { chars.next_if(|next| SEPARATORS.contains(next)) } else { None };
        match escaped {
            None if c == ',' => parts.push(std::mem::take(&mut part)),
            None if matches!(c, '*' | '!' | '@' | '^') => part.marks.push((c, String::new())),
            _ => {
                let open = part.marks.last_mut().map_or(&mut part.name, |(_, text)| text);
                open.push(escaped.unwrap_or(c));
            }
        }
    }
    parts.push(part);
    parts
}

fn fault_of_name(name: &str, names: &HashSet<String>) -> Option<NodeFault> {
    if name.is_empty() {
        Some(NodeFault::NoName)
    } else if name.len() > limits::NAME_BYTES {
        Some(NodeFault::NameTooLong)
    } else {
        names.contains(name).then_some(NodeFault::NameTaken)
    }
}

impl Part {
    fn read_marks(self, notes: &mut Notes) -> Wish {
        let mut wish = Wish { name: self.name, weight: Weight::ONE, up: true, id: None, bucket: None, went: None };
        let mut seen = HashSet::new();
        for (mark, text) in self.marks {
            if !seen.insert(mark) {
                notes.add(wish.note(NodeFault::MarkTwice(mark)));
            }
            let fault = match mark {
                '*' => {
                    wish.weight = text.parse().unwrap_or(Weight::ONE);
                    text.parse::<Weight>().is_err().then(|| NodeFault::BadWeight(shortened(&text)))
                }
                '@' => {
                    wish.id = read_whole(&text).filter(|&id| id <= MOST_ID);
                    wish.id.is_none().then(|| NodeFault::BadId(shortened(&text)))
                }
                '^' => {
                    wish.bucket = read_whole(&text);
                    wish.bucket.is_none().then(|| NodeFault::BadBucket(shortened(&text)))
                }
                _ => {
                    wish.up = false;
                    wish.went = if text.is_empty() { None } else { read_whole(&text) };
                    (!text.is_empty() && wish.went.is_none()).then(|| NodeFault::Stray(shortened(&text)))
                }
            };
            if let Some(fault) = fault {
                notes.add(wish.note(fault));
            }
        }
        wish
    }
}

/// Gives every node a number of its own: the one it asks for, the earlier node first; else its place; else the lowest
/// that is free. If none asks for more than the last place, none gets more.
fn assign(wishes: &[Option<u32>]) -> Vec<u32> {
    let mut taken = HashSet::new();
    let mut given: Vec<Option<u32>> = wishes.iter().map(|wish| wish.filter(|&number| taken.insert(number))).collect();
    for (place, number) in given.iter_mut().enumerate() {
        let place = place as u32;
        if number.is_none() && taken.insert(place) {
            *number = Some(place);
        }
    }
    let mut free = (0..).filter(|number| !taken.contains(number));
    given.into_iter().map(|number| number.or_else(|| free.next()).unwrap_or(u32::MAX)).collect()
}
