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

  journey('nothing scrolls sideways on a telephone', { width: 390, height: 844 }, async app => {
    for (const name of ['nginx, hash consistent', HAPROXY, 'Envoy ring hash', 'libmemcached, ketama weighted']) {
      await app.choose('Algorithm', name);
      await card(app, name).waitFor();
      assert.equal(await app.sideways(), 0, name);
    }
    await app.isAccessible();
  });
});
