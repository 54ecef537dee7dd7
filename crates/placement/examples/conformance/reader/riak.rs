//! Riak's partitions: which ones a key has, and where the first begins.

use placement::system::riak;
use serde_json::Value;

use super::{
    case::{Results, compare_each, inputs, results},
    compare::{Report, list},
    keys::{Key, KeyReader},
    settings::Settings,
};

/// Places the keys of a case on partitions and compares.
pub fn check(settings: &Settings, report: &mut Report, keys: &KeyReader) -> Result<(), String> {
    let partitions = settings.whole_or("ring_size", 64)?;
    let copies = settings.whole_or("copies", 3)? as usize;
    let bucket = settings.text("bucket")?.ok_or("the setting bucket is missing")?.as_bytes();
    let preferred = |key: &Key| {
        riak::preference_list(riak::hash(bucket, &key.bytes), partitions, copies).map_err(|error| error.to_string())
    };
    for result in results(settings, keys, "owners")? {
        compare_each(report, &result, |key| Ok(preferred(key)?.first().map_or(Value::Null, |&first| first.into())))?;
    }
    let all = |field: &str| -> Result<Option<Results>, String> {
        let Some(recorded) = settings.field(field) else { return Ok(None) };
        Ok(Some((field.to_owned(), inputs(settings, keys)?, recorded.clone())))
    };
    if let Some((what, keys, recorded)) = all("first_3_partition_numbers")? {
        for (key, recorded) in keys.iter().zip(list(&recorded, &what)?) {
            let placed: Vec<Value> = preferred(key)?.into_iter().map(Value::from).collect();
            report.compare_lists(&format!("{what}, key {}", key.shown), list(recorded, &what)?, &placed);
        }
    }
    let is_hex = |recorded: &Value| {
        recorded.as_array().is_some_and(|all| all.iter().all(|one| one.as_str().is_some_and(|text| text.len() == 40)))
    };
    if let Some(result) = all("first_partition_index")? {
        let in_hex = is_hex(&result.2);
        compare_each(report, &result, |key| {
            let first = preferred(key)?.first().copied().unwrap_or(0);
            Ok(Value::from(wide(riak::first_index(first, partitions), in_hex)))
        })?;
    }
    if let Some(result) = all("hash160")? {
        let in_hex = is_hex(&result.2);
        compare_each(report, &result, |key| Ok(Value::from(wide(riak::hash(bucket, &key.bytes), in_hex))))?;
    }
    Ok(())
}

/// A number of 160 bits in 40 hexadecimal digits, or in decimal.
fn wide(bytes: [u8; 20], in_hex: bool) -> String {
    if in_hex {
        return bytes.iter().map(|byte| format!("{byte:02x}")).collect();
    }
    let mut rest = bytes;
    let mut digits = Vec::new();
    while digits.is_empty() || rest.iter().any(|&byte| byte != 0) {
        let mut carry = 0u32;
        for byte in &mut rest {
            let number = carry << 8 | u32::from(*byte);
            *byte = (number / 10) as u8;
            carry = number % 10;
        }
        digits.push(char::from(b'0' + carry as u8));
    }
    digits.iter().rev().collect()
}
