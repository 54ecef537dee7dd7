//! What a figure shows and what can be done in it: the fields of a link beside the scenario's own. The table in
//! docs/embedding.md is made from them.

use placement::{algorithm, link};

use crate::store::Page;

/// Most characters of a title.
const MOST_TITLE: usize = 120;
/// Most plates of a study that can be asked for by number.
const MOST_PLATES: u32 = 40;

/// The fields with their values, in the order in which they are written. The names are the same for ever.
const FIELDS: [(&str, &str); 7] = [
    ("embed", "`0` `1`"),
    ("show", "`ring` `loads` `movement` `comparison` `migration` `drill` `lab` `lab.1` …"),
    ("controls", "`none` `finding` `settings` `fleet` `undo` `all`"),
    ("lock", "fields of the link, or `all`"),
    ("theme", "`auto` `light` `dark`"),
    ("motion", "`auto` `none`"),
    ("title", "up to 120 characters"),
];

/// Light or dark.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Theme {
    /// As the reader's system says.
    #[default]
    Auto,
    /// Light.
    Light,
    /// Dark.
    Dark,
}

impl Theme {
    const ALL: [Self; 3] = [Self::Auto, Self::Light, Self::Dark];

    /// In the link and in messages.
    #[must_use]
    pub fn id(self) -> &'static str {
        match self {
            Self::Auto => "auto",
            Self::Light => "light",
            Self::Dark => "dark",
        }
    }

    /// The theme of this name.
    #[must_use]
    pub fn from_id(id: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|theme| theme.id() == id)
    }
}

/// A part of a figure.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Part {
    /// The picture of the placement.
    Ring,
    /// The load of every node.
    Loads,
    /// What the last change moved.
    Movement,
    /// Placements side by side.
    Comparison,
    /// From one placement to another.
    Migration,
    /// A drill, to be played.
    Drill,
    /// The figures of a study: all of them, or one by its number from 1.
    Lab(Option<u32>),
}

impl Part {
    /// In the link.
    #[must_use]
    pub fn id(self) -> String {
        match self {
            Self::Ring => "ring".into(),
            Self::Loads => "loads".into(),
            Self::Movement => "movement".into(),
            Self::Comparison => "comparison".into(),
            Self::Migration => "migration".into(),
            Self::Drill => "drill".into(),
            Self::Lab(None) => "lab".into(),
            Self::Lab(Some(number)) => format!("lab.{number}"),
        }
    }

    fn from_id(id: &str) -> Option<Self> {
        let number = |text: &str| text.parse().ok().filter(|number| (1..=MOST_PLATES).contains(number));
        Some(match id {
            "ring" => Self::Ring,
            "loads" => Self::Loads,
            "movement" => Self::Movement,
            "comparison" => Self::Comparison,
            "migration" => Self::Migration,
            "drill" => Self::Drill,
            "lab" => Self::Lab(None),
            _ => Self::Lab(Some(number(id.strip_prefix("lab.")?)?)),
        })
    }

    /// Is it of the placement itself, whatever else the link has?
    #[must_use]
    pub fn is_of_placement(self) -> bool {
        matches!(self, Self::Ring | Self::Loads | Self::Movement)
    }

    /// What is usually shown of a link: of a study its first figure.
    fn usual(page: Page) -> Self {
        match page {
            Page::Explore => Self::Ring,
            Page::Compare => Self::Comparison,
            Page::Migrate => Self::Migration,
            Page::Lab => Self::Lab(Some(1)),
            Page::Drills => Self::Drill,
        }
    }

    /// What a link must have for it, where this one has it not.
    fn misses(self, page: Page) -> Option<&'static str> {
        let (wanted, words) = match self {
            Self::Ring | Self::Loads | Self::Movement => return None,
            Self::Comparison => (Page::Compare, "show: comparison needs cmp in the link."),
            Self::Migration => (Page::Migrate, "show: migration needs to in the link."),
            Self::Drill => (Page::Drills, "show: drill needs drill in the link."),
            Self::Lab(_) => (Page::Lab, "show: lab needs a study, such as lab=balance, in the link."),
        };
        (page != wanted).then_some(words)
    }
}

