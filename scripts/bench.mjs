// How long things take, as tables; asserts nothing. scripts/bench.sh builds what this needs and calls it.
//   node scripts/bench.mjs [--write] [WORD…]
// Only tables of whose title a word is part are made; all without one. --write puts them into docs/performance.md,
// that of figures into docs/embedding.md.
import { parseArgs } from 'node:util';
import { launch } from './bench/browser.mjs';
import { write } from './bench/document.mjs';
import { embed } from './bench/embed.mjs';
import { page } from './bench/page.mjs';
import { placements } from './bench/placements.mjs';

const { values, positionals: words } = parseArgs({ options: { write: { type: 'boolean' } }, allowPositionals: true });
const wanted = title => !words.length || words.some(word => title.toLowerCase().includes(word.toLowerCase()));
let made = 0;
const say = async table => {
  made += 1;
  console.log(`\n### ${table.title}\n\n${table.text}`);
  if (values.write) await write(table.path ?? 'docs/performance.md', table);
};
const browser = await launch();
console.log(`Chromium ${browser.version()}`);
try {
  await embed({ browser, dir: process.env.RINGSCOPE_DIST ?? 'dist', wanted, say });
  await page({ browser, dir: process.env.RINGSCOPE_DIST ?? 'dist', wanted, say });
  await placements({ browser, native: 'target/bench/release/bench', folder: 'target/bench/page', wanted, say });
} finally {
  await browser.close();
}
if (!made) console.log(`No table has one of these words in its title: ${words.join(', ')}`);
