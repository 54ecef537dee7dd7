// The JavaScript interface of the built module in Node: no document, no page.
import assert from 'node:assert/strict';
import { copyFile, cp, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { after, before, describe, test } from 'node:test';

const dist = resolve(process.env.RINGSCOPE_DIST ?? join(dirname(fileURLToPath(import.meta.url)), '..', 'dist'));

describe('place() without a document', () => {
  let folder;
  let place;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'ringscope-'));
    const names = await readdir(dist);
    const named = pattern => join(dist, names.find(name => pattern.test(name)));
    // Node takes .js for a module only beside a package.json that says so.
    await writeFile(join(folder, 'package.json'), '{ "type": "module" }');
    await copyFile(named(/^ringscope-.*\.js$/), join(folder, 'ringscope.js'));
    if (names.includes('snippets')) await cp(join(dist, 'snippets'), join(folder, 'snippets'), { recursive: true });
    const module = await import(pathToFileURL(join(folder, 'ringscope.js')).href);
    await module.default({ module_or_path: await readFile(named(/_bg\.wasm$/)) });
    ({ place } = module);
  });
  after(() => rm(folder, { recursive: true }));

  test('gives the first paint for nothing', () => {
    const { nodes, owners, loads, balance } = place();
    assert.equal(globalThis.document, undefined);
    assert.deepEqual(nodes, Array.from({ length: 8 }, (_, at) => `cache-0${at + 1}`));
    assert.deepEqual(loads.map(load => load.keys), [10841, 16616, 16891, 9009, 11672, 13106, 15077, 6788]);
    assert.ok(owners instanceof Uint16Array);
    assert.equal(owners.filter(owner => owner === 2).length, 16891);
    assert.deepEqual(balance.busiest, { name: 'cache-03', timesFair: 1.35128 });
    assert.ok(Math.abs(loads.reduce((sum, load) => sum + load.exactShare, 0) - 1) < 1e-12);
  });

  test('the finaliser evens it out, and moves 87,566 keys', () => {
    const before = place();
    const after = place({ finaliser: true });
    assert.ok(after.balance.spread < before.balance.spread / 2);
    assert.equal(before.owners.reduce((moved, owner, key) => moved + (owner !== after.owners[key]), 0), 87566);
  });

  test('takes a fleet and keys as plain data', () => {
    const { owners, loads } = place({
      nodes: ['a', { name: 'b', weight: 3 }, { name: 'c', up: false }],
      keys: ['k1', 'k2', 'k3', 'schlüssel'],
      algorithm: 'rendezvous',
      hash: 'murmur3',
    });
    assert.equal(owners.length, 4);
    assert.equal(loads[2].keys, 0);
    assert.deepEqual(loads.map(load => load.name), ['a', 'b', 'c']);
  });

  test('says what is wrong with an Error that names the field', () => {
    assert.throws(() => place({ nodes: ['a', { name: 'b', weight: -1 }] }), error =>
      error instanceof Error && error.code === 'bad-value' && error.field === 'nodes[1].weight' && error.message.length > 20);
    assert.throws(() => place({ virtualNode: 5 }), { code: 'unknown-name', field: 'virtualNode' });
  });
});
