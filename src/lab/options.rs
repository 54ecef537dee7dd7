//! What the reader chose in the lab, and how that travels in a link: the field `lab` with the section's name, and after
//! dots what is not as usual: `movement.down.n3`, `balance.spread.x16`, `advice.p130.alone.q95`, `weights.example`.

use placement::{fleet::NodeId, lab::advice::Target};

/// The studies, in the order of the page.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Section {
    /// What a change moves, by every algorithm.
    Movement,
    /// How evenly keys lie, by every algorithm and by number of virtual nodes.
    Balance,
    /// How the hash spreads the labels.
    Lens,
    /// How many virtual nodes are needed.
    Advice,
    /// Share wanted against share got.
    Weights,
    /// Time and memory of a lookup.
    Cost,
    /// The published figures of the sources.
    Sources,
}

impl Section {
    /// All of them.
    pub const ALL: [Self; 7] =
        [Self::Movement, Self::Balance, Self::Lens, Self::Advice, Self::Weights, Self::Cost, Self::Sources];

    /// In the link. For ever the same.
    #[must_use]
    pub fn id(self) -> &'static str {
        match self {
            Self::Movement => "movement",
            Self::Balance => "balance",
            Self::Lens => "lens",
            Self::Advice => "advice",
            Self::Weights => "weights",
            Self::Cost => "cost",
            Self::Sources => "sources",
        }
    }

    /// On screen.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Movement => "Movement",
            Self::Balance => "Balance",
            Self::Lens => "Hash lens",
            Self::Advice => "How many virtual nodes?",
            Self::Weights => "Weights",
            Self::Cost => "Cost",
            Self::Sources => "Published figures",
        }
    }

    /// The section with this id.
    #[must_use]
    pub fn from_id(id: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|section| section.id() == id)
    }
}

/// A change to the roster that is studied.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Change {
    /// A node joins.
    #[default]
    Add,
    /// A node is removed for good.
    Remove,
    /// A node goes down.
    Down,
}

/// What is plotted against the number of virtual nodes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Measure {
    /// How far the busiest node is above its fair share.
    #[default]
    Busiest,
    /// Standard deviation over mean.
    Spread,
    /// How far the lightest node is below its fair share.
    Lightest,
}

/// Name sets that are looked at if nobody asks for more or fewer.
const USUAL_SETS: u32 = 8;
/// Name sets that are looked at at most.
pub const MOST_SETS: u32 = 64;

/// What the reader chose in the lab.
#[derive(Clone, PartialEq, Debug)]
pub struct Options {
    /// Which study.
    pub section: Section,
    /// The change on show.
    pub change: Change,
    /// The node that is removed or goes down; the last one where it is none of the fleet.
    pub node: Option<NodeId>,
    /// Name sets that are looked at, the fleet's own names among them.
    pub sets: u32,
    /// What is plotted.
    pub measure: Measure,
    /// What the advice is to keep.
    pub target: Target,
    /// Take four nodes of weights 4 : 4 : 1 : 1 in place of the fleet?
    pub example_weights: bool,
}

impl Options {
    /// The defaults for a section.
    #[must_use]
    pub fn new(section: Section) -> Self {
        Self {
            section,
            change: Change::Add,
            node: None,
            sets: USUAL_SETS,
            measure: Measure::Busiest,
            target: Target::default(),
            example_weights: false,
        }
    }

    /// As it stands in a link.
    #[must_use]
    pub fn write(&self) -> String {
        let mut text = self.section.id().to_owned();
        let mut word = |word: &str| {
            text.push('.');
            text.push_str(word);
        };
        match self.section {
            Section::Movement => {
                match self.change {
                    Change::Add => {}
                    Change::Remove => word("remove"),
                    Change::Down => word("down"),
                }
                if let Some(NodeId(id)) = self.node {
                    word(&format!("n{id}"));
                }
            }
            Section::Balance => {
                match self.measure {
                    Measure::Busiest => {}
                    Measure::Spread => word("spread"),
                    Measure::Lightest => word("lightest"),
                }
                if self.sets != USUAL_SETS {
                    word(&format!("x{}", self.sets));
                }
            }
            Section::Advice => {
                let usual = Target::default();
                if self.target.per_cent != usual.per_cent {
                    word(&format!("p{}", self.target.per_cent));
                }
                if !self.target.also_after_a_loss {
                    word("alone");
                }
                if self.target.of_hundred != usual.of_hundred {
                    word(&format!("q{}", self.target.of_hundred));
                }
            }
            Section::Weights if self.example_weights => word("example"),
            Section::Lens | Section::Weights | Section::Cost | Section::Sources => {}
        }
        text
    }

    /// Reads what stands in a link; words that are not known are passed over. `None` where no section is named.
    #[must_use]
    pub fn read(text: &str) -> Option<Self> {
        let mut words = text.split('.');
        let mut options = Self::new(Section::from_id(words.next()?)?);
        for word in words {
            let number = |letter: char, most: u32| {
                let number = word.strip_prefix(letter)?.parse::<u32>().ok()?;
                (number <= most).then_some(number)
            };
            match word {
                "remove" => options.change = Change::Remove,
                "down" => options.change = Change::Down,
                "spread" => options.measure = Measure::Spread,
                "lightest" => options.measure = Measure::Lightest,
                "alone" => options.target.also_after_a_loss = false,
                "example" => options.example_weights = true,
                _ => {
                    options.node = number('n', u32::MAX).map(NodeId).or(options.node);
                    options.sets = number('x', MOST_SETS).filter(|&sets| sets > 0).unwrap_or(options.sets);
                    let per_cent = number('p', 1_000).filter(|&per_cent| per_cent > 100);
                    options.target.per_cent = per_cent.unwrap_or(options.target.per_cent);
                    let of_hundred = number('q', 99).filter(|&of_hundred| of_hundred >= 90);
                    options.target.of_hundred = of_hundred.unwrap_or(options.target.of_hundred);
                }
            }
        }
        Some(options)
    }

    /// Does another choice ask for other measurements, or only for another view of them?
    #[must_use]
    pub fn needs_another_run(&self, other: &Self) -> bool {
        let shown_alike = |options: &Self| Self { change: Change::Add, measure: Measure::Busiest, ..options.clone() };
        shown_alike(self) != shown_alike(other)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_chosen_travels() {
        for text in [
            "movement",
            "movement.remove.n3",
            "movement.down",
            "balance.spread.x16",
            "balance.lightest",
            "lens",
            "advice.p130.alone.q95",
            "weights.example",
            "cost",
            "sources",
        ] {
            assert_eq!(Options::read(text).expect(text).write(), text);
        }
        for section in Section::ALL {
            assert_eq!(Options::read(section.id()), Some(Options::new(section)));
        }
    }

    #[test]
    fn what_cannot_be_meant_is_passed_over() {
        assert_eq!(Options::read(""), None);
        assert_eq!(Options::read("nowhere.x3"), None);
        let usual = Some(Options::new(Section::Balance));
        for text in ["balance.x0", "balance.x65", "balance.p100", "balance.q80", "balance.?.n-1.x1e3.\u{e9}"] {
            assert_eq!(Options::read(text), usual, "{text}");
        }
    }

    #[test]
    fn another_view_is_no_other_run() {
        let one = Options::new(Section::Movement);
        assert!(!one.needs_another_run(&Options { change: Change::Down, measure: Measure::Spread, ..one.clone() }));
        assert!(one.needs_another_run(&Options { sets: 3, ..one.clone() }));
        assert!(one.needs_another_run(&Options::new(Section::Balance)));
    }
}
