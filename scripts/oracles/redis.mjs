// Redis Cluster: the slot of a key, and how `redis-cli --cluster create` deals out the slots.
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { askLines, redisCommand } from './ask.mjs';
import { CARRIES } from './keys.mjs';
import { found, freePort, printed, start } from './process.mjs';
import * as standIns from './stand_ins.mjs';

export const title = 'Redis';
export const version = () => found(/v=(\S+)/, printed('redis-server', ['--version']));
export const standIn = standIns.redis;
export const carries = CARRIES.redis;

const SETTINGS = { id: 'redis-cluster', how: 'CLUSTER KEYSLOT', kind: 'slots', slots: 16_384, hash_tag: '{}' };
export const cases = [{ name: 'slots', settings: SETTINGS, fleet: () => [] }];

/** How many masters there are at most; so many are started. */
const MASTERS = 12;

/** Empty servers in cluster mode; gives how to ask the first, their end, and the ranges of slots for every number of them. */
export async function open(folder) {
  const ports = [], ends = [];
  const end = async () => { for (const end of ends) await end(); };
  try {
    for (let at = 0; at < MASTERS; at += 1) {
      const port = await freePort(), bus = await freePort(), cwd = join(folder, String(at));
      await mkdir(cwd);
      const options = { bind: '127.0.0.1', port, 'cluster-enabled': 'yes', 'cluster-port': bus, save: '', appendonly: 'no', 'protected-mode': 'no' };
      ends.push(await start('redis-server', Object.entries(options).flatMap(([name, value]) => [`--${name}`, String(value)]), { cwd, ports: [port] }));
      ports.push(port);
    }
  } catch (error) {
    await end();
    throw error;
  }
  const ask = async one => (await askLines(one.name, ports[0], one.keys, ...redisCommand('CLUSTER', 'KEYSLOT'))).map(answer => Number(answer.slice(1)));
  return { end, ask, more: () => dealt(ports) };
}

/** What redis-cli proposes for three masters and more; the answer is no, so that the servers stay as they are. */
function dealt(ports) {
  const ranges = {}, cases = [];
  for (let masters = 3; masters <= MASTERS; masters += 1) {
    const said = printed('redis-cli', ['--cluster', 'create', ...ports.slice(0, masters).map(port => `127.0.0.1:${port}`)], { input: 'no\n' });
    ranges[masters] = [...said.matchAll(/Master\[\d+\] -> Slots (\d+) - (\d+)/g)].map(([, first, last]) => [Number(first), Number(last)]);
    if (ranges[masters].length !== masters) throw new Error(`redis-cli proposes no ranges for ${masters} masters:\n${said}`);
    cases.push({ result: ['ranges', String(masters)], masters });
  }
  return {
    name: 'ranges',
    vector: { id: 'redis-cluster-create', settings: { kind: 'ranges', slots: 16_384, cases }, system: title, ranges },
  };
}
