// The address holds the scenario: it follows, it is read back, it is copied, and whatever stands in it is only text.
import assert from 'node:assert/strict';
import { journeys } from './page.mjs';
import { names } from './reference.mjs';

const HOSTILE = [
  '<img src=x onerror=alert(1)>',
  '"><script>alert(1)</script>',
  'مخبأ ‮flipped',
  '👩‍👩‍👧‍👦🧊',
  'x'.repeat(300),
];
const nodesField = all => `v=1&nodes=${all.map(name => encodeURIComponent(name.replace(/[~,*!@^]/g, '~$&'))).join(',')}`;

journeys('the link', journey => {
  journey('follows every settled change, and the page comes back by it', {}, async (app, { page }) => {
    const steps = await page.evaluate(() => history.length);
    await app.choose('Hash', 'MurmurHash3');
    await app.setNumber('Virtual nodes', '200');
    await app.setNumber('Number of keys', '50000');
    await app.setText(app.nameField('cache-02'), 'http://127.0.0.1:9001');
    await app.setNumber('Weight of cache-01', '2.5');
    await app.upSwitch('cache-04').click();
    await app.remove('cache-05');
    await app.add('spare');
    await app.shows({
      query: '?v=1&vn=200&hash=murmur3&nodes=cache-01*2.5,http://127.0.0.1:9001,cache-03,cache-04!,cache-06@5,cache-07@6,cache-08@7,spare@8&n=50000',
    });
    assert.equal(await page.evaluate(() => history.length), steps, "the browser's own history is left alone");
    const [keys, busiest, spread] = [await app.keys(), await app.figure('busiest'), await app.figure('spread')];

    await page.reload();
    await page.locator('html[data-app="running"]').waitFor();
    await app.shows({ keys, busiest });
    assert.equal(await app.figure('spread'), spread);
    assert.equal(await app.undo.isDisabled(), true);
    await app.isAccessible();
  });

  journey('is copied', { context: { permissions: ['clipboard-read', 'clipboard-write'] } }, async (app, { page }) => {
    await app.act('Add the finaliser');
    await app.bar.getByRole('button', { name: 'Copy link' }).click();
    await app.bar.getByRole('button', { name: 'Copied' }).waitFor();
    // The address may still be on its way; the copied link is not.
    assert.match(await page.evaluate(() => navigator.clipboard.readText()), /\/\?v=1&fin=1$/);
    await app.shows({ query: '?v=1&fin=1' });
  });

  for (const [why, prepare] of [
    ['is refused', context => context.addInitScript(() => { Clipboard.prototype.writeText = () => Promise.reject(new DOMException('no', 'NotAllowedError')); })],
    ['is not there', context => context.addInitScript(() => { Object.defineProperty(Navigator.prototype, 'clipboard', { value: undefined }); })],
  ]) {
    journey(`is shown to be copied by hand where the clipboard ${why}`, { prepare }, async (app, { page }) => {
      await app.act('Add the finaliser');
      const copy = app.bar.getByRole('button', { name: 'Copy link' });
      await copy.click();
      const link = page.getByRole('dialog', { name: 'Link to this scenario' }).getByRole('textbox');
      await link.waitFor();
      const selected = () => link.evaluate(input => input.value.slice(input.selectionStart, input.selectionEnd));
      await app.until(selected, new URL('?v=1&fin=1', page.url()).href);
      assert.equal(await link.evaluate(input => document.activeElement === input), true);
      await app.isAccessible();
      await page.keyboard.press('Escape');
      await link.waitFor({ state: 'detached' });
      await app.shows({ focused: 'Copy link' });
    });
  }

  journey('says what in it could not be taken', { query: 'v=2&vn=0&hash=rot13&color=red&n=lots&nodes=cache-01*many,,cache-01' }, async app => {
    await app.shows({ notes: /vn/ });
    const notes = await app.notes.getByRole('listitem').allInnerTexts();
    for (const word of ['vn', 'rot13', 'color', 'lots', 'many']) {
      assert.ok(notes.some(note => note.includes(word)), `${word} in ${notes.join(' | ')}`);
    }
    await app.isAccessible();
    await app.notes.getByRole('button', { name: 'Dismiss' }).click();
    await app.until(() => app.notes.getByRole('listitem').count(), 0);
  });

  for (const [width, height] of [[320, 640], [1440, 900]]) {
    journey(`holds hostile names as text, at ${width} px`, { query: nodesField(HOSTILE), width, height }, async (app, { page }) => {
      const inputs = app.fleet.getByRole('textbox', { name: /^Name of (?!the new)/ });
      assert.deepEqual(await inputs.evaluateAll(all => all.map(input => input.value)), HOSTILE);
      assert.equal(await page.locator('#app :is(img, script)').count(), 0);
      assert.equal(await app.sideways(), 0);
      await app.isAccessible();
      if (width > 720) await app.remove(HOSTILE[0]);
      else {
        await app.fleet.getByRole('button', { name: `More for ${HOSTILE[0]}`, exact: true }).click();
        await app.fleet.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
      }
      await app.shows({ sentence: /keys moved/ });
      assert.equal(await page.locator('#app :is(img, script)').count(), 0);
      assert.equal(await app.sideways(), 0);
      await app.isAccessible();
    });
  }

  journey('hostile text that is typed is text too', {}, async (app, { page }) => {
    await app.setText(app.settings.getByRole('textbox', { name: 'Key pattern' }), `${HOSTILE[0]}{i}`);
    await app.add(HOSTILE[1]);
    await app.setText(app.nameField('cache-01'), HOSTILE[2]);
    await app.add('y'.repeat(1_001));
    await app.fleet.getByRole('alert').filter({ hasText: /^A node's name can have up to 1,?000 bytes\.$/ }).waitFor();
    assert.equal(await page.locator('#app :is(img, script)').count(), 0);
    assert.equal(await app.sideways(), 0);
    await app.until(async () => decodeURIComponent(await app.query()).includes(HOSTILE[2]), true);
    await page.reload();
    await page.locator('html[data-app="running"]').waitFor();
    const inputs = app.fleet.getByRole('textbox', { name: /^Name of (?!the new)/ });
    assert.deepEqual(await inputs.evaluateAll(all => all.map(input => input.value)), [HOSTILE[2], ...names(7, 2), HOSTILE[1]]);
  });
});
