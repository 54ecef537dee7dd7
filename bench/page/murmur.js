// MurmurHash3 (x86, 32 bits, seed 0) of texts in ASCII, as plain JavaScript has it: no BigInt, no buffer.

/** The last step: every bit of the value depends on every bit of `h`. A signed number of 32 bits. */
export function finalised(h) {
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return h ^ (h >>> 16);
}

const mixed = block => {
  block = Math.imul(block, 0xcc9e2d51);
  return Math.imul((block << 15) | (block >>> 17), 0x1b873593);
};

/** The hash of a text, a signed number of 32 bits. */
export function murmur3(text) {
  const length = text.length;
  const whole = length & ~3;
  let h = 0;
  for (let at = 0; at < whole; at += 4) {
    h ^= mixed(text.charCodeAt(at) | (text.charCodeAt(at + 1) << 8) | (text.charCodeAt(at + 2) << 16)
      | (text.charCodeAt(at + 3) << 24));
    h = (Math.imul((h << 13) | (h >>> 19), 5) + 0xe6546b64) | 0;
  }
  let rest = 0;
  for (let at = length - 1; at >= whole; at -= 1) rest = (rest << 8) | text.charCodeAt(at);
  if (length > whole) h ^= mixed(rest);
  return finalised(h ^ length);
}
