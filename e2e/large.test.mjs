// Fleets of a thousand nodes, of one and of none.
import assert from 'node:assert/strict';
import { journeys } from './page.mjs';
import { counts, fnv1a, ring } from './reference.mjs';

const thousand = Array.from({ length: 1_000 }, (_, at) => `c${String(at + 1).padStart(4, '0')}`);
const rows = app => app.fleet.locator('.row').count();
const listed = app => app.fleet.locator('.row').getByRole('textbox', { name: /^Name of / }).evaluateAll(all => all.map(one => one.value));

journeys('a thousand nodes', journey => {
  const query = 'v=1&n=10000&vn=100&nodes=';
  journey('are filtered, sorted and scrolled, with only some of them in the page', { query: query + thousand.join(',') }, async (app, { page }) => {
    const table = app.fleet.getByRole('table');
    assert.equal(await table.getAttribute('aria-rowcount'), '1001');
    assert.ok(await rows(app) < 50, `${await rows(app)} rows`);
    assert.deepEqual((await listed(app)).slice(0, 3), thousand.slice(0, 3));
    const load = counts(ring({ nodes: thousand, virtualNodes: 100, of: Array.from({ length: 10_000 }, (_, i) => `user:${i}`) }), 1_000);
    assert.deepEqual((await app.keys()).slice(0, 10), load.slice(0, 10));
    await app.isAccessible();
    assert.equal(await app.sideways(), 0);

    await app.fleet.getByRole('button', { name: 'keys', exact: true }).click();
    const most = load.map((keys, at) => ({ keys, name: thousand[at] })).sort((a, b) => b.keys - a.keys);
    await app.until(async () => (await app.keys()).slice(0, 8), most.slice(0, 8).map(one => one.keys));
    assert.equal((await listed(app))[0], most[0].name);
    assert.equal(await app.fleet.getByRole('columnheader', { name: 'keys' }).getAttribute('aria-sort'), 'descending');
    await app.fleet.getByRole('button', { name: 'keys', exact: true }).click();
    await app.until(async () => (await app.keys())[0], most.at(-1).keys);
    await app.fleet.getByRole('button', { name: 'keys', exact: true }).click();
    await app.until(async () => (await listed(app))[0], 'c0001');

    await app.fleet.locator('.fleet-scroll').evaluate(box => { box.scrollTop = box.scrollHeight; });
    await app.until(async () => (await listed(app)).at(-1), 'c1000');
    assert.equal(await app.row('c1000').getAttribute('aria-rowindex'), '1001');
    assert.ok(await rows(app) < 50, `${await rows(app)} rows`);

    const filter = app.fleet.getByRole('searchbox', { name: 'Filter nodes by name' });
    await filter.fill('C099');
    await app.until(() => listed(app), thousand.filter(name => name.includes('c099')));
    await app.fleet.getByText('10 of 1,000').waitFor();
    await filter.fill('nobody');
    await app.fleet.getByText('No node has “nobody” in its name.').waitFor();
    await app.isAccessible();
    await filter.press('Escape');
    await app.until(async () => (await listed(app))[0], 'c0001');

    // What is added is brought into sight; a row that has the focus stays, wherever the table is scrolled.
    await app.add('newcomer');
    await app.row('newcomer').waitFor();
    await app.nameField('newcomer').focus();
    await page.keyboard.type('s');
    await app.fleet.locator('.fleet-scroll').evaluate(box => { box.scrollTop = 0; });
    await app.until(async () => (await listed(app))[0], 'c0001');
    await page.keyboard.press('Enter');
    await app.shows({ query: /newcomers/ });
  });

  journey('are walked through with Tab', { query: query + thousand.join(',') }, async (app, { page }) => {
    await app.fleet.getByRole('button', { name: 'Remove c0012', exact: true }).focus();
    for (let at = 13; at <= 40; at += 1) {
      for (const stop of ['Name of', 'Weight of', '', 'Remove']) {
        await page.keyboard.press('Tab');
        const name = thousand[at - 1];
        await app.until(() => app.focused(), stop ? `${stop} ${name}` : `${name} up`);
      }
    }
  });

  journey('have a picture with one common lane, and one for the node that is pointed at', { query: query + thousand.join(',') }, async app => {
    const picture = () => app.picture.evaluate(canvas => canvas.toDataURL());
    const before = await picture();
    await app.row('c0003').hover();
    await app.until(async () => (await picture()) !== before, true);
    await app.until(async () => (await app.page.locator('.core').innerText()).includes('c0003'), true);
    await app.keepPicture('a-thousand-nodes');
    // The table fills its column, whatever is left out of the page.
    const right = selector => app.page.locator(selector).first().evaluate(element => Math.round(element.getBoundingClientRect().right));
    assert.ok(await right('.row [data-remove]') >= await right('.fleet') - 24);
    await app.isAccessible();
  });

  journey('on a phone the table scrolls inside itself', { query: query + thousand.join(','), width: 390, height: 844, context: { hasTouch: true, isMobile: true } }, async app => {
    assert.equal(await app.sideways(), 0);
    const { height } = await app.fleet.boundingBox();
    assert.ok(height < 1_000, `${height} px high`);
    assert.ok(await rows(app) < 50);
    await app.keepPicture('a-thousand-nodes-390');
    await app.isAccessible();
  });
});

journeys('a small fleet', journey => {
  journey('of one node holds everything', { query: 'v=1&nodes=only' }, async app => {
    await app.shows({ keys: [100_000], busiest: '1.00' });
    await app.keepPicture('one-node');
    await app.isAccessible();
    for (const algorithm of ['rendezvous', 'jump hash', 'modulo']) {
      await app.choose('Algorithm', algorithm);
      await app.shows({ keys: [100_000] });
    }
  });

  journey('of none is sensible, and grows again', { query: 'v=1&nodes=' }, async (app, { page }) => {
    assert.deepEqual(await app.keys(), []);
    await app.keepPicture('no-node');
    await app.isAccessible();
    for (const algorithm of ['rendezvous', 'jump hash', 'modulo', 'ring']) {
      await app.choose('Algorithm', algorithm);
      assert.equal(await app.sideways(), 0);
    }
    await app.add('first');
    await app.shows({ keys: [100_000] });
    await page.keyboard.press('Control+z');
    await app.until(() => app.keys(), []);
    assert.ok(fnv1a('first#0') > 0);
  });
});
