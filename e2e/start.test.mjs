// The page's start, and what it says when it cannot start or stops.
import assert from 'node:assert/strict';
import { copyFile, cp, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { after, before, describe, test } from 'node:test';
import { axe, dist, startStage } from './support.mjs';

const fileIn = async (folder, pattern) => {
  const name = (await readdir(folder)).find(found => pattern.test(found));
  assert.ok(name, `no file like ${pattern} in ${folder}`);
  return join(folder, name);
};
const panic = (page, message) => page.evaluate(detail => {
  dispatchEvent(new CustomEvent('ringscope-panic', { detail }));
}, message);

for (const base of ['/', '/docs/ringscope/']) {
  describe(`served at ${base}`, () => {
    let stage;
    before(async () => { stage = await startStage({ base }); });
    after(() => stage.close());

    test('starts under the strict policy with an empty console', async () => {
      const { page, context, consoleProblems } = await stage.openPage();
      const policy = await page.locator('meta[http-equiv="Content-Security-Policy"]').getAttribute('content');
      assert.match(policy, /default-src 'none'; script-src 'self' 'wasm-unsafe-eval';/);
      assert.equal(await page.title(), 'Ringscope – consistent hashing, live');
      assert.equal(await page.locator('#boot').count(), 0, 'the starting text is gone');
      assert.notEqual((await page.locator('#app').innerText()).trim(), '');
      // What the browser has to say of what was loaded it says after the load event only.
      await page.waitForLoadState('networkidle');
      assert.deepEqual(consoleProblems, []);
      await context.close();
    });

    test('the policy stops an inline script', async () => {
      const { page, context, consoleProblems } = await stage.openPage();
      const ran = await page.evaluate(() => {
        const script = document.createElement('script');
        script.textContent = 'globalThis.ranInline = true';
        document.head.append(script);
        return globalThis.ranInline === true;
      });
      assert.equal(ran, false);
      assert.match(consoleProblems.join('\n'), /Content Security Policy/);
      await context.close();
    });
  });
}

describe('while the module is on its way', () => {
  let stage;
  before(async () => { stage = await startStage(); });
  after(() => stage.close());

  for (const [where, query, isFigure] of [['the page', '', false], ['a figure', 'embed=1', true]]) {
    test(`${where} says what it is, and what may be wrong only when it takes long`, async () => {
      let arrive;
      const there = new Promise(resolve => { arrive = resolve; });
      const { page, context, consoleProblems } = await stage.openPage({
        query, until: null, width: 390,
        prepare: context => context.route('**/*_bg.wasm', async route => { await there; await route.continue(); }),
      });
      await page.locator('#boot-status').waitFor();
      assert.equal(await page.getByRole('heading', { level: 1 }).count(), isFigure ? 0 : 1);
      assert.equal(await page.locator('#boot-hint').isVisible(), false);
      if (!isFigure) assert.deepEqual(await axe(page), []);
      await page.locator('#boot-hint').waitFor();
      assert.equal(await page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth), false);
      arrive();
      await page.locator('html[data-app="running"]').waitFor();
      assert.equal(await page.locator('#boot').count(), 0);
      assert.deepEqual(consoleProblems, []);
      await context.close();
    });
  }
});

