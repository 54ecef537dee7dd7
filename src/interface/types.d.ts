export type HashName = "fnv1a32" | "murmur3" | "xxhash64" | "md5" | "sha1" | "crc32" | "fnv1a64";

/** Real systems, which place as their own code does. */
export type SystemName = "nginx-consistent" | "nginx-hash" | "haproxy-consistent" | "haproxy-map" | "envoy-ring-hash"
  | "envoy-maglev" | "twemproxy-ketama" | "twemproxy-modula" | "libmemcached-ketama-weighted" | "lastfm-ketama"
  | "npm-hashring" | "pypi-hashring" | "groupcache" | "redis-cluster" | "cassandra-murmur3" | "riak-chash" | "varnish-shard"
  | "varnish-hash" | "caddy-rendezvous" | "libmemcached-modula" | "libmemcached-consistent" | "libmemcached-ketama"
  | "libmemcached-ketama-spy" | "cache-memcached-fast" | "pymemcache-rendezvous" | "uhashring" | "uhashring-ketama"
  | "npm-ketama" | "npm-node-hashring" | "clandestined" | "crate-hashring" | "crate-conhash" | "ex-hash-ring"
  | "guava-consistent-hash" | "clickhouse-jump" | "clickhouse-kostik";

export type AlgorithmName = "ring" | "rendezvous" | "jump" | "modulo" | "multiprobe" | "maglev" | "bounded"
  | "boundedrendezvous" | "lrh" | "jumpback" | "dx" | "anchor" | "memento" | "coordinator";

/**
 * What to place, on what, and how. Everything has a default: that of the page's first paint. A parameter can also go
 * by the name that it has in a link (`vn`, `fin`, `khash`, `dir`, …). An unknown name is an error.
 */
