//! What a link carries of a drill: which one, what is set otherwise, what happens besides.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod any_value;

use any_value::value;
use placement::{
    algorithm::all_parameters,
    beside::Beside,
    drill::{Asked, Event, Happening, MOST_EVENTS, MOST_TICKS, Plan, Run, catalogue, quantity as q},
    fleet::NodeId,
    limits,
    link::{decode, encode, encode_all},
    parameter::Value,
    scenario::Scenario,
    weight::Weight,
};
use proptest::prelude::*;

fn asked(id: &str, values: &[(&'static q::Quantity, Value)], events: impl IntoIterator<Item = Event>) -> Asked {
    let mut asked = Asked::new(id).expect(id);
    for (quantity, value) in values {
        asked.set(quantity, value.clone()).expect(quantity.parameter.field);
    }
    for event in events {
        assert!(asked.add(event));
    }
    asked
}

fn written(asked: &Asked) -> String {
    encode_all(&Scenario::default(), &Beside::default(), Some(asked)).query
}

/// Links that were given away, and what they say.
fn golden() -> Vec<(&'static str, Asked)> {
    let node = NodeId(2);
    vec![
        ("v=1&drill=add", asked("add", &[], [])),
        // A value that is the default of all drills, and not of this one.
        (
            "v=1&drill=dies*db_rate:8000*clients:8",
            asked("dies", &[(&q::CLIENTS, Value::Count(8)), (&q::DATABASE_RATE, Value::Count(8_000))], []),
        ),
        (
            "v=1&drill=hot*pop:even*cold:1",
            asked("hot", &[(&q::COLD, Value::Switch(true)), (&q::POPULARITY, Value::Choice(1))], []),
        ),
        (
            "v=1&drill=flap,@5!kill:2,@600!revive:2,@601!fail:2:30,@602!slow:2:50,@603!cut:1:2,@604!heal:1:2,@605!hot:20",
            asked(
                "flap",
                &[],
                [
                    Event::at(5, Happening::Kill(node)),
                    Event::at(600, Happening::Revive(node)),
                    Event::at(601, Happening::Fail { node, percent: 30 }),
                    Event::at(602, Happening::Slow { node, percent: 50 }),
                    Event::at(603, Happening::Partition { client: 1, node }),
                    Event::at(604, Happening::Heal { client: 1, node }),
                    Event::at(605, Happening::Hot { percent: 20 }),
                ],
            ),
        ),
        (
            "v=1&drill=views,@7!add:http://a~,b~*c:1*2.5%5E60,@8!add:x,@9!remove:2,@10!weigh:2:0.5,@11!set:vn:500,@12!set:hash:md5",
            asked(
                "views",
                &[],
                [
                    Event::at(
                        7,
                        Happening::Add { name: "http://a,b*c:1".into(), weight: "2.5".parse().expect("a weight") },
                    )
                    .rolled_out_over(60),
                    Event::at(8, Happening::Add { name: "x".into(), weight: Weight::ONE }),
                    Event::at(9, Happening::Remove(node)),
                    Event::at(10, Happening::Weigh { node, weight: "0.5".parse().expect("a weight") }),
                    Event::at(11, set("vn", "500")),
                    Event::at(12, set("hash", "md5")),
                ],
            ),
        ),
    ]
}

fn set(field: &str, text: &str) -> Happening {
    let parameter = all_parameters().into_iter().find(|one| one.field == field).expect(field);
    Happening::Set(parameter, parameter.read(text).expect(text))
}

#[test]
fn links_that_were_given_away_show_the_same_for_ever() {
    for (link, asked) in golden() {
        let decoded = decode(link);
        assert_eq!((decoded.drill.as_ref(), decoded.notes), (Some(&asked), vec![]), "{link}");
        assert_eq!((decoded.scenario, decoded.beside), (Scenario::default(), Beside::default()), "{link}");
        assert_eq!(written(&asked), link);
    }
    assert_eq!(decode("v=1").drill, None);
    assert_eq!(decode("v=1&drill=").drill, None);
    assert!(!encode(&Scenario::default()).query.contains("drill"));
}

#[test]
fn the_ids_are_those_of_the_drills_for_ever() {
    assert_eq!(catalogue::IDS, catalogue::ALL.each_ref().map(|one| one.id));
    assert_eq!(catalogue::IDS, ["add", "grow", "dies", "reference", "flap", "views", "hot", "durable", "points"]);
    assert_eq!(Asked::new("nginx"), None);
}

#[test]
fn what_cannot_be_taken_is_left_out_and_said() {
    let note = |value: &str| {
        let decoded = decode(&format!("drill={value}"));
        assert_eq!(decoded.notes.len(), 1, "{value}: {:?}", decoded.notes);
        (decoded.drill, decoded.notes[0].to_string())
    };
    for value in ["nowhere", "*scale:5", ",@5!kill:2", "add:5"] {
        let (drill, said) = note(value);
        assert_eq!(drill, None, "{value}");
        assert!(said.contains("drill"), "{said}");
    }
    let late = format!("add,@{}!kill:1", MOST_TICKS + 1);
    for value in [
        "add*scale:0",
        "add*scale",
        "add*nothing:1",
        "add!5",
        "add*pop:often",
        "add,",
        "add,@5",
        "add,!kill:2",
        "add,@!kill:2",
        "add,@x!kill:2",
        "add,@5!kill",
        "add,@5!kill:",
        "add,@5!kill:x",
        "add,@5!kill:2:3",
        "add,@5!fail:2:101",
        "add,@5!fail:2",
        "add,@5!slow:2:0",
        "add,@5!hot:-1",
        "add,@5!add:",
        "add,@5!set:nothing:1",
        "add,@5!set:vn:0",
        "add,@5!set:vn",
        "add,@5!weigh:2:x",
        "add,@5!kill:2*2",
        "add,@5@6!kill:2",
        "add,x@5!kill:2",
        "add,@5!kill:2^x",
        "add,@5!explode:2",
        &late,
    ] {
        let (drill, said) = note(value);
        assert_eq!(drill, Some(asked("add", &[], [])), "{value}");
        assert!(said.contains("drill") && said.chars().count() < 300, "{said}");
    }
    // The rest stands, and there is a limit.
    let (drill, _) = note("add*scale:50,@7!boom,@5!kill:2");
    assert_eq!(drill, Some(asked("add", &[(&q::SCALE, Value::Count(50))], [Event::at(5, Happening::Kill(NodeId(2)))])));
    let many: String = (0..=MOST_EVENTS).map(|tick| format!(",@{tick}!kill:2")).collect();
    let (drill, said) = note(&format!("add{many}"));
    assert_eq!(drill.expect("a drill").events().len(), MOST_EVENTS);
    assert!(said.contains("64 events"), "{said}");
}

#[test]
fn a_drill_of_a_link_runs_with_its_values_and_events() {
    let link = "drill=dies*db_rate:8000*scale:1000*clients:2,@700!add:more~,%5E5";
    let decoded = decode(link);
    let runs = decoded.drill.expect("a drill").runs(&decoded.scenario);
    let own = catalogue::Drill::from_id("dies").expect("a drill").runs(&decoded.scenario);
    assert_eq!(runs.len(), own.len());
    for (run, own) in runs.into_iter().zip(own) {
        assert_eq!((q::DATABASE_RATE.of(&own.settings), q::DATABASE_RATE.of(&run.settings)), (40_000, 8_000));
        assert_eq!((q::SCALE.of(&run.settings), q::CLIENTS.of(&run.settings)), (1_000, 2));
        assert_eq!(run.events.len(), own.events.len() + 1);
        let mut run = Run::new(run).expect("a plan");
        run.step(800);
        let titles: Vec<&str> = run.marks().iter().map(|mark| mark.title.as_str()).collect();
        assert_eq!(titles, ["Kill cache-02", "Add more,"]);
        assert_eq!(run.membership().fleet.nodes().len(), 9);
    }
}

#[test]
fn what_cannot_happen_is_a_mark_with_its_reason() {
    let node = NodeId(77);
    let plan = Plan::new("", Scenario::default(), q::SCALE.with(&Default::default(), 10_000), 10).with([
        Event::at(1, Happening::Kill(node)),
        Event::at(2, Happening::Remove(node)),
        Event::at(3, Happening::Add { name: "cache-01".into(), weight: Weight::ONE }),
        Event::at(4, Happening::Partition { client: 4, node: NodeId(0) }),
        Event::at(5, Happening::Partition { client: 3, node: NodeId(0) }),
    ]);
    let mut run = Run::new(plan).expect("a plan");
    run.finish();
    let marks: Vec<(u32, bool)> = run.marks().iter().map(|mark| (mark.tick, mark.is_refused)).collect();
    assert_eq!(marks, [(1, true), (2, true), (3, true), (4, true), (5, false)]);
    assert_eq!(run.marks()[3].title, "There is no client 5; there are 4.");
    assert_eq!(run.marks()[4].title, "Client 4 loses cache-01");
    assert!(run.marks().iter().all(|mark| !mark.is_refused || mark.title.ends_with('.')));
}

fn happening() -> impl Strategy<Value = Happening> {
    let node = || any::<u32>().prop_map(NodeId);
    let weight = || (0..=100_000u32).prop_map(|hundredths| Weight::from_hundredths(hundredths).expect("a weight"));
    let parameter = prop::sample::select(all_parameters());
    prop_oneof![
        node().prop_map(Happening::Kill),
        node().prop_map(Happening::Revive),
        node().prop_map(Happening::Remove),
        (node(), 0..=100u32).prop_map(|(node, percent)| Happening::Fail { node, percent }),
        (node(), 1..=100u32).prop_map(|(node, percent)| Happening::Slow { node, percent }),
        (any::<u32>(), node()).prop_map(|(client, node)| Happening::Partition { client, node }),
        (any::<u32>(), node()).prop_map(|(client, node)| Happening::Heal { client, node }),
        (0..=100u32).prop_map(|percent| Happening::Hot { percent }),
        ("\\PC{1,20}", weight()).prop_map(|(name, weight)| Happening::Add { name, weight }),
        (node(), weight()).prop_map(|(node, weight)| Happening::Weigh { node, weight }),
        parameter.prop_flat_map(|one| value(&one.kind).prop_map(move |value| Happening::Set(one, value))),
    ]
}

fn any_asked() -> impl Strategy<Value = Asked> {
    let quantity = prop::sample::select(q::ALL.to_vec());
    let one = quantity.prop_flat_map(|one| value(&one.parameter.kind).prop_map(move |value| (one, value)));
    let event = (0..=MOST_TICKS, happening(), 0..100u32)
        .prop_map(|(tick, what, rollout)| Event::at(tick, what).rolled_out_over(rollout));
    let parts = (prop::collection::vec(one, 0..5), prop::collection::vec(event, 0..8));
    (prop::sample::select(catalogue::IDS.to_vec()), parts).prop_map(|(id, (values, events))| asked(id, &values, events))
}

proptest! {
    #[test]
    fn any_drill_comes_back_as_it_went(asked in any_asked()) {
        let link = written(&asked);
        prop_assume!(link.len() <= limits::LINK_CHARACTERS);
        let decoded = decode(&link);
        prop_assert_eq!((decoded.drill, decoded.notes), (Some(asked), vec![]), "{}", link);
    }

    #[test]
    fn any_text_is_read(text in "[a-z@!*^~,:0-9%]{0,80}", id in prop::sample::select(catalogue::IDS.to_vec())) {
        for value in [text.clone(), format!("{id}{text}"), format!("{id},{text}")] {
            let decoded = decode(&format!("drill={value}"));
            // What was taken is written so that it is read again.
            if let Some(asked) = decoded.drill {
                let again = decode(&written(&asked));
                prop_assert_eq!((again.drill, again.notes), (Some(asked), vec![]));
            }
        }
    }
}
