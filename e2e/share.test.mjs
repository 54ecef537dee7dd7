// The dialog in which a figure is given away, and that what it gives works in a page.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { figure, said, startHost } from './host.mjs';
import { journeys } from './page.mjs';

const open = async (app, page) => {
  await app.bar.getByRole('button', { name: 'Share' }).click();
  return page.getByRole('dialog', { name: 'Share what is on show' });
};

journeys('the dialog Share', journey => {
  for (const [width, height] of [[1440, 900], [390, 844]]) {
    journey(`gives link, text and preview at ${width} px`, { width, height }, async (app, { page }) => {
      const dialog = await open(app, page);
      const text = dialog.getByRole('textbox', { name: 'Text for the page' });
      assert.equal(await dialog.getByRole('textbox', { name: 'Link' }).inputValue(), new URL('?v=1', page.url()).href);
      const preview = dialog.frameLocator('iframe');
      await preview.getByRole('heading', { name: 'Ring, FNV-1a 32, 8 nodes' }).waitFor();
      // The height in the text is that of the preview.
      const told = await preview.locator('.embed').evaluate(() => document.documentElement.clientHeight);
      await app.until(async () => /height="(\d+)"/.exec(await text.inputValue())[1], String(told));
      assert.equal(await preview.locator('html').evaluate(root => root.scrollHeight - root.clientHeight), 0);

      await dialog.getByRole('checkbox', { name: 'Loads' }).check();
      await dialog.getByRole('checkbox', { name: "Press the finding's button" }).uncheck();
      await dialog.getByRole('textbox', { name: 'Title' }).fill('<b>"Lumpy" & so on</b>');
      await dialog.getByRole('combobox', { name: 'Theme' }).selectOption('dark');
      await preview.getByRole('heading', { name: '<b>"Lumpy" & so on</b>' }).waitFor();
      await preview.locator('html[data-theme="dark"] table').waitFor();
      await app.until(async () => (await text.inputValue()).includes(
        '?v=1&amp;embed=1&amp;show=ring,loads&amp;controls=none&amp;theme=dark&amp;title=%3Cb%3E%22Lumpy%22%20%26%20so%20on%3C/b%3E" '
        + 'title="&lt;b&gt;&quot;Lumpy&quot; &amp; so on&lt;/b&gt;"'), true);
      await app.isAccessible();
      assert.equal(await app.sideways(), 0);

      await page.keyboard.press('Escape');
      await app.shows({ focused: 'Share', query: '' });
    });
  }

  journey('offers to lock what the reader could change otherwise', {}, async (app, { page }) => {
    const dialog = await open(app, page);
    const text = dialog.getByRole('textbox', { name: 'Text for the page' });
    const locks = dialog.getByRole('group', { name: 'But not change' });
    const settings = dialog.getByRole('checkbox', { name: 'Edit the settings' });
    assert.equal(await locks.count(), 0);
    await settings.check();
    await locks.getByRole('checkbox', { name: 'Hash', exact: true }).check();
    await locks.getByRole('checkbox', { name: 'Nodes', exact: true }).check();
    await app.until(async () => (await text.inputValue()).includes('&amp;controls=finding,settings&amp;lock=hash,nodes"'), true);
    // The preview is as its reader would have it.
    const inside = dialog.frameLocator('iframe').getByRole('region', { name: 'Settings' });
    await inside.getByRole('spinbutton', { name: 'Virtual nodes' }).waitFor();
    await app.until(() => inside.getByRole('combobox', { name: 'Hash', exact: true }).count(), 0);
    await app.isAccessible();
    await settings.uncheck();
    await app.until(async () => (await text.inputValue()).includes('lock'), false);
  });

  // A page without a secure connection has none at all; a frame without permission is refused.
  const CLOSED = {
    'not there': () => { Object.defineProperty(Navigator.prototype, 'clipboard', { value: undefined }); },
    refused: () => { Clipboard.prototype.writeText = () => Promise.reject(new DOMException('', 'NotAllowedError')); },
  };
  for (const [how, closed] of Object.entries(CLOSED)) journey(`copies, and selects the text where the clipboard is ${how}`, {
    prepare: context => context.addInitScript(closed),
  }, async (app, { page }) => {
    const dialog = await open(app, page);
    await dialog.getByRole('button', { name: 'Copy: Text for the page' }).click();
    const text = dialog.getByRole('textbox', { name: 'Text for the page' });
    // Also when the preview has said its height and the text has changed with it.
    await dialog.frameLocator('iframe').locator('canvas').waitFor();
    await app.until(() => text.evaluate(field => field.value.length > 0 && field.selectionEnd - field.selectionStart === field.value.length), true);
    assert.match(await dialog.getByRole('status').innerText(), /keeps the clipboard closed/);
  });

  journey('copies', { context: { permissions: ['clipboard-read', 'clipboard-write'] } }, async (app, { page }) => {
    const dialog = await open(app, page);
    await dialog.getByRole('button', { name: 'Copy: Link' }).click();
    await app.until(() => page.evaluate(() => navigator.clipboard.readText()), new URL('?v=1', page.url()).href);
  });

  journey('shares a study and a comparison', { query: 'v=1&n=10000&lab=balance' }, async (app, { page }) => {
    let dialog = await open(app, page);
    await dialog.getByRole('checkbox', { name: 'All figures of the study' }).check();
    await dialog.frameLocator('iframe').locator('.plate').nth(1).waitFor();
    await page.keyboard.press('Escape');
    await app.bar.getByRole('button', { name: 'Compare' }).click();
    dialog = await open(app, page);
    await dialog.frameLocator('iframe').locator('.compare-column').nth(1).waitFor();
  });
});

describe('what the dialog gives', () => {
  let host;
  before(async () => { host = await startHost(); });
  after(() => host.close());

  for (const place of ['HTML, an iframe', 'HTML, with embed.js', 'mdBook']) {
    test(`is a figure in a page: ${place}`, async () => {
      const { page, context } = await host.openPage({ query: 'v=1&n=10000&nodes=a,b*2,%3Ci%3E&label=%7Bnode%7D%22%7Bi%7D', reducedMotion: 'reduce' });
      await page.getByRole('button', { name: 'Share' }).click();
      const dialog = page.getByRole('dialog', { name: 'Share what is on show' });
      await dialog.getByRole('combobox', { name: 'For' }).selectOption(place);
      const text = await dialog.getByRole('textbox', { name: 'Text for the page' }).inputValue();
      await context.close();

      const shown = await host.show(text);
      await figure(shown.page);
      const [ready] = await said(shown.page, 'ready');
      assert.deepEqual(ready.results.nodes.map(node => [node.name, node.weight]), [['a', 1], ['b', 2], ['<i>', 1]]);
      assert.equal(ready.results.query, 'v=1&label=%7Bnode%7D%22%7Bi%7D&nodes=a,b*2,%3Ci%3E&n=10000');
      assert.deepEqual(shown.consoleProblems, []);
      await shown.context.close();
    });
  }
});
