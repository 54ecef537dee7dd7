#!/usr/bin/env node
// Lighthouse, as a desktop, of the release folder served with brotli: the four scores, which have to be 100, of the run
// that is the middle one by its speed. The machine must do nothing else: what slows it down is taken for the page's fault.
// The report is written into target/, which is not kept.
//   node scripts/browsers/lighthouse.mjs [--dir dist] [--runs 3]
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { launch } from 'chrome-launcher';
import lighthouse, { desktopConfig } from 'lighthouse';
import { serve } from '../serve.mjs';

const project = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
const { values } = parseArgs({ options: { dir: { type: 'string', default: join(project, 'dist') }, runs: { type: 'string', default: '3' } } });
const runs = Math.max(1, Number.parseInt(values.runs, 10) || 1);

const server = await serve({ dir: values.dir, port: 0 });
const chrome = await launch({ chromePath: process.env.CHROMIUM, chromeFlags: ['--headless=new', '--no-sandbox', '--disable-dev-shm-usage'] });
let failed = false;
try {
  const results = [];
  for (let run = 0; run < runs; run += 1) {
    results.push(await lighthouse(server.url, { port: chrome.port, output: 'html', logLevel: 'error' }, desktopConfig));
  }
  results.sort((a, b) => a.lhr.categories.performance.score - b.lhr.categories.performance.score);
  const { lhr, report } = results[Math.floor(results.length / 2)];
  const folder = join(project, 'target', 'lighthouse');
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'report.html'), report);
  for (const { title, score, auditRefs } of Object.values(lhr.categories)) {
    console.log(`${String(Math.round(score * 100)).padStart(4)}  ${title}`);
    if (score < 1) {
      failed = true;
      for (const { id, weight } of auditRefs) {
        const audit = lhr.audits[id];
        if (weight > 0 && audit.score !== null && audit.score < 1) console.log(`        ${audit.title}: ${audit.displayValue ?? audit.score}`);
      }
    }
  }
  for (const id of ['first-contentful-paint', 'largest-contentful-paint', 'total-blocking-time', 'cumulative-layout-shift', 'speed-index', 'total-byte-weight']) {
    console.log(`      ${lhr.audits[id].title}: ${lhr.audits[id].displayValue}`);
  }
  console.log(`Lighthouse ${lhr.lighthouseVersion}; the report is target/lighthouse/report.html`);
} finally {
  await chrome.kill();
  await server.close();
}
if (failed) process.exitCode = 1;
