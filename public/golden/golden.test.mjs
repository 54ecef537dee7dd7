// Does this client place every key as Ringscope says? Needs Node 18 or newer and nothing else.
//   1. Put this file and ringscope-vectors.txt into one folder.
//   2. Put your client between the two lines below.
//   3. node --test golden.test.mjs
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

// --- your client ---
// Gets the settings ({ algorithm: 'ring', vn: '160', … }) and the nodes in their order ({ name, weight, isUp }).
// Returns a function from a key to the name of its owner; '' where nobody owns it.
function makeClient(settings, nodes) {
  throw new Error('Put your client here.');
}
// --- end of your client ---

function read(path) {
  const vectors = { settings: {}, nodes: [], keys: [], end: null };
  const lines = readFileSync(path, 'utf8').split('\n');
  assert.equal(lines[0], '# Ringscope golden vectors, version 1', 'this test reads another version of the file');
  for (const line of lines) {
    if (line === '' || line.startsWith('#')) continue;
    const [kind, ...fields] = line.split('\t').map(decodeURIComponent);
    if (kind === 'setting') vectors.settings[fields[0]] = fields[1];
    else if (kind === 'node') vectors.nodes.push({ name: fields[0], weight: Number(fields[1]), isUp: fields[2] === 'up' });
    else if (kind === 'key') vectors.keys.push(fields);
    else if (kind === 'end') vectors.end = Number(fields[0]);
  }
  assert.equal(vectors.end, vectors.keys.length, 'the file is not whole');
  return vectors;
}

test('every key has the owner of the golden vectors', () => {
  const { settings, nodes, keys } = read(new URL('ringscope-vectors.txt', import.meta.url));
  assert.ok(keys.length > 0, 'the file has no keys');
  const ownerOf = makeClient(settings, nodes);
  const wrong = [];
  // In their order: where loads are bounded, an owner hangs on the keys before.
  for (const [key, owner] of keys) {
    const found = ownerOf(key);
    if (found !== owner) wrong.push(`${JSON.stringify(key)}: ${JSON.stringify(found)}, should be ${JSON.stringify(owner)}`);
  }
  assert.equal(wrong.length, 0, `${wrong.length} of ${keys.length} keys have another owner. The first:\n${wrong.slice(0, 10).join('\n')}`);
});
