// HAProxy: `hash-type consistent` and `map-based`, by a header, a header as a whole, and a parameter of the URL.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { askHttp, inHeader, inParameter } from './ask.mjs';
import { fleetOf } from './fleet.mjs';
import { CARRIES } from './keys.mjs';
import { found, freePort, printed, start } from './process.mjs';
import * as standIns from './stand_ins.mjs';

export const title = 'HAProxy';
export const version = () => found(/HAProxy version (\S+)/, printed('haproxy', ['-v']));
export const standIn = standIns.http;

/**
 * Where HAProxy finds the key, and which part of it counts then. By `hdr` it goes round robin where that part is empty; by
 * a parameter and by an expression an empty text is a key as any other.
 */
const HEADER = { balance: 'hdr(x-key)', key_part: 'first-element', carries: CARRIES.headerElement, carry: inHeader };
const WHOLE = { balance: 'hash req.fhdr(x-key)', key_part: 'whole', carries: CARRIES.header, carry: inHeader };
const PARAMETER = { balance: 'url_param key', key_part: 'whole', carries: CARRIES.parameter, carry: inParameter };

const WEIGHTS = [1, 1, 2, 3, 10, 25, 256];
const equal = random => fleetOf(random);
const weighted = random => fleetOf(random, { weights: WEIGHTS });
const oneOf = (random, how) => {
  const nodes = weighted(random), chosen = random.one(nodes);
  return nodes.map(node => (node === chosen ? { ...node, ...how } : node));
};
const down = random => oneOf(random, { down: true });
const drained = random => oneOf(random, { weight: 0 });
/** Ids that are given to all, of up to 31 bits, of which only the lowest 20 count. */
const numbered = random => weighted(random).map((node, at) => ({ ...node, id: 1_000 * random.whole(1, 2_000_000) + at }));
/** Ids that are given to some: the others go by position, past what is taken. */
const partly = random => {
  const nodes = weighted(random), ids = random.some(nodes.map((_, at) => at + 1), nodes.length);
  return nodes.map((node, at) => (random.whole(0, 2) === 0 ? { ...node, id: ids[at] } : node));
};

/** A case; `hash` and `avalanche` as in the configuration, left out where HAProxy's defaults are asked for. */
function caseOf(name, type, fleet, { hash, avalanche = false, from = HEADER } = {}) {
  const settings = {
    id: type === 'consistent' ? 'haproxy-consistent' : 'haproxy-map',
    how: `balance ${from.balance}; hash-type ${type}${hash ? ` ${hash}` : ''}${avalanche ? ' avalanche' : ''}`,
    key_part: from.key_part,
    ...(hash && { hash, avalanche }),
  };
  return { name, settings, fleet, carry: from.carry, carries: from.carries };
}

export const cases = [
  ...['consistent', 'map-based'].flatMap(type => [
    caseOf(`${type}_default`, type, equal),
    caseOf(`${type}_weights`, type, weighted),
    caseOf(`${type}_down`, type, down),
    caseOf(`${type}_drained`, type, drained),
    caseOf(`${type}_parameter`, type, weighted, { from: PARAMETER }),
    caseOf(`${type}_whole_header`, type, weighted, { from: WHOLE }),
    ...['sdbm', 'djb2', 'wt6', 'crc32'].flatMap(hash => [false, true].map(avalanche =>
      caseOf(`${type}_${hash}${avalanche ? '_avalanche' : ''}`, type, weighted, { hash, avalanche }))),
  ]),
  caseOf('consistent_ids', 'consistent', numbered),
  caseOf('consistent_some_ids', 'consistent', partly),
];

/** One HAProxy with a backend and a port for each case; gives how to ask it, and its end. */
export async function open(folder, cases) {
  for (const one of cases) one.port = await freePort();
  const server = node => `  server ${node.name} ${node.address}:${node.port} weight ${node.weight}${node.id ? ` id ${node.id}` : ''}${node.down ? ' disabled' : ''}`;
  await writeFile(join(folder, 'haproxy.cfg'), [
    'global', '  nbthread 1',
    'defaults', '  mode http', '  timeout connect 5s', '  timeout client 1m', '  timeout server 1m',
    ...cases.flatMap(one => [
      `listen ${one.name}`, `  bind 127.0.0.1:${one.port}`,
      ...one.settings.how.split('; ').map(line => `  ${line}`),
      ...one.nodes.map(server),
    ]), '',
  ].join('\n'));
  const end = await start('haproxy', ['-db', '-f', 'haproxy.cfg'], { cwd: folder, ports: cases.map(one => one.port) });
  return { end, ask: one => askHttp(one.name, one.port, one.keys, one.carry) };
}
