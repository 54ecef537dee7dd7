// Asks the real systems where keys go and holds the answers against crates/placement; scripts/oracles.sh installs and
// builds what this needs and calls it.
//   node scripts/oracles.mjs [--seed "1 2 3"] [--write] [SYSTEM…]
// Each seed draws fleets and keys of its own; without one it is the day. What was recorded is left as vector files in
// target/oracles/. --write puts the table into docs/systems.md.
import { execFile } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { parseArgs, promisify } from 'node:util';
import { record } from './oracles/record.mjs';
import { table } from './bench/markdown.mjs';

const SYSTEMS = ['nginx', 'haproxy', 'twemproxy', 'varnish', 'redis'];
const CONFORMANCE = 'target/release/examples/conformance';
const FOLDER = 'target/oracles';
const DOCUMENT = 'docs/systems.md';

const { values, positionals } = parseArgs({ options: { seed: { type: 'string' }, write: { type: 'boolean' } }, allowPositionals: true });
const day = new Date().toISOString().slice(0, 10).replaceAll('-', '');
const seeds = (values.seed?.trim() || day).split(/[\s,]+/);
const unknown = positionals.find(name => !SYSTEMS.includes(name));
if (unknown) fail(`there is no system '${unknown}'; there are ${SYSTEMS.join(', ')}`);
if (values.write && positionals.length) fail('--write takes all systems, so that the table in the document is whole');

await mkdir(FOLDER, { recursive: true });
console.log(`seeds: ${seeds.join(' ')}`);
const rows = [];
let good = true;
try {
  for (const name of positionals.length ? positionals : SYSTEMS) {
    const system = await import(`./oracles/${name}.mjs`);
    const row = { title: system.title, version: system.version(), cases: 0, asked: 0, owners: 0, reproduced: 0 };
    for (const seed of seeds) {
      const recorded = await record(name, system, seed, FOLDER);
      const said = await conformance(recorded.files);
      console.log(said.trimEnd());
      // Every file has one line, counted or an error.
      const counts = [...said.matchAll(/^\S+: (\d+) of (\d+) owners reproduced$/gm)];
      row.cases += recorded.files.length;
      row.asked += recorded.asked;
      for (const [, reproduced, owners] of counts) {
        row.reproduced += Number(reproduced);
        row.owners += Number(owners);
      }
      good &&= counts.length === recorded.files.length && counts.every(([, reproduced, owners]) => reproduced === owners);
    }
    rows.push(row);
  }
} catch (error) {
  fail(error.message);
}

const number = value => value.toLocaleString('en-US');
const shown = table(
  ['system', 'version', 'cases', 'keys asked', 'owners reproduced'],
  rows.map(row => [row.title, row.version, number(row.cases), number(row.asked), `${number(row.reproduced)} of ${number(row.owners)}`]),
);
console.log(`\n${shown}`);
if (values.write) await write(`Seeds ${seeds.join(', ')}:\n\n${shown}`);
process.exit(good ? 0 : 1);

function fail(why) {
  console.error(`oracles: ${why}`);
  process.exit(1);
}

/** What the command prints; that it found a mismatch is said there as well. */
async function conformance(files) {
  try {
    return (await promisify(execFile)(CONFORMANCE, files, { maxBuffer: 1 << 26 })).stdout;
  } catch (error) {
    if (error.code !== 1) throw error;
    return error.stdout;
  }
}

/** Puts the table between its markers. */
async function write(text) {
  const document = await readFile(DOCUMENT, 'utf8');
  const place = /(<!-- oracles -->\n)[^]*?(<!-- \/oracles -->)/;
  if (!place.test(document)) fail(`${DOCUMENT} has no place for the table`);
  await writeFile(DOCUMENT, document.replace(place, (_, start, end) => `${start}\n${text}\n\n${end}`));
}