/// Something that the reader can do in a figure.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Control {
    /// Press the button of the finding.
    Finding,
    /// Edit the settings in their sentence.
    Settings,
    /// Edit the fleet in its table.
    Fleet,
    /// Undo and redo.
    Undo,
}

impl Control {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Finding, Self::Settings, Self::Fleet, Self::Undo];

    /// In the link.
    #[must_use]
    pub fn id(self) -> &'static str {
        match self {
            Self::Finding => "finding",
            Self::Settings => "settings",
            Self::Fleet => "fleet",
            Self::Undo => "undo",
        }
    }
}

/// What a figure shows and what can be done in it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Presentation {
    /// The parts, each once; none is what usually goes with the link.
    pub show: Vec<Part>,
    /// The controls, each once.
    pub controls: Vec<Control>,
    /// Fields that the reader cannot change; `all` for every one.
    pub lock: Vec<String>,
    /// Light or dark.
    pub theme: Theme,
    /// Does nothing move by itself?
    pub still: bool,
    /// The author's title.
    pub title: Option<String>,
}

impl Default for Presentation {
    fn default() -> Self {
        let controls = vec![Control::Finding];
        Self { show: Vec::new(), controls, lock: Vec::new(), theme: Theme::Auto, still: false, title: None }
    }
}

impl Presentation {
    /// The presentation that a query string asks for, and a sentence for each value that cannot be meant. `None` where it
    /// asks for the whole page. Of a field that stands twice the last one counts.
    #[must_use]
    pub fn read(query: &str) -> Option<(Self, Vec<String>)> {
        let fields: Vec<(String, String)> = link::fields(query).collect();
        let value = |name: &str| fields.iter().rfind(|field| field.0 == name).map(|field| field.1.as_str());
        if value("embed") != Some("1") {
            return None;
        }
        let (mut this, mut notes) = (Self::default(), Vec::new());
        let mut refuse = |name: &str, text: &str| {
            let values = FIELDS.iter().find(|field| field.0 == name).map_or("", |field| field.1);
            notes.push(format!("{name}: “{}” is not taken. Values: {}.", link::quoted(text), values.replace('`', "")));
        };
        for id in words(value("show")) {
            match Part::from_id(id) {
                Some(part) if this.show.contains(&part) => {}
                Some(part) => this.show.push(part),
                None => refuse("show", id),
            }
        }
        if let Some(text) = value("controls") {
            this.controls.clear();
            for id in words(Some(text)) {
                match Control::ALL.into_iter().find(|control| control.id() == id) {
                    Some(control) if this.controls.contains(&control) => {}
                    Some(control) => this.controls.push(control),
                    None if id == "all" => this.controls = Control::ALL.into(),
                    None if id == "none" => {}
                    None => refuse("controls", id),
                }
            }
        }
        for id in words(value("lock")) {
            match is_lockable(id) {
                true if this.locks(id) => {}
                true => this.lock.push(id.to_owned()),
                false => refuse("lock", id),
            }
        }
        if let Some(text) = value("theme") {
            this.theme = Theme::from_id(text).unwrap_or_else(|| {
                refuse("theme", text);
                Theme::Auto
            });
        }
        match value("motion") {
            None | Some("auto") => {}
            Some("none") => this.still = true,
            Some(text) => refuse("motion", text),
        }
        let title = value("title").map(link_title).filter(|title| !title.is_empty());
        this.title = title;
        Some((this, notes))
    }

    /// The fields as they stand in a query, beginning with `embed=1`; those at their defaults are left out.
    #[must_use]
    pub fn write(&self) -> Vec<(&'static str, String)> {
        let mut fields = vec![("embed", "1".to_owned())];
        let usual = Self::default();
        if !self.show.is_empty() {
            fields.push(("show", self.show.iter().map(|part| part.id()).collect::<Vec<_>>().join(",")));
        }
        if self.controls != usual.controls {
            let ids: Vec<&str> = self.controls.iter().map(|control| control.id()).collect();
            fields.push(("controls", if ids.is_empty() { "none".into() } else { ids.join(",") }));
        }
        if !self.lock.is_empty() {
            fields.push(("lock", self.lock.join(",")));
        }
        if self.theme != Theme::Auto {
            fields.push(("theme", self.theme.id().to_owned()));
        }
        if self.still {
            fields.push(("motion", "none".to_owned()));
        }
        if let Some(title) = &self.title {
            fields.push(("title", title.clone()));
        }
        fields
    }

