//! What the page says of a drill, held against the runs themselves and against cases worked by hand.

use placement::{
    drill::{Asked, Event, Happening, NodeState, Run, catalogue::document_fleet, clock::ticks_of_s, quantity as q},
    fleet::{Fleet, NodeId},
    parameter::Value,
    scenario::{Command, Scenario},
};

use super::{
    happened::{Standing, lines, standing},
    lanes::{Spans, round_up, timeline},
    nodes::{Act, as_seen_by_the_first, rows, rows_told},
    tables, values,
};

fn runs(asked: &Asked) -> Vec<Run> {
    asked.runs(&document_fleet()).into_iter().map(|plan| Run::new(plan).expect("a plan")).collect()
}

#[test]
fn the_reference_failure_is_told_to_the_read() {
    let mut runs = runs(&Asked::new("reference").expect("a drill"));
    runs.iter_mut().for_each(Run::finish);
    let table = tables::outcome("reference", &runs);
    // The first document: 7,538 served, 2,462 misses, no failure.
    assert_eq!(table.rows[0].cells[1..6], ["10,000", "7,538", "2,462", "0", "75.4 %"]);
    let nodes = rows(&runs[0], 0, "");
    assert_eq!(nodes.iter().map(|row| row.state).filter(|state| *state == NodeState::Down).count(), 1);
    assert!(!nodes[1].standing.is_alive && nodes[0].standing.is_alive);
    // The client found out: on the ring that it sees, cache-02 alone is down.
    let seen = as_seen_by_the_first(&runs[0]);
    assert_eq!(seen.fleet.nodes().iter().map(|node| node.up).collect::<Vec<_>>(), [true, false, true, true]);
}

#[test]
fn spans_lose_no_read() {
    let asked = Asked::new("reference").expect("a drill");
    let mut runs = runs(&asked);
    runs[0].step(57);
    let spans = Spans::of(&runs);
    // A second each, the last begun.
    assert_eq!((spans.ticks, spans.runs[0].len()), (10, 6));
    assert_eq!(spans.runs[0].iter().map(|span| span.reads).sum::<u64>(), 5_700);
    let events = lines(&runs[0], asked.events());
    let timeline = timeline(asked.id(), &runs, &spans, 0, &events, 57);
    assert_eq!((timeline.length_ticks, timeline.playhead_tick, timeline.nodes.len()), (100, 57, 4));
    assert_eq!(timeline.marks, [(0, "1".to_owned())]);
    assert_eq!(timeline.lanes.iter().map(|lane| lane.lines[0].len()).collect::<Vec<_>>(), [6, 6, 6]);
    let table = tables::spans(asked.id(), &runs, &spans, &timeline, &events);
    assert_eq!((table.rows.len(), table.rows[0].cells[1].as_str()), (6, "Kill cache-02"));
}

#[test]
fn what_was_done_to_a_node_holds_until_it_is_undone() {
    let node = NodeId(2);
    let mut asked = Asked::new("views").expect("a drill");
    let all = [
        (100, Happening::Kill(node)),
        (200, Happening::Revive(node)),
        (300, Happening::Slow { node, percent: 20 }),
        (400, Happening::Partition { client: 1, node }),
    ];
    for (tick, what) in all {
        assert!(asked.add(Event::at(tick, what)));
    }
    let plan = &asked.runs(&Scenario::default())[0];
    let fresh = Standing { is_alive: true, speed_percent: 100, answers: true, is_reached: true };
    assert_eq!(standing(plan, 99, node, 1), fresh);
    assert_eq!(standing(plan, 150, node, 1), Standing { is_alive: false, ..fresh });
    assert_eq!(standing(plan, 300, node, 1), Standing { speed_percent: 20, ..fresh });
    assert_eq!(standing(plan, 500, node, 0), Standing { speed_percent: 20, ..fresh });
    let last = standing(plan, 500, node, 1);
    assert_eq!(last, Standing { speed_percent: 20, is_reached: false, ..fresh });
    assert_eq!(Act::ALL.map(|act| act.words(last)), ["Kill", "Full speed", "Reconnect", "Remove"]);
    assert_eq!(Act::Reach.happening(node, last, 1), Happening::Heal { client: 1, node });
    assert_eq!(standing(plan, 500, NodeId(0), 1), fresh);
    // The reader's own events are known among the drill's, and can be taken out.
    let run = Run::new(plan.clone()).expect("a plan");
    let own: Vec<Option<usize>> = lines(&run, asked.events()).into_iter().map(|line| line.own).collect();
    assert_eq!(own, [Some(0), Some(1), Some(2), Some(3), None]);
    let (less, revived) = asked.without_event(1).expect("an event");
    assert_eq!((less.events().len(), revived.what), (3, Happening::Revive(node)));
    assert!(less.is_same_but_for_events(&asked) && asked.without_event(4).is_none());
}

