// Rendezvous in plain JavaScript: the node of the highest score. Names are hashed once; scores are compared as signed
// numbers, for unsigned ones above 2^31 are slower there.
import { finalised, murmur3 } from './murmur.js';

/** A fleet of nodes `{ name }`; finds the place of a key's node. */
export function rendezvous(nodes) {
  const hashes = Int32Array.from(nodes, ({ name }) => murmur3(name));
  return key => {
    const hash = murmur3(key);
    let best = -1;
    let most = -Infinity;
    for (let node = 0; node < hashes.length; node += 1) {
      const score = finalised(hash ^ hashes[node]);
      if (score > most) {
        most = score;
        best = node;
      }
    }
    return best;
  };
}
