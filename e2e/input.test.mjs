// What readers bring: fleets and lists of keys, pasted, dropped or read from a file. Two real incidents come out to the
// last key; what cannot be taken is said and does no harm.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { journeys } from './page.mjs';
import { counts, keys, names, ring } from './reference.mjs';

const cases = JSON.parse(readFileSync(new URL('../crates/placement/tests/data/cases.json', import.meta.url), 'utf8'));
const caseOf = id => cases.find(one => one.id === id);
const link = fields => `v=1&${new URLSearchParams(fields)}`;

/** A dialog of the page, with what a reader does in it. */
class Dialog {
  constructor(app, { name, field }) {
    this.app = app;
    this.box = app.page.getByRole('dialog', { name, exact: true });
    this.field = this.box.getByRole('textbox', { name: field, exact: true });
    this.told = this.box.getByRole('status');
    this.button = name => this.box.getByRole('button', { name, exact: true });
    this.file = this.box.getByLabel('Read a file');
  }

  /** As from the clipboard: in place of all that stands in the field. */
  async paste(text) {
    await this.field.selectText();
    await this.field.evaluate((field, text) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/plain', text);
      const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
      // What the page leaves to the browser, an event that is none of the reader's own does not do.
      if (field.dispatchEvent(event)) document.execCommand('insertText', false, text);
    }, text);
  }

  says = (pattern, patience) => this.app.until(() => this.told.innerText().then(text => text.replaceAll(/\n+/g, '\n')), pattern, patience);

  async take() {
    await this.button('Take').click();
    await this.box.waitFor({ state: 'detached', timeout: 20_000 });
  }
}

const fleetDialog = async app => {
  await app.fleet.getByRole('button', { name: 'Paste a list' }).click();
  return new Dialog(app, { name: 'Paste a fleet', field: 'Nodes' });
};
const keysDialog = async (app, button = 'Paste keys') => {
  if (!await app.settings.getByRole('button', { name: 'Less' }).isVisible()) await app.showMore();
  await app.settings.getByRole('button', { name: button }).click();
  return new Dialog(app, { name: 'Paste keys', field: 'Keys' });
};
const requests = app => app.fleet.locator('[data-figure="requests"]').allInnerTexts();

