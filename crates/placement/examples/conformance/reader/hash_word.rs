//! The hash functions that files name, apart from those of a system that has words of its own.

use std::hash::Hasher as _;

use placement::{
    hash::HashFn,
    system::hash::{cassandra_murmur3, crc16, haproxy, memcached, murmur2},
};
use sha1::{Digest as _, Sha1};
use siphasher::sip::SipHasher24;

use super::{
    digest::Digest,
    fingerprint2011,
    keys::bytes_of_hex,
    metro64,
    settings::{Settings, whole},
};

/// A function from bytes to a hash value.
pub type HashOf = Box<dyn Fn(&[u8]) -> Digest>;

/// The function of the setting `hash`, with its parameters.
pub fn of(settings: &Settings) -> Result<HashOf, String> {
    let word = settings.text("hash")?.ok_or("the setting hash is missing")?;
    let id = settings.id()?;
    if id == "hash-haproxy" {
        let avalanche = settings.flag("avalanche")?.unwrap_or(false);
        let hash = match haproxy_function(word) {
            Ok(function) => number32(move |bytes| function.value32(bytes)),
            Err(_) => by_word(word, settings)?,
        };
        let mixed =
            move |value: &Digest| Digest::of_number(&haproxy::full_hash(value.first_8_bytes() as u32).to_le_bytes());
        return Ok(Box::new(move |bytes| if avalanche { mixed(&hash(bytes)) } else { hash(bytes) }));
    }
    if id == "hash-libhashkit" {
        let function = memcached::KeyFunction::of_libmemcached(word);
        let function = function.ok_or_else(|| format!("the hash {word} is not known for the id {id}"))?;
        return Ok(number32(move |bytes| function.value32(bytes)));
    }
    by_word(word, settings)
}

/// HAProxy's function of a word.
pub fn haproxy_function(word: &str) -> Result<haproxy::KeyFunction, String> {
    Ok(match word {
        "sdbm" => haproxy::KeyFunction::Sdbm,
        "djb2" => haproxy::KeyFunction::Djb2,
        "wt6" => haproxy::KeyFunction::Wt6,
        "crc32" => haproxy::KeyFunction::Crc32,
        other => return Err(format!("the hash {other} is not known for HAProxy")),
    })
}

fn number32(hash: impl Fn(&[u8]) -> u32 + 'static) -> HashOf {
    Box::new(move |bytes| Digest::of_number(&hash(bytes).to_le_bytes()))
}

fn number64(hash: impl Fn(&[u8]) -> u64 + 'static) -> HashOf {
    Box::new(move |bytes| Digest::of_number(&hash(bytes).to_le_bytes()))
}

fn crc(algorithm: &'static crc::Algorithm<u32>) -> HashOf {
    let crc = crc::Crc::<u32>::new(algorithm);
    number32(move |bytes| crc.checksum(bytes))
}

/// CRC-32 as ClickHouse calls it IEEE: the polynomial reflected, start 0, no final xor.
static CLICKHOUSE_CRC32: crc::Algorithm<u32> = crc::Algorithm { init: 0, xorout: 0, ..crc::CRC_32_ISO_HDLC };
/// CRC-64 as ClickHouse has it: ECMA's polynomial reflected, start 0, no final xor.
static CLICKHOUSE_CRC64: crc::Algorithm<u64> = crc::Algorithm { init: 0, xorout: 0, ..crc::CRC_64_XZ };

/// The numbers that wyhash is published with.
const WYHASH_SECRET: [u64; 4] =
    [0xa076_1d64_78bd_642f, 0xe703_7ed1_a0b4_28db, 0x8ebc_6af0_9c88_c6e3, 0x5899_65cc_7537_4cc3];