export interface PlaceOptions {
  /** Names, or objects. A node of weight 0 or down owns nothing and keeps its row. */
  nodes?: (string | { name: string; weight?: number; up?: boolean })[];
  /** A list, or a pattern with {i} for a counter that runs from `from`, `count` times. */
  keys?: string[] | { pattern?: string; from?: number; count?: number };
  algorithm?: AlgorithmName | SystemName;
  hash?: HashName;
  /** Mixes every 32-bit value once more, as the last step of MurmurHash3 does. */
  finaliser?: boolean;
  /** Another hash for the keys than for the points. */
  hashOfTheKeys?: "same" | HashName | "fnv1a32.fmix32" | "murmur3.fmix32" | "xxhash64.fmix32" | "md5.fmix32"
    | "sha1.fmix32" | "crc32.fmix32" | "fnv1a64.fmix32";
  /** Bits of the hash space. */
  space?: 32 | 64 | "32" | "64";
  /** Rings, but for multi-probe: points of a node of weight 1, 1 to 10,000. */
  virtualNodes?: number;
  /** Ring: the text that is hashed for a point, with {node} and {i}. */
  label?: string;
  /** Ring: the way that a key walks. */
  direction?: "cw" | "ccw";
  /** Rendezvous, local and of bounded loads as well: what is scored. */
  score?: "mix" | "xor" | "kn" | "nk";
  /** Jump, JumpBackHash: what happens to the buckets when a node goes; "1" moves the last one into the gap. */
  removingANode?: 0 | 1 | "0" | "1";
  /** Multi-probe: positions that are tried for each key, 1 to 100. */
  probes?: number;
  /** Maglev: slots of the table. */
  tableSize?: number | "13" | "31" | "251" | "1021" | "4093" | "16381" | "65537" | "131071" | "655373";
  /** Bounded loads: the most that a node takes, in per cent of its fair share, 100 to 1,000. Keys come in their order. */
  bound?: number;
  /** Local rendezvous: distinct nodes that compete for a key, 1 to 64. */
  candidates?: number;
  /** Local rendezvous: tokens of each node, 1 to 400. */
  tokens?: number;
  /** DxHash, AnchorHash: for how many nodes there are slots, 1 to 1,024. */
  capacity?: number;
  /** HAProxy, consistent: where the numbers of servers come from. */
  serverIds?: "position" | "explicit";
  /** HAProxy: the function of keys; "default" is the hash type's own choice. */
  hashFunction?: "default" | "sdbm" | "djb2" | "wt6" | "crc32";
  /** HAProxy: mixes the hash of a function that is given. */
  avalanche?: boolean;
  /** HAProxy: how much of a key counts. */
  partOfTheKey?: "whole" | "first";
  /** Envoy ring hash: points of the ring at least, 1 to 1,048,576. */
  minimumRingSize?: number;
  /** Envoy ring hash: points of the ring at most, 1 to 8,388,608. */
  maximumRingSize?: number;
  /** Envoy ring hash: what hashes the points. */
  hashOfThePoints?: "xx" | "murmur2";
  /** Envoy Maglev: slots of the table. */
  envoyTableSize?: number | "65537" | "251" | "1021" | "16381" | "655373";
  /** twemproxy: the function of keys. */
  keyFunction?: "fnv1a_64" | "md5" | "one_at_a_time" | "crc16" | "crc32" | "crc32a" | "fnv1_64" | "fnv1_32" | "fnv1a_32"
    | "hsieh" | "murmur" | "jenkins";
  /** twemproxy: only what stands between braces counts. */
  hashTag?: boolean;
  /** groupcache: points of each peer, 1 to 1,000. */
  pointsOfAPeer?: number;
  /** HAProxy, consistent: the most that a server has, in per cent of the average, 101 to 1,000; 0 sets no bound. */
  balanceFactor?: number;
  /** Envoy: the most that a host has, in per cent of its share, 100 to 1,000; 0 sets no bound. */
  hashBalanceFactor?: number;
  /** Envoy: below this percentage of healthy hosts all are asked, 0 to 100. */
  panicThreshold?: number;
  /** Redis Cluster: "cache-01=0-5460+10923-16383,cache-02=5461-10922", or lines; "" deals as redis-cli does. */
  slots?: string;
  /** Cassandra: "cache-01=-9223372036854775808+0,cache-02=7", or lines; "" spaces one token each evenly. */
  tokensOfTheNodes?: string;
  /** Riak: partitions in all. */
  ringSize?: number | "64" | "8" | "16" | "32" | "128" | "256" | "512" | "1024";
  /** Riak: "cache-01=0-7,cache-02=8-15", or lines; "" deals in turn. */
  ownersOfPartitions?: string;
  /** Varnish, shard director: points of a backend of weight 1, 1 to 1,000. */
  replicas?: number;
  /** Caddy: which rule holds. */
  caddyVersion?: "2.6" | "later";
  /** libmemcached: the function of keys. */
  hashBehaviour?: "one_at_a_time" | "md5" | "crc" | "fnv1_64" | "fnv1a_64" | "fnv1_32" | "fnv1a_32" | "murmur" | "jenkins"
    | "murmur3";
  /** Cache::Memcached::Fast: points of a server of weight 1, 0 to 1,000; with 0 there is no ring. */
  ketamaPoints?: number;
  /** The crate conhash: points of a node of weight 1, 1 to 1,000. */
  replicasOfANode?: number;
  /** Guava: the function that makes the HashCode. */
  hashingFunction?: "murmur3_128" | "murmur3_32" | "md5" | "sipHash24";
}

export interface Placement {
  /** The names, in the order of the rows. */
  nodes: string[];
  /** For each key, in order, the row of its owner; 65535 where there is none. */
  owners: Uint16Array;
  /** For each key, in order, the number that it is placed by, where that was asked for: 32 or 64 bits, never rounded. */
  positions: BigUint64Array | null;
  loads: {
    name: string;
    keys: number;
    /** Keys over the fair share of keys; null for a node that should own nothing. */
    timesFair: number | null;
    /** Share of the hash space, for algorithms that have one. */
    exactShare: number | null;
  }[];
  balance: {
    busiest: { name: string; timesFair: number | null } | null;
    lightest: { name: string; timesFair: number | null } | null;
    /** Root mean square deviation from the fair shares, relative to them. */
    spread: number;
    /** The spread that chance gives with these parameters. */
    usualSpread: number;
  };
}

