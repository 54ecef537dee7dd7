// Strict hosts: content security policies, frames and sandboxes, a sub-folder, and a start without the server. What is
// expected of each was tried in Chromium before, apart from this page.
import assert from 'node:assert/strict';
import { cp, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { chromium } from 'playwright-core';
import { writeOffline } from '../scripts/build/offline.mjs';
import { POLICY } from '../scripts/build/policy.mjs';
import { serve } from '../scripts/serve.mjs';
import { BROWSER, dist, eventually } from './support.mjs';

const LIGHTEST = [6788, 'cache-08'];

/** The folder on a server with headers of its own; `work` gets a page that is not loaded yet, and what it complains of. */
async function on(headers, work, { base = '/', dir = dist } = {}) {
  const server = await serve({ dir, base, more: headers });
  const context = await browser.newContext();
  const page = await context.newPage();
  page.setDefaultTimeout(30_000);
  const problems = [];
  page.on('console', message => { if (['error', 'warning'].includes(message.type())) problems.push(message.text()); });
  page.on('pageerror', error => problems.push(error.message));
  try {
    await work(page, server, problems, context);
  } finally {
    await context.close();
    await server.close();
  }
}

/** What the browser allows where the page stands. */
const allowed = frame => frame.evaluate(async () => {
  const tried = work => {
    try {
      work();
      return 'ok';
    } catch (error) {
      return error.name;
    }
  };
  return {
    storage: tried(() => localStorage.length),
    worker: tried(() => new Worker(new URL('worker.js?js=a.js&wasm=a.wasm', document.baseURI), { type: 'module' }).terminate()),
    address: tried(() => history.replaceState(null, '', location.href)),
  };
});
const ALL = { storage: 'ok', worker: 'ok', address: 'ok' };

const running = frame => frame.locator('html[data-app="running"]').waitFor();

/** The page answers: it adds a node, and undoes it. */
async function edits(frame) {
  // By keyboard: in a frame of another process a slow machine may move the place before the pointer is there.
  await frame.getByRole('button', { name: 'Add', exact: true }).first().press('Enter');
  await frame.locator('[aria-label="Name of cache-09"]').first().waitFor();
  await frame.locator('.history-step').nth(1).waitFor();
  await frame.getByRole('button', { name: /^Undo/ }).first().press('Enter');
  await frame.locator(`#fleet-table tr:has([aria-label="Name of ${LIGHTEST[1]}"]) [data-figure="keys"]`).getByText(LIGHTEST[0].toLocaleString('en-US')).waitFor();
}

/** A page of another origin with the page in a frame. */
async function framed(sandbox, headers, work) {
  const folder = await mkdtemp(join(tmpdir(), 'ringscope-host-'));
  const host = await serve({ dir: folder });
  try {
    await on(headers, async (page, server, problems, context) => {
      const attribute = sandbox === null ? '' : ` sandbox="${sandbox}"`;
      await writeFile(join(folder, 'index.html'),
        `<!doctype html><title>Host</title><link rel="icon" href="data:,"><iframe title="figure" width="1000" height="900" src="${server.url}?v=1"${attribute}></iframe>`);
      await page.goto(host.url);
      const frame = await (await page.waitForSelector('iframe')).contentFrame();
      await work(frame, problems, context);
    });
  } finally {
    await host.close();
    await rm(folder, { recursive: true });
  }
}

let browser;
before(async () => { browser = await chromium.launch(BROWSER); });
after(() => browser.close());

describe('policies', () => {
  test('README states the policy of the release', async () => {
    assert.ok((await readFile(new URL('../README.md', import.meta.url), 'utf8')).includes(POLICY));
  });
  test('none', () => on({}, async (page, server, problems) => {
    await page.goto(server.url);
    await running(page);
    assert.deepEqual(await allowed(page), ALL);
    await edits(page);
    assert.deepEqual(problems, []);
  }));
  test('the one that README states, in a sub-folder', () => on({ 'Content-Security-Policy': POLICY }, async (page, server, problems) => {
    await page.goto(server.url);
    await running(page);
    assert.deepEqual(await allowed(page), ALL);
    await edits(page);
    // Figures with text that plotters measures.
    await page.getByRole('button', { name: 'Lab', exact: true }).click();
    await page.locator('.plate canvas').first().waitFor();
    assert.deepEqual(problems, []);
  }, { base: '/docs/ringscope/' }));
  test('the same without style-src-attr: all but the measuring of text', () => on({ 'Content-Security-Policy': POLICY.replace(/style-src-attr [^;]*; /, '') }, async (page, server, problems) => {
    await page.goto(server.url);
    await running(page);
    await edits(page);
    // Our own code sets no style attribute: nothing was refused.
    assert.deepEqual(problems, []);
  }));
  test("script-src 'self' alone forbids WebAssembly, and the page says so", () => on({ 'Content-Security-Policy': "script-src 'self'" }, async (page, server) => {
    await page.goto(server.url);
    await page.locator('html[data-app="failed"]').waitFor();
    assert.match(await page.getByRole('alert').innerText(), /content security policy[^]*'wasm-unsafe-eval'/);
  }));
});

describe('frames of another origin', () => {
  test('without a sandbox: everything', () => framed(null, {}, async (frame, problems) => {
    await running(frame);
    assert.deepEqual(await allowed(frame), ALL);
    await edits(frame);
    assert.deepEqual(problems, []);
  }));
  test('sandbox="allow-scripts", from a server that lets every origin read: all but storage and workers', () => framed('allow-scripts', {}, async frame => {
    await running(frame);
    assert.deepEqual(await allowed(frame), { storage: 'SecurityError', worker: 'SecurityError', address: 'ok' });
    await edits(frame);
    // What a worker would do is done in slices.
    await frame.getByRole('spinbutton', { name: 'Number of keys', exact: true }).press('Enter');
    const number = frame.getByRole('dialog', { name: 'Number of keys', exact: true }).getByRole('textbox');
    await number.fill('1000000');
    await number.press('Enter');
    await frame.locator('caption:has-text("1,000,000 keys in all")').waitFor({ state: 'attached' });
    // A picture can be read back, though the frame has no origin.
    assert.match(await frame.evaluate(async () => {
      const image = new Image();
      image.src = `data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg" width="2" height="2"/>')}`;
      await image.decode();
      const canvas = document.createElement('canvas');
      canvas.getContext('2d').drawImage(image, 0, 0);
      return canvas.toDataURL();
    }), /^data:image\/png/);
  }));
  test('sandbox="allow-scripts", from a server that does not: index.html says why it cannot start', () => framed('allow-scripts', { 'Access-Control-Allow-Origin': null }, async frame => {
    await frame.locator('#boot-hint').waitFor();
    assert.equal(await frame.locator('html[data-app]').count(), 0);
    assert.match(await frame.locator('#boot-hint').innerText(), /sandboxed frame[^]*Access-Control-Allow-Origin: \*/);
  }));
  test('sandbox="allow-scripts allow-same-origin": everything', () => framed('allow-scripts allow-same-origin', {}, async (frame, problems) => {
    await running(frame);
    assert.deepEqual(await allowed(frame), ALL);
    await edits(frame);
    assert.deepEqual(problems, []);
  }));
});

describe('a start without the server', () => {
  let folder;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'ringscope-offline-'));
    await cp(dist, folder, { recursive: true });
    // A preview has no such list yet.
    if (!(await readFile(join(folder, 'index.html'), 'utf8')).includes('data-offline')) await writeOffline(folder);
  });
  after(() => rm(folder, { recursive: true }));

  const caches = page => page.evaluate(() => globalThis.caches.keys());
  const active = page => page.evaluate(async () => { await navigator.serviceWorker.ready; });

  test('the second visit needs none; a new build takes the place of the old one', async () => {
    const base = '/docs/ringscope/';
    let server = await serve({ dir: folder, base });
    const { port } = server;
    const context = await browser.newContext();
    try {
      const first = await context.newPage();
      await first.goto(`${server.url}?v=1`);
      await running(first);
      await active(first);
      const names = await caches(first);
      assert.equal(names.length, 1);
      assert.match(names[0], /^ringscope \/docs\/ringscope\/ [0-9a-f]{16}$/);
      const kept = await first.evaluate(async name => (await (await globalThis.caches.open(name)).keys()).map(one => one.url), names[0]);
      const all = (await readdir(folder, { recursive: true })).length;
      assert.ok(kept.length > 20 && kept.length < all && kept.every(url => url.startsWith(server.url)), kept.join('\n'));
      await first.close();
      await server.close();

      const second = await context.newPage();
      await second.goto(`http://127.0.0.1:${port}${base}?v=1&nodes=left,right`);
      await running(second);
      assert.equal(await second.locator('#fleet-table [aria-label="Name of left"]').count(), 1);
      // Only this page: what else lies on the server is not there.
      assert.equal(await second.evaluate(() => fetch('/elsewhere.txt').then(() => 'there', error => error.name)), 'TypeError');

      // A new build: another script, and so another version.
      const boot = join(folder, 'boot.js');
      await writeFile(boot, `${await readFile(boot, 'utf8')}\nglobalThis.isNewBuild = true;\n`);
      await cp(join(dist, 'offline.js'), join(folder, 'offline.js'));
      const offline = await readFile(join(folder, 'offline.js'), 'utf8');
      await writeFile(join(folder, 'offline.js'), offline
        .replace(/const VERSION = '[^']*'/, "const VERSION = 'none'").replace(/const FILES = \[[^\]]*\]/, 'const FILES = []'));
      const html = await readFile(join(folder, 'index.html'), 'utf8');
      await writeFile(join(folder, 'index.html'), html.replace('data-offline ', ''));
      await writeOffline(folder);
      server = await serve({ dir: folder, base, port });
      assert.equal(server.port, port);
      await second.goto(`${server.url}?v=1`);
      await running(second);
      assert.equal(await second.evaluate(() => globalThis.isNewBuild), true, 'the new build shows at once');
      await second.evaluate(async () => { await (await navigator.serviceWorker.ready).update(); });
      await eventually(second, async () => (await caches(second)).length, 2, 30_000);
      await second.close();
      // Beside the folder, so that no page of the old build is left.
      const third = await context.newPage();
      await third.goto(`http://127.0.0.1:${port}/`);
      await eventually(third, async () => (await caches(third)).filter(name => name !== names[0]).length, 1, 30_000);
      await eventually(third, async () => (await caches(third)).includes(names[0]), false, 30_000);
    } finally {
      await context.close();
      await server.close();
    }
  });

  test('a version that is pinned below it stays what it is', async () => {
    const site = await mkdtemp(join(tmpdir(), 'ringscope-site-'));
    // As docs/publishing.md lays them: the newest release, and an older one in a folder below it.
    await cp(folder, site, { recursive: true });
    await cp(folder, join(site, 'v0.1.0'), { recursive: true });
    const boot = join(site, 'v0.1.0', 'boot.js');
    await writeFile(boot, `${await readFile(boot, 'utf8')}\nglobalThis.isPinned = true;\n`);
    const server = await serve({ dir: site });
    const context = await browser.newContext();
    try {
      const newest = await context.newPage();
      await newest.goto(server.url);
      await running(newest);
      await active(newest);
      // From here on the newest release's worker answers for the whole site.
      const page = await context.newPage();
      await page.goto(`${server.url}v0.1.0/?v=1&nodes=left,right`);
      await running(page);
      assert.equal(await page.evaluate(() => globalThis.isPinned), true);
      await page.locator('header').getByRole('button', { name: 'Share' }).click();
      const dialog = page.getByRole('dialog', { name: 'Share what is on show' });
      const choice = dialog.getByRole('combobox', { name: 'For' });
      for (const place of await choice.locator('option').allInnerTexts()) {
        await choice.selectOption(place);
        const text = await dialog.getByRole('textbox', { name: 'Text for the page' }).inputValue();
        const addresses = text.match(/http:[^"'\]? ]+/g);
        assert.ok(addresses.length > 0 && addresses.every(one => one.startsWith(`${server.url}v0.1.0/`)), text);
      }
      const preview = await (await page.waitForSelector('.share-preview iframe')).contentFrame();
      await running(preview);
      assert.equal(await preview.evaluate(() => globalThis.isPinned), true);
      assert.deepEqual((await caches(page)).map(name => name.split(' ')[1]).sort().slice(0, 1), ['/']);
    } finally {
      await context.close();
      await server.close();
      await rm(site, { recursive: true });
    }
  });

  test('never from within a frame', async () => {
    const server = await serve({ dir: folder });
    const hostFolder = await mkdtemp(join(tmpdir(), 'ringscope-host-'));
    await writeFile(join(hostFolder, 'index.html'), `<!doctype html><title>Host</title><iframe title="figure" src="${server.url}"></iframe>`);
    const host = await serve({ dir: hostFolder });
    const context = await browser.newContext();
    try {
      const page = await context.newPage();
      await page.goto(host.url);
      const frame = await (await page.waitForSelector('iframe')).contentFrame();
      await running(frame);
      await frame.evaluate(() => new Promise(done => { requestIdleCallback(() => setTimeout(done, 200)); }));
      assert.equal(await frame.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length), 0);
    } finally {
      await context.close();
      await server.close();
      await host.close();
      await rm(hostFolder, { recursive: true });
    }
  });
});