    /// Can the reader not change this field of the link?
    #[must_use]
    pub fn locks(&self, field: &str) -> bool {
        self.lock.iter().any(|locked| locked == field || locked == ALL_FIELDS)
    }

    /// Can the reader do this?
    #[must_use]
    pub fn has(&self, control: Control) -> bool {
        self.controls.contains(&control)
    }

    /// The parts to show of a link that leads to a page. What the link does not have is left out with a sentence.
    #[must_use]
    pub fn parts(&self, page: Page) -> (Vec<Part>, Vec<&'static str>) {
        let (mut parts, mut notes) = (Vec::new(), Vec::new());
        for &part in &self.show {
            match part.misses(page) {
                Some(words) => notes.push(words),
                None => parts.push(part),
            }
        }
        if parts.is_empty() {
            parts.push(Part::usual(page));
        }
        if self.has(Control::Fleet) && !self.locks("nodes") && !parts.contains(&Part::Loads) {
            parts.push(Part::Loads);
        }
        (parts, notes)
    }
}

/// Stands for every field of the link.
const ALL_FIELDS: &str = "all";

/// Is this a field that a reader could change?
fn is_lockable(id: &str) -> bool {
    const OWN: [&str; 8] = [ALL_FIELDS, "alg", "nodes", "keys", "from", "n", "then", "cmp"];
    OWN.contains(&id) || algorithm::all_parameters().iter().any(|parameter| parameter.field == id)
}

fn words(value: Option<&str>) -> impl Iterator<Item = &str> {
    value.unwrap_or_default().split(',').map(str::trim).filter(|word| !word.is_empty())
}

