//! One case of a file: its kind says what is compared with what.

use placement::system::{cassandra, redis_cluster};
use serde_json::Value;

use super::{
    buckets,
    compare::{Report, list},
    hash_word,
    keys::{Key, KeyReader},
    nodes::Nodes,
    placement::Placement,
    placement_of::build,
    riak,
    settings::{Settings, whole},
    table,
};

/// What is compared, the keys, and what was recorded of them.
pub type Results = (String, Vec<Key>, Value);

/// Places the keys of a case and compares.
pub fn check(settings: &Settings, report: &mut Report) -> Result<(), String> {
    let kind = settings.text("kind")?.ok_or("the setting kind is missing")?;
    match kind {
        "owners" | "sequence" => check_owners(settings, report),
        "points" | "table" => check_picture(settings, kind, report),
        "slots" => check_slots(settings, report),
        "buckets" => check_buckets(settings, report),
        "hashes" => check_hashes(settings, report),
        "ranges" => check_ranges(settings, report),
        other => Err(format!("the kind {other} is not known")),
    }
}

/// Keys beside their results: those that the case names, or the two pairs of lists of the file.
pub fn results(settings: &Settings, keys: &KeyReader, default: &str) -> Result<Vec<Results>, String> {
    let path = settings.texts("result")?;
    if !path.is_empty() {
        let recorded = settings.at_path(&path)?;
        return Ok(vec![(path.join(" / "), inputs(settings, keys)?, recorded)]);
    }
    let mut results = Vec::new();
    for (key_field, result_field) in [("keys", default.to_owned()), ("extra_keys", format!("extra_{default}"))] {
        if let Some(recorded) = settings.field(&result_field) {
            let own = if key_field == "keys" {
                inputs(settings, keys)?
            } else {
                keys.keys(settings.field(key_field).ok_or("the file has extra results and no extra_keys")?)?
            };
            results.push((result_field, own, recorded.clone()));
        }
    }
    Ok(results)
}

/// The inputs of a case: numbered keys, what a path leads to, or the file's keys.
pub fn inputs(settings: &Settings, keys: &KeyReader) -> Result<Vec<Key>, String> {
    if let Some(count) = settings.whole("key_count")? {
        let prefix = settings.text_or("key_prefix", "")?;
        return (0..count).map(|number| keys.key(&Value::from(format!("{prefix}{number}")))).collect();
    }
    let path = settings.texts("input")?;
    let path = if path.is_empty() { vec!["keys".to_owned()] } else { path };
    keys.keys(&settings.at_path(&path)?)
}

/// Holds one result for each key against what `placed` gives.
pub fn compare_each(
    report: &mut Report,
    (what, keys, recorded): &Results,
    mut placed: impl FnMut(&Key) -> Result<Value, String>,
) -> Result<(), String> {
    let recorded = list(recorded, what)?;
    if recorded.len() != keys.len() {
        return Err(format!("{what} has {} results for {} keys", recorded.len(), keys.len()));
    }
    for (key, recorded) in keys.iter().zip(recorded) {
        report.compare(&format!("{what}, key {}", key.shown), recorded, &placed(key)?);
    }
    Ok(())
}

fn name_at(names: &[String], place: Option<usize>) -> Value {
    place.and_then(|place| names.get(place)).map_or(Value::Null, |name| Value::from(name.as_str()))
}

fn check_owners(settings: &Settings, report: &mut Report) -> Result<(), String> {
    let keys = KeyReader::read(settings)?;
    let nodes = Nodes::read(settings)?;
    let mut placement = build(settings, &nodes, &keys, false)?;
    let undetermined = settings.texts("undetermined")?;
    let mut other = match undetermined.as_slice() {
        [] => Placement::default(),
        _ => build(settings, &nodes, &keys, true)?,
    };
    let mut owner = placement.owner.take().ok_or("the id gives no owners")?;
    let default = if settings.field("owners").is_some() || settings.get("result").is_some() { "owners" } else { "" };
    for result in results(settings, &keys, default)? {
        if result.2.as_array().and_then(|all| all.first()).is_some_and(Value::is_array) {
            compare_copies(settings, report, &placement, &result)?;
            continue;
        }
        let result = if placement.takes_numbers { numbered(settings, result)? } else { result };
        let recorded = list(&result.2, &result.0)?.to_vec();
        let mut at = 0;
        compare_each(report, &result, |key| {
            let placed = name_at(&placement.names, owner(key));
            at += 1;
            if !undetermined.contains(&key.text) || placed == recorded[at - 1] {
                return Ok(placed);
            }
            // Two nodes claim this point: the other one is as right.
            let owner = other.owner.as_mut().ok_or("the id gives no owners")?;
            Ok(name_at(&other.names, owner(key)))
        })?;
    }
    if settings.get("result").is_some() {
        return Ok(());
    }
    check_further(settings, report, &placement, &keys)
}

