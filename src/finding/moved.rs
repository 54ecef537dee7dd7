//! What a change of the roster moved, in words.

use placement::{
    measure::Movement,
    number::{Ratio, thousands},
};

use super::{Word, node};
use crate::view::View;

/// How many keys moved, and between whom.
pub(super) fn roster_words(view: &View, movement: &Movement) -> Vec<Word> {
    let fair = movement.fair.unwrap_or(Ratio::new(0u32, 1u32));
    let mut words = vec![
        Word::Moved(format!("{} of {} keys moved", thousands(movement.moved), thousands(movement.keys))),
        Word::Strong(format!(", {}; fair {}.", movement.share().percent(), fair.percent())),
    ];
    let (to, from) = (movement.to_grown, movement.from_shrunk);
    let targets = distinct(movement.pairs.iter().map(|pair| pair.to));
    let sources = distinct(movement.pairs.iter().map(|pair| pair.from));
    if movement.moved == 0 {
        words.push(Word::Weak(" No key had to.".into()));
    } else if movement.between > 0 {
        words.push(Word::Weak(format!(
            " {} had to; {} moved between the others.",
            thousands(to + from),
            thousands(movement.between)
        )));
    } else if let (1, [Some(id)]) = (usize::from(from == 0), &targets[..]) {
        words.extend([
            Word::Weak(" All to ".into()),
            node(view, *id, false),
            Word::Weak(", none between the others.".into()),
        ]);
    } else if let (1, [Some(id)]) = (usize::from(to == 0), &sources[..]) {
        words.extend([Word::Weak(" All from ".into()), node(view, *id, false)]);
        let others = targets.iter().flatten().count();
        // A slot of a cluster can be nobody's, though others are up.
        let has_nobody = others < targets.len();
        words.push(Word::Weak(match (others, has_nobody) {
            (0, _) => ", and nobody has them now.".into(),
            (1, false) => ", all to one other.".into(),
            (_, false) => format!(", to {others} others; none between them."),
            (_, true) => format!(", to {others} others and to nobody."),
        }));
    } else {
        words.push(Word::Weak(format!(
            " {} to what grew, {} from what shrank or went, none between the others.",
            thousands(to),
            thousands(from)
        )));
    }
    words
}

fn distinct<T: Ord>(items: impl Iterator<Item = T>) -> Vec<T> {
    let mut all: Vec<T> = items.collect();
    all.sort();
    all.dedup();
    all
}
