//! Hash functions that real systems use and the page does not offer, and variants that only one system has.

pub mod cassandra_murmur3;
pub mod crc16;
pub mod guava;
pub mod haproxy;
pub mod hsieh;
pub mod lookup3;
pub mod memcached;
pub mod murmur2;
pub mod signed_fnv;

/// The C type of a byte matters where it is widened: a signed one takes its sign along.
fn widened(byte: u8) -> u32 {
    i32::from(byte as i8) as u32
}
