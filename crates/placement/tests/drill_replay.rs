//! Drills by their links give the recorded numbers, here and in the browser: e2e/drills.test.mjs and
//! e2e/drills_plan.test.mjs read the same file. On an
//! intended change of the model, `UPDATE_DOCS=1` writes it anew.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::fmt::Write as _;

use placement::{drill::Run, link};

/// The drills whose journeys there are, as links on the first document's fleet.
const LINKS: [&str; 9] = [
    "v=1&fin=1&drill=add",
    "v=1&fin=1&drill=grow",
    "v=1&fin=1&drill=dies",
    "v=1&fin=1&drill=reference",
    "v=1&fin=1&drill=flap,@1200!kill:5",
    "v=1&fin=1&drill=views",
    "v=1&fin=1&drill=hot",
    "v=1&fin=1&drill=durable",
    "v=1&fin=1&drill=points",
];

fn finished(link: &str) -> Vec<Run> {
    let decoded = link::decode(link);
    assert_eq!(decoded.notes, vec![], "{link}");
    let plans = decoded.drill.expect("a drill").runs(&decoded.scenario);
    let mut runs: Vec<Run> = plans.into_iter().map(|plan| Run::new(plan).expect("a plan")).collect();
    runs.iter_mut().for_each(Run::finish);
    runs
}

/// The counts of a run at full scale, and its checksum.
fn line(run: &Run) -> String {
    let (total, scale) = (run.series().total(), u64::from(run.plan().scale()));
    let [reads, hits, misses, failed] =
        [total.reads, total.hits, total.misses, total.failures].map(|count| count * scale);
    format!(
        "    {{ \"run\": \"{}\", \"reads\": {reads}, \"hits\": {hits}, \"misses\": {misses}, \"failed\": {failed}, \"checksum\": \"{:016x}\" }}",
        run.plan().name,
        run.digest()
    )
}

#[test]
fn a_link_gives_the_recorded_numbers_and_so_it_does_when_it_is_wound_back() {
    let mut text = String::from("{\n");
    for (at, link) in LINKS.into_iter().enumerate() {
        let mut runs = finished(link);
        let lines: Vec<String> = runs.iter().map(line).collect();
        let run = runs.last_mut().expect("a run");
        let end = run.tick();
        run.seek(end / 3);
        run.seek(end);
        assert_eq!(lines.last(), Some(&line(run)), "{link}");
        let comma = if at + 1 < LINKS.len() { "," } else { "" };
        let _ = writeln!(text, "  \"{link}\": [\n{}\n  ]{comma}", lines.join(",\n"));
    }
    text.push_str("}\n");
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/drills.json");
    if std::env::var_os("UPDATE_DOCS").is_some() {
        std::fs::write(path, &text).expect("the file can be written");
    }
    assert_eq!(std::fs::read_to_string(path).expect("the file"), text);
    // Of the reference failure the first document says as much.
    assert!(text.contains("\"reads\": 10000, \"hits\": 7538, \"misses\": 2462, \"failed\": 0"), "{text}");
}