/// The keys of a system that takes numbers: their own, or those of the file's `key_int`.
fn numbered(settings: &Settings, (what, mut keys, recorded): Results) -> Result<Results, String> {
    let missing =
        || format!("the id {} takes numbers as keys (input_encoding u64-dec, or key_int)", settings.id().unwrap_or(""));
    let given = settings.field("key_int").and_then(Value::as_array).filter(|given| given.len() == keys.len());
    for (at, key) in keys.iter_mut().enumerate() {
        let own = given.and_then(|given| whole(&given[at]));
        key.number = Some(key.number.or(own).ok_or_else(missing)?);
    }
    Ok((what, keys, recorded))
}

/// Several different owners of each key: every entry of each list counts.
fn compare_copies(
    settings: &Settings,
    report: &mut Report,
    placement: &Placement,
    (what, keys, recorded): &Results,
) -> Result<(), String> {
    let owners = placement.owners.as_ref().ok_or("the id gives one owner only")?;
    let recorded = list(recorded, what)?;
    let copies = settings.whole("copies")?;
    for (key, recorded) in keys.iter().zip(recorded) {
        let recorded = list(recorded, what)?;
        let most = copies.map_or(recorded.len(), |copies| copies as usize);
        let placed = owners(key, most).into_iter().map(|place| name_at(&placement.names, Some(place)));
        report.compare_lists(&format!("{what}, key {}", key.shown), recorded, &placed.collect::<Vec<_>>());
    }
    Ok(())
}

/// What a file of owners may have beside them.
fn check_further(
    settings: &Settings,
    report: &mut Report,
    placement: &Placement,
    keys: &KeyReader,
) -> Result<(), String> {
    let copies = settings.whole("copies")?;
    if let Some(recorded) = settings.field("owners3") {
        let result = ("owners3".to_owned(), inputs(settings, keys)?, recorded.clone());
        compare_copies(settings, report, placement, &result)?;
    } else if copies.is_some_and(|copies| copies > 1) && settings.field("owners").is_none() {
        return Err("the file has copies and no owners3".to_owned());
    }
    if settings.field("table").is_some() {
        table::compare(settings, report, placement, "table", settings.field("table"))?;
    }
    if let Some(recorded) = settings.field("partitions") {
        let partitions = placement.partitions.as_ref().ok_or("the id has no partitions")?;
        let placed: Vec<Value> = partitions.iter().map(|&place| name_at(&placement.names, Some(place))).collect();
        report.compare_lists("partitions", list(recorded, "partitions")?, &placed);
    }
    // The hash of a key is a step on the way and no owner: it is held against the file, but counts only where it differs.
    if let Some(recorded) = settings.field("key_int").filter(|_| !placement.takes_numbers) {
        let hash = placement.key_number.as_ref().ok_or("the id gives no key_int")?;
        let mut steps = Report::default();
        let result = ("key_int".to_owned(), inputs(settings, keys)?, recorded.clone());
        compare_each(&mut steps, &result, |key| Ok(Value::from(hash(key))))?;
        report.owners += steps.mismatches.len();
        report.mismatches.extend(steps.mismatches);
    }
    Ok(())
}

