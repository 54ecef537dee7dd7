//! The drills in a list: a line on what each shows. What it says at length is the drill's own.

use placement::drill::catalogue::{self, Drill};

/// Every drill with its line, in the order of the page.
pub fn entries() -> impl Iterator<Item = (&'static Drill, &'static str)> {
    catalogue::ALL.iter().map(|drill| (drill, line(drill.id)))
}

/// What it shows, in a few words.
fn line(id: &str) -> &'static str {
    match id {
        "add" => "One node more, three placements, one database.",
        "grow" => "At once, one at a time, or with dual reads.",
        "dies" => "A cascade, or a bounded loss; the capacity plan.",
        "reference" => "The first document’s failure, read by read.",
        "flap" => "Eager ejection against patience.",
        "views" => "A rollout, and the keys in dispute meanwhile.",
        "hot" => "One key takes a fifth of the reads.",
        "durable" => "What must be copied, and what is missing until then.",
        "points" => "A setting that moves nearly every key.",
        _ => "",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_drill_has_its_line() {
        let lines: Vec<&str> = entries().map(|entry| entry.1).collect();
        assert_eq!(lines.len(), 9);
        assert!(lines.iter().all(|line| line.ends_with('.') && line.chars().count() < 60), "{lines:?}");
    }
}
