// Rows of what JavaScript has: the npm package hashring, and a ring and rendezvous as one would write them.
import { median } from './clock.js';
import { HashRing, md5 } from './npm.js';
import { murmur3 } from './murmur.js';
import { rendezvous } from './rendezvous.js';
import { ring } from './ring.js';

const KEYS = 1_000_000;
const SAMPLE = 20_000;
const SLOW_NS = 5_000;

/**
 * Of each what `src/peers.rs` has of a crate. hashring lays four points of one MD5, as libketama does, and keeps the
 * nodes of keys that it was asked for in a cache: of one key here, or it would answer repeated keys from there.
 */
const PEERS = {
  rings: [
    {
      name: 'JavaScript, hashring 3.2.0',
      build(nodes, points) {
        const weights = Object.fromEntries(nodes.map(({ name, weight }) => [name, weight]));
        const made = new HashRing(weights, 'md5', { 'vnode count': points / 4, 'max cache size': 1 });
        return key => made.get(key).length;
      },
      hash: key => md5(key)[0],
      weighs: true,
    },
    { name: 'JavaScript, ring of our own', build: ring, hash: murmur3, weighs: true },
  ],
  rendezvous: [{ name: 'JavaScript, rendezvous of our own', build: rendezvous, hash: murmur3, weighs: false }],
};

let written = null;
const keys = () => (written ??= Array.from({ length: KEYS }, (_, key) => `user:${key}`));

const fleet = count => Array.from({ length: count }, (_, node) => ({
  name: `10.${node >> 16}.${(node >> 8) & 255}.${node & 255}:11211`,
  weight: 1,
}));

/** The rows that belong to a table. */
export function rows({ section, nodes, points }) {
  return (PEERS[section] ?? []).map(peer => row(peer, fleet(nodes), points));
}

function row({ name, build, hash, weighs }, nodes, points) {
  const all = (of, count) => {
    const texts = keys();
    let sum = 0;
    for (let key = 0; key < count; key += 1) sum = (sum + of(texts[key])) | 0;
    return sum;
  };
  const aKey = of => median(() => all(of, SAMPLE)) * 1e6 / SAMPLE;
  const lookup = build(nodes, points);
  const lookupNs = aKey(lookup);
  const slow = lookupNs > SLOW_NS;
  const change = changed => {
    if (!slow) return median(() => all(build(changed, points), KEYS));
    const of = build(changed, points);
    return median(() => build(changed, points)) + aKey(of) * KEYS / 1e6;
  };
  const heavier = [...nodes.slice(0, -1), { ...nodes.at(-1), weight: 2 }];
  return {
    name: slow ? `${name} *` : name,
    cells: {
      build_ms: median(() => build(nodes, points)),
      hash_ns: aKey(hash),
      lookup_ns: lookupNs,
      place_ms: slow ? lookupNs * KEYS / 1e6 : median(() => all(lookup, KEYS)),
      add_ms: change([...nodes, { name: '10.9.9.9:11211', weight: 1 }]),
      remove_ms: change(nodes.slice(0, -1)),
      ...(weighs ? { reweight_ms: change(heavier) } : {}),
    },
  };
}
