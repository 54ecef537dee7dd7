// Configurations of real systems, pasted: read line by line by a module that is fetched for it, used as one step, pasted
// again after an edit. Owners are those recorded from the running systems (crates/placement/tests/vectors).
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Explorer, journeys } from './page.mjs';
import { startStage } from './support.mjs';

const HUNDRED = 'v=1&n=100';
const MODULE = /configuration-module-[0-9a-f]{16}(_bg\.wasm|\.js)/;

/** A HAProxy backend with these servers, each a number. */
const backend = (servers, { ids = false } = {}) => [
  'backend cache',
  '    balance hash path',
  '    hash-type consistent',
  ...servers.map(one => `    server cache-0${one} 10.0.0.${one}:80${ids ? ` id ${one}` : ''}`),
].join('\n');
const EIGHT = [1, 2, 3, 4, 5, 6, 7, 8];
const pool = hash => [
  'alpha:',
  '  listen: 127.0.0.1:22121',
  ...(hash ? [`  hash: ${hash}`] : []),
  '  distribution: ketama',
  '  servers:',
  ...EIGHT.map(one => `   - cache-0${one}:11211:1`),
].join('\n');

/** The dialog, and what a reader does in it. */
class Dialog {
  constructor(app) {
    this.app = app;
    this.box = app.page.getByRole('dialog', { name: 'Paste a configuration', exact: true });
    this.field = this.box.getByRole('textbox', { name: 'Configuration', exact: true });
    this.told = this.box.getByRole('status');
    this.table = this.box.getByRole('grid', { name: 'Line by line' });
    this.button = name => this.box.getByRole('button', { name, exact: true });
    this.file = this.box.getByLabel('Read a file');
  }

  static async open(app, where = app.settings) {
    await where.getByRole('button', { name: 'Paste a configuration' }).click();
    return new Dialog(app);
  }

  says = (pattern, patience) => this.app.until(() => this.told.innerText().then(text => text.replaceAll(/\n+/g, '\n')), pattern, patience);

  /** Rows of the report that are in the page: [number, text, what became of it]. */
  rows = () => this.table.locator('tbody tr.row').evaluateAll(rows => rows.map(row => [...row.cells].map(cell => cell.innerText.trim().replaceAll(/\s+/g, ' '))));

  async use() {
    await this.button('Use it').click();
    await this.box.waitFor({ state: 'detached' });
  }

  async fill(text, pattern) {
    await this.field.fill(text);
    await this.says(pattern);
  }
}

