//! Links that were given away.

use placement::{
    algorithm,
    fleet::{NodeId, Removed},
    keys::Keys,
    link::{decode, encode},
    scenario::Scenario,
};
use serde_json::{Map, Value as Json, json};

/// What a link says, in words that have nothing to do with the link's grammar; what is at its default is left out.
fn in_words(scenario: &Scenario) -> Json {
    let mut words = Map::new();
    let normal = Scenario::default();
    if scenario.algorithm != normal.algorithm {
        words.insert("alg".into(), scenario.algorithm.id.into());
    }
    for parameter in algorithm::all_parameters() {
        let value = scenario.settings.get(parameter);
        if value != parameter.default() {
            words.insert(parameter.field.into(), parameter.write(&value).into());
        }
    }
    if scenario.fleet.nodes() != normal.fleet.nodes() {
        let nodes = scenario.fleet.nodes().iter().map(|node| {
            let state = if node.up { "up" } else { "down" };
            json!([node.name, node.weight.to_string(), state, node.id.0, node.bucket])
        });
        words.insert("nodes".into(), nodes.collect());
    }
    if scenario.fleet.vacancies() > 0 {
        let removed = scenario.fleet.removed().iter().map(|one| match one {
            Removed::Down(id) => json!(id.letter()),
            Removed::Vacant(bucket) => json!(bucket),
        });
        words.insert("removed".into(), removed.collect());
    }
    if let Some(table) = scenario.fleet.kept_shards() {
        let owner = |id: &Option<NodeId>| id.map_or("-".into(), NodeId::letter);
        let owners: String = table.owners().iter().map(owner).collect();
        let pins = table.pins().iter().map(|pin| json!([pin.tenant, pin.node.0]));
        words.insert("table".into(), json!([table.version(), owners]));
        words.insert("pins".into(), pins.collect());
        words.insert("drained".into(), table.drained().iter().map(|id| id.0).collect());
    }
    match &scenario.keys {
        keys if *keys == normal.keys => {}
        Keys::Pattern { pattern, first, count } => {
            words.insert("keys".into(), json!([pattern, first, count]));
        }
        Keys::List(list) => {
            words.insert("list".into(), (0..list.len()).map(|at| list.get(at)).collect());
        }
    }
    words.into()
}

#[test]
fn links_that_were_given_away_show_the_same_for_ever() {
    let golden = include_str!("../data/links.txt");
    let lines: Vec<&str> = golden.lines().filter(|line| !line.starts_with('#') && !line.is_empty()).collect();
    assert!(lines.len() >= 25);
    for line in lines {
        let [link, canonical, words] = line.split('\t').collect::<Vec<_>>()[..] else {
            panic!("three columns: {line}")
        };
        let decoded = decode(link);
        assert_eq!(in_words(&decoded.scenario), serde_json::from_str::<Json>(words).expect(words), "{link}");
        assert_eq!(encode(&decoded.scenario).query, canonical, "{link}");
        assert_eq!(in_words(&decode(canonical).scenario), in_words(&decoded.scenario), "{canonical}");
        if link == canonical {
            assert_eq!(decoded.notes, [], "{link}");
        }
    }
}

#[test]
fn every_field_is_in_the_golden_file() {
    let golden = include_str!("../data/links.txt");
    let parameters = algorithm::all_parameters().into_iter().map(|one| one.field);
    for field in parameters
        .chain(["alg", "sys", "nodes", "vacant", "drained", "pins", "shards", "to", "keys", "from", "n", "list"])
    {
        assert!(golden.contains(&format!("&{field}=")), "{field}");
    }
}