fn by_word(word: &str, settings: &Settings) -> Result<HashOf, String> {
    let seed = || settings.get("seed").map_or(Some(0), whole).ok_or("the setting seed is not a whole number");
    let seed32 = || Ok::<u32, String>(seed()? as u32);
    Ok(match word {
        "crc32" => number32(crc32fast::hash),
        "crc32c" => crc(&crc::CRC_32_ISCSI),
        "crc16_xmodem" => Box::new(|bytes| Digest::of_number(&crc16::value16(bytes).to_le_bytes())),
        "adler32" => number32(adler2::adler32_slice),
        "md5" => Box::new(|bytes| Digest::of_digest(&md5::Md5::digest(bytes))),
        "sha1" => Box::new(|bytes| Digest::of_digest(&Sha1::digest(bytes))),
        "xxh32" => {
            let seed = seed32()?;
            number32(move |bytes| twox_hash::XxHash32::oneshot(seed, bytes))
        }
        "xxh64" => {
            let seed = seed()?;
            number64(move |bytes| twox_hash::XxHash64::oneshot(seed, bytes))
        }
        "xxh3_64" => {
            let seed = seed()?;
            number64(move |bytes| twox_hash::XxHash3_64::oneshot_with_seed(seed, bytes))
        }
        "xxh3_128" => {
            let seed = seed()?;
            Box::new(move |bytes| {
                Digest::of_number(&twox_hash::XxHash3_128::oneshot_with_seed(seed, bytes).to_le_bytes())
            })
        }
        "murmur2_32" => {
            let seed = seed32()?;
            number32(move |bytes| murmur2::value32(bytes, seed))
        }
        "murmur2_64a" => {
            let seed = seed()?;
            number64(move |bytes| murmur2::value64(bytes, seed))
        }
        "murmur3_x86_32" => {
            let seed = seed32()?;
            number32(move |bytes| murmur3_x86_32(bytes, seed))
        }
        "murmur3_x86_32_abs" => {
            let seed = seed32()?;
            number32(move |bytes| murmur3_x86_32(bytes, seed).cast_signed().unsigned_abs())
        }
        "murmur3_x86_128" => {
            let seed = seed32()?;
            Box::new(move |bytes| {
                let mut reader = bytes;
                let value = murmur3::murmur3_x86_128(&mut reader, seed).unwrap_or_default();
                Digest::of_digest(&value.to_le_bytes())
            })
        }
        "murmur3_x64_128" => {
            let seed = seed32()?;
            Box::new(move |bytes| {
                let words = cassandra_murmur3::words(bytes, seed).map(u64::to_le_bytes);
                Digest::of_digest(words.as_flattened())
            })
        }
        "siphash24" => {
            let text = settings.text("sip_key")?.ok_or("the setting sip_key is missing")?;
            let bytes = bytes_of_hex(text).and_then(|bytes| <[u8; 16]>::try_from(bytes).ok());
            let key = bytes.ok_or("the setting sip_key is not 16 bytes in hexadecimal")?;
            number64(move |bytes| {
                let mut hasher = SipHasher24::new_with_key(&key);
                hasher.write(bytes);
                hasher.finish()
            })
        }
        "fnv1a_64" => number64(|bytes| HashFn::Fnv1a64.value64(bytes).unwrap_or_default()),
        // A number for itself; of a text its first eight bytes.
        "identity" => Box::new(Digest::of_digest),
        "farm_fingerprint64" => number64(farmhash::fingerprint64),
        "fingerprint2011" => number64(fingerprint2011::value64),
        "wyhash64" => number64(|bytes| wyhash::final3::wyhash(bytes, 0, WYHASH_SECRET)),
        "city64" => number64(naive_cityhash::cityhash64),
        "metro64" => number64(metro64::value64),
        "kafka_murmur2" => number32(|bytes| murmur2::value32(bytes, 0x9747_b28c) & 0x7fff_ffff),
        "clickhouse_crc32_ieee" => crc(&CLICKHOUSE_CRC32),
        "clickhouse_crc64_ecma" => {
            let crc = crc::Crc::<u64>::new(&CLICKHOUSE_CRC64);
            number64(move |bytes| crc.checksum(bytes))
        }
        "clickhouse_murmur3_64" => number64(|bytes| {
            let [low, high] = cassandra_murmur3::words(bytes, 0);
            low ^ high
        }),
        "clickhouse_half_md5" => number64(|bytes| HashFn::Md5.value64(bytes).unwrap_or_default()),
        "clickhouse_java" => number32(|bytes| {
            let signed = |byte: u8| i32::from(byte.cast_signed()).cast_unsigned();
            bytes.iter().fold(0, |hash: u32, &byte| hash.wrapping_mul(31).wrapping_add(signed(byte)))
        }),
        other => return Err(format!("the hash {other} is not known")),
    })
}

fn murmur3_x86_32(bytes: &[u8], seed: u32) -> u32 {
    let mut reader = bytes;
    murmur3::murmur3_32(&mut reader, seed).unwrap_or_default()
}
