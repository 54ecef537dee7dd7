// The JavaScript interface of the built folder: in Node without a document, and the examples in Node, in a browser and in
// a worker.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cp, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { after, before, describe, test } from 'node:test';
import { promisify } from 'node:util';
import { chromium } from 'playwright-core';
import { FUNCTIONS } from '../scripts/build/interface.mjs';
import { serve } from '../scripts/serve.mjs';
import { loadInterface } from './interface.mjs';
import { nginxConsistent } from './nginx.mjs';
import { counts, fnv1a, keys, moved, names, rendezvous, ring, scores } from './reference.mjs';
import { BROWSER, dist } from './support.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const examples = join(here, '..', 'examples', 'javascript');
const servers = names(8).map(name => `${name}:11211`);

describe('the interface without a document', () => {
  let module;
  before(async () => { module = await loadInterface(); });

  test('has its functions under a name that stays, and mounts nothing', async () => {
    assert.equal(globalThis.document, undefined);
    assert.deepEqual(Object.keys(module).sort(), [...FUNCTIONS, 'default', 'wasm'].sort());
    const declared = await readFile(join(dist, 'ringscope.d.ts'), 'utf8');
    for (const name of FUNCTIONS) assert.match(declared, new RegExp(`export function ${name}\\(`));
  });

  test('says what is missing where it is called too early', async () => {
    const fresh = await import(`${pathToFileURL(join(resolve(dist), 'ringscope.js')).href}?fresh`);
    assert.throws(() => fresh.place(), { code: 'not-ready', field: 'init', message: /Await init\(\) first/ });
    await assert.rejects(fresh.default(), { code: 'not-ready', message: /Give it the bytes/ });
  });

  test('gives the first paint for nothing', () => {
    const { nodes, owners, loads, balance, positions } = module.place();
    assert.deepEqual(nodes, names(8));
    assert.deepEqual(loads.map(load => load.keys), [10841, 16616, 16891, 9009, 11672, 13106, 15077, 6788]);
    assert.ok(owners instanceof Uint16Array);
    assert.equal(positions, null);
    assert.deepEqual(balance.busiest, { name: 'cache-03', timesFair: 1.35128 });
    assert.ok(Math.abs(loads.reduce((sum, load) => sum + load.exactShare, 0) - 1) < 1e-12);
  });

  test('100,000 keys have the owners that the native crate gives them, and a second implementation', async () => {
    const { cases } = JSON.parse(await readFile(join(here, '..', 'crates', 'placement', 'tests', 'data', 'owners.json'), 'utf8'));
    const second = [ring(), rendezvous({ score: scores['mix(hash(key), hash(node))'] }), nginxConsistent(servers, keys())];
    assert.equal(cases.length, second.length);
    for (const [at, { options, sha256 }] of cases.entries()) {
      const { nodes, owners } = module.place(options);
      assert.deepEqual([...owners], second[at], JSON.stringify(options));
      const digest = createHash('sha256').update([...owners].map(owner => `${nodes[owner]}\n`).join('')).digest('hex');
      assert.equal(digest, sha256, JSON.stringify(options));
    }
  });

  test('positions above 2 to the 53 are not rounded', () => {
    const given = ['a', 'user:1', 'schlüssel'];
    const options = { keys: given, hash: 'md5', space: 64 };
    const { positions } = module.place(options, { positions: true });
    const exact = given.map(key => createHash('md5').update(key).digest().readBigUInt64BE(0));
    assert.ok(positions instanceof BigUint64Array);
    assert.deepEqual([...positions], exact);
    assert.ok(exact.some(position => position > 2n ** 53n && BigInt(Number(position)) !== position));
    const hashed = module.explain('user:1', options).steps.find(step => step.kind === 'hash');
    assert.equal(hashed.position, exact[1]);
    assert.throws(() => module.place({}, { position: true }), { code: 'unknown-name', field: 'more.position' });
  });

  test('compare tells what moved, of what it would have had to', () => {
    const told = module.compare({}, { nodes: names(9) });
    const [before, after] = [ring(), ring({ nodes: names(9) })];
    assert.deepEqual([...told.before.owners], before);
    assert.deepEqual([...told.after.owners], after);
    assert.equal(told.moved, moved(before, after));
    assert.deepEqual([...told.movedKeys], before.flatMap((owner, key) => (owner === after[key] ? [] : [key])));
    assert.deepEqual([told.toGrown, told.fromShrunk, told.between, told.necessary], [told.moved, 0, 0, told.moved]);
    assert.equal(told.share, told.moved / 100_000);
    assert.ok(Math.abs(told.fair - 1 / 9) < 1e-12);
    assert.equal(told.pairs.reduce((sum, pair) => sum + pair.keys, 0), told.moved);
    assert.ok(told.pairs.every(pair => pair.to === 'cache-09'));
  });

  test('compare knows nodes by name, whatever their rows', () => {
    for (const algorithm of module.algorithms().map(one => one.id)) {
      const start = { algorithm, nodes: ['a', 'b', 'c', 'd'], keys: { count: 2000 } };
      const change = { nodes: ['e', 'd', { name: 'b', weight: 2 }, 'a'] };
      const told = module.compare(start, change);
      const after = module.place({ ...start, ...change });
      assert.deepEqual(told.after.owners, after.owners, algorithm);
      const [then, now] = [told.before, told.after].map(({ nodes, owners }) => [...owners].map(owner => nodes[owner]));
      assert.equal(told.moved, moved(then, now), algorithm);
      const pairs = new Map();
      then.forEach((from, key) => {
        const pair = `${from} ${now[key]}`;
        if (from !== now[key]) pairs.set(pair, (pairs.get(pair) ?? 0) + 1);
      });
      assert.deepEqual(Object.fromEntries(told.pairs.map(pair => [`${pair.from} ${pair.to}`, pair.keys])), Object.fromEntries(pairs), algorithm);
    }
    assert.throws(() => module.compare({}, { nodes: ['a', ''] }), { code: 'bad-value', field: 'after.nodes[1]' });
    assert.throws(() => module.compare(5), { code: 'wrong-kind', field: 'before', message: /^before: / });
    assert.throws(() => module.compare({}, { keys: ['k'] }), { code: 'bad-value', field: 'after.keys' });
  });

  test('sweep measures the busiest node by number of virtual nodes', () => {
    const { rows, keys: counted, nameSets } = module.sweep({ keys: { count: 20_000 } }, { nameSets: 2 });
    assert.deepEqual([counted, nameSets], [20_000, 2]);
    const few = keys(20_000);
    for (const row of rows.filter(one => [1, 16, 182].includes(one.virtualNodes))) {
      const load = counts(ring({ virtualNodes: row.virtualNodes, of: few }));
      assert.ok(row.keys.busiest instanceof Float64Array && row.keys.busiest.length === 2);
      assert.ok(Math.abs(row.keys.busiest[0] - Math.max(...load) / 2500) < 1e-12, `${row.virtualNodes}`);
      assert.ok(Math.abs(row.keys.lightest[0] - Math.min(...load) / 2500) < 1e-12, `${row.virtualNodes}`);
      assert.ok(row.expected.busiest.low < row.expected.busiest.mean && row.expected.busiest.mean < row.expected.busiest.high);
    }
    assert.deepEqual(rows.map(row => row.virtualNodes), [...rows.map(row => row.virtualNodes)].sort((a, b) => a - b));
    assert.throws(() => module.sweep({ algorithm: 'jump' }), { code: 'bad-value', field: 'algorithm' });
    assert.throws(() => module.sweep({}, { nameSets: 65 }), { code: 'bad-value', field: 'more.nameSets' });
  });

  test('explain tells the way of one key', () => {
    const told = module.explain('user:7');
    assert.equal(told.owner, names(8)[ring({ of: ['user:7'] })[0]]);
    assert.equal(told.replicas.length, 2);
    assert.equal(new Set([told.owner, ...told.replicas]).size, 3);
    assert.equal(told.steps.find(step => step.kind === 'hash').position, BigInt(fnv1a('user:7')));
    assert.equal(told.steps.find(step => step.kind === 'owner').node, told.owner);
    assert.ok(told.steps.every(step => step.words.length > 5));
    assert.equal(module.explain('any key', { nodes: [] }).owner, null);
    assert.throws(() => module.explain(7), { code: 'wrong-kind', field: 'key' });
  });

  test('systems and algorithms can be placed by as they are declared', () => {
    const [real, books] = [module.systems(), module.algorithms()];
    assert.equal(new Set([...real, ...books].map(one => one.id)).size, real.length + books.length);
    assert.ok(real.some(one => one.id === 'nginx-consistent' && one.does.length === 3 && /nginx\/1\.\d+/.test(one.checked.replace(' ', '/'))));
    for (const { id, parameters } of [...real, ...books]) {
      const options = Object.fromEntries(parameters.map(one => [one.name, one.default]));
      const plain = module.place({ algorithm: id, keys: { count: 500 } });
      assert.deepEqual(module.place({ algorithm: id, keys: { count: 500 }, ...options }).owners, plain.owners, id);
    }
  });

  test('says what is wrong with an Error that names the field', () => {
    assert.throws(() => module.place({ nodes: ['a', { name: 'b', weight: -1 }] }), error =>
      error instanceof Error && error.code === 'bad-value' && error.field === 'nodes[1].weight' && error.message.length > 20);
    assert.throws(() => module.place({ virtualNode: 5 }), { code: 'unknown-name', field: 'virtualNode' });
  });
});

