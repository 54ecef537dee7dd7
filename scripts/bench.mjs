// How long things take, as tables; asserts nothing. scripts/bench.sh builds what this needs and calls it.
//   node scripts/bench.mjs [--write] [WORD…]
// Only tables of whose title a word is part are made; all without one. --write puts them into docs/performance.md.
import { parseArgs } from 'node:util';
import { launch } from './bench/browser.mjs';
import { write } from './bench/document.mjs';
import { page } from './bench/page.mjs';
import { placements } from './bench/placements.mjs';

const { values, positionals: words } = parseArgs({ options: { write: { type: 'boolean' } }, allowPositionals: true });
const wanted = title => !words.length || words.some(word => title.toLowerCase().includes(word.toLowerCase()));
const tables = [];
const say = made => {
  tables.push(made);
  console.log(`\n### ${made.title}\n\n${made.text}`);
};
const browser = await launch();
console.log(`Chromium ${browser.version()}`);
try {
  await page({ browser, dir: process.env.RINGSCOPE_DIST ?? 'dist', wanted, say });
  await placements({ browser, native: 'target/bench/release/bench', folder: 'target/bench/page', wanted, say });
} finally {
  await browser.close();
}
if (!tables.length) console.log(`No table has one of these words in its title: ${words.join(', ')}`);
if (values.write) {
  await write('docs/performance.md', tables);
  console.log('\nWritten into docs/performance.md.');
}
