// twemproxy: `distribution: ketama` and `modula` with every hash of keys, before memcached and before Redis.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { MEMCACHED, askLines, linesOnce, redisCommand } from './ask.mjs';
import { fleetOf, namedByAddress } from './fleet.mjs';
import { CARRIES } from './keys.mjs';
import { found, freePort, printed, start } from './process.mjs';
import * as standIns from './stand_ins.mjs';

export const title = 'twemproxy';
export const version = () => found(/nutcracker-(\S+)/, printed('nutcracker', ['-V']));
export const standIn = standIns.memcached;
export const carries = CARRIES.memcached;

const HASHES = ['one_at_a_time', 'md5', 'crc16', 'crc32', 'crc32a', 'fnv1_64', 'fnv1a_64', 'fnv1_32', 'fnv1a_32', 'hsieh', 'murmur', 'jenkins'];
/** The port that twemproxy leaves out of a label. */
const USUAL_PORT = 11_211;
const WEIGHTS = [1, 1, 2, 3, 7];

const weighted = random => namedByAddress(fleetOf(random, { weights: WEIGHTS }));
/** Of so many sizes that single precision takes points away in some. */
const equal = random => namedByAddress(fleetOf(random, { count: random.whole(20, 32) }));
const usual = random => namedByAddress(fleetOf(random, { weights: WEIGHTS, port: USUAL_PORT }));
const labelled = random => fleetOf(random, { weights: WEIGHTS }).map(node => ({ ...node, name: `${node.address}:${node.port}`, label: node.name }));
/** One does not answer, and is ejected at its first failure. */
const dead = random => {
  const nodes = weighted(random), gone = random.one(nodes);
  return nodes.map(node => (node === gone ? { ...node, dead: true, down: true } : node));
};

function caseOf(name, distribution, fleet, { hash = 'fnv1a_64', tag = '', redis = false, ...more } = {}) {
  const settings = {
    id: `twemproxy-${distribution}`, how: `distribution ${distribution}, hash ${hash}, hash_tag '${tag}'`,
    hash, hash_tag: tag, default_port_dropped: USUAL_PORT, ...more,
  };
  const carriage = redis ? { carries: CARRIES.redis, standIn: standIns.redis, ask: redisCommand('GET') } : { ask: MEMCACHED };
  return { name, settings, fleet, distribution, redis, ...carriage };
}

export const cases = ['ketama', 'modula'].flatMap(distribution => [
  ...HASHES.map(hash => caseOf(`${distribution}_${hash}`, distribution, weighted, { hash })),
  caseOf(`${distribution}_many`, distribution, equal, { hash: 'md5' }),
  caseOf(`${distribution}_usual_port`, distribution, usual, { hash: 'md5' }),
  caseOf(`${distribution}_names`, distribution, labelled, { hash: 'md5' }),
  caseOf(`${distribution}_hash_tag`, distribution, weighted, { hash: 'murmur', tag: '{}' }),
  caseOf(`${distribution}_redis`, distribution, weighted, { hash: 'fnv1a_64', tag: '{}', redis: true }),
  caseOf(`${distribution}_ejected`, distribution, dead, { hash: 'jenkins', down_mode: 'ejected' }),
]);

/** One twemproxy with a pool for each case; gives how to ask it, and its end. */
export async function open(folder, cases) {
  for (const one of cases) one.port = await freePort();
  const pool = one => [
    `${one.name}:`, `  listen: 127.0.0.1:${one.port}`, `  hash: ${one.settings.hash}`, `  distribution: ${one.distribution}`,
    ...(one.settings.hash_tag ? [`  hash_tag: "${one.settings.hash_tag}"`] : []),
    `  redis: ${one.redis}`, '  timeout: 5000', '  backlog: 512',
    `  auto_eject_hosts: ${one.settings.down_mode === 'ejected'}`, '  server_failure_limit: 1', '  server_retry_timeout: 3600000',
    '  servers:', ...one.nodes.map(node => `   - ${node.address}:${node.port}:${node.weight}${node.label ? ` ${node.label}` : ''}`),
  ];
  await writeFile(join(folder, 'nutcracker.yml'), `${cases.flatMap(pool).join('\n')}\n`);
  // Debian's would write to a log of the machine.
  const parameters = ['-c', 'nutcracker.yml', '-o', 'nutcracker.log', '-a', '127.0.0.1', '-s', String(await freePort())];
  const end = await start('nutcracker', parameters, { cwd: folder, ports: cases.map(one => one.port) });
  return {
    end,
    ask: async one => {
      // The failure that ejects a server is the answer to one key or more.
      if (one.settings.down_mode === 'ejected') await linesOnce(one.name, one.port, one.keys, ...one.ask);
      return askLines(one.name, one.port, one.keys, ...one.ask);
    },
  };
}
