//! Guava's `Hashing.fingerprint2011`, which no crate has: Geoff Pike's hash of 64 bits.
//!
//! Source: google/guava `Fingerprint2011.java`. Words are read little-endian; three ways by length, then one last mix with
//! the first and the last eight bytes.

const K: [u64; 4] = [0xa5b8_5c5e_198e_d849, 0x8d58_ac26_afe1_2e47, 0xc47b_6e9e_3a97_0ed3, 0xc6a4_a793_5bd1_e995];

/// The fingerprint of these bytes.
pub fn value64(bytes: &[u8]) -> u64 {
    let value = match bytes.len() {
        0..=32 => murmur(bytes, 0xec9b_9ee6_8cf8_f8dd),
        33..=64 => middling(bytes),
        _ => long(bytes),
    };
    let first = if bytes.len() >= 8 { word(bytes, 0) } else { K[0] };
    let last = if bytes.len() >= 9 { word(bytes, bytes.len() - 8) } else { K[0] };
    match pair(value.wrapping_add(last), first) {
        small @ (0 | 1) => small.wrapping_sub(2),
        value => value,
    }
}

/// The eight bytes from here on.
fn word(bytes: &[u8], at: usize) -> u64 {
    bytes[at..].iter().take(8).rev().fold(0, |word, &byte| word << 8 | u64::from(byte))
}

fn folded(value: u64) -> u64 {
    value ^ value >> 47
}

fn pair(high: u64, low: u64) -> u64 {
    let first = folded((low ^ high).wrapping_mul(K[3]));
    folded((high ^ first).wrapping_mul(K[3])).wrapping_mul(K[3])
}

fn murmur(bytes: &[u8], seed: u64) -> u64 {
    let (blocks, tail) = bytes.as_chunks::<8>();
    let mut hash = (bytes.len() as u64).wrapping_mul(K[3]) ^ seed;
    for &block in blocks {
        let word = folded(u64::from_le_bytes(block).wrapping_mul(K[3])).wrapping_mul(K[3]);
        hash = (hash ^ word).wrapping_mul(K[3]);
    }
    if !tail.is_empty() {
        hash = (hash ^ word(tail, 0)).wrapping_mul(K[3]);
    }
    folded(folded(hash).wrapping_mul(K[3]))
}

/// Two sums over four words, from the one that is added to the first.
fn sums(start: u64, words: [u64; 4]) -> [u64; 2] {
    let [_, second, third, fourth] = words;
    let first = start;
    let (turned, middle) = (first.rotate_right(37), first.wrapping_add(second));
    let turned = turned.wrapping_add(middle.rotate_right(7));
    let last = middle.wrapping_add(third);
    let both = first.wrapping_add(fourth).rotate_right(52);
    [last.wrapping_add(fourth), both.wrapping_add(last.rotate_right(31)).wrapping_add(turned)]
}

fn middling(bytes: &[u8]) -> u64 {
    let end = bytes.len();
    let front = [0, 8, 16, 24].map(|at| word(bytes, at));
    let scaled = (end as u64).wrapping_add(word(bytes, end - 16)).wrapping_mul(K[0]);
    let [front_low, front_high] = sums(front[0].wrapping_add(scaled), front);
    let back = [0, end - 24, end - 16, end - 8].map(|at| word(bytes, at));
    let [back_low, back_high] = sums(word(bytes, 16).wrapping_add(word(bytes, end - 32)), back);
    let mixed = front_low.wrapping_add(back_high).wrapping_mul(K[2]);
    let mixed = folded(mixed.wrapping_add(back_low.wrapping_add(front_high).wrapping_mul(K[0])));
    folded(mixed.wrapping_mul(K[0]).wrapping_add(front_high)).wrapping_mul(K[2])
}

/// Two seeds carried over 32 bytes.
fn carried(bytes: &[u8], at: usize, seeds: [u64; 2]) -> [u64; 2] {
    let [first, second, third, fourth] = [0, 8, 16, 24].map(|offset| word(bytes, at + offset));
    let start = seeds[0].wrapping_add(first);
    let middle = start.wrapping_add(second).wrapping_add(third);
    let turned = seeds[1].wrapping_add(start).wrapping_add(fourth).rotate_right(51);
    [middle.wrapping_add(fourth), turned.wrapping_add(middle.rotate_right(23)).wrapping_add(start)]
}

fn long(bytes: &[u8]) -> u64 {
    let end = bytes.len();
    let mut x = word(bytes, 0);
    let mut y = word(bytes, end - 16) ^ K[1];
    let mut z = word(bytes, end - 56) ^ K[0];
    let mut v = carried(bytes, end - 64, [end as u64, y]);
    let mut w = carried(bytes, end - 32, [(end as u64).wrapping_mul(K[1]), K[0]]);
    z = z.wrapping_add(folded(v[1]).wrapping_mul(K[1]));
    x = z.wrapping_add(x).rotate_right(39).wrapping_mul(K[1]);
    y = y.rotate_right(33).wrapping_mul(K[1]);
    for at in (0..(end - 1) / 64 * 64).step_by(64) {
        x = x.wrapping_add(y).wrapping_add(v[0]).wrapping_add(word(bytes, at + 16)).rotate_right(37).wrapping_mul(K[1]);
        y = y.wrapping_add(v[1]).wrapping_add(word(bytes, at + 48)).rotate_right(42).wrapping_mul(K[1]);
        x ^= w[1];
        y ^= v[0];
        z = (z ^ w[0]).rotate_right(33);
        v = carried(bytes, at, [v[1].wrapping_mul(K[1]), x.wrapping_add(w[0])]);
        w = carried(bytes, at + 32, [z.wrapping_add(w[1]), y]);
        (z, x) = (x, z);
    }
    let high = pair(v[0], w[0]).wrapping_add(folded(y).wrapping_mul(K[1])).wrapping_add(z);
    pair(high, pair(v[1], w[1]).wrapping_add(x))
}
