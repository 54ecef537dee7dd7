// How long a change takes until it is on screen, in the release build, in headless Chromium: 100 nodes of 160 virtual
// nodes, 100,000 keys. From the press to the end of the frame that shows it. Prints medians; asserts nothing.
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
await page.goto(`${server.url}?v=1&nodes=${nodes}`);
await page.waitForSelector('html[data-app="running"]');

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
console.log(`In the browser, 100 nodes of 160 virtual nodes, 100,000 keys, median of ${RUNS}:`);
console.table(table);
await browser.close();
await server.close();
