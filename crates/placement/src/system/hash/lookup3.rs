//! Bob Jenkins' lookup3 (`hashlittle`), 32 bits, any start value; words are read little-endian.
//!
//! Source: Bob Jenkins, lookup3.c, May 2006, <http://burtleburtle.net/bob/c/lookup3.c>.

/// `hashlittle` of these bytes.
#[must_use]
pub fn value32(bytes: &[u8], start: u32) -> u32 {
    let first = 0xdead_beef_u32.wrapping_add(bytes.len() as u32).wrapping_add(start);
    let mut state = [first; 3];
    // The last block is the one that is not followed by another byte, so it is a full one for a multiple of 12.
    let mut rest = bytes;
    while rest.len() > 12 {
        add(&mut state, &rest[..12]);
        mix(&mut state);
        rest = &rest[12..];
    }
    if rest.is_empty() {
        return state[2];
    }
    add(&mut state, rest);
    settle(&mut state);
    state[2]
}

/// Adds up to twelve bytes, as three little-endian words.
fn add(state: &mut [u32; 3], block: &[u8]) {
    for (at, &byte) in block.iter().enumerate() {
        state[at / 4] = state[at / 4].wrapping_add(u32::from(byte) << (8 * (at % 4)));
    }
}

/// The mix between blocks: each step takes one word from another, turned, and adds the third.
fn mix(state: &mut [u32; 3]) {
    let mut at = 0;
    for turn in [4, 6, 8, 16, 19, 4] {
        let (previous, next) = ((at + 2) % 3, (at + 1) % 3);
        state[at] = state[at].wrapping_sub(state[previous]) ^ state[previous].rotate_left(turn);
        state[previous] = state[previous].wrapping_add(state[next]);
        at = next;
    }
}

/// The mix behind the last block.
fn settle(state: &mut [u32; 3]) {
    let mut at = 2;
    for turn in [14, 11, 25, 16, 4, 14, 24] {
        let previous = (at + 2) % 3;
        state[at] = (state[at] ^ state[previous]).wrapping_sub(state[previous].rotate_left(turn));
        at = (at + 1) % 3;
    }
}

#[cfg(test)]
mod tests {
    use super::value32;

    // The self-test at the end of lookup3.c.
    #[test]
    fn values_of_the_self_test() {
        let text = b"Four score and seven years ago";
        assert_eq!([value32(text, 0), value32(text, 1), value32(b"", 0)], [0x1777_0551, 0xcd62_8161, 0xdead_beef]);
    }
}
