// A ring in plain JavaScript: a sorted typed array and a binary search.
import { murmur3 } from './murmur.js';

/** A ring of nodes `{ name, weight }` with so many points for a weight of 1; finds the place of a key's node. */
export function ring(nodes, points) {
  let count = 0;
  for (const node of nodes) count += node.weight * points;
  // A position of 32 bits and a node of 16 in one number of 53, so that one sort of numbers does both.
  const sorted = new Float64Array(count);
  let at = 0;
  nodes.forEach(({ name, weight }, node) => {
    for (let point = 0; point < weight * points; point += 1) {
      sorted[at] = (murmur3(`${name}#${point}`) >>> 0) * 65_536 + node;
      at += 1;
    }
  });
  sorted.sort();
  const positions = Uint32Array.from(sorted, both => Math.floor(both / 65_536));
  const owners = Uint16Array.from(sorted, both => both % 65_536);
  return key => {
    const position = murmur3(key) >>> 0;
    let low = 0;
    let high = count;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (positions[middle] < position) low = middle + 1;
      else high = middle;
    }
    return owners[low === count ? 0 : low];
  };
}
