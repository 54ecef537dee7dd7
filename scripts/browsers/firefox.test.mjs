// Firefox: the first paint, an edit, what can be saved, and the page in a frame. Driven by puppeteer-core over WebDriver
// BiDi, which needs no other driver.
import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { after, before, describe, test } from 'node:test';
import puppeteer from 'puppeteer-core';
import { serve } from '../serve.mjs';

const project = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
const dist = process.env.RINGSCOPE_DIST ?? join(project, 'dist');

describe('Firefox', () => {
  let server;
  let browser;
  before(async () => {
    server = await serve({ dir: dist });
    browser = await puppeteer.launch({ browser: 'firefox', executablePath: process.env.FIREFOX ?? '/usr/bin/firefox-esr', headless: true });
    console.log(`# ${await browser.version()}`);
  });
  after(async () => {
    await browser?.close();
    await server.close();
  });

  const opened = async url => {
    const page = await browser.newPage();
    const problems = [];
    page.on('pageerror', error => problems.push(error.message));
    page.on('console', message => { if (message.type() === 'error') problems.push(message.text()); });
    await page.setViewport({ width: 1440, height: 900 });
    await page.goto(url);
    return { page, problems };
  };
  const running = frame => frame.waitForSelector('html[data-app="running"]', { timeout: 30_000 });
  const keysOf = (frame, name) => frame.$eval(`#fleet-table tr:has([aria-label="Name of ${name}"]) [data-figure="keys"]`, cell => cell.textContent);

  /** The picture has colours of its own, and not one. */
  const isDrawn = frame => frame.waitForFunction(() => {
    const canvas = document.querySelector('.picture-canvas');
    const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
    const colours = new Set();
    for (let at = 0; at < data.length; at += 404) colours.add(`${data[at]} ${data[at + 1]} ${data[at + 2]}`);
    return colours.size > 20;
  }, { timeout: 30_000 });

  test('the first paint has its numbers and its picture', async () => {
    const { page, problems } = await opened(server.url);
    await running(page);
    assert.equal(await keysOf(page, 'cache-03'), '16,891');
    await isDrawn(page);
    assert.deepEqual(problems, []);
    await page.close();
  });

  test('an edit moves the keys that it moves elsewhere, and can be undone', async () => {
    const { page, problems } = await opened(server.url);
    await running(page);
    await page.locator('::-p-aria([name="Add"][role="button"])').click();
    await page.waitForSelector('#fleet-table [aria-label="Name of cache-09"]');
    assert.equal(await keysOf(page, 'cache-09'), '4,944');
    await page.keyboard.down('Control');
    await page.keyboard.press('z');
    await page.keyboard.up('Control');
    await page.waitForFunction(() => !document.querySelector('#fleet-table [aria-label="Name of cache-09"]'));
    assert.equal(await keysOf(page, 'cache-08'), '6,788');
    assert.deepEqual(problems, []);
    await page.close();
  });

  test('a picture becomes a PNG of twice its size', async () => {
    const { page, problems } = await opened(server.url);
    await running(page);
    await isDrawn(page);
    // The link that would save it is caught: what it holds is what counts.
    await page.evaluate(() => {
      globalThis.saved = [];
      HTMLElement.prototype.click = function click() { globalThis.saved.push([this.getAttribute('download'), this.getAttribute('href')]); };
    });
    await (await page.$('summary[aria-label="Save the picture"]')).press('Enter');
    await (await page.waitForSelector('.picture-save .save-entry')).press('Enter');
    await page.waitForFunction(() => globalThis.saved.length > 0, { timeout: 30_000 });
    const [name, width, stage] = await page.evaluate(async () => {
      const image = new Image();
      [, image.src] = globalThis.saved[0];
      await image.decode();
      return [globalThis.saved[0][0], image.naturalWidth, document.querySelector('.picture-canvas').clientWidth];
    });
    assert.deepEqual([name, width], ['ringscope-picture.png', 2 * (stage + 32)]);
    assert.deepEqual(problems, []);
    await page.close();
  });

  test('in a frame of another origin, sandboxed too', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'ringscope-firefox-'));
    const host = await serve({ dir: folder });
    try {
      for (const sandbox of ['', ' sandbox="allow-scripts"']) {
        await writeFile(join(folder, 'index.html'),
          `<!doctype html><title>Host</title><iframe title="figure" width="900" height="700" src="${server.url}?v=1&embed=1"${sandbox}></iframe>`);
        const { page } = await opened(host.url);
        const frame = await (await page.waitForSelector('iframe')).contentFrame();
        await running(frame);
        await isDrawn(frame);
        await page.close();
      }
    } finally {
      await host.close();
      await rm(folder, { recursive: true });
    }
  });

  test('the JavaScript interface places as everywhere', async () => {
    const { page } = await opened(server.url);
    const keys = await page.evaluate(async () => {
      const module = await import('./ringscope.js');
      await module.default();
      return module.place().loads.map(load => load.keys);
    });
    assert.deepEqual(keys, [10841, 16616, 16891, 9009, 11672, 13106, 15077, 6788]);
    await page.close();
  });

  test('embed.js makes a figure', async t => {
    const script = await readFile(join(dist, 'embed.js'), 'utf8').catch(() => null);
    if (script === null) {
      t.skip('this build has no embed.js');
      return;
    }
    const folder = await mkdtemp(join(tmpdir(), 'ringscope-firefox-'));
    const host = await serve({ dir: folder });
    try {
      await writeFile(join(folder, 'index.html'), `<!doctype html><title>Host</title>
<script type="module" src="${server.url}embed.js"></script><ring-scope nodes="a,b,c" vn="40"><a href="${server.url}">the figure</a></ring-scope>`);
      const { page } = await opened(host.url);
      const frame = await (await page.waitForSelector('ring-scope >>> iframe')).contentFrame();
      await running(frame);
      await page.close();
    } finally {
      await host.close();
      await rm(folder, { recursive: true });
    }
  });
});