describe('what goes wrong is said in words', () => {
  let stage;
  before(async () => { stage = await startStage(); });
  after(() => stage.close());

  const failure = async (options, words) => {
    const { page, context } = await stage.openPage({ until: 'failed', ...options });
    const alert = page.getByRole('alert');
    for (const pattern of words) assert.match(await alert.innerText(), pattern);
    assert.equal(await page.getByRole('heading', { level: 1 }).innerText(), 'Ringscope could not start');
    assert.deepEqual(await axe(page), []);
    await context.close();
  };

  test('without WebAssembly', () => failure({
    prepare: context => context.addInitScript(() => { delete globalThis.WebAssembly; }),
  }, [/no WebAssembly/]));

  test('the wasm file is not there', () => failure({
    colorScheme: 'dark',
    prepare: context => context.route('**/*.wasm', route => route.fulfill({ status: 404, body: 'Not found.' })),
  }, [/WebAssembly file could not be loaded/, /404/]));

  test('the connection drops on the wasm file', () => failure({
    prepare: context => context.route('**/*.wasm', route => route.abort()),
  }, [/WebAssembly file could not be loaded/, /connection failed/]));

  test('the wasm file is one that this browser cannot compile', () => failure({
    prepare: context => context.route('**/*.wasm', route => route.fulfill({ contentType: 'application/wasm', body: 'not wasm' })),
  }, [/too old/]));

  test('without vector instructions', () => failure({
    prepare: context => context.addInitScript(() => { WebAssembly.validate = () => false; }),
  }, [/too old/, /vector instructions/, /Safari 16\.4/]));

  test('the script beside it is not there', () => failure({
    prepare: context => context.route('**/ringscope-*.js', route => route.fulfill({ status: 404, body: 'Not found.' })),
  }, [/A part of the page could not be loaded/]));

  test('an exception at start, with a way out of a scenario that causes it', async () => {
    const { page, context } = await stage.openPage({
      until: 'failed',
      query: 'v=1&n=3',
      prepare: each => each.route('**/ringscope-*.js', route => route.fulfill({
        contentType: 'text/javascript',
        body: 'export default async () => {}; export function mount() { throw new Error("index out of range"); }',
      })),
    });
    assert.match(await page.getByRole('alert').innerText(), /stopped with an error while it was starting: index out of range/);
    assert.equal(await page.getByRole('link', { name: /start without the scenario/i }).getAttribute('href'), '/');
    await context.close();
  });

  test('a panic shows the message and the link, and the keyboard is where it helps', async () => {
    for (const colorScheme of ['light', 'dark']) {
      const { page, context } = await stage.openPage({ colorScheme, width: 390, height: 844, query: 'v=1' });
      await panic(page, 'index out of bounds: the len is 8 but the index is 8');
      const alert = page.getByRole('alert');
      await alert.waitFor();
      assert.match(await alert.innerText(), /index out of bounds/);
      const href = await page.getByRole('link', { name: 'link to this scenario' }).getAttribute('href');
      assert.equal(href, page.url());
      assert.equal(await page.evaluate(() => document.activeElement.textContent), 'Reload');
      assert.equal(await page.locator('#app').evaluate(element => element.inert), true);
      assert.deepEqual(await axe(page), []);

      await panic(page, 'an echo of the first');
      assert.equal(await alert.count(), 1);
      assert.doesNotMatch(await alert.innerText(), /echo/);

      await page.keyboard.press('Enter');
      await page.locator('html[data-app="running"]').waitFor();
      assert.equal(await alert.count(), 0);
      await context.close();
    }
  });

  test('a fault that reaches no panic hook is shown too', async () => {
    const { page, context } = await stage.openPage();
    await page.evaluate(() => {
      queueMicrotask(() => { throw new WebAssembly.RuntimeError('unreachable executed'); });
    });
    await page.getByRole('alert').waitFor();
    assert.match(await page.getByRole('alert').innerText(), /unreachable executed/);
    await context.close();
  });

  test('without JavaScript', async () => {
    const { page, context } = await stage.openPage({ until: null, context: { javaScriptEnabled: false } });
    assert.match(await page.locator('body').innerText(), /JavaScript is switched off here/);
    await context.close();
  });
});

describe('the theme', () => {
  let stage;
  before(async () => { stage = await startStage(); });
  after(() => stage.close());

  const themeWith = async script => {
    const { page, context, consoleProblems } = await stage.openPage({ prepare: each => each.addInitScript(script) });
    const theme = await page.evaluate(() => document.documentElement.dataset.theme ?? null);
    assert.deepEqual(consoleProblems, []);
    await context.close();
    return theme;
  };

  test('is the one that was chosen', async () => {
    assert.equal(await themeWith(() => localStorage.setItem('ringscope-theme', 'dark')), 'dark');
  });
  test("is the system's where nothing sensible was chosen", async () => {
    assert.equal(await themeWith(() => localStorage.setItem('ringscope-theme', 'purple')), null);
  });
  test("is the system's where storage throws", async () => {
    assert.equal(await themeWith(() => {
      Object.defineProperty(globalThis, 'localStorage', { get() { throw new DOMException('denied', 'SecurityError'); } });
    }), null);
  });
});

test('importing the module without a document mounts nothing', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'ringscope-'));
  try {
    // Node takes .js for a module only beside a package.json that says so.
    await writeFile(join(folder, 'package.json'), '{ "type": "module" }');
    await copyFile(await fileIn(dist, /^ringscope-.*\.js$/), join(folder, 'ringscope.js'));
    await cp(join(dist, 'snippets'), join(folder, 'snippets'), { recursive: true }).catch(error => {
      if (error.code !== 'ENOENT') throw error; // there are none in every build
    });
    const app = await import(pathToFileURL(join(folder, 'ringscope.js')).href);
    await app.default({ module_or_path: await readFile(await fileIn(dist, /^ringscope-.*_bg\.wasm$/)) });
    assert.equal(typeof app.mount, 'function');
    assert.equal(globalThis.document, undefined);
  } finally {
    await rm(folder, { recursive: true });
  }
});