journeys('real input', journey => {
  for (const [id, query, list] of [
    ['skipper-1796', { hash: 'fnv1a32', label: '{node}', vn: 1 }, keys(100_000, 'sku-{i}', 1)],
    ['strava-7', { hash: 'crc32', label: '{i}{node}', vn: 20 }, keys(100_000, 'key-{i}')],
  ]) {
    journey(`${id} comes out to the last key`, { query: link(query) }, async app => {
      const one = caseOf(id);
      const fleet = await fleetDialog(app);
      await fleet.paste(one.nodes.join('\r\n'));
      await fleet.says(new RegExp(`^${one.nodes.length} nodes$`));
      await fleet.take();
      const pasted = await keysDialog(app);
      await pasted.paste(list.join('\n'));
      await pasted.says(/^100,000 keys$/);
      await pasted.take();
      // The nodes that went stand in the table while their change is on show; here the keys are others, too.
      await app.shows({ keys: one.counts, notes: /The list of 100,000 keys \(digest [0-9a-f]{8}\) is too long for a link/ });
      await app.isAccessible();
    });
  }

  journey('the fleet of now stands in the field; known names stay the same nodes', {}, async app => {
    const dialog = await fleetDialog(app);
    assert.equal(await dialog.field.inputValue(), `${names(8).join('\n')}\n`);
    await dialog.says(/^8 nodes$/);
    await app.isAccessible();
    await dialog.paste('# without four, one is heavy\ncache-08\n\ncache-02\t2\ncache-03*0.5\nspare weight=3\nspare\nlast 1001\n');
    await dialog.says(/^4 nodes, 2 lines left out\nLine 7: the same name stands on line 6\.\nLine 8: “1001” is no weight\./);
    await app.isAccessible();
    await dialog.take();
    const nodes = ['cache-08', 'cache-02', 'cache-03', 'spare'];
    const weights = { 'cache-02': 2, 'cache-03': 0.5, spare: 3 };
    await app.shows({
      query: '?v=1&nodes=cache-08@7%5E2,cache-02*2%5E0,cache-03*0.5%5E1,spare*3@8',
      notes: /^Pasted: 4 nodes, 2 lines left out\. Line 7: .* Line 8: /,
      focused: 'Paste a list',
    });
    const [before, after] = [ring(), ring({ nodes, weights })];
    assert.deepEqual((await app.keys()).filter(Boolean), counts(after, 4));
    await app.shows({ moved: before.filter((owner, key) => names(8)[owner] !== nodes[after[key]]).length });
    await app.undo.click();
    await app.shows({ keys: counts(ring()), query: '?v=1' });
  });

  journey('names of any kind are unharmed', {}, async (app, { page }) => {
    const dialog = await fleetDialog(app);
    const nodes = ['n'.repeat(300), 'שלום-1', '🦊-node', '<img src=x onerror=alert(1)>', 'cache-01'];
    await dialog.paste(nodes.join('\n'));
    await dialog.says(/^5 nodes$/);
    await dialog.take();
    for (const name of nodes) assert.equal(await app.nameField(name).count(), 1, name);
    assert.equal(await page.locator('img').count(), 0);
    assert.equal((await app.keys()).reduce((sum, one) => sum + one, 0), 100_000);
    assert.equal(await app.sideways(), 0);
    await app.isAccessible();
  });

  journey('one line is separated by commas; too many virtual nodes are refused in the dialog', {}, async app => {
    const dialog = await fleetDialog(app);
    await dialog.paste('a, b*1000, a');
    await dialog.says(/^2 nodes, 1 name left out\nName 3: it is the same as name 1\.$/);
    await dialog.paste(Array.from({ length: 30 }, (_, at) => `n${at} 1000`).join('\n'));
    await dialog.says(/^30 nodes$/);
    await dialog.button('Take').click();
    await dialog.says(/^That makes 4,800,000 virtual nodes in all; up to 4,000,000 can be placed\./);
    await dialog.button('Cancel').click();
    await app.shows({ keys: counts(ring()), focused: 'Paste a list' });
  });

  journey('nothing, and what is no text, cannot be taken; Escape leads back', {}, async (app, { page }) => {
    const dialog = await keysDialog(app);
    await dialog.says(/^Nothing there yet\.$/);
    assert.equal(await dialog.button('Take').getAttribute('aria-disabled'), 'true');
    await dialog.button('Take').click({ force: true });
    await dialog.paste('\n\n');
    await dialog.says(/^There is no key in that text/);
    await dialog.file.setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: Buffer.from([0x89, 0x50, 0, 1, 2, 0x0a, 0xff, 0xfe, 0x0a, 0, 0]) });
    await dialog.says(/^No line can be taken as a key\. Line 1: it has bytes that are no UTF-8 text\.$/);
    await dialog.paste('a\0b\nc\n');
    await dialog.says(/^1 key, 1 line left out\nLine 1: /);
    await app.isAccessible();
    await page.keyboard.press('Escape');
    await dialog.box.waitFor({ state: 'detached' });
    await app.shows({ keys: counts(ring()), focused: 'Paste keys' });
  });

  journey('requests stand beside keys, and travel in the link', {}, async (app, { page }) => {
    const list = keys(100);
    const asked = list.map((_, at) => (at === 7 ? 1_000_000 : at));
    const dialog = await keysDialog(app);
    await dialog.paste(`${list.map((key, at) => `${key}\t${asked[at]}`).join('\n')}\n\ntab\there\n`);
    await dialog.says(/^101 keys, 1,004,944 requests\n1 key keeps its tab, first on line 102: .*\n1 empty line skipped\.$/);
    await dialog.take();
    const owners = ring({ of: [...list, 'tab\there'] });
    const load = names(8).map((_, node) => owners.reduce((sum, owner, at) => sum + (owner === node ? asked[at] ?? 1 : 0), 0));
    await app.shows({ keys: counts(owners) });
    await app.until(async () => (await requests(app)).map(text => Number(text.replaceAll(',', ''))), load);
    const fair = load.map(one => (one * 8 / 1_004_944).toFixed(2));
    assert.deepEqual(await app.fleet.locator('[data-figure="requests-times-fair"]').allInnerTexts(), fair);
    await app.fleet.getByRole('columnheader', { name: 'keys requests' }).waitFor();
    await app.isAccessible();
    assert.equal(await app.sideways(), 0);

    // Read again from the address, which is all that a colleague gets.
    await app.shows({ query: /&list=user:0%090%0Auser:1%091%0A/ });
    await page.reload();
    await app.until(async () => (await requests(app)).map(text => Number(text.replaceAll(',', ''))), load);
    await app.settings.getByRole('button', { name: 'use a pattern' }).click();
    await app.shows({ keys: counts(ring()) });
    assert.deepEqual(await requests(app), []);
  });

  journey('a million lines are taken from the clipboard, and the first million of more', {}, async (app, { page }) => {
    const started = Date.now();
    const dialog = await keysDialog(app);
    await dialog.paste(keys(1_000_000).join('\n'));
    await dialog.says(/^1,000,000 keys$/, 20_000);
    await dialog.take();
    await app.until(async () => (await app.keys()).reduce((sum, one) => sum + one, 0), 1_000_000, 20_000);
    assert.ok(Date.now() - started < 20_000, `${Date.now() - started} ms`);
    const again = await keysDialog(app, 'paste others');
    await again.box.getByText('The list on show, 11.3 MB').waitFor();
    await again.file.setInputFiles({ name: 'more.txt', mimeType: 'text/plain', buffer: Buffer.from('k\n'.repeat(1_000_002)) });
    await again.says(/^1,000,000 keys\nThe first 1,000,000 keys are taken; 2 more are too many\.$/, 20_000);
    await app.isAccessible();
    await again.button('Put it away').click();
    await app.shows({ focused: 'Keys' });
    await again.says(/^Nothing there yet\.$/);
    await page.keyboard.press('Escape');
    await again.box.waitFor({ state: 'detached' });
  });

  journey('a file is dropped on the keys of the sentence; one above the limit is not read', {}, async (app, { page }) => {
    const drop = (selector, size) => page.locator(selector).evaluate((target, size) => {
      const dataTransfer = new DataTransfer();
      const file = new File([size ? new Uint8Array(size) : 'a\nb\nc\n'], 'keys.txt');
      dataTransfer.items.add(file);
      target.dispatchEvent(new DragEvent('dragover', { dataTransfer, bubbles: true, cancelable: true }));
      return target.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
    }, size);
    assert.equal(await drop('.key-fields'), false);
    const dialog = new Dialog(app, { name: 'Paste keys', field: 'Keys' });
    await dialog.says(/^3 keys$/);
    assert.equal(await dialog.field.inputValue(), 'a\nb\nc\n');
    await drop('dialog[open]', 65 * 2 ** 20);
    await dialog.says(/^keys\.txt has 65\.0 MB; up to 64\.0 MB can be read\.$/);
    await drop('dialog[open]');
    await dialog.says(/^3 keys$/);
    await dialog.take();
    await app.shows({ keys: counts(ring({ of: ['a', 'b', 'c'] })), query: '?v=1&list=a%0Ab%0Ac', focused: 'use a pattern' });
  });

  journey('on a telephone', { width: 390, height: 844, context: { hasTouch: true, isMobile: true } }, async app => {
    const dialog = await fleetDialog(app);
    await dialog.paste('a\nb\na');
    await dialog.says(/^2 nodes, 1 line left out/);
    const { x, width } = await dialog.box.boundingBox();
    assert.ok(x >= 0 && x + width <= 390, `${x} ${width}`);
    await app.isAccessible();
    await dialog.take();
    const pasted = await keysDialog(app);
    await pasted.paste('k1\t123456789\nk2\t987654321');
    await pasted.says(/^2 keys, 1,111,111,110 requests$/);
    await pasted.take();
    assert.equal(await app.sideways(), 0);
    await app.isAccessible();
  });
});
