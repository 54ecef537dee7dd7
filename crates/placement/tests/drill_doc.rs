//! The tables of docs/drills.md are made from the declarations of the drills and of their quantities. `UPDATE_DOCS=1 cargo
//! test -p placement --test drill_doc` writes them anew; the test fails while they are out of date.
#![allow(clippy::panic)]

use placement::{
    drill::{
        catalogue,
        quantity::{self, Part},
    },
    number::thousands,
    parameter::Kind,
};

fn drills() -> String {
    let rows = catalogue::ALL.iter().map(|one| format!("| {} | `{}` | {} |\n", one.name, one.id, one.about));
    format!("| drill | id | what it shows |\n|---|---|---|\n{}", rows.collect::<String>())
}

fn quantities() -> String {
    let mut text = String::new();
    for part in Part::ALL {
        text.push_str(&format!(
            "\n### {}\n\n| quantity | field | values | default | unit |\n|---|---|---|---|---|\n",
            part.name()
        ));
        for one in quantity::ALL.iter().filter(|one| one.part == part) {
            let (values, default) = match &one.parameter.kind {
                Kind::Count { least, most, default, .. } => {
                    (format!("{} to {}", thousands(*least), thousands(*most)), thousands(*default))
                }
                Kind::Choice(options) => {
                    let all: Vec<String> = options.iter().map(|one| format!("`{}` ({})", one.id, one.name)).collect();
                    (all.join(", "), format!("`{}`", options[0].id))
                }
                Kind::Switch | Kind::Label { .. } | Kind::Assignment(_) => ("`0` `1`".into(), "`0`".into()),
            };
            let name = format!("**{}.** {}", one.parameter.name, one.parameter.help);
            text.push_str(&format!("| {name} | `{}` | {values} | {default} | {} |\n", one.parameter.field, one.unit));
        }
    }
    text
}

/// The text with what stands between two markers of a name replaced.
fn with(text: &str, name: &str, inside: &str) -> String {
    let (begin, end) = (format!("<!-- {name} -->\n"), format!("<!-- /{name} -->"));
    let (before, rest) = text.split_once(&begin).unwrap_or_else(|| panic!("docs/drills.md has no place for {name}"));
    let (_, after) = rest.split_once(&end).unwrap_or_else(|| panic!("docs/drills.md has no end of {name}"));
    format!("{before}{begin}{inside}{end}{after}")
}

#[test]
fn the_document_of_the_drills_is_up_to_date() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/drills.md");
    let written = std::fs::read_to_string(path).unwrap_or_default();
    let made = with(&with(&written, "drills", &drills()), "quantities", &quantities());
    if std::env::var_os("UPDATE_DOCS").is_some() {
        std::fs::write(path, &made).unwrap_or_else(|error| panic!("{path}: {error}"));
    } else {
        assert_eq!(written, made, "write docs/drills.md anew with UPDATE_DOCS=1");
    }
}
