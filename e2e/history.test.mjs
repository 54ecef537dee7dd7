// Undo and redo, gestures as one step, one announcement for each settled change, and a page that does not grow by them.
import assert from 'node:assert/strict';
import { journeys } from './page.mjs';
import { counts, hashes, names, ring } from './reference.mjs';

const first = counts(ring());
const finalised = counts(ring({ hash: hashes.finalised }));

journeys('the history', journey => {
  journey('goes back and forth by buttons and by keys', {}, async (app, { page }) => {
    assert.equal(await app.undo.isDisabled(), true);
    await app.act('Add the finaliser');
    await app.add();
    const grown = counts(ring({ hash: hashes.finalised, nodes: names(9) }), 9);
    await app.shows({ keys: grown });

    await app.undo.click();
    await app.shows({ keys: finalised, query: '?v=1&fin=1' });
    await app.undo.click();
    await app.shows({ keys: first, query: '?v=1' });
    assert.equal(await app.undo.isDisabled(), true);
    await app.isAccessible();
    await app.redo.click();
    await app.shows({ keys: finalised });
    await page.keyboard.press('Control+Shift+z');
    await app.shows({ keys: grown, moved: 10_918 });
    assert.equal(await app.redo.isDisabled(), true);
    await page.keyboard.press('Control+z');
    await page.keyboard.press('Control+z');
    await app.shows({ keys: first });
    await page.keyboard.press('Control+Shift+z');
    await app.shows({ keys: finalised });

    await app.remove('cache-08');
    await app.shows({ sentence: /All from cache-08/ });
    assert.equal(await app.redo.isDisabled(), true);
  });

  journey('leaves undo inside a text field to the field', {}, async (app, { page }) => {
    await app.act('Add the finaliser');
    await app.newName.focus();
    await page.keyboard.press('End');
    await page.keyboard.type('xyz');
    await app.until(() => app.newName.inputValue(), 'cache-09xyz');
    await page.keyboard.press('Control+z');
    await app.until(async () => (await app.newName.inputValue()) !== 'cache-09xyz', true);
    await app.shows({ keys: finalised, query: '?v=1&fin=1' });
  });

  journey('takes a drag as one step, and Escape gives it up', {}, async (app, { page }) => {
    await app.drag('Weight of cache-01', 40);
    const heavier = counts(ring({ weights: { 'cache-01': 2 } }));
    await app.shows({ keys: heavier, query: '' }); // live, but not settled
    await page.mouse.up();
    await app.shows({ query: /cache-01\*2/ });
    await app.undo.click();
    await app.shows({ keys: first });
    assert.equal(await app.undo.isDisabled(), true);

    await app.drag('Virtual nodes', 50);
    await app.until(async () => (await app.keys()).join() !== first.join(), true);
    await page.keyboard.press('Escape');
    await app.shows({ keys: first });
    await page.mouse.up();
    await app.shows({ keys: first, query: '?v=1' });
    assert.equal(await app.undo.isDisabled(), true);
  });

  journey('takes a visit to the editor as one step, and Escape puts the old value back', {}, async (app, { page }) => {
    await app.edit('Virtual nodes', '300');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Shift+ArrowDown');
    await app.shows({ keys: counts(ring({ virtualNodes: 291 })) });
    await page.keyboard.press('Enter');
    await app.shows({ query: '?v=1&vn=291', focused: 'Virtual nodes' });
    await page.keyboard.press('Control+z');
    await app.shows({ keys: first });

    await app.edit('Virtual nodes', '300');
    await app.shows({ keys: counts(ring({ virtualNodes: 300 })) });
    await page.keyboard.press('Escape');
    await app.shows({ keys: first, query: '?v=1', focused: 'Virtual nodes' });
    await app.editor('Virtual nodes').waitFor({ state: 'detached' });
  });

  journey('takes an arrow key that is held as one step', {}, async (app, { page }) => {
    await app.number('Number of nodes').focus();
    for (let i = 0; i < 3; i += 1) await page.keyboard.down('ArrowUp');
    await app.shows({ keys: counts(ring({ nodes: names(11) }), 11), query: '' });
    await page.keyboard.up('ArrowUp');
    await app.shows({ query: /cache-11$/ });
    await app.undo.click();
    await app.shows({ keys: first });
  });

  journey('says each settled change once', {}, async (app, { page }) => {
    const said = await app.listen();
    await app.act('Add the finaliser');
    await app.until(async () => (await said()).length, 1);
    await app.add();
    await app.until(async () => (await said()).length, 2);
    await app.drag('Weight of cache-09', 40);
    await page.mouse.up();
    await app.until(async () => (await said()).length, 3);
    await page.keyboard.press('Control+z');
    await app.until(async () => (await said()).length, 4);
    const texts = await said();
    assert.match(texts[0], /^Add the finaliser\. 87,566 of 100,000 keys moved, 87\.6 %\. Busiest node 1\.14 times its fair share\.$/);
    assert.equal(texts[1], 'Add cache-09. 10,918 of 100,000 keys moved, 10.9 %; fair 11.1 %. Busiest node 1.14 times its fair share.');
    assert.match(texts[2], /^Weight of cache-09 to 2\. /);
    assert.match(texts[3], /^Undone: Weight of cache-09 to 2\. Busiest node /);
  });

  journey('leaves nothing behind after 200 changes', { query: 'v=1&n=1000' }, async (app, { page, context }) => {
    const client = await context.newCDPSession(page);
    await client.send('Performance.enable');
    const measure = async () => {
      await client.send('HeapProfiler.collectGarbage');
      const { metrics } = await client.send('Performance.getMetrics');
      return Object.fromEntries(metrics.filter(({ name }) => ['Nodes', 'JSEventListeners'].includes(name)).map(({ name, value }) => [name, value]));
    };
    // A node that comes, one that goes, a dial that turns: each is undone, so that the page ends as it began.
    const change = rounds => page.evaluate(async count => {
      const frame = () => new Promise(requestAnimationFrame);
      const press = async selector => { document.querySelector(selector).click(); await frame(); };
      for (let i = 0; i < count; i += 1) {
        await press(['.add-node button', '[data-remove]', '.tick', '[role="switch"]'][i % 4]);
        await press('.top-actions button');
      }
    }, rounds);
    // What is worked out while the page is idle has to be there, or the page is not yet as it was.
    const isIdle = async () => !(await page.locator('[data-figure="would-move"], [data-figure="would-get"]').allInnerTexts()).includes('…');
    await change(8);
    await app.until(isIdle, true);
    const before = await measure();
    await change(100);
    await app.until(isIdle, true);
    await app.shows({ query: '?v=1&n=1000' });
    // A hundred changes that each left a single node or listener would never come down to this. What has just been
    // let go may still be held by a frame or a timer under way, so it is waited for.
    const grown = async () => {
      const after = await measure();
      return { nodes: Math.max(0, after.Nodes - before.Nodes - 90), listeners: Math.max(0, after.JSEventListeners - before.JSEventListeners - 20) };
    };
    await app.until(grown, { nodes: 0, listeners: 0 });
  });
});
