// Draws the cases of a system from a seed, asks it, and writes what it answered as vector files (their fields: README of
// crates/placement/tests/vectors).
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { keysOf } from './keys.mjs';
import { randomFrom } from './random.mjs';
import { standIn } from './stand_ins.mjs';

/** Records all cases; gives the files and how many keys were asked. */
export async function record(name, system, seed, into) {
  const version = system.version();
  const folder = await mkdtemp(join(tmpdir(), 'ringscope-oracles-'));
  const clear = () => rmSync(folder, { recursive: true, force: true });
  process.once('exit', clear);
  const ends = [];
  try {
    const cases = system.cases.map(one => {
      const random = randomFrom(seed, name, one.name);
      return { ...one, nodes: one.fleet(random), keys: keysOf(random, one.carries ?? system.carries) };
    });
    for (const one of cases) {
      const nodes = one.nodes.map(node => (node.socket ? { ...node, socket: join(folder, node.socket) } : node));
      ends.push(await standIn(one.standIn ?? system.standIn, nodes));
    }
    const opened = await system.open(folder, cases, randomFrom(seed, name));
    ends.push(opened.end);
    const files = [];
    for (const one of cases) {
      const owners = await opened.ask(one);
      files.push(await save({ one, owners, seed, version, title: system.title }, join(into, `${seed}_${name}_${one.name}.json`)));
    }
    const ranges = await opened.more?.();
    if (ranges) files.push(await write(join(into, `${seed}_${name}_${ranges.name}.json`), { ...ranges.vector, seed, version }));
    return { files, asked: cases.reduce((sum, one) => sum + one.keys.length, 0) };
  } finally {
    for (const end of ends.reverse()) await end();
    await rm(folder, { recursive: true, force: true });
    process.off('exit', clear);
  }
}

/** A case and its answers as a file. */
function save({ one, owners, seed, version, title }, path) {
  const { id, how, ...settings } = one.settings;
  const down = one.nodes.filter(node => node.down).map(node => node.name);
  const nodes = one.nodes.map(({ name, weight, label, id }) => ({ name, weight, label, id }));
  return write(path, {
    id,
    settings: { kind: 'owners', ...settings, ...(down.length && { down }) },
    system: title, version, seed, configuration: how,
    how_obtained: 'the running system, asked over loopback; every key was asked twice',
    nodes, keys: one.keys, owners,
  });
}

async function write(path, vector) {
  await writeFile(path, `${JSON.stringify(vector)}\n`);
  return path;
}