describe('the examples', () => {
  let folder;
  let server;
  let browser;
  before(async () => {
    // As a reader would lay them: the examples beside the built folder.
    folder = await mkdtemp(join(tmpdir(), 'ringscope-examples-'));
    await cp(dist, join(folder, 'ringscope'), { recursive: true });
    await cp(examples, folder, { recursive: true });
    server = await serve({ dir: folder });
    browser = await chromium.launch(BROWSER);
  });
  after(async () => {
    await browser.close();
    await server.close();
    await rm(folder, { recursive: true });
  });

  // What each of them has to find, from elsewhere.
  const added = moved(ring(), ring({ nodes: names(9) })).toLocaleString('en-US');

  test('node.mjs', async () => {
    const { stdout } = await promisify(execFile)('node', [join(folder, 'node.mjs')]);
    assert.match(stdout, new RegExp(`A ninth node moves ${added} of 100,000 keys\\.`));
    assert.match(stdout, /user:7 is on cache-\d\d/);
  });
  for (const name of ['browser', 'worker']) {
    test(`${name}.html`, async () => {
      const page = await browser.newPage();
      const problems = [];
      page.on('console', message => { if (['error', 'warning'].includes(message.type())) problems.push(message.text()); });
      page.on('pageerror', error => problems.push(error.message));
      await page.goto(`${server.url}${name}.html`);
      await page.getByText(`A ninth node moves ${added} of 100,000 keys.`).waitFor();
      assert.equal(await page.locator('html[data-app]').count(), 0, 'nothing was mounted');
      assert.deepEqual(problems, []);
      await page.close();
    });
  }
});
