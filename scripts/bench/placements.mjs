// Placements natively and in a page, by the same code, table by table, so that both meet the same weather; with what
// JavaScript has, in the page.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { serve } from '../serve.mjs';
import { figure, ratio, table } from './markdown.mjs';

const call = promisify(execFile);
const COLUMNS = {
  build_ms: 'build, ms', hash_ns: 'hash, ns', lookup_ns: 'lookup, ns', place_ms: '1M keys, ms',
  add_ms: 'add, ms', remove_ms: 'remove, ms', reweight_ms: 'reweight, ms',
};
/** What isolates a page: its clock then steps by 5 µs, not by 100. */
const ISOLATED = { 'Cross-Origin-Opener-Policy': 'same-origin', 'Cross-Origin-Embedder-Policy': 'require-corp' };

/**
 * Makes the tables that are wanted.
 * @param {{browser: object, native: string, folder: string, wanted: (title: string) => boolean, say: (table: object) => Promise<void>}} options
 *   `native` is the program, `folder` the page; `say` gets each table as it is made.
 */
export async function placements({ browser, native, folder, wanted, say }) {
  const { stdout } = await call(native, ['--list']);
  const titles = stdout.trim().split('\n').filter(wanted);
  if (!titles.length) return;
  const server = await serve({ dir: folder, more: ISOLATED });
  try {
    for (const title of titles) {
      const here = JSON.parse((await call(native, [title])).stdout);
      // A page of its own for each, so that no table finds the memory of another.
      const page = await browser.newPage();
      const failed = new Promise((_, fail) => { page.once('pageerror', fail); });
      await page.goto(server.url);
      await Promise.race([page.waitForSelector('html[data-bench="ready"]', { state: 'attached' }), failed]);
      const there = await page.evaluate(title => globalThis.bench.table(title), title);
      await page.close();
      await say({ section: here.section, title, text: (OWN[here.section] ?? beside)(here, there) });
    }
  } finally {
    await server.close();
  }
}

/** Rows that both have, then those of the page alone. */
function pairs(here, there) {
  const plain = name => name.replace(/ \*$/, '');
  const native = new Map(here.rows.map(row => [plain(row.name), row.cells]));
  return there.rows.map(({ name, cells }) => ({ name, native: native.get(plain(name)), wasm: cells }));
}

function beside(here, there) {
  const columns = Object.keys(COLUMNS).filter(column => there.rows.some(row => column in row.cells));
  const cell = (native, wasm) => {
    if (wasm === undefined) return '–';
    if (native === undefined) return figure(wasm);
    return `${figure(native)} / ${figure(wasm)} ${ratio(wasm / native)}`;
  };
  const rows = pairs(here, there).map(({ name, native, wasm }) => (
    [name, ...columns.map(column => cell(native?.[column], wasm[column]))]
  ));
  return table(['', ...columns.map(column => COLUMNS[column])], rows);
}

/** Tables with columns of their own. */
const OWN = { engine, drills };

function drills(here, there) {
  const rows = pairs(here, there).map(({ name, native, wasm }) => {
    const { least_per_s: least } = wasm;
    const million = cells => figure(cells.reads_per_s / 1e6);
    return [
      name, million(native), wasm.reads_per_s < least ? `**${million(wasm)}**` : million(wasm),
      ratio(native.reads_per_s / wasm.reads_per_s), figure(least / 1e6), figure(native.made_ms), figure(wasm.made_ms), String(wasm.runs),
    ];
  });
  return table(['', 'native, M/s', 'wasm, M/s', 'ratio', 'least, M/s', 'made natively, ms', 'in wasm, ms', 'spans'], rows);
}

function engine(here, there) {
  const rows = pairs(here, there).map(({ name, native, wasm }) => {
    const { limit_ms: limit } = wasm;
    const over = limit !== undefined && wasm.median_ms > limit;
    return [
      name, figure(native.median_ms), figure(native.p95_ms), figure(wasm.median_ms), figure(wasm.p95_ms),
      ratio(wasm.median_ms / native.median_ms), figure(wasm.moved_ms), limit === undefined ? '–' : over ? `**${limit}**` : String(limit),
      String(wasm.runs),
    ];
  });
  return table(['', 'native, ms', '95 %', 'wasm, ms', '95 %', 'ratio', 'what moved', 'limit, ms', 'runs'], rows);
}
