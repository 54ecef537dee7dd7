// Placement a second time, in a few plain lines and without the crate: the figures that the journeys expect on the page.
// Names and keys are ASCII here, and all nodes are up.
import { createHash } from 'node:crypto';

export const names = (count, from = 1) => Array.from({ length: count }, (_, i) => `cache-${String(from + i).padStart(2, '0')}`);
export const keys = (count = 100_000, pattern = 'user:{i}', first = 0) =>
  Array.from({ length: count }, (_, i) => pattern.replace('{i}', first + i));

export function fnv1a(text) {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i += 1) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return hash >>> 0;
}
const md5 = text => createHash('md5').update(text).digest().readUInt32BE(0);
const md5Wide = text => createHash('md5').update(text).digest().readBigUInt64BE(0);
function fmix32(hash) {
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
export const hashes = { fnv1a, finalised: text => fmix32(fnv1a(text)), md5, md5Wide };

/** The owner of each key by its place in `nodes`: the first point at or after the key, or the last at or before it. */
export function ring({ nodes = names(8), virtualNodes = 160, hash = fnv1a, label = '{node}#{i}', weights = {}, backwards = false, of = keys() } = {}) {
  const points = nodes.flatMap((node, owner) => Array.from({ length: virtualNodes * (weights[node] ?? 1) }, (_, i) =>
    ({ owner, at: hash(label.replace('{node}', node).replace('{i}', i)) })));
  points.sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : a.owner - b.owner));
  return of.map(key => {
    const at = hash(key);
    let [low, high] = [0, points.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (backwards ? points[middle].at > at : points[middle].at >= at) high = middle;
      else low = middle + 1;
    }
    return points[(backwards ? low - 1 + points.length : low) % points.length].owner;
  });
}

export const scores = {
  'mix(hash(key), hash(node))': (key, node) => fmix32(fnv1a(key) ^ Math.imul(fnv1a(node), 0x9e3779b1)),
  'fmix(hash(key) ^ hash(node))': (key, node) => fmix32(fnv1a(key) ^ fnv1a(node)),
  'hash(key + node)': (key, node) => fnv1a(key + node),
  'hash(node + key)': (key, node) => fnv1a(node + key),
};
export function rendezvous({ nodes = names(8), score, of = keys() }) {
  return of.map(key => nodes.reduce((best, node, at) => {
    const now = score(key, node);
    return now > best.now ? { at, now } : best;
  }, { at: -1, now: -1 }).at);
}

export const modulo = ({ nodes = 8, of = keys() } = {}) => of.map(key => fnv1a(key) % nodes);

/** The bucket of each key. A 32-bit hash is written twice to make the 64 bits that jump takes. */
export function jump({ buckets = 8, of = keys() } = {}) {
  return of.map(key => {
    const hash = BigInt(fnv1a(key));
    let [state, bucket, next] = [(hash << 32n) | hash, -1, 0];
    while (next < buckets) {
      bucket = next;
      state = BigInt.asUintN(64, state * 2862933555777941757n + 1n);
      next = Math.floor((bucket + 1) * (2 ** 31 / (Number(state >> 33n) + 1)));
    }
    return bucket;
  });
}

/** Keys of each node. */
export function counts(owners, nodes = 8) {
  const all = Array(nodes).fill(0);
  for (const owner of owners) all[owner] += 1;
  return all;
}
/** Keys whose owner is another one. */
export const moved = (before, after) => before.reduce((sum, owner, i) => sum + (owner === after[i] ? 0 : 1), 0);
export const written = number => number.toLocaleString('en-US');
