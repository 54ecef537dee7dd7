// nginx: `hash` and `hash … consistent` of an upstream.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { askHttp, inHeader } from './ask.mjs';
import { fleetOf, namedByAddress } from './fleet.mjs';
import { CARRIES } from './keys.mjs';
import { found, freePort, printed, start } from './process.mjs';
import * as standIns from './stand_ins.mjs';

export const title = 'nginx';
export const version = () => found(/nginx version: nginx\/(\S+)/, printed('nginx', ['-v']));
export const standIn = standIns.http;
// For an empty value nginx goes round robin.
export const carries = CARRIES.filledHeader;

const WEIGHTS = [1, 1, 2, 3, 5, 8];
/** Where one is down. Were it most of the fleet, a lookup could meet it twenty times, and nginx would go round robin. */
const fleetWithSpare = ({ whole }) => ({ count: whole(5, 12), weights: [1, 1, 2, 3] });

/** Each case: its name, and its fleet and settings from random numbers. */
export const cases = ['consistent', 'plain'].flatMap(rule => {
  const settings = rule === 'plain' ? { id: 'nginx-hash', how: 'hash $http_x_key' } : { id: 'nginx-consistent', libc: 'glibc', how: 'hash $http_x_key consistent' };
  const fleet = (random, wish) => namedByAddress(fleetOf(random, wish));
  return [
    { name: `${rule}_equal`, settings, fleet: random => fleet(random, {}) },
    { name: `${rule}_weights`, settings, fleet: random => fleet(random, { weights: WEIGHTS }) },
    { name: `${rule}_down`, settings: { ...settings, down_mode: 'skipped' }, fleet: random => down(random, fleet(random, fleetWithSpare(random))) },
    // Nobody listens there, and nginx finds out.
    { name: `${rule}_dead`, settings: { ...settings, down_mode: 'skipped' }, fleet: random => down(random, fleet(random, fleetWithSpare(random)), { dead: true }) },
    { name: `${rule}_sockets`, settings, fleet: random => fleetOf(random, { weights: WEIGHTS }).map(node => ({ ...node, name: `unix:${node.name}`, socket: node.name })) },
  ];
});

function down({ one }, nodes, how = {}) {
  const gone = one(nodes);
  return nodes.map(node => (node === gone ? { ...node, ...how, down: true } : node));
}

/** One nginx with an upstream and a port for each case; gives how to ask it, and its end. */
export async function open(folder, cases) {
  for (const one of cases) one.port = await freePort();
  const server = node => `server ${node.name} weight=${node.weight}${node.down && !node.dead ? ' down' : ''} fail_timeout=1h;`;
  await writeFile(join(folder, 'nginx.conf'), `
    daemon off; master_process off; pid nginx.pid; error_log stderr crit;
    events { worker_connections 1024; }
    http {
      access_log off; ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(kind => `${kind}_temp_path ${kind};`).join(' ')}
      ${cases.map(one => `
        upstream ${one.name} { ${one.settings.how}; ${one.nodes.map(server).join(' ')} }
        server { listen 127.0.0.1:${one.port}; location / { proxy_pass http://${one.name}; } }`).join('')}
    }`);
  const end = await start('nginx', ['-p', `${folder}/`, '-c', 'nginx.conf', '-e', 'stderr'], { cwd: folder, ports: cases.map(one => one.port) });
  return { end, ask: one => askHttp(one.name, one.port, one.keys, inHeader) };
}
