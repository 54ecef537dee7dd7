// How long a change takes until it is on screen, in the release build, in headless Chromium: 100 nodes of 160 virtual
// nodes, 100,000 and 1,000,000 keys. From the press to the end of the frame that shows it. Then the lab's studies. Prints
// medians; asserts nothing.
import { createRequire } from 'node:module';
import { serve } from './serve.mjs';

const require = createRequire(import.meta.url);
const { chromium } = require('playwright-core');
const RUNS = 9;
const nodes = Array.from({ length: 100 }, (_, at) => `cache-${String(at + 1).padStart(3, '0')}`).join(',');

const server = await serve({ dir: process.env.RINGSCOPE_DIST ?? 'dist' });
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM || '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking',
    '--disable-component-update', '--disable-sync'],
});
const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });

/** Presses an element and waits for the frame that holds the change, and for that frame to be laid out and painted. */
async function time(selector) {
  return page.evaluate(async selector => {
    const frame = () => new Promise(resolve => requestAnimationFrame(resolve));
    await frame();
    const start = performance.now();
    document.querySelector(selector).click();
    const placed = performance.now();
    await frame();
    // A message that is sent while a frame is made arrives once it is done.
    await new Promise(resolve => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = resolve;
      port2.postMessage(null);
    });
    return { placed: placed - start, shown: performance.now() - start };
  }, selector);
}
/** People do not press again within a frame: what the page does when idle is done by then. */
const pause = () => page.waitForTimeout(700);
const median = values => values.sort((a, b) => a - b)[values.length >> 1];
const undo = '.top-actions .bar-button';
const changes = {
  'add a node': '.add-node button',
  'take a node down': '.row [role="switch"]',
  'remove a node': '.row [data-remove]',
  'add the finaliser': '.sentence input[type="checkbox"]',
};
for (const keys of [100_000, 1_000_000]) {
  await page.goto(`${server.url}?v=1&n=${keys}&nodes=${nodes}`);
  await page.waitForSelector('html[data-app="running"]');
  await pause();
  const table = [];
  for (const [change, selector] of Object.entries(changes)) {
    const times = [];
    for (let run = 0; run < RUNS; run += 1) {
      times.push(await time(selector));
      await pause();
      await time(undo);
      await pause();
    }
    table.push({
      change,
      'computed and in the page, ms': median(times.map(one => one.placed)).toFixed(1),
      'on screen, ms': median(times.map(one => one.shown)).toFixed(1),
    });
  }
  console.log(`In the browser, 100 nodes of 160 virtual nodes, ${keys.toLocaleString('en-US')} keys, median of ${RUNS}:`);
  console.table(table);
}

// The lab's studies from a press to their end: the balance of ten nodes over eight name sets is the long one.
const ten = Array.from({ length: 10 }, (_, at) => `node-${at}`).join(',');
const studies = [];
for (const [study, query] of [
  ['balance: 24 counts of virtual nodes x 8 name sets, 10 nodes, 300,000 keys; then 8 sets by every algorithm', 'balance'],
  ['movement: three changes by every algorithm, 10 nodes, 300,000 keys', 'movement'],
  ['advice: 120 %, also after a loss, 99 of 100', 'advice'],
  ['published figures', 'sources'],
]) {
  await page.goto(`${server.url}?v=1&hash=murmur3&n=300000&nodes=${ten}&lab=weights`);
  await page.waitForSelector('html[data-app="running"]');
  const took = await page.evaluate(async name => {
    const start = performance.now();
    [...document.querySelectorAll('.lab-section')].find(one => one.textContent === name).click();
    let sweep = null;
    let longest = 0;
    let last = start;
    for (;;) {
      await new Promise(resolve => requestAnimationFrame(resolve));
      const now = performance.now();
      longest = Math.max(longest, now - last);
      last = now;
      const words = document.querySelector('[data-figure="progress"]').textContent;
      const done = Number(words.replace(/^Done: /, '').split(' ')[0].replaceAll(',', ''));
      if (sweep === null && done >= 192) sweep = now - start;
      if (words.startsWith('Done')) return { all: now - start, sweep, longest };
    }
  }, { balance: 'Balance', movement: 'Movement', advice: 'How many virtual nodes?', sources: 'Published figures' }[query]);
  studies.push({
    study,
    'complete, s': (took.all / 1_000).toFixed(2),
    ...(query === 'balance' ? { 'sweep alone, s': (took.sweep / 1_000).toFixed(2) } : {}),
    'longest frame, ms': took.longest.toFixed(0),
  });
}
console.log('The lab in the browser, once each:');
console.table(studies);
await browser.close();
await server.close();