/** What moved between two placements of the same keys. */
export interface Comparison {
  before: Placement;
  after: Placement;
  /** Keys in all. */
  keys: number;
  /** Keys that have another owner after. */
  moved: number;
  /** Moved over all, 0 to 1. */
  share: number;
  /** Of the moved: to a node that is new, up again or of more weight. */
  toGrown: number;
  /** Of the moved: from a node that is gone, down or of less weight. */
  fromShrunk: number;
  /** Of the moved: between two nodes to which nothing happened. */
  between: number;
  /** Keys that had to move; null where the nodes are the same. */
  necessary: number | null;
  /** The share that has to move for both to be fair, 0 to 1; null where the nodes are the same. */
  fair: number | null;
  /** From whom to whom; null is nobody. */
  pairs: { from: string | null; to: string | null; keys: number }[];
  /** The numbers of the moved keys, from 0, rising. */
  movedKeys: Uint32Array;
}

/** One number for each name set, the fleet's own names first. Shares are over fair share, a spread is over the mean. */
export interface Evenness {
  busiest: Float64Array;
  lightest: Float64Array;
  spread: Float64Array;
}

/** What well-spread points would give: the mean, and what one ring in twenty is below (`low`) or above (`high`). */
export interface Expected {
  mean: number;
  low: number;
  high: number;
}

export interface Sweep {
  keys: number;
  nameSets: number;
  /** By rising number of virtual nodes, as far as 1,000,000 points in all. */
  rows: {
    virtualNodes: number;
    /** By exact arcs. */
    arcs: Evenness;
    /** By keys counted. */
    keys: Evenness;
    expected: { busiest: Expected; lightest: Expected; spread: Expected };
  }[];
}

/** One step of a lookup. */
export interface Step {
  kind: "bytes" | "hash" | "index" | "look" | "wrap" | "point" | "probe" | "remainder" | "shard" | "pinned" | "bucket"
    | "score" | "candidate" | "owner" | "replica" | "passed" | "room" | "more" | "nobody";
  /** The node that it is about. */
  node: string | null;
  /** The key's number, or a place on the ring: 32 or 64 bits, never rounded. */
  position: bigint | null;
  /** What happens, in English. */
  words: string;
}

export interface Explanation {
  key: string;
  /** The node that has it; null where none is up. */
  owner: string | null;
  /** The next two nodes. */
  replicas: string[];
  steps: Step[];
}

export interface Parameter {
  /** Its name in options. */
  name: string;
  /** Its name in a link, which options take as well. */
  field: string;
  /** Its name on screen. */
  title: string;
  help: string;
  kind: "count" | "choice" | "switch" | "label" | "assignment";
  default: number | string | boolean;
  /** Of a count. */
  least: number | null;
  most: number | null;
  /** Of a choice, the default first. */
  choices: { id: string; name: string; help: string }[] | null;
}

export interface Algorithm {
  /** What `algorithm` is set to. */
  id: AlgorithmName;
  name: string;
  /** The paper or document that it follows. */
  source: string;
  /** Do weights count? If not, `weightsNote` says why. */
  weights: boolean;
  weightsNote: string | null;
  parameters: Parameter[];
  does: string[] | null;
  defaults: string | null;
  checked: string | null;
}

export interface System extends Omit<Algorithm, "id"> {
  id: SystemName;
  /** What it does, in three lines. */
  does: string[];
  /** What it does where a configuration says nothing. */
  defaults: string;
  /** What was run to check it, with the version. */
  checked: string;
}

/** What is thrown: `field` is the option, such as "nodes[2].weight", or "after.nodes[2].weight" in a comparison. */
export interface PlaceError extends Error {
  code: "unknown-name" | "wrong-kind" | "bad-value" | "too-much" | "not-ready";
  field: string;
}

/** Places keys on nodes. Needs no document. */
export function place(options?: PlaceOptions, more?: { positions?: boolean }): Placement;

/** Places the same keys twice and tells what moved. What `after` leaves out is as in `before`. */
export function compare(before?: PlaceOptions, after?: PlaceOptions): Comparison;

/** Measures a ring by number of virtual nodes, 1 to 10,000, over up to 64 name sets (1 if nothing is said). */
export function sweep(options?: PlaceOptions, more?: { nameSets?: number }): Sweep;

/** Tells how a key gets to its owner. It need not be one of the keys, but for bounded loads. */
export function explain(key: string, options?: PlaceOptions): Explanation;

/** The real systems. */
export function systems(): System[];

/** The algorithms of the books. */
export function algorithms(): Algorithm[];

/** Golden vectors: settings, nodes, keys and owners as a file that the tests in golden/ read. */
export function golden(options?: PlaceOptions): string;
