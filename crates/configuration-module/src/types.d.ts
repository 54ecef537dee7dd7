export type ConfigurationFormat =
  | "nginx" | "haproxy" | "twemproxy" | "envoy" | "libmemcached" | "redis-cluster-nodes" | "nodetool-ring";

/** A configuration that was read, or refused as a whole. */
export interface ReadConfiguration {
  /** What it was read as; null where no format was recognised. */
  format: ConfigurationFormat | null;
  /** Why nothing was read: a sentence. */
  refused: string | null;
  /** One for each upstream, backend, pool, cluster or datacenter. */
  readings: {
    /** What it is, with its name: "backend cache". */
    title: string;
    /** The line where it begins, from 1. */
    line: number;
    /** What is hashed, in the system's own words. */
    key: string | null;
    /** The id of the system that places so, or null, and then `why` says why not. */
    system: string | null;
    why: string | null;
    /** What is to be set: fields and values as a link writes them, and what the configuration says. */
    fields: { name: string; value: string; words: string; needed: boolean }[];
    /** Servers in their order: four values for each. */
    servers: {
      names: string[];
      /** 0 to 1,000. */
      weights: Uint32Array;
      /** The number that a server goes by; 0 where it goes by its place. */
      ids: Uint32Array;
      /** "+" for one that is up, "-" for one that is down. */
      ups: string;
    };
    /** What is to be known: sentences. */
    notes: string[];
  }[];
  /** Every line of the text: three values for each. Empty where the text was refused. */
  lines: {
    /** "r" read, "i" ignored, "u" could not be read, "." ignored without a word. */
    marks: string;
    /** Its first characters. */
    texts: string[];
    /** What became of it, in sentences. */
    words: string[];
  };
}

/** Reads a text of up to 1 MB, in the format that it seems to have or in a given one. */
export function read(text: string, format?: ConfigurationFormat): ReadConfiguration;

/** The format that a text seems to have. */
export function formatOf(text: string): ConfigurationFormat | undefined;
