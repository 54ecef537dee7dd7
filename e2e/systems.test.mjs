// Real systems beside the algorithms: chosen like one, with a card whose traps are loaded by a click and shown by moves.
// The figures are those recorded from the running systems (crates/placement/tests/vectors).
import assert from 'node:assert/strict';
import { journeys } from './page.mjs';

const card = (app, name) => app.page.getByRole('region', { name, exact: true });
const trap = (app, name, button) => card(app, name).getByRole('button', { name: button, exact: true }).click();
const HAPROXY = 'HAProxy, consistent';

journeys('real systems', journey => {
  journey('HAProxy: a deleted line renumbers the rest, explicit ids do not, and the link says which', {}, async (app, { page, browser }) => {
    assert.equal(await page.locator('.system').count(), 0);
    await app.choose('Algorithm', HAPROXY);
    await app.shows({ query: '?v=1&sys=haproxy-consistent' });
    await card(app, HAPROXY).getByText('62 of 100 keys move, 11 of them necessary').waitFor();
    await app.isAccessible();

    await trap(app, HAPROXY, 'Delete the fourth line');
    await app.shows({ moved: 62, query: /^\?v=1&sys=haproxy-consistent&nodes=.*cache-05:11211@4,/ });
    await app.isAccessible();
    await trap(app, HAPROXY, 'Delete it with explicit ids');
    await app.shows({ moved: 11, query: /sys=haproxy-consistent&haids=explicit&/ });
    assert.ok((await app.pairs()).every(([from]) => from === 'cache-04:11211'));

    // Whoever opens the link sees the seven that are left; here the row of the one that went is still there.
    const keys = (await app.keys()).toSpliced(3, 1);
    assert.equal(keys.reduce((sum, one) => sum + one, 0), 100);
    const other = await browser.newPage();
    await other.goto(page.url());
    const there = new app.constructor(other);
    await there.shows({ keys });
    await card(there, HAPROXY).waitFor();
    await other.close();

    await app.undo.click();
    await app.until(app.query, /haids=explicit&nodes=[^&]*&n=100$/);
    await app.choose('Algorithm', 'ring');
    await app.until(() => page.locator('.system').count(), 0);
  });

  journey('twemproxy: look-alike keys on one server, unless they are hashed with md5', {}, async app => {
    const name = 'twemproxy, ketama';
    await app.choose('Algorithm', name);
    const most = () => app.keys().then(keys => Math.max(...keys));
    await trap(app, name, 'Show the default');
    await app.until(most, 90);
    await trap(app, name, 'Hash with md5');
    await app.shows({ query: /twhash=md5/ });
    await app.until(() => most().then(keys => keys < 25), true);
  });

  journey('a weight that the system refuses is said and not taken', { query: 'sys=nginx-consistent&nodes=a*1.5,b' }, async app => {
    const chosen = () => app.choice('Algorithm').evaluate(select => select.selectedOptions[0].textContent.trim());
    await app.shows({ notes: /“nginx-consistent” is not taken.*takes whole numbers from 0 on/ });
    await app.until(chosen, 'ring');
    const keys = await app.keys();
    await app.notes.getByRole('button', { name: 'Dismiss' }).click();
    await app.choose('Algorithm', 'Envoy Maglev');
    await app.shows({ notes: /^The weight of a does not go here/, keys });
    await app.until(chosen, 'ring');
  });

  journey('Redis Cluster: slots are given by name, said when they cannot be, and stay with who has them', {}, async (app, { page }) => {
    const name = 'Redis Cluster';
    await app.choose('Algorithm', name);
    const opener = page.getByRole('button', { name: /^Slots: / });
    const field = page.getByRole('textbox', { name: 'Slots, one node a line' });
    await trap(app, name, 'Remove the fourth master');
    await app.shows({ moved: 32 });
    await app.undo.click();

    await opener.focus();
    await page.keyboard.press('Enter');
    await app.until(() => field.evaluate(one => one === document.activeElement), true);
    await app.isAccessible();
    await page.keyboard.type('cache-01:11211=0-9999\ncache-02:11211=5000-16383');
    await page.keyboard.press('Control+Enter');
    await page.getByText('cache-01:11211 and cache-02:11211 both have slot 5000.').waitFor();
    await app.isAccessible();
    await field.fill('cache-01:11211 = 0-4999 6000-9999\ncache-02:11211 = 5000-5999 10000-16383');
    await page.getByRole('button', { name: 'Use', exact: true }).click();
    await app.until(() => opener.innerText(), 'given for 2 of 8 nodes');
    await app.until(() => opener.evaluate(one => one === document.activeElement), true);
    await app.shows({ query: /&ranges=cache-01:11211%3D0-4999%2B6000-9999,cache-02:11211%3D5000-5999%2B10000-16383&/ });
    const keys = await app.keys();
    assert.ok(keys[0] > 0 && keys[1] > 0);
    assert.deepEqual(keys.slice(2), [0, 0, 0, 0, 0, 0]);
    assert.equal(keys[0] + keys[1], 100);

    await opener.click();
    await page.keyboard.press('Escape');
    await app.until(() => field.count(), 0);
    await opener.click();
    await page.getByRole('button', { name: 'Give none: as redis-cli deals them' }).click();
    await app.until(() => opener.innerText(), 'as redis-cli deals them');
  });

  journey('every system places, has its card, and tells the way of a key', { query: 'n=1000' }, async (app, { page }) => {
    const groups = await app.choice('Algorithm').locator('optgroup').evaluateAll(all => all.map(one => one.label));
    assert.deepEqual(groups, ['Algorithms', 'Proxies', 'memcached clients', 'Stores', 'Libraries']);
    const names = await app.choice('Algorithm').locator('optgroup:not([label="Algorithms"]) option').allInnerTexts();
    assert.equal(names.length, 36);
    for (const name of names) {
      await app.choose('Algorithm', name);
      await card(app, name).waitFor();
      assert.ok(await card(app, name).getByRole('button').count() > 0, name);
      assert.equal((await app.keys()).reduce((all, one) => all + one, 0), 1_000, name);
      assert.ok((await page.getByRole('region', { name: 'One key' }).innerText()).includes('owner'), name);
    }
  });

  journey('nothing scrolls sideways on a telephone', { width: 390, height: 844 }, async app => {
    for (const name of ['nginx, hash consistent', HAPROXY, 'Envoy ring hash', 'libmemcached, ketama weighted', 'Caddy', 'Cassandra, Murmur3']) {
      await app.choose('Algorithm', name);
      await card(app, name).waitFor();
      assert.equal(await app.sideways(), 0, name);
    }
    await trap(app, 'Cassandra, Murmur3', 'Keep the tokens');
    await app.page.getByRole('button', { name: /^Tokens of the nodes: / }).click();
    await app.page.getByRole('textbox', { name: 'Tokens of the nodes, one node a line' }).waitFor();
    assert.equal(await app.sideways(), 0);
    await app.isAccessible();
  });
});
