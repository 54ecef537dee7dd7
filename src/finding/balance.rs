//! Who has the most keys and who the fewest, in words.

use placement::{
    measure::{Balance, Load},
    number::{Ratio, thousands},
};

use super::{Word, node};
use crate::view::View;

/// The busiest node beside the lightest.
pub(super) fn balance_words(view: &View) -> Vec<Word> {
    let balance = &view.balance;
    let (Some(busiest), Some(lightest)) = (balance.busiest(), balance.lightest()) else { return Vec::new() };
    if balance.counted == 1 {
        return vec![node(view, busiest.id, true), Word::Strong(" holds every key.".into())];
    }
    let mut words = vec![node(view, busiest.id, true)];
    if busiest.fair.part != lightest.fair.part {
        let times = |load: &Load| load.times_fair.map_or_else(String::new, Ratio::times);
        words.push(Word::Strong(format!(" holds {} times its fair share, ", times(busiest))));
        words.push(node(view, lightest.id, true));
        words.push(Word::Strong(format!(" {} times.", times(lightest))));
        return words;
    }
    if lightest.keys == 0 {
        words.push(Word::Strong(format!(" holds {} keys, ", thousands(busiest.keys))));
        words.push(node(view, lightest.id, true));
        words.push(Word::Strong(" none.".into()));
        return words;
    }
    let now = Ratio::new(busiest.keys, lightest.keys);
    if now.times() == "1.00" {
        // Which is the busiest says nothing then.
        let (least, most) = (thousands(lightest.keys), thousands(busiest.keys));
        let each = if least == most { most } else { format!("{least} to {most}") };
        return vec![Word::Strong(format!("All {} nodes hold alike: {each} keys each.", thousands(balance.counted)))];
    }
    words.push(Word::Strong(format!(" holds {} times the keys of ", now.times())));
    words.push(node(view, lightest.id, true));
    words.push(Word::Strong(match before(view) {
        Some(before) if before.times() != now.times() => {
            let rose = now.value() > before.value();
            format!(", {} from {}.", if rose { "up" } else { "down" }, before.times())
        }
        _ => ".".into(),
    }));
    words
}

/// The same ratio before a change of a dial, so that the sentence follows it.
fn before(view: &View) -> Option<Ratio> {
    let balance: &Balance = &view.change.as_ref()?.balance_before;
    let (busiest, lightest) = (balance.busiest()?, balance.lightest()?);
    (lightest.keys > 0 && busiest.fair.part == lightest.fair.part).then(|| Ratio::new(busiest.keys, lightest.keys))
}
