// A telephone: nothing scrolls sideways, a finger meets every control, and a row's menu does what has no room.
import assert from 'node:assert/strict';
import { journeys } from './page.mjs';
import { counts, ring } from './reference.mjs';

const phone = { width: 390, height: 844, context: { hasTouch: true, isMobile: true } };

journeys('narrow', journey => {
  for (const [width, height] of [[320, 640], [390, 844], [521, 900], [761, 900], [720, 900], [721, 900], [901, 900]]) {
    journey(`nothing scrolls sideways at ${width} px, whatever happens`, { width, height }, async app => {
      const check = async what => assert.equal(await app.sideways(), 0, what);
      await check('first paint');
      await app.act('Add the finaliser');
      await check('finaliser');
      await app.add();
      await app.shows({ moved: 10_918 });
      await check('add');
      await app.showMore();
      await check('more settings');
      for (const label of ['Number of keys', 'Virtual nodes']) {
        await app.edit(label, 'x');
        await check(`editor of ${label}`);
        await app.page.keyboard.press('Escape');
      }
      for (const algorithm of ['rendezvous', 'jump hash', 'modulo']) {
        await app.choose('Algorithm', algorithm);
        await check(algorithm);
      }
    });
  }

  journey("a row's menu weighs, takes down and removes", phone, async app => {
    const more = name => app.fleet.getByRole('button', { name: `More for ${name}`, exact: true });
    const menu = app.fleet.getByRole('dialog', { name: 'More for cache-03' });
    await more('cache-03').tap();
    assert.equal(await more('cache-03').getAttribute('aria-expanded'), 'true');
    const weight = menu.getByRole('textbox', { name: 'Weight' });
    await app.setText(weight, '2');
    await app.shows({ keys: counts(ring({ weights: { 'cache-03': 2 } })), query: /cache-03\*2/ });
    await app.isAccessible();
    assert.equal(await app.sideways(), 0);
    await app.setText(weight, 'heavy');
    await menu.getByRole('alert').filter({ hasText: /./ }).waitFor();
    await app.isAccessible();
    await menu.getByRole('checkbox', { name: 'Up' }).tap();
    await app.shows({ query: /cache-03\*2!/ });
    await menu.getByRole('button', { name: 'Remove' }).tap();
    await app.shows({ query: /cache-02,cache-04@3/, focused: 'More for cache-04' });
    await menu.waitFor({ state: 'detached' });
    await app.isAccessible();

    await more('cache-04').tap();
    await app.fleet.getByRole('dialog').getByRole('button', { name: 'Close' }).tap();
    await app.shows({ focused: 'More for cache-04' });
    await app.undo.tap();
    await app.undo.tap();
    await app.undo.tap();
    await app.shows({ keys: counts(ring()) });
  });

  journey('the finding, the ring, the fleet, the rest', phone, async app => {
    const tops = await Promise.all([app.heading, app.picture, app.fleet].map(async part => (await part.boundingBox()).y));
    assert.deepEqual(tops, tops.toSorted((a, b) => a - b));
    const box = await app.picture.boundingBox();
    assert.ok(box.width > 280 && box.height > 280, `${box.width} by ${box.height}`);
  });

  journey('a finger meets every control', phone, async app => {
    // Where 24 by 24 px round its middle belong to the control, a finger need not be exact.
    const missed = await app.page.locator('#app').evaluate(root =>
      [...root.querySelectorAll('button, input, select, [role="spinbutton"]')].filter(element => element.checkVisibility()).flatMap(element => {
        element.scrollIntoView({ block: 'center', behavior: 'instant' });
        const { left, top, width, height } = element.getBoundingClientRect();
        const [x, y] = [left + width / 2, top + height / 2];
        const hits = [[0, 0], [-11.5, 0], [11.5, 0], [0, -11.5], [0, 11.5]].filter(([across, down]) => {
          const hit = document.elementFromPoint(x + across, y + down);
          return hit && (element.contains(hit) || hit.control === element || hit.closest('label')?.control === element);
        });
        return hits.length === 5 ? [] : [`${element.getAttribute('aria-label') ?? element.textContent} ${width} by ${height}`];
      }));
    assert.deepEqual(missed, []);
    const rows = await app.fleet.getByRole('row').evaluateAll(all => all.slice(1).map(row => row.getBoundingClientRect().height));
    assert.ok(rows.every(height => height >= 44), rows.join(' '));
  });
});
