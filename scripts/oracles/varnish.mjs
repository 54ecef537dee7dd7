// Varnish: the directors `shard` and `hash` of its module directors.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { askHttp, inHeader } from './ask.mjs';
import { fleetOf } from './fleet.mjs';
import { CARRIES } from './keys.mjs';
import { found, freePort, printed, start } from './process.mjs';
import * as standIns from './stand_ins.mjs';

export const title = 'Varnish';
export const version = () => found(/varnish-(\S+)/, printed('varnishd', ['-V']));
export const standIn = standIns.http;
export const carries = CARRIES.header;

const whole = random => fleetOf(random, { weights: [1, 1, 2, 3, 7] });
/** Below 1 too, which the shard director ignores. */
const fractions = random => fleetOf(random, { weights: [0, 0.3, 0.5, 1, 1.25, 1.5, 2.1, 3.7, 12.5] });
const sick = random => {
  const nodes = whole(random), gone = random.one(nodes);
  return nodes.map(node => (node === gone ? { ...node, down: true } : node));
};

export const cases = ['shard', 'hash'].flatMap(director => {
  const caseOf = (name, fleet, more = {}) => ({ name: `${director}_${name}`, director, fleet, settings: { id: `varnish-${director}`, how: `directors.${director}()`, ...more } });
  return [
    caseOf('equal', random => fleetOf(random)),
    caseOf('weights', whole),
    caseOf('fractions', fractions),
    caseOf('sick', sick, { down_mode: director === 'shard' ? 'skipped' : 'ejected' }),
    ...(director === 'shard' ? [caseOf('replicas', whole, { replicas: 25 })] : []),
  ];
});

/** One Varnish with a director and a port for each case; gives how to ask it, and its end. */
export async function open(folder, cases) {
  const port = await freePort();
  cases.forEach((one, at) => one.nodes.forEach((node, place) => { node.backend = `case${at}_node${place}`; }));
  const add = (one, node) => (one.director === 'shard'
    ? `${one.name}.add_backend(${node.backend}, ident="${node.name}", weight=${node.weight.toFixed(2)});`
    : `${one.name}.add_backend(${node.backend}, ${node.weight.toFixed(2)});`);
  const director = one => `
    new ${one.name} = directors.${one.director}();
    ${one.nodes.map(node => add(one, node)).join('\n')}
    ${one.director === 'shard' ? `${one.name}.reconfigure(replicas=${one.settings.replicas ?? 67});` : ''}`;
  const choice = one => `if (req.http.x-case == "${one.name}") {
      set req.backend_hint = ${one.name}.backend(${one.director === 'shard' ? `by=KEY, key=${one.name}.key(req.http.x-key)` : 'req.http.x-key'});
    }`;
  await writeFile(join(folder, 'oracles.vcl'), `vcl 4.1;
    import directors;
    ${cases.flatMap(one => one.nodes).map(node => `backend ${node.backend} { .host = "${node.address}"; .port = "${node.port}"; }`).join('\n')}
    sub vcl_init { ${cases.map(director).join('')} }
    sub vcl_recv { ${cases.map(choice).join('\n')} return (pass); }`);
  const home = join(folder, 'varnish');
  // Its jail would change users, and the folder is ours alone.
  const end = await start('varnishd', ['-F', '-j', 'none', '-n', home, '-a', `127.0.0.1:${port}`, '-f', join(folder, 'oracles.vcl'), '-s', 'malloc,16m'], { cwd: folder, ports: [port] });
  for (const node of cases.flatMap(one => one.nodes).filter(node => node.down)) {
    printed('varnishadm', ['-n', home, 'backend.set_health', node.backend, 'sick']);
  }
  const carry = one => key => ({ path: '/', headers: { ...inHeader(key).headers, 'x-case': one.name } });
  return { end, ask: one => askHttp(one.name, port, one.keys, carry(one)) };
}
