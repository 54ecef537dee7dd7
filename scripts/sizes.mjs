#!/usr/bin/env node
// What a reader downloads: a table of the release folder's files, and a limit for what the first picture needs.
//   node scripts/sizes.mjs            prints the table; fails when the first picture costs more than the limit
//   node scripts/sizes.mjs --record   writes today's numbers into sizes.json, which later runs are compared with
import { readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync } from 'node:zlib';

const here = dirname(fileURLToPath(import.meta.url));
const dist = join(here, '..', 'dist');
const recordFile = join(here, 'sizes.json');
const record = JSON.parse(readFileSync(recordFile, 'utf8'));
const number = value => value.toLocaleString('en-US');
const signed = value => (value > 0 ? `+${number(value)}` : number(value));

let names;
try {
  names = readdirSync(dist, { recursive: true }).filter(name => statSync(join(dist, name)).isFile());
} catch {
  console.error("sizes: there is no release folder; 'make build' makes it");
  process.exit(1);
}

// The first picture needs the page, what the page names, and what those scripts import (wasm-bindgen's snippets).
// What it names as data-reader is fetched only when a dialog needs it.
const page = readFileSync(join(dist, 'index.html'), 'utf8').replace(/data-reader-\w+="?[^" >]*"?/g, '');
const needed = name => name === 'index.html' || name.startsWith('snippets/') || page.includes(basename(name));
const rows = names.map(name => {
  const bytes = readFileSync(join(dist, name));
  // Without the hash that Trunk puts in, so that a file is the same file in the next build; the interface has its name for
  // good, which without its hash the script behind it has too.
  const file = name === 'ringscope.js' ? 'ringscope.js (interface)' : name.replace(/-[0-9a-f]{8,16}(?=[._])/, '');
  return { file, raw: bytes.length, brotli: brotliCompressSync(bytes).length, first: needed(name) };
}).sort((a, b) => b.first - a.first || b.brotli - a.brotli);
const later = rows.filter(row => row.file.endsWith('.wasm') && !row.first).reduce((sum, row) => sum + row.brotli, 0);
const total = rows.filter(row => row.first).reduce((sum, row) => sum + row.brotli, 0);

const table = [
  ['file', 'raw', 'brotli', 'was', 'first picture'],
  ...rows.map(row => [row.file, number(row.raw), number(row.brotli), number(record.brotli_bytes[row.file] ?? 0), row.first ? 'yes' : 'no']),
];
const widths = table[0].map((_, column) => Math.max(...table.map(row => row[column].length)));
for (const row of table) {
  console.log(row.map((cell, column) => (column === 0 ? cell.padEnd(widths[0]) : cell.padStart(widths[column]))).join('  '));
}
console.log(`sizes: the first picture needs ${number(total)} bytes with brotli; `
  + `${signed(total - record.first_picture_brotli_bytes)} since the last record, limit ${number(record.limit_brotli_bytes)}. Parts of the module that are loaded later: ${number(later)} bytes`);

if (process.argv.includes('--record')) {
  const brotli_bytes = Object.fromEntries(rows.map(row => [row.file, row.brotli]).sort());
  writeFileSync(recordFile, `${JSON.stringify({ ...record, first_picture_brotli_bytes: total, brotli_bytes }, null, 2)}\n`);
  console.log('sizes: recorded in scripts/sizes.json');
}
if (total > record.limit_brotli_bytes) {
  console.error(`sizes: over the limit by ${number(total - record.limit_brotli_bytes)} bytes. Every reader pays for this: find what grew `
    + '(the column "was" is the last record). To raise limit_brotli_bytes in scripts/sizes.json takes a reason in the commit.');
  process.exit(1);
}
