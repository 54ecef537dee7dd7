//! A scenario as a JSON file: the link that brings it back, and the same in words, as the JavaScript interface takes it.

use placement::{
    keys::Keys,
    link,
    parameter::{Kind, Value},
    scenario::Scenario,
};

use crate::{interface::camel_case, json};

/// The file. Its `options` can be given to `place` as they stand; numbered buckets that a history has mixed, and the
/// table of a coordinator, are in the link alone.
#[must_use]
pub fn write(scenario: &Scenario) -> String {
    let mut file = String::from("{\n  \"ringscope\": 1,\n  \"link\": ");
    let encoded = link::encode(scenario);
    if encoded.is_too_long() {
        file.push_str("null");
    } else {
        json::text(&mut file, &format!("?{}", encoded.query));
    }
    file.push_str(",\n  \"options\": {\n    \"algorithm\": ");
    json::text(&mut file, scenario.algorithm.id);
    for parameter in scenario.algorithm.parameters {
        file.push_str(",\n    ");
        json::text(&mut file, &camel_case(parameter.name));
        file.push_str(": ");
        let value = scenario.settings.get(parameter);
        match (&parameter.kind, &value) {
            (Kind::Count { .. }, Value::Count(count)) => file.push_str(&count.to_string()),
            (_, Value::Switch(on)) => file.push_str(if *on { "true" } else { "false" }),
            _ => json::text(&mut file, &parameter.write(&value)),
        }
    }
    file.push_str(",\n    \"nodes\": [");
    for (node, place) in scenario.fleet.nodes().iter().zip(0u32..) {
        file.push_str(if place == 0 { "\n      { \"name\": " } else { ",\n      { \"name\": " });
        json::text(&mut file, &node.name);
        file.push_str(&format!(", \"weight\": {}, \"up\": {} }}", node.weight, node.up));
    }
    file.push_str(if scenario.fleet.nodes().is_empty() { "],\n    \"keys\": " } else { "\n    ],\n    \"keys\": " });
    match &scenario.keys {
        Keys::Pattern { pattern, first, count } => {
            file.push_str("{ \"pattern\": ");
            json::text(&mut file, pattern);
            file.push_str(&format!(", \"from\": {first}, \"count\": {count} }}"));
        }
        Keys::List(list) => {
            file.push('[');
            for at in 0..list.len() {
                file.push_str(if at == 0 { "\n      " } else { ",\n      " });
                json::text(&mut file, list.get(at));
            }
            file.push_str("\n    ]");
        }
    }
    file + "\n  }\n}\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_scenario_in_words() {
        let read = link::decode("vn=40&fin=1&nodes=a,b%22*2.5,c!&n=7&from=3&keys=k%5C{i}");
        assert_eq!(
            write(&read.scenario),
            concat!(
                "{\n  \"ringscope\": 1,\n",
                "  \"link\": \"?v=1&vn=40&fin=1&nodes=a,b%22*2.5,c!&keys=k%5C%7Bi%7D&from=3&n=7\",\n",
                "  \"options\": {\n    \"algorithm\": \"ring\",\n    \"virtualNodes\": 40,\n",
                "    \"label\": \"{node}#{i}\",\n    \"hash\": \"fnv1a32\",\n    \"finaliser\": true,\n",
                "    \"hashOfTheKeys\": \"same\",\n    \"direction\": \"cw\",\n    \"space\": \"32\",\n",
                "    \"nodes\": [\n      { \"name\": \"a\", \"weight\": 1, \"up\": true },\n",
                "      { \"name\": \"b\\\"\", \"weight\": 2.5, \"up\": true },\n",
                "      { \"name\": \"c\", \"weight\": 1, \"up\": false }\n    ],\n",
                "    \"keys\": { \"pattern\": \"k\\\\{i}\", \"from\": 3, \"count\": 7 }\n  }\n}\n"
            )
        );
    }
}
