// What figures cost the page around them: bytes, time and memory, of one and of three on a page of another origin. In
// docs/embedding.md.
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { serve } from '../serve.mjs';
import { table } from './markdown.mjs';

const RUNS = 5;
const TITLE = 'A figure in a page: what it costs';
const median = values => values.sort((a, b) => a - b)[values.length >> 1];
const kb = bytes => (bytes / 1_000).toFixed(0);
const mb = bytes => (bytes / 1_000_000).toFixed(1);

async function hosted(html) {
  const server = createServer((request, response) => {
    response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' });
    response.end(html);
  });
  await new Promise(done => server.listen(0, '127.0.0.1', done));
  return { url: `http://127.0.0.1:${server.address().port}/`, close: () => new Promise(done => { server.close(done); server.closeAllConnections(); }) };
}

/** One visit in a browser profile of its own, so that nothing is cached. */
async function visit(browser, url, count) {
  const context = await browser.newContext({ viewport: { width: 800, height: 2_400 } });
  // A module says its memory only to who started it.
  await context.addInitScript(() => {
    for (const name of ['instantiate', 'instantiateStreaming']) {
      const start = WebAssembly[name].bind(WebAssembly);
      WebAssembly[name] = async (...all) => {
        const made = await start(...all);
        globalThis.wasmMemory = (made.instance ?? made).exports.memory;
        return made;
      };
    }
  });
  const page = await context.newPage();
  const bytes = [];
  page.on('requestfinished', request => {
    if (!request.url().startsWith(url)) bytes.push(request.sizes().then(sizes => sizes.responseBodySize));
  });
  await page.goto(url);
  const shown = await page.evaluate(count => new Promise(done => {
    // The second frame after a figure is ready has its picture.
    const look = () => (globalThis.ready >= count
      ? requestAnimationFrame(() => requestAnimationFrame(() => done(performance.now())))
      : requestAnimationFrame(look));
    look();
  }), count);
  const memory = await Promise.all(page.frames().slice(1).map(frame => frame.evaluate(() => globalThis.wasmMemory.buffer.byteLength)));
  const sum = values => values.reduce((all, one) => all + one, 0);
  const result = { bytes: sum(await Promise.all(bytes)), shown, memory: sum(memory) };
  await context.close();
  return result;
}

/** Makes the table, if it is wanted. */
export async function embed({ browser, dir, wanted, say }) {
  if (!wanted(TITLE)) return;
  const app = await serve({ dir });
  const rows = [];
  for (const count of [1, 3]) {
    const figures = Array.from({ length: count }, (_, at) => `<ring-scope vn="${40 * (at + 1)}"></ring-scope>`).join('');
    const host = await hosted(`<!doctype html><title>A host</title>
<script>ready = 0; addEventListener('message', event => { ready += event.data.type === 'ready'; });</script>
<script src="${app.url}embed.js" async></script>${figures}`);
    const visits = [];
    for (let run = 0; run < RUNS; run += 1) visits.push(await visit(browser, host.url, count));
    const of = part => median(visits.map(one => one[part]));
    rows.push([count === 1 ? 'one figure' : 'three figures', kb(of('bytes')), of('shown').toFixed(0), mb(of('memory'))]);
    await host.close();
  }
  await app.close();
  const head = ['', 'over the wire, kB (brotli)', 'all pictures shown, ms', 'memory of the module, MB'];
  // Only a release has its policy in the page.
  const isRelease = (await readFile(join(dir, 'index.html'), 'utf8')).includes('Content-Security-Policy');
  const which = isRelease ? 'The release build.' : 'A build by `make preview`, which is larger and slower than the release.';
  await say({ path: 'docs/embedding.md', section: 'embed', title: TITLE, text: `${table(head, rows)}\n\n${which}` });
}