#[test]
fn a_value_that_is_the_drills_own_is_none_of_the_readers() {
    let asked = Asked::new("dies").expect("a drill");
    let own = values::own("dies", &document_fleet());
    let set = |asked: &Asked, count| values::with(asked, &own, &q::DATABASE_RATE, Value::Count(count));
    let other = set(&asked, 8_000).expect("within its range");
    assert_eq!(values::current(&other, &own, &q::DATABASE_RATE), Value::Count(8_000));
    // The drill's database stands all 40,000.
    assert_eq!(set(&other, 40_000), Ok(asked.clone()));
    assert!(set(&asked, 0).is_err());
    assert_eq!(values::range(&q::CLIENTS, &own), "1 to 64; here 4");
}

#[test]
fn every_drill_has_its_lanes_and_quantities() {
    for id in placement::drill::catalogue::IDS {
        let asked = Asked::new(id).expect("a drill");
        let mut runs = runs(&asked);
        runs.iter_mut().for_each(|run| run.step(ticks_of_s(5)));
        let events = lines(&runs[0], asked.events());
        let drawn = timeline(id, &runs, &Spans::of(&runs), 0, &events, 50);
        assert!(drawn.lanes.len() >= 2 && !drawn.nodes.is_empty() && !drawn.marks.is_empty(), "{id}");
        assert!(drawn.lanes.iter().all(|lane| lane.lines.len() == runs.len()), "{id}");
        let first = values::that_matter(id);
        assert!(first.len() >= 4 && first.contains(&&q::SCALE), "{id}");
    }
}

#[test]
fn a_node_that_is_down_in_the_fleet_is_down_from_the_start() {
    let mut scenario = document_fleet();
    scenario.apply(Command::SetUp { id: NodeId(2), up: false }).expect("a node");
    let plan = Asked::new("add").expect("a drill").runs(&scenario).swap_remove(1);
    let mut run = Run::new(plan).expect("a plan");
    for tick in [0, 1] {
        run.seek(tick);
        let rows = rows(&run, 0, "");
        let down: Vec<u32> = rows.iter().filter(|row| row.state == NodeState::Down).map(|row| row.id.0).collect();
        assert_eq!(down, [2], "at {tick}");
        assert_eq!(rows.iter().filter(|row| !row.standing.is_alive).map(|row| row.id.0).collect::<Vec<_>>(), [2]);
    }
}

#[test]
fn of_a_large_fleet_those_that_something_happens_to_are_shown_and_others_are_found() {
    let names = (1..=100).map(|at| format!("cache-{at:03}"));
    let scenario = Scenario { fleet: Fleet::from_names(names).expect("a fleet"), ..document_fleet() };
    let mut asked = Asked::new("add").expect("a drill");
    asked.add(Event::at(10, Happening::Kill(NodeId(90))));
    let mut runs: Vec<Run> = asked.runs(&scenario).into_iter().map(|plan| Run::new(plan).expect("a plan")).collect();
    // The hundred and first joins after a minute.
    runs.iter_mut().for_each(|run| run.step(ticks_of_s(61)));
    let drawn = timeline("add", &runs, &Spans::of(&runs), 0, &[], 610);
    let ids: Vec<u32> = drawn.nodes.iter().map(|node| node.id.0).collect();
    assert_eq!(ids, (0..14).chain([90, 100]).collect::<Vec<_>>());
    assert_eq!(drawn.nodes_title, "Requests to 16 of 101 nodes, of what each can serve");
    let shown = rows(&runs[0], 0, "");
    assert_eq!(shown.iter().map(|row| row.id.0).collect::<Vec<_>>(), (0..62).chain([90, 100]).collect::<Vec<_>>());
    assert_eq!(
        rows_told(&runs[0], shown.len(), ""),
        "64 of 101 nodes: those that something happens to, and the first of the others."
    );
    let found: Vec<String> = rows(&runs[0], 0, "CACHE-09").into_iter().map(|row| row.name).collect();
    assert_eq!(found, (90..100).map(|at| format!("cache-0{at}")).collect::<Vec<_>>());
    assert_eq!(rows_told(&runs[0], 10, "CACHE-09"), "10 of 101 nodes have “CACHE-09” in their name.");
}

#[test]
fn a_scale_ends_at_a_round_number() {
    assert_eq!(
        [0.0, 0.35, 1.0, 7.2, 2_400.0, 26_000.0, 41_000.0].map(round_up),
        [1.0, 0.4, 1.0, 10.0, 2_500.0, 30_000.0, 50_000.0]
    );
}