/// One line without characters that steer what is around it.
fn link_title(text: &str) -> String {
    let plain: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).take(MOST_TITLE).collect();
    plain.trim().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(query: &str) -> (Presentation, Vec<String>) {
        Presentation::read(query).expect("an embed")
    }

    fn written(presentation: &Presentation) -> String {
        let fields = presentation.write();
        fields.iter().map(|(name, value)| format!("{name}={}", link::written(value))).collect::<Vec<_>>().join("&")
    }

    #[test]
    fn without_embed_there_is_no_figure() {
        for query in ["", "?v=1", "embed=0", "embed=", "embed=yes", "embed=1&embed=0", "show=ring"] {
            assert_eq!(Presentation::read(query), None, "{query}");
        }
        assert_eq!(read("?embed=1"), (Presentation::default(), Vec::new()));
    }

    #[test]
    fn what_is_asked_for_is_read_and_written_alike() {
        for query in [
            "embed=1",
            "embed=1&show=ring,loads,movement",
            "embed=1&show=lab.2",
            "embed=1&show=migration",
            "embed=1&show=drill,loads",
            "embed=1&controls=none",
            "embed=1&controls=settings,undo&lock=hash,nodes",
            "embed=1&lock=all&theme=dark&motion=none&title=Why%20%3Cb%3Elumpy%3C/b%3E%3F",
        ] {
            let (presentation, notes) = read(query);
            assert_eq!((written(&presentation).as_str(), notes), (query, Vec::new()));
        }
        let (all, _) = read("embed=1&controls=all&title=%20a%0Ab%20&theme=light");
        assert_eq!((all.controls.len(), all.title.as_deref(), all.theme), (4, Some("a b"), Theme::Light));
    }

    #[test]
    fn what_cannot_be_meant_is_left_out_with_a_sentence() {
        let (presentation, notes) =
            read("embed=1&show=ring,pie,lab.0,lab.x&controls=finding,fly&lock=hash,v&theme=blue&motion=fast");
        let expected = Presentation { show: vec![Part::Ring], lock: vec!["hash".into()], ..Presentation::default() };
        assert_eq!(presentation, expected);
        assert_eq!(notes.len(), 7);
        assert_eq!(notes[5], "theme: “blue” is not taken. Values: auto light dark.");
        let (long, _) = read(&format!("embed=1&title={}", "x".repeat(500)));
        assert_eq!(long.title.map(|title| title.len()), Some(120));
    }

    #[test]
    fn what_is_shown_goes_with_the_link() {
        let parts = |query: &str, page| {
            let (parts, notes) = read(query).0.parts(page);
            (parts, notes.len())
        };
        for (page, usual) in [
            (Page::Explore, Part::Ring),
            (Page::Lab, Part::Lab(Some(1))),
            (Page::Compare, Part::Comparison),
            (Page::Migrate, Part::Migration),
            (Page::Drills, Part::Drill),
        ] {
            assert_eq!(parts("embed=1", page), (vec![usual], 0));
            // What it is asked for by name is the same; of another page it has none.
            assert_eq!(parts(&format!("embed=1&show={}", usual.id()), page), (vec![usual], 0));
            if page != Page::Explore {
                assert_eq!(parts(&format!("embed=1&show={}", usual.id()), Page::Explore), (vec![Part::Ring], 1));
            }
        }
        assert_eq!(parts("embed=1&show=lab,loads", Page::Explore), (vec![Part::Loads], 1));
        assert_eq!(parts("embed=1&show=ring,drill", Page::Drills), (vec![Part::Ring, Part::Drill], 0));
        assert_eq!(parts("embed=1&controls=fleet", Page::Explore), (vec![Part::Ring, Part::Loads], 0));
        assert_eq!(parts("embed=1&controls=fleet&lock=nodes", Page::Explore), (vec![Part::Ring], 0));
    }

    #[test]
    fn a_field_is_locked_by_its_name_or_with_all_others() {
        let (one, all) = (read("embed=1&lock=hash").0, read("embed=1&lock=all").0);
        assert_eq!(
            [one.locks("hash"), one.locks("vn"), all.locks("hash"), all.locks("nodes")],
            [true, false, true, true]
        );
    }

    /// What each field says, and what holds where it is left out.
    const WORDS: [(&str, &str); 7] = [
        ("The figure in place of the whole page.", "`0`"),
        (
            "What is shown, with commas between: the picture (a ring, slots or scores), the load of every node, what the \
             last change moved, the comparison of `cmp`, the migration of `to`, the drill of `drill`, the figures of the study \
             of `lab`, or one of them by its number.",
            "`lab.1` with `lab`, `drill` with `drill`, `migration` with `to`, `comparison` with `cmp`, else `ring`",
        ),
        (
            "What the reader can do besides pointing, with commas between: press the button of the finding; edit the \
             settings; edit the fleet in its table; undo and redo.",
            "`finding`",
        ),
        ("Fields of the link that the reader cannot change, with commas between; `nodes` is the fleet.", "none"),
        ("Light or dark; `auto` as the reader's system says, or as the page around says by a message.", "`auto`"),
        ("Whether changes are shown on their way; `auto` as the reader's system says.", "`auto`"),
        ("The title of the figure.", "what is placed how"),
    ];

    /// `UPDATE_DOCS=1 cargo test -p ringscope --lib presentation` writes the table in docs/embedding.md anew.
    #[test]
    fn the_table_of_the_documentation_is_up_to_date() {
        let rows = FIELDS
            .iter()
            .zip(WORDS)
            .map(|((name, values), (what, usual))| format!("| `{name}` | {what} | {values} | {usual} |\n"));
        let table =
            format!("| field | what it says | values | default |\n|---|---|---|---|\n{}", rows.collect::<String>());
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/embedding.md");
        let document = std::fs::read_to_string(path).expect("docs/embedding.md");
        let (start, end) = ("<!-- options -->\n", "<!-- end of options -->");
        let (head, rest) = document.split_once(start).expect("the mark before the table");
        let (_, tail) = rest.split_once(end).expect("the mark behind the table");
        let expected = format!("{head}{start}{table}{end}{tail}");
        if std::env::var_os("UPDATE_DOCS").is_some() {
            std::fs::write(path, &expected).expect("docs/embedding.md can be written");
        }
        let written = std::fs::read_to_string(path).expect("docs/embedding.md");
        assert!(written == expected, "write the table anew with UPDATE_DOCS=1");
        // The link passes over these names without a word, whatever version wrote them.
        let query: Vec<String> = FIELDS.iter().map(|field| format!("{}=1", field.0)).collect();
        assert_eq!(link::decode(&query.join("&")).notes, Vec::new());
    }
}
