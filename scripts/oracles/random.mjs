// Random numbers from words: the same words give the same numbers, so a seed gives the same fleets and keys again, and a
// case that is added changes none of the others.
import { createHash } from 'node:crypto';

/** Draws from `words`, such as the seed, the system and the case: blocks of SHA-256 over the words and a counter. */
export function randomFrom(...words) {
  let block = Buffer.alloc(0), at = 0, count = 0;
  const word32 = () => {
    if (at === block.length) {
      block = createHash('sha256').update(JSON.stringify([...words, count])).digest();
      [at, count] = [0, count + 1];
    }
    at += 4;
    return block.readUInt32LE(at - 4);
  };
  /** A whole number from `first` to `last`. */
  const whole = (first, last) => first + Math.floor(word32() / 2 ** 32 * (last - first + 1));
  const one = list => list[whole(0, list.length - 1)];
  /** So many different ones of the list, in random order. */
  const some = (list, count) => {
    const rest = [...list];
    return Array.from({ length: count }, () => rest.splice(whole(0, rest.length - 1), 1)[0]);
  };
  return { whole, one, some };
}