fn check_picture(settings: &Settings, kind: &str, report: &mut Report) -> Result<(), String> {
    let keys = KeyReader::read(settings)?;
    let nodes = Nodes::read(settings)?;
    let placement = build(settings, &nodes, &keys, false)?;
    let path = settings.texts("result")?;
    let path = if path.is_empty() { vec![kind.to_owned()] } else { path };
    let what = path.join(" / ");
    let recorded = settings.at_path(&path)?;
    if kind == "table" {
        return table::compare(settings, report, &placement, &what, Some(&recorded));
    }
    let points = placement.points.as_ref().ok_or("the id has no points")?;
    let placed = points
        .iter()
        .map(|(point, place)| Value::from(vec![Value::from(point.as_str()), name_at(&placement.names, Some(*place))]));
    // A position is written as a number or in decimal.
    let decimal = |point: &Value| match point.as_array().map(Vec::as_slice) {
        Some([position, name]) => Value::from(vec![
            Value::from(position.as_str().map_or_else(|| position.to_string(), str::to_owned)),
            name.clone(),
        ]),
        _ => point.clone(),
    };
    let recorded: Vec<Value> = list(&recorded, &what)?.iter().map(decimal).collect();
    report.compare_lists(&what, &recorded, &placed.collect::<Vec<_>>());
    Ok(())
}

fn check_slots(settings: &Settings, report: &mut Report) -> Result<(), String> {
    let keys = KeyReader::read(settings)?;
    // Nodes play no part in which slot a key has.
    settings.nodes();
    match settings.id()? {
        "redis-cluster" => {
            let slots = settings.whole_or("slots", redis_cluster::SLOTS)?;
            if slots != redis_cluster::SLOTS {
                return Err(format!("{slots} slots do not go: Redis Cluster has {}", redis_cluster::SLOTS));
            }
            for result in results(settings, &keys, "owners")? {
                compare_each(report, &result, |key| Ok(Value::from(redis_cluster::slot_of_tag(&key.bytes))))?;
            }
            Ok(())
        }
        "riak-chash" => riak::check(settings, report, &keys),
        other => Err(format!("the id {other} is not known for the kind slots")),
    }
}

fn check_buckets(settings: &Settings, report: &mut Report) -> Result<(), String> {
    let keys = KeyReader::read(settings)?;
    let bucket = buckets::of(settings)?;
    let hash = match settings.get("hash") {
        Some(_) => Some(hash_word::of(settings)?),
        None => None,
    };
    for result in results(settings, &keys, "owners")? {
        compare_each(report, &result, |key| {
            let number = match (key.number, &hash) {
                (Some(number), _) => number,
                (None, Some(hash)) => hash(&key.bytes).first_8_bytes(),
                (None, None) => return Err("the setting hash is missing".to_owned()),
            };
            Ok(Value::from(bucket(number)?))
        })?;
    }
    Ok(())
}

fn check_hashes(settings: &Settings, report: &mut Report) -> Result<(), String> {
    let keys = KeyReader::read(settings)?;
    let format = settings.text_or("format", "number")?;
    if settings.id()? == "cassandra-murmur3" {
        let token = match settings.text_or("empty_key", "hash")? {
            "hash" => cassandra::token,
            "min" => cassandra::server_token,
            other => return Err(format!("the empty_key {other} is not known")),
        };
        for result in results(settings, &keys, "owners")? {
            compare_each(report, &result, |key| {
                super::digest::Digest::of_number(&token(&key.bytes).to_le_bytes()).written(format)
            })?;
        }
        return Ok(());
    }
    let hash = hash_word::of(settings)?;
    for result in results(settings, &keys, "owners")? {
        compare_each(report, &result, |key| hash(&key.bytes).written(format))?;
    }
    Ok(())
}

fn check_ranges(settings: &Settings, report: &mut Report) -> Result<(), String> {
    if settings.id()? != "redis-cluster-create" {
        return Err(format!("the id {} is not known for the kind ranges", settings.id()?));
    }
    let slots = settings.whole_or("slots", redis_cluster::SLOTS)?;
    let masters = settings.whole_given("masters")?;
    let ranges = redis_cluster::default_ranges(masters, slots).map_err(|error| error.to_string())?;
    let path = settings.texts("result")?;
    let path = if path.is_empty() { vec!["ranges".to_owned()] } else { path };
    let recorded = settings.at_path(&path)?;
    let placed: Vec<Value> = ranges.into_iter().map(|(first, last)| Value::from(vec![first, last])).collect();
    report.compare_lists(&path.join(" / "), list(&recorded, "ranges")?, &placed);
    Ok(())
}
