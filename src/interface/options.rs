//! The options of a call as a scenario.

use std::collections::HashMap;

use js_sys::Array;
use placement::{
    algorithm::{self, Algorithm, Hashing, can_fill_64_bits, ring},
    fleet::{Fleet, FleetError, Node, NodeId},
    keys::{KeyList, KeyListError, Keys},
    limits,
    parameter::{self, Kind, Parameter},
    scenario::{Scenario, ScenarioError},
    template,
    weight::{Weight, WeightError},
};
use wasm_bindgen::{JsCast, JsValue};

use super::value::{Code, boolean, error, for_each_item, properties, text, whole, wrong_kind};

/// The scenario that the options ask for; what they leave out is as on the page's first paint.
pub fn scenario(options: &JsValue) -> Result<Scenario, JsValue> {
    scenario_on(Scenario::default(), options)
}

/// The same on top of another scenario, whose nodes keep their ids by name.
pub fn scenario_on(mut scenario: Scenario, options: &JsValue) -> Result<Scenario, JsValue> {
    if options.is_undefined() {
        return Ok(scenario);
    }
    let parameters = algorithm::all_parameters();
    // Where a limit that several options meet together is reported: at the name that was used.
    let mut names: Vec<(&'static str, String)> = Vec::new();
    for (name, value) in properties(options, "options")? {
        let field = match name.as_str() {
            "nodes" => "nodes",
            "keys" => "keys",
            "algorithm" | "alg" => "alg",
            other => {
                let is_meant = |one: &&&Parameter| one.field == other || camel_case(one.name) == other;
                let Some(parameter) = parameters.iter().find(is_meant) else {
                    return Err(error(Code::UnknownName, &name, &"There is no such option."));
                };
                set(&mut scenario, parameter, &value, &name)?;
                parameter.field
            }
        };
        match field {
            "nodes" => scenario.fleet = fleet(&value, &scenario.fleet)?,
            "keys" => scenario.keys = keys(&value)?,
            "alg" => scenario.algorithm = algorithm(&value, &name)?,
            _ => {}
        }
        if names.iter().any(|(before, _)| *before == field) {
            return Err(error(Code::BadValue, &name, &"It is given twice, under two names."));
        }
        names.push((field, name));
    }
    let called = |field: &str| names.iter().find(|one| one.0 == field).map_or("options", |one| one.1.as_str());
    let hashing = Hashing::from_settings(&scenario.settings);
    let short = [hashing.points, hashing.keys].into_iter().find(|&choice| !can_fill_64_bits(choice));
    if let (1, Some(short)) = (scenario.settings.choice(&parameter::SPACE), short) {
        let message = ScenarioError::NotEnoughBits(short.name());
        return Err(error(Code::BadValue, called(parameter::SPACE.field), &message));
    }
    scenario.check().map_err(|fault| match fault {
        ScenarioError::TooManyPoints(_) => {
            let fields = [ring::VIRTUAL_NODES.field, "nodes"].map(called);
            let field = fields.into_iter().find(|&field| field != "options").unwrap_or("options");
            error(Code::TooMuch, field, &fault)
        }
        ScenarioError::System(_) => error(Code::BadValue, called("alg"), &fault),
        _ => error(Code::BadValue, called("keys"), &fault),
    })?;
    Ok(scenario)
}

/// The name of a parameter as JavaScript spells names: "Virtual nodes" is `virtualNodes`.
#[must_use]
pub fn camel_case(name: &str) -> String {
    let mut out = String::new();
    for word in name.split(' ') {
        let mut letters = word.chars();
        let first =
            letters.next().map(|c| if out.is_empty() { c.to_ascii_lowercase() } else { c.to_ascii_uppercase() });
        out.extend(first);
        out.push_str(letters.as_str());
    }
    out
}

fn set(scenario: &mut Scenario, parameter: &Parameter, value: &JsValue, name: &str) -> Result<(), JsValue> {
    let written = match (&parameter.kind, value.as_f64()) {
        (Kind::Switch, _) => u8::from(boolean(value, name)?).to_string(),
        // 64 is as good as "64".
        (Kind::Count { .. } | Kind::Choice(_), Some(_)) => whole(value, name, u32::MAX)?.to_string(),
        (Kind::Count { .. }, None) => return Err(wrong_kind(name, "A number")),
        _ => text(value, name)?,
    };
    let fault = |fault: parameter::ParameterError| error(Code::BadValue, name, &fault);
    scenario.settings.set(parameter, parameter.read(&written).map_err(fault)?).map_err(fault)
}

fn algorithm(value: &JsValue, name: &str) -> Result<Algorithm, JsValue> {
    Algorithm::from_id(&text(value, name)?).ok_or_else(|| {
        let known = Algorithm::every().map(|one| one.id).collect::<Vec<_>>().join(", ");
        error(Code::BadValue, name, &format!("One of {known}."))
    })
}

fn fleet(value: &JsValue, before: &Fleet) -> Result<Fleet, JsValue> {
    let mut fleet = Fleet::default();
    let mut nodes = Vec::new();
    for_each_item(value, "nodes", limits::NODES, &mut |at, item| {
        nodes.push(node(item, at)?);
        Ok(())
    })?;
    keep_ids(&mut nodes, before);
    // All at once, which looks for names that stand twice in one go; which one it is, only an error has to know.
    let found = Fleet::from_nodes(nodes.iter().cloned());
    found.or_else(|fault| {
        for (at, node) in nodes.iter().enumerate() {
            fleet
                .add(&node.name, node.weight)
                .map_err(|fault: FleetError| error(Code::BadValue, &format!("nodes[{at}]"), &fault))?;
        }
        Err(error(Code::BadValue, "nodes", &fault))
    })
}

/// Gives nodes the ids that their names had before, and those that are new the numbers after them. What is placed does
/// not hang on ids; what moved is told by them.
fn keep_ids(nodes: &mut [Node], before: &Fleet) {
    let known: HashMap<&str, NodeId> = before.nodes().iter().map(|node| (node.name.as_str(), node.id)).collect();
    let mut next = before.next_id().0;
    for node in nodes {
        node.id = known.get(node.name.as_str()).copied().unwrap_or_else(|| {
            next += 1;
            NodeId(next - 1)
        });
    }
}

/// A node: its name, or an object with name, weight and up.
fn node(value: &JsValue, at: usize) -> Result<Node, JsValue> {
    let number = at as u32;
    let mut node = Node { id: NodeId(number), name: String::new(), weight: Weight::ONE, up: true, bucket: number };
    let field = |name: &str| format!("nodes[{at}]{name}");
    if let Some(name) = value.as_string() {
        node.name = name;
        return Ok(node);
    }
    if !value.is_object() {
        return Err(wrong_kind(&field(""), "A name or a plain object"));
    }
    for (name, value) in properties(value, &field(""))? {
        match name.as_str() {
            "name" => node.name = text(&value, &field(".name"))?,
            "weight" => node.weight = weight(&value, &field(".weight"))?,
            "up" => node.up = boolean(&value, &field(".up"))?,
            _ => return Err(error(Code::UnknownName, &field(&format!(".{name}")), &"A node has name, weight and up.")),
        }
    }
    Ok(node)
}

fn weight(value: &JsValue, field: &str) -> Result<Weight, JsValue> {
    let number = value.as_f64().ok_or_else(|| wrong_kind(field, "A number"))?;
    let hundredths = (number * 100.0).round();
    // 0.29 times 100 is not quite 29.
    let is_whole = (number * 100.0 - hundredths).abs() < 1e-6;
    let in_range = (0.0..=f64::from(Weight::MAX.hundredths())).contains(&hundredths);
    let weight = if is_whole && in_range { Weight::from_hundredths(hundredths as u32) } else { None };
    weight.ok_or_else(|| error(Code::BadValue, field, &WeightError))
}

/// Keys: a list of texts, or a pattern with a counter.
fn keys(value: &JsValue) -> Result<Keys, JsValue> {
    if value.is_instance_of::<Array>() {
        return list(value);
    }
    if !value.is_object() {
        return Err(wrong_kind("keys", "An array or a plain object"));
    }
    let Keys::Pattern { mut pattern, mut first, mut count } = Keys::default() else { return Ok(Keys::default()) };
    for (name, value) in properties(value, "keys")? {
        match name.as_str() {
            "pattern" => {
                pattern = text(&value, "keys.pattern")?;
                template::check_pattern(&pattern).map_err(|fault| error(Code::BadValue, "keys.pattern", &fault))?;
            }
            "from" => first = whole(&value, "keys.from", u32::MAX)?,
            "count" => count = whole(&value, "keys.count", limits::KEYS)?,
            _ => return Err(error(Code::UnknownName, &format!("keys.{name}"), &"Keys have pattern, from and count.")),
        }
    }
    Ok(Keys::Pattern { pattern, first, count })
}

fn list(value: &JsValue) -> Result<Keys, JsValue> {
    let mut lines = String::new();
    for_each_item(value, "keys", limits::KEYS as usize, &mut |at, item| {
        let field = || format!("keys[{at}]");
        let key = item.as_string().ok_or_else(|| wrong_kind(&field(), "A text"))?;
        // A tab would be read as the start of a count.
        if key.is_empty() || key.contains(['\n', '\r', '\t']) {
            return Err(error(Code::BadValue, &field(), &"A key is not empty and has no line breaks or tabs."));
        }
        lines.push_str(&key);
        lines.push('\n');
        if lines.len() > limits::PASTE_BYTES {
            return Err(error(Code::TooMuch, "keys", &KeyListError::TooLong));
        }
        Ok(())
    })?;
    if lines.is_empty() {
        return Ok(Keys::Pattern { pattern: "{i}".to_owned(), first: 0, count: 0 });
    }
    KeyList::parse(&lines).map(Keys::List).map_err(|fault| error(Code::TooMuch, "keys", &fault))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_become_camel_case_and_no_two_meet() {
        assert_eq!(camel_case("Virtual nodes"), "virtualNodes");
        assert_eq!(camel_case("Hash of the keys"), "hashOfTheKeys");
        let mut names: Vec<String> = vec!["nodes".into(), "keys".into(), "algorithm".into(), "alg".into()];
        for parameter in algorithm::all_parameters() {
            let camel = camel_case(parameter.name);
            if camel != parameter.field {
                assert!(!names.contains(&camel), "{camel}");
                names.push(camel);
            }
            assert!(!names.iter().any(|name| name == parameter.field), "{}", parameter.field);
            names.push(parameter.field.into());
        }
    }
}
