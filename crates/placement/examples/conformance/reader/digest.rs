//! A hash value in the forms in which files write it.

use serde_json::Value;

/// The bytes of a hash value: of a number from the lowest, of a digest in order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Digest {
    pub bytes: Vec<u8>,
    /// Is it a digest, and not a number?
    pub is_digest: bool,
}

impl Digest {
    pub fn of_number(bytes: &[u8]) -> Self {
        Self { bytes: bytes.to_vec(), is_digest: false }
    }

    pub fn of_digest(bytes: &[u8]) -> Self {
        Self { bytes: bytes.to_vec(), is_digest: true }
    }

    /// The key of a function from numbers to buckets: the first eight bytes, little-endian; shorter ones with zeros.
    pub fn first_8_bytes(&self) -> u64 {
        self.bytes.iter().take(8).rev().fold(0, |value, &byte| value << 8 | u64::from(byte))
    }

    /// In the format of this word.
    pub fn written(&self, format: &str) -> Result<Value, String> {
        let length = if self.is_digest { 8 } else { self.bytes.len() };
        let value = self.bytes.iter().take(length).rev().fold(0, |value, &byte| value << 8 | u128::from(byte));
        let hex = |bytes: &mut dyn Iterator<Item = &u8>| bytes.map(|byte| format!("{byte:02x}")).collect::<String>();
        Ok(match format {
            "number" => Value::from(self.first_8_bytes()),
            "dec" => Value::from(value.to_string()),
            "dec-signed" => {
                let unused = 128 - 8 * length as u32;
                Value::from(((value << unused).cast_signed() >> unused).to_string())
            }
            "hex" => Value::from(hex(&mut self.bytes.iter().rev())),
            "hex-le" | "bytes-hex" => Value::from(hex(&mut self.bytes.iter())),
            other => return Err(format!("the format {other} is not known")),
        })
    }
}
