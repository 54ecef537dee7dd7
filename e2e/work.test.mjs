// What takes long: a worker places it while the page answers, or slices of the page's own time where there is none. Either
// way it comes out as it does at once.
import assert from 'node:assert/strict';
import { journeys } from './page.mjs';

const KEYS = 1_000_000;
const nodes = Array.from({ length: 60 }, (_, at) => `n${at + 1}`);
/** Every name is hashed together with every key: a second or two. */
const LONG = `v=1&alg=rendezvous&score=kn&n=${KEYS}&nodes=${nodes.join()}`;

/** Keys on each node by the module's own interface, which places at once. */
const atOnce = (page, options) => page.evaluate(async given => {
  const module = await import(new URL(document.querySelector('script[data-js]').dataset.js, document.baseURI).href);
  return module.place(given).loads.map(load => load.keys);
}, { algorithm: 'rendezvous', score: 'kn', nodes, keys: { pattern: 'user:{i}', count: KEYS }, ...options });

const withoutWorkers = context => context.addInitScript(() => {
  globalThis.Worker = class { constructor() { throw new DOMException('Not here.', 'SecurityError'); } };
});
const isDone = (app, page) => app.until(() => page.locator('.at-work').count(), 0, 30_000);

journeys('work', journey => {
  for (const [where, prepare, workers] of [['by a worker', async () => {}, 1], ['in slices', withoutWorkers, 0]]) {
    journey(`is done ${where}, and the page answers meanwhile`, { query: LONG, prepare }, async (app, { page }) => {
      const told = page.getByRole('status').filter({ hasText: `Placing ${KEYS.toLocaleString('en-US')} keys` });
      await told.waitFor();
      // A worker is asked for at once, and starts in its own time.
      await app.until(() => page.workers().length, workers);
      await app.isAccessible();
      await isDone(app, page);
      const long = await app.figure('busiest');

      // Another hash, and while it is worked at another again: only the last is shown.
      await app.choose('Hash', 'MurmurHash3');
      await app.choose('Hash', 'xxHash64');
      // The address follows what is on show, and that takes as long as it takes.
      await app.until(app.query, /hash=xxhash64/, 30_000);
      await isDone(app, page);
      const expected = await atOnce(page, { hash: 'xxhash64' });
      assert.deepEqual(await app.keys().then(keys => keys.slice(0, 10)), expected.slice(0, 10));

      // A step back is known and there at once, though the next one is under way.
      await app.undo.click();
      await app.undo.click();
      await app.shows({ busiest: long, query: /^(?!.*hash=)/ });
      const first = await atOnce(page, {});
      assert.deepEqual(await app.keys().then(keys => keys.slice(0, 10)), first.slice(0, 10));
      assert.equal(page.workers().length, workers);
    });
  }

  journey('that a broken worker cannot do is done in slices', {
    query: LONG,
    prepare: context => context.route('**/worker.js*', route => route.fulfill({ contentType: 'text/javascript', body: 'onmessage = event => postMessage([event.data[0]]);' })),
  }, async (app, { page }) => {
    await page.getByRole('status').filter({ hasText: 'Placing' }).waitFor();
    await isDone(app, page);
    const expected = await atOnce(page, {});
    assert.deepEqual(await app.keys().then(keys => keys.slice(0, 10)), expected.slice(0, 10));
    assert.equal(page.workers().length, 0, 'nobody asks it again');
  });
});
