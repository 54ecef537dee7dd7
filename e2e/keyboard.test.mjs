// Everything without a pointer, starting at the first Tab.
import assert from 'node:assert/strict';
import { journeys } from './page.mjs';
import { counts, hashes, names, ring } from './reference.mjs';

journeys('the keyboard', journey => {
  journey('walks the page in reading order, and the focus can be seen', {}, async (app, { page }) => {
    const row = name => [`Name of ${name}`, `Weight of ${name}`, `${name} up`, `Remove ${name}`];
    const stops = [
      'Explore', 'Compare', 'Migrate', 'Lab', 'Drills', 'Undo', 'Redo', 'Copy link', 'Share', 'Dark', 'Add the finaliser', 'See why',
      'Number of keys', 'Key pattern', 'Number of nodes', 'Algorithm',
      'Virtual nodes', 'virtual nodes each', 'labelled', 'Label', 'hashed with', 'Hash', 'Finaliser', 'finaliser', 'More', 'Compare with',
      'Paste a configuration',
      'Fleet', 'weight', 'keys', '× fair', ...names(8).flatMap(row), 'Name of the new node', 'Add',
    ];
    for (const stop of stops) {
      await page.keyboard.press('Tab');
      assert.equal(await app.focused(), stop);
      const outline = await page.evaluate(() => {
        const { outlineStyle, outlineWidth } = getComputedStyle(document.activeElement);
        return outlineStyle === 'none' ? 0 : Number.parseFloat(outlineWidth);
      });
      assert.ok(outline >= 2, `${stop} has an outline of ${outline} px`);
    }
  });

  journey('repairs, sets, adds, weighs, takes down, removes and undoes', {}, async (app, { page }) => {
    const press = (...keys) => keys.reduce((before, key) => before.then(() => page.keyboard.press(key)), Promise.resolve());
    const tabTo = async name => {
      for (let i = 0; i < 60 && await app.focused() !== name; i += 1) await press('Tab');
      await app.shows({ focused: name });
    };
    await tabTo('Add the finaliser');
    await press('Enter');
    await app.shows({ keys: counts(ring({ hash: hashes.finalised })), focused: 'Remove the finaliser' });
    await press('Enter');
    await app.shows({ keys: counts(ring()), focused: 'Add the finaliser' });

    await tabTo('Number of keys');
    await press('Enter');
    await page.keyboard.type('1000');
    await press('Enter');
    await app.shows({ query: '?v=1&n=1000', focused: 'Number of keys' });
    await tabTo('Hash');
    await page.keyboard.type('MD5');
    await app.shows({ query: '?v=1&hash=md5&n=1000' });

    await tabTo('Weight of cache-02');
    await press('ArrowRight');
    await app.shows({ query: /cache-02\*1\.1,/ });
    await press('Tab', 'Space');
    await app.shows({ query: /cache-02\*1\.1!,/, focused: 'cache-02 up' });
    await press('n');
    await app.shows({ focused: 'Name of the new node' });
    await press('Control+A');
    await page.keyboard.type('spare');
    await press('Enter');
    await app.shows({ query: /,spare&/, focused: 'Name of the new node' });

    await press('Shift+Tab');
    await app.shows({ focused: 'Remove spare' });
    await press('Enter');
    await app.shows({ query: /cache-08&/, focused: 'Remove cache-08' });
    await press('Shift+Tab', 'Delete');
    await app.shows({ query: /cache-07&/, focused: 'Remove cache-07' });
    await app.isAccessible();
    await press('Control+z', 'Control+z');
    await app.shows({ query: /,spare&/ });
    await press('Control+Shift+z');
    await app.shows({ query: /cache-08&/ });
  });

  journey('keeps its place when undo has nothing left to undo', {}, async (app, { page }) => {
    await app.add();
    await app.undo.focus();
    await page.keyboard.press('Enter');
    await app.shows({ query: '?v=1' });
    assert.equal(await app.undo.isDisabled(), true);
    await app.shows({ focused: 'Undo' });
  });

  journey('goes on after the last node is gone', { query: 'v=1&nodes=only' }, async (app, { page }) => {
    await app.fleet.getByRole('button', { name: 'Remove only' }).focus();
    await page.keyboard.press('Enter');
    await app.shows({ query: '?v=1&nodes=', focused: 'Name of the new node' });
  });
});