journeys('pasted configurations', journey => {
  journey('HAProxy: without the fourth line 62 of 100 keys move, 11 of them necessary; with ids 11', { query: HUNDRED }, async (app, { page }) => {
    const fetched = [];
    page.on('request', request => MODULE.test(request.url()) && fetched.push(request.url()));
    const first = await Dialog.open(app, app.settings);
    await app.until(() => fetched.length, 2);
    await first.says(/^Nothing there yet\.$/);
    assert.equal(await first.button('Use it').getAttribute('aria-disabled'), 'true');
    await first.fill(backend(EIGHT), /^HAProxy, consistent, backend cache: 8 servers; no line was left out\.$/);
    assert.deepEqual((await first.rows())[4], ['5', 'server cache-02 10.0.0.2:80', '✓read A server, “cache-02”, id 2, weight 1.']);
    await app.isAccessible();
    assert.equal(await app.query(), `?${HUNDRED}`);
    await first.use();
    // Recorded: haproxy_chash_default_n8.
    await app.shows({ keys: [14, 8, 16, 11, 15, 13, 11, 12], query: '?v=1&sys=haproxy-consistent&n=100', focused: 'Paste a configuration' });

    // The text that was used stands there again.
    const again = await Dialog.open(app);
    assert.equal(await again.field.inputValue(), backend(EIGHT));
    await again.fill(backend(EIGHT.toSpliced(3, 1)), /7 servers; no line was left out/);
    await again.use();
    await app.shows({ moved: 62 });
    await app.isAccessible();
    await app.undo.click();
    await app.shows({ keys: [14, 8, 16, 11, 15, 13, 11, 12] });

    const withIds = await Dialog.open(app);
    await withIds.fill(backend(EIGHT, { ids: true }), /8 servers, 1 setting; no line was left out/);
    await withIds.use();
    await app.shows({ keys: [14, 8, 16, 11, 15, 13, 11, 12], query: /haids=explicit/ });
    const without = await Dialog.open(app);
    await without.fill(backend(EIGHT.toSpliced(3, 1), { ids: true }), /7 servers, 1 setting/);
    await page.keyboard.press('Control+Enter');
    await without.box.waitFor({ state: 'detached' });
    await app.shows({ moved: 11 });
    assert.ok((await app.pairs()).every(([from]) => from === 'cache-04'));
    assert.equal(fetched.length, 2);
  });

  journey('HAProxy before and after an edit, on both sides of a migration', { query: HUNDRED }, async (app, { page }) => {
    await app.bar.getByRole('button', { name: 'Migrate' }).click();
    const [from, to] = [/^From: /, /^To: /].map(name => page.getByRole('region', { name }));
    const facts = () => page.getByRole('table', { name: /Keys that move and that stay/ }).getByRole('row')
      .evaluateAll(rows => rows.map(row => Number(row.cells[1].textContent.replaceAll(',', ''))));
    const before = await Dialog.open(app, from);
    await before.fill(backend(EIGHT), /: 8 servers; no line was left out\.$/);
    await before.use();
    const after = await Dialog.open(app, to);
    await after.says(/: 8 servers; no line was left out\.$/);
    await after.fill(backend(EIGHT.toSpliced(3, 1)), /: 7 servers; no line was left out\.$/);
    await after.use();
    // The same as where the line is deleted in the explorer.
    await app.until(facts, [62, 11, 51, 38]);
    await app.shows({ query: /^\?v=1&sys=haproxy-consistent&to=haproxy-consistent,/, sentence: /^62 of 100 keys move, / });
    await app.isAccessible();
    // Numbers of its own a server cannot have there.
    const other = await Dialog.open(app, to);
    await other.fill(backend(EIGHT, { ids: true }).replace('id 8', 'id 80'), /: 8 servers, /);
    await other.button('Use it').click();
    await other.says(/^Where a migration goes, servers have the ids of those that they are matched with/);
    await other.button('Cancel').click();
    await app.until(facts, [62, 11, 51, 38]);
  });

  journey('twemproxy from YAML: most keys on one server by default, and not with md5', { query: HUNDRED }, async app => {
    const dialog = await Dialog.open(app);
    await dialog.fill(pool(), /^twemproxy, ketama, pool alpha: 8 servers; 1 line ignored\.$/);
    await dialog.use();
    // Recorded: twemproxy_ketama_default_n8 and twemproxy_ketama_md5_n8.
    await app.until(() => app.keys().then(keys => keys.filter(Boolean)), [90, 10]);
    const again = await Dialog.open(app);
    await again.fill(pool('md5'), /8 servers, 1 setting; 1 line ignored/);
    await again.use();
    await app.shows({ keys: [15, 10, 11, 13, 11, 13, 16, 11], query: /twhash=md5/ });
    await app.undo.click();
    await app.until(() => app.keys().then(keys => keys.filter(Boolean)), [90, 10]);
  });

  journey('one of several is chosen, by hand or by format; what cannot be placed says why', { query: HUNDRED }, async app => {
    const dialog = await Dialog.open(app);
    const which = dialog.box.getByRole('combobox', { name: 'Which servers' });
    const format = dialog.box.getByRole('combobox', { name: 'Format' });
    await dialog.fill(
      `backend robin\n  balance roundrobin\n  server a 10.0.0.1:80\n${backend([1, 2])}\nbackend pages\n  balance uri\n  hash-balance-factor 150\n  server p 10.0.0.9:80 weight many\n  server q 10.0.0.9:80\n`,
      /^HAProxy, consistent, backend cache: 2 servers; 1 line could not be read\.$/,
    );
    await dialog.box.getByText('recognised as HAProxy').waitFor();
    assert.deepEqual(await which.locator('option').allInnerTexts(), ['backend robin: cannot be placed', 'backend cache: 2 servers', 'backend pages: 1 server']);
    await which.selectOption({ label: 'backend robin: cannot be placed' });
    await dialog.says(/^backend robin cannot be placed: balance roundrobin does not place by a hash of a key; 1 line could not be read\.$/);
    assert.equal(await dialog.button('Use it').getAttribute('aria-disabled'), 'true');
    await app.isAccessible();
    await which.selectOption({ label: 'backend pages: 1 server' });
    await dialog.says(/^HAProxy, map-based, backend pages: 1 server;/);

    await dialog.box.getByRole('checkbox', { name: 'Only what could not be read (1)' }).check();
    await app.until(() => dialog.rows().then(rows => rows.map(row => row[0])), ['12']);
    assert.match((await dialog.rows())[0][2], /^✕not read “many” is no weight/);

    await format.selectOption({ label: 'nginx' });
    await dialog.says(/^There are no servers in it; /);
    await format.selectOption({ label: 'as recognised' });
    await dialog.says(/^HAProxy, map-based, backend pages/);
    await dialog.button('Cancel').click();
    await app.shows({ query: `?${HUNDRED}`, focused: 'Paste a configuration' });
  });

  journey('a list that is a configuration says so, and so does a file that is dropped on the fleet', { query: HUNDRED }, async (app, { page }) => {
    await app.fleet.getByRole('button', { name: 'Paste a list' }).click();
    const list = page.getByRole('dialog', { name: 'Paste a fleet', exact: true });
    await list.getByRole('textbox', { name: 'Nodes' }).fill('upstream cache {\n  hash $uri consistent;\n  server 10.0.0.1:80 weight=2;\n  server 10.0.0.2:80 down;\n}\n');
    await list.getByText('This looks like an nginx configuration.').waitFor();
    await app.isAccessible();
    await list.getByRole('button', { name: 'Read it as one' }).click();
    const dialog = new Dialog(app);
    await dialog.says(/^nginx, hash consistent, upstream cache: 2 servers; no line was left out\.$/);
    await dialog.use();
    await app.shows({ query: '?v=1&sys=nginx-consistent&nodes=10.0.0.1:80*2@8,10.0.0.2:80!@9&n=100', focused: 'Paste a configuration' });

    await app.fleet.evaluate((target, text) => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([text], 'haproxy.cfg'));
      target.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
    }, backend([1, 2, 3]));
    await list.getByText('This looks like an HAProxy configuration.').waitFor();
    await list.getByRole('button', { name: 'Read it as one' }).click();
    await dialog.says(/backend cache: 3 servers/);
    await page.keyboard.press('Escape');
    await dialog.box.waitFor({ state: 'detached' });
  });

  journey('hostile text is text: markup as names, half a file, a megabyte, too much', {}, async (app, { page }) => {
    const dialog = await Dialog.open(app);
    const name = '<img/src=x/onerror=alert(1)>';
    await dialog.fill(`backend <script>alert(1)</script>\n  balance uri\n  hash-type consistent\n  server ${name} 10.0.0.1:80\n  server "half`, /backend <script>alert\(1\)<\/script>: 1 server; 1 line could not be read\.$/);
    await app.isAccessible();
    await dialog.use();
    assert.equal(await app.nameField(name).count(), 1);
    assert.equal(await page.locator('img, main script, dialog script').count(), 0);

    const again = await Dialog.open(app);
    const line = at => `  server web${at} 10.0.0.1:80 check\n`;
    // A megabyte; the last line ends the text, so that each of its lines and the heading are counted once.
    const many = `backend big\n  balance uri\n  hash-type consistent\n${Array.from({ length: 9_000 }, (_, at) => line(at)).join('')}`.padEnd(2 ** 20 - 1, '# and so on, to fill it up\n') + '\n';
    await again.file.setInputFiles({ name: 'haproxy.cfg', mimeType: 'text/plain', buffer: Buffer.from(many) });
    await again.says(/backend big: 9,000 servers/, 20_000);
    assert.ok(await again.table.locator('tbody tr.row').count() < 60, 'rows out of sight are not in the page');
    const rowCount = Number(await again.table.getAttribute('aria-rowcount'));
    assert.equal(rowCount, many.split('\n').length);
    await again.table.focus();
    await page.keyboard.press('End');
    await app.until(() => again.rows().then(rows => rows.at(-1)[0]), (rowCount - 1).toLocaleString('en-US'));
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowDown');
    await again.box.getByText('Line 2, read.').waitFor();
    await app.isAccessible();
    // What stood in the field before counts again.
    await again.button('Put it away').click();
    await again.says(/alert\(1\)<\/script>: 1 server/);
    await again.file.setInputFiles({ name: 'much.cfg', mimeType: 'text/plain', buffer: Buffer.from(`${many}#`) });
    await again.says(/^That is more than 1 MB of text\.$|^That is more than 50,000 lines\.$/, 20_000);
    await again.button('Cancel').click();
  });

  journey('on a telephone', { query: HUNDRED, width: 390, height: 844, context: { hasTouch: true, isMobile: true } }, async (app, { page }) => {
    const dialog = await Dialog.open(app);
    const bad = '    server bad 10.0.0.9:80 weight lots';
    await dialog.fill(`backend cache\n    balance uri\n    hash-type consistent\n${bad}\n    server a 10.0.0.1:80\n`, /Line 4 could not be read as a server and has no number: /);
    await dialog.fill(`${backend(EIGHT)}\n${bad}\n`, /8 servers; 1 line could not be read\.$/);
    const { x, width } = await dialog.box.boundingBox();
    assert.ok(x >= 0 && x + width <= 390, `${x} ${width}`);
    await app.isAccessible();
    assert.equal(await page.evaluate(() => {
      const box = document.querySelector('dialog[open]');
      return box.scrollWidth - box.clientWidth;
    }), 0);
    await dialog.table.getByText('lots').first().click();
    await dialog.box.getByText('Line 12, not read.').waitFor();
    await dialog.use();
    await app.shows({ keys: [14, 8, 16, 11, 15, 13, 11, 12] });
    assert.equal(await app.sideways(), 0);
    await app.isAccessible();
  });
});

// Its console tells of the requests that fail, so it is no journey.
test('what reads configurations does not come: it is said, and can be tried again', async () => {
  const stage = await startStage();
  try {
    const { page, consoleProblems } = await stage.openPage({ query: HUNDRED, reducedMotion: 'reduce' });
    await page.route(MODULE, route => route.abort());
    const app = new Explorer(page);
    const dialog = await Dialog.open(app);
    await dialog.box.getByRole('alert').getByText(/^What reads configurations did not come\. .+ could not be loaded: /).waitFor();
    await dialog.says(/^Nothing can be read without it\.$/);
    await app.isAccessible();
    await dialog.field.fill(backend(EIGHT));
    assert.equal(await dialog.button('Use it').getAttribute('aria-disabled'), 'true');
    assert.ok(consoleProblems.length > 0 && consoleProblems.every(one => /ERR_FAILED/.test(one)), consoleProblems.join('\n'));
    await page.unroute(MODULE);
    await dialog.button('Try again').click();
    await dialog.says(/^HAProxy, consistent, backend cache: 8 servers/);
    await dialog.use();
    await app.shows({ keys: [14, 8, 16, 11, 15, 13, 11, 12] });
  } finally {
    await stage.close();
  }
});
