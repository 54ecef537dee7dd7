// Drills: what the browser shows of a link is what the native run of it gives (crates/placement/tests/drill_replay.rs
// holds the same file), at the end, after going back, and when the link is opened again.
import assert from 'node:assert/strict';
import { drillsOf, frames } from './drills.mjs';
import { journeys } from './page.mjs';

for (const width of [1440, 390]) {
  journeys(`drills at ${width} px`, journey => {
    journey('a node joins in the working day', { width }, async (app, { page }) => {
      const drills = drillsOf(app, page);
      await drills.tab('Drills').click();
      await app.shows({ query: /^\?v=1&drill=add$/ });
      // The first document's fleet is one press away, and one step of the history.
      await page.getByRole('button', { name: 'Take the document’s fleet' }).click();
      await app.shows({ query: /^\?v=1&fin=1&drill=add$/ });
      await app.until(drills.time, /^0 s of 31 min$/);
      await app.isAccessible();

      await drills.finishes('v=1&fin=1&drill=add');
      await app.until(drills.time, /^31 min of 31 min$/);
      await app.shows({ sentence: /^One node more took the hit rate from .* by modulo, .* on a ring and .* by rendezvous/ });
      assert.equal(await app.sideways(), 0);
      await app.isAccessible();

      // Back to five minutes, and to the end again: the same numbers.
      await drills.slider.fill('3000');
      await app.until(drills.time, /^5 min of/);
      await drills.finishes('v=1&fin=1&drill=add');
      await page.reload();
      await page.locator('html[data-app="running"]').waitFor();
      await drills.finishes('v=1&fin=1&drill=add');
    });

    journey('a node dies, and what any loss would add', { width, query: 'v=1&fin=1&drill=dies' }, async (app, { page }) => {
      const drills = drillsOf(app, page);
      await drills.finishes('v=1&fin=1&drill=dies');
      assert.match((await drills.node('cache-02').locator('td').first().innerText()).trim(), /^✕ down$/);
      await app.shows({ sentence: /^cache-02 died\./ });
      // The plan has a row for every node, and its parts add up: all reads, less the hits that stay.
      const plan = page.getByRole('region', { name: 'Capacity plan, as a table' }).locator('tbody tr');
      await app.until(() => plan.count(), 8, 30_000);
      const shares = await plan.locator('td:nth-of-type(1)').allInnerTexts();
      const sum = shares.reduce((all, share) => all + Number(share.replace(' %', '')), 0);
      assert.ok(sum > 80 && sum <= 100, `${sum} % of the reads are hits on some node`);
      await app.isAccessible();
    });

    journey('a flapping node, and another that the reader kills', { width, query: 'v=1&fin=1&drill=flap' }, async (app, { page }) => {
      const drills = drillsOf(app, page);
      await app.until(drills.time, /^0 s of/);
      await app.until(() => drills.events().then(all => all.length > 0), true);
      const before = (await drills.events()).length;
      await drills.slider.fill('1200');
      await app.until(drills.time, /^2 min of/, 30_000);
      await drills.node('cache-06').getByRole('button', { name: 'Kill cache-06' }).click();
      await app.shows({ query: /&drill=flap,@1200!kill:5$/ });
      await app.until(() => drills.events().then(all => all.length), before + 1);
      await app.until(() => drills.node('cache-06').locator('td').first().innerText(), /✕ down/);
      assert.equal(await drills.node('cache-06').getByRole('button', { name: 'Revive cache-06' }).count(), 1);
      await drills.finishes('v=1&fin=1&drill=flap,@1200!kill:5');
      await app.isAccessible();
      // The link says it all; and what was done can be taken out again.
      await page.reload();
      await page.locator('html[data-app="running"]').waitFor();
      await drills.finishes('v=1&fin=1&drill=flap,@1200!kill:5');
      await page.getByRole('button', { name: 'Remove the event at 2 min: Kill cache-06' }).click();
      await app.shows({ query: /&drill=flap$/ });
      // The moment stays, and the node is there again.
      await app.until(() => drills.node('cache-06').locator('td').first().innerText(), /up$/, 60_000);
      await app.until(drills.time, /^7 min of/);
    });
  });
}

journeys('drills by hand', journey => {
  journey('the reference failure, read by read', { query: 'v=1&drill=reference' }, async (app, { page }) => {
    const drills = drillsOf(app, page);
    await app.until(drills.time, /^0 s of 10 s$/);
    await drills.press('Step');
    await app.until(drills.time, /^1 s of/);
    await drills.press('Step back');
    await app.until(drills.time, /^0 s of/);
    // Without motion it goes on in steps.
    await drills.press('Start');
    await app.until(drills.time, /^[2-9] s of/, 10_000);
    await drills.press('Pause');
    await drills.finishes('v=1&fin=1&drill=reference');
    await app.shows({ sentence: /^cache-02 was killed: of 10,000 reads 7,538 were served from cache, 2,462 missed and 0 failed\./ });
    // A quantity of the reader's begins it anew and travels.
    const clients = page.getByRole('spinbutton', { name: 'Owners tried' });
    await clients.fill('1');
    await clients.press('Tab');
    await app.shows({ query: /&drill=reference\*depth:1$/ });
    await app.until(drills.time, /^0 s of/);
    await clients.fill('99');
    await clients.press('Tab');
    await app.until(() => page.getByRole('alert').filter({ hasText: '8' }).count(), 1);
    await drills.choose('A flapping node');
    await app.shows({ query: /&drill=flap$/ });
    await drills.tab('Explore').click();
    await app.shows({ query: /^\?v=1$/ });
  });

  journey('plays by itself, rests where nobody sees it, and stops when it is told', { query: 'v=1&drill=add', reducedMotion: 'no-preference' }, async (app, { page }) => {
    const drills = drillsOf(app, page);
    await app.until(drills.time, /^0 s of 31 min$/);
    const said = await app.listen();
    await drills.press('Start');
    const tick = async () => Number(await drills.slider.inputValue());
    await app.until(async () => (await tick()) > 600, true);
    // Below the lanes they are out of sight. What was under way is shown within a moment, and then nothing moves.
    await page.setViewportSize({ width: 1440, height: 400 });
    await page.getByRole('heading', { name: 'The lanes as a table' }).scrollIntoViewIfNeeded();
    await frames(page, 30);
    const rests = await tick();
    await frames(page, 30);
    assert.equal(await tick(), rests);
    await drills.timeline.scrollIntoViewIfNeeded();
    await app.until(async () => (await tick()) > rests, true);
    // Nothing is announced until it stands still.
    assert.deepEqual(await said(), []);
    await drills.press('Pause');
    await app.until(() => said().then(all => all.length), 1);
    assert.match((await said())[0], /^At .*: hit rate .* by modulo, .* on a ring, .* by rendezvous\.$/);
    const stands = await tick();
    await frames(page, 30);
    assert.equal(await tick(), stands);
  });
});
