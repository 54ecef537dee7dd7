//! The inputs of a case: keys as text, bytes, or numbers.

use placement::system::key::{KeyEncoding, KeyPart, KeyText};
use serde_json::Value;

use super::settings::Settings;

/// One input.
pub struct Key {
    /// As the file has it, for messages.
    pub shown: String,
    /// The text; empty where the file gives bytes or numbers.
    pub text: String,
    /// What is hashed.
    pub bytes: Vec<u8>,
    /// The number itself, where the file gives numbers and nothing is hashed.
    pub number: Option<u64>,
}

/// How a case's inputs become keys.
pub struct KeyReader {
    pub steps: KeyText,
    encoding: String,
}

impl KeyReader {
    /// Reads the settings that say how.
    pub fn read(settings: &Settings) -> Result<Self, String> {
        let part = match settings.text_or("key_part", "whole")? {
            "whole" => KeyPart::Whole,
            "first-element" => KeyPart::FirstElement,
            other => return Err(format!("the key_part {other} is not known")),
        };
        let encoding = key_encoding(settings.text_or("key_encoding", "utf8")?)?;
        let default_tag = if settings.id()? == "redis-cluster" { "{}" } else { "" };
        let hash_tag = match settings.text_or("hash_tag", default_tag)?.as_bytes() {
            [] => None,
            &[open, close] => Some((open, close)),
            other => return Err(format!("the hash_tag {} is not two characters", String::from_utf8_lossy(other))),
        };
        let input = settings.text_or("input_encoding", "utf8")?;
        if !["utf8", "hex", "u64-dec"].contains(&input) {
            return Err(format!("the input_encoding {input} is not known"));
        }
        Ok(Self { steps: KeyText { part, encoding, hash_tag }, encoding: input.to_owned() })
    }

    /// The key of one input.
    pub fn key(&self, input: &Value) -> Result<Key, String> {
        let wrong = || format!("the input {input} is not {}", self.encoding);
        let shown = input.to_string();
        let text = match input {
            Value::String(text) => text.clone(),
            Value::Number(number) => number.to_string(),
            _ => return Err(wrong()),
        };
        Ok(match self.encoding.as_str() {
            "hex" => {
                let bytes = bytes_of_hex(&text).ok_or_else(wrong)?;
                Key { shown, text: String::new(), bytes, number: None }
            }
            "u64-dec" => {
                let number = text.parse().or_else(|_| text.parse().map(i64::cast_unsigned)).map_err(|_| wrong())?;
                Key { shown, text: String::new(), bytes: text.into_bytes(), number: Some(number) }
            }
            _ => Key { shown, bytes: self.steps.bytes(&text), text, number: None },
        })
    }

    /// The keys of a list of inputs.
    pub fn keys(&self, inputs: &Value) -> Result<Vec<Key>, String> {
        inputs.as_array().ok_or("the inputs are not a list")?.iter().map(|input| self.key(input)).collect()
    }
}

/// The encoding of a word.
fn key_encoding(word: &str) -> Result<KeyEncoding, String> {
    Ok(match word {
        "utf8" => KeyEncoding::Utf8,
        "utf16-low-byte" => KeyEncoding::Utf16LowByte,
        "codepoint-low-byte" => KeyEncoding::CodePointLowByte,
        "python-bytes-repr" => KeyEncoding::PythonBytesRepresentation,
        "utf8-cut" => KeyEncoding::Utf8Cut,
        other => return Err(format!("the key_encoding {other} is not known")),
    })
}

/// The bytes of hexadecimal digits, two each.
pub fn bytes_of_hex(text: &str) -> Option<Vec<u8>> {
    let digit = |byte: u8| char::from(byte).to_digit(16).map(|digit| digit as u8);
    let (pairs, rest) = text.as_bytes().as_chunks::<2>();
    let pair = |&[high, low]: &[u8; 2]| Some(digit(high)? << 4 | digit(low)?);
    if rest.is_empty() { pairs.iter().map(pair).collect() } else { None }
}
