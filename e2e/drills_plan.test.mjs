// The drills on durable data and on virtual nodes, and the capacity plan. What moves is placed a second time by
// reference.mjs; what is held is Che's approximation; what a run gives is what its native run gave
// (crates/placement/tests/drill_replay.rs holds the same file).
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { journeys } from './page.mjs';
import { hashes, keys, moved, names, ring, written } from './reference.mjs';

const recorded = JSON.parse(await readFile(new URL('../crates/placement/tests/data/drills.json', import.meta.url), 'utf8'));

// The drills' own quantities: 25,000,000 keys, of which one in 200 is simulated.
const SCALE = 200;
const KEYS = keys(125_000);
const document = options => ring({ hash: hashes.finalised, of: KEYS, ...options });
const eight = document();

/** The numbers of a cell: "418,200", "15.3 %". */
const number = text => Number(text.replaceAll(',', '').replace(' %', ''));
const percent = share => `${(Math.round(share * 1_000) / 10).toFixed(1)} %`;

function drillsOf(app, page) {
  const timeline = page.getByRole('group', { name: 'Timeline' });
  return {
    slider: timeline.getByRole('slider', { name: 'Moment on show' }),
    time: () => app.figure('time'),
    table: name => page.getByRole('region', { name: `${name}, as a table` }),
    /** The texts of a table, row by row. */
    rows: name => page.getByRole('region', { name: `${name}, as a table` }).locator('tbody tr')
      .evaluateAll(all => all.map(row => [...row.cells].map(cell => cell.textContent))),
    plate: name => page.getByRole('region', { name, exact: true }),
    async checksums() {
      return (await this.rows('Runs so far')).map(row => [row[0], row.at(-1)]);
    },
    /** Goes to the end, where every run has the checksum of its native run. */
    async finishes(link) {
      await timeline.getByRole('button', { name: 'To the end', exact: true }).click();
      await app.until(() => this.checksums(), recorded[link].map(({ run, checksum }) => [run, checksum]), 60_000);
    },
  };
}

/** Che's approximation: the probability that each of the keys of an LRU node is held, by their popularity. */
function held(popularity, room) {
  if (popularity.length <= room) return popularity.map(() => 1);
  let [low, high] = [1, 1e12];
  for (let at = 0; at < 80; at += 1) {
    const time = Math.sqrt(low * high);
    const there = popularity.reduce((sum, p) => sum + 1 - Math.exp(-p * time), 0);
    if (there < room) low = time;
    else high = time;
  }
  return popularity.map(p => 1 - Math.exp(-p * low));
}

/** What the loss of each node takes of all reads, on a ring: the popularity of its keys that are held. */
function losses(owners, rooms) {
  const weights = owners.map((_, at) => (at + 1) ** -0.9);
  const all = weights.reduce((sum, weight) => sum + weight, 0);
  return rooms.map((room, node) => {
    const own = weights.filter((_, at) => owners[at] === node).map(weight => weight / all);
    return held(own, room).reduce((sum, probability, at) => sum + probability * own[at], 0);
  });
}

for (const width of [1440, 390]) {
  journeys(`moving data and virtual nodes at ${width} px`, journey => {
    journey('durable data: from where to where, how long, and what is read meanwhile', { width, query: 'v=1&fin=1&drill=durable' }, async (app, { page }) => {
      const drills = drillsOf(app, page);
      const nine = document({ nodes: names(9) });
      const from = names(8).map((name, node) => [name, KEYS.filter((_, at) => eight[at] === node && nine[at] === 8).length * SCALE]);
      from.sort((a, b) => b[1] - a[1]);
      const items = moved(eight, nine) * SCALE;
      await app.until(drills.time, /^0 s of 5 min$/);
      await app.until(() => drills.plate('From where to where').innerText(), /Nothing is to be copied yet/);

      // A minute of nothing and twenty seconds at 100 MB/s: 2 GB, a million items of 2,000 bytes.
      await drills.slider.fill('800');
      const progress = async () => (await drills.rows('What is copied'))[0]?.slice(0, 7);
      const seconds = Math.ceil(items * 2_000 / 1e7) / 10;
      await app.until(progress, ['on a ring', written(items), percent(items / 25e6), (items * 2e-6).toFixed(2), `${seconds} s`, percent(1e6 / items), 'not yet'], 30_000);
      await app.shows({ sentence: /GB\), [\d.]+ % of them after 20 s, on a ring and with dual reads, and .* by a coordinator\./ });
      await app.isAccessible();

      await drills.finishes('v=1&fin=1&drill=durable');
      assert.deepEqual((await drills.rows('From where to where')).map(row => [row[0], row[1], number(row[2]), row[5]]),
        from.map(([name, count]) => [name, 'cache-09', count, '100.0 %']));
      const rows = await drills.rows('What is copied');
      assert.deepEqual(rows.map(row => row[6]).slice(0, 2), [`${seconds} s`, `${seconds} s`]);
      // What is missing without dual reads is found by them at the owner of before; a coordinator misses nothing.
      assert.ok(number(rows[0][7]) > 0);
      assert.deepEqual(rows.map(row => row.slice(7)), [[rows[0][7], '0 %'], ['0 %', rows[0][7]], ['0 %', '0 %']]);
      await app.shows({ sentence: new RegExp(`^From 8 nodes to cache-09 go ${written(items)} items \\(${(items * 2e-6).toFixed(1)} GB\\) in ${seconds} s on a ring and with dual reads, and `) });
      // No database stands behind it, and no plan is offered.
      assert.equal(await page.getByRole('button', { name: 'Capacity plan', exact: true }).count(), 0);
      await page.getByRole('group', { name: 'Run whose nodes are shown' }).getByRole('button', { name: 'by a coordinator' }).click();
      await app.until(() => drills.plate('From where to where').innerText(), /one shard after the other/);
      assert.equal(await app.sideways(), 0);
      await app.isAccessible();
    });

    journey('other virtual nodes and another hash: what moved, and until when it is felt', { width, query: 'v=1&fin=1&drill=points' }, async (app, { page }) => {
      const drills = drillsOf(app, page);
      await drills.finishes('v=1&fin=1&drill=points');
      const share = moved(eight, document({ virtualNodes: 500 })) / KEYS.length;
      await app.shows({ sentence: new RegExp(`^Of the keys the change moved ${percent(share)} with 500 virtual nodes for 160 and 8[78]\\.\\d % with MurmurHash3 for FNV-1a 32\\.`) });
      await app.shows({ sentence: /the hit rate was usual again after 4\d min .* and after 4\d min .*\.$/ });
      // Wound back, and to the end again: the same numbers.
      await drills.slider.fill('3000');
      await app.until(drills.time, /^5 min of/);
      await drills.finishes('v=1&fin=1&drill=points');
      const rows = await drills.rows('Runs so far');
      assert.equal(rows[0].at(-2), percent(share));
      // Under another hash a key stays with the probability of 1 in 8.
      assert.ok(Math.abs(number(rows[1].at(-2)) - 87.5) < 1, rows[1].at(-2));
      assert.equal(await app.sideways(), 0);
      await app.isAccessible();
    });
  });

  journeys(`the capacity plan at ${width} px`, journey => {
    journey('is offered by every drill on caches, for the fleet as it is', { width, query: 'v=1&fin=1&drill=add' }, async (app, { page }) => {
      const drills = drillsOf(app, page);
      const offer = page.getByRole('button', { name: 'Capacity plan', exact: true });
      assert.equal(await offer.getAttribute('aria-expanded'), 'false');
      await offer.focus();
      await page.keyboard.press('Enter');
      const plan = async () => (await drills.rows('Capacity plan')).map(row => [row[0], ...row.slice(1).map(number)]);
      await app.until(async () => (await plan()).length, 8, 30_000);
      const expected = losses(eight, Array(8).fill(11_500));
      const hits = expected.reduce((sum, loss) => sum + loss, 0);
      const rows = await plan();
      for (const [name, ofReads, ofHits, more, all, ofStands] of rows) {
        const loss = expected[names(8).indexOf(name)];
        // Half a point: the approximation, and what the nodes are drawn to hold.
        assert.ok(Math.abs(ofReads - loss * 100) < 0.5, `${name}: ${ofReads} % for ${loss}`);
        assert.ok(Math.abs(ofHits - loss / hits * 100) < 0.6, `${name}: ${ofHits} % for ${loss / hits}`);
        assert.ok(Math.abs(more - loss * 40_000) < 200 && Math.abs(all - (1 - hits + loss) * 40_000) < 200, `${name}: ${more}, ${all}`);
        assert.ok(Math.abs(ofStands - all / 80) < 0.06, `${ofStands} % of 8,000 for ${all}`);
      }
      assert.deepEqual(rows.map(row => row[1]), rows.map(row => row[1]).sort((a, b) => b - a));
      const words = () => drills.plate('Capacity plan').innerText();
      // The document's database stands 8,000, and the popular keys make one node too much.
      assert.ok(expected[2] * 40_000 + (1 - hits) * 40_000 > 7_900);
      assert.match(await words(), new RegExp(`The database stands 8,000 reads a second, and not the loss of cache-03: that takes it from [\\d,]+ to ${written(rows[0][4])}\\.`));
      await page.getByRole('combobox', { name: 'Order of the nodes' }).selectOption({ label: 'as in the fleet' });
      await app.until(async () => (await plan()).map(row => row[0]), names(8));
      await app.isAccessible();

      // A database that stands less than the second heaviest loss does not stand those two.
      const rate = page.getByRole('spinbutton', { name: 'Speed of the database' });
      await rate.fill(String(rows[2][4] + 1));
      await rate.press('Tab');
      await app.until(words, new RegExp(`stands ${written(rows[2][4] + 1)} reads a second, and not the loss of ${rows[0][0]} or ${rows[1][0]}: that of ${rows[0][0]}, the heaviest, takes it`), 30_000);
      await app.until(() => drills.table('Capacity plan').locator('tr.current').count(), 2);
      const [download] = await Promise.all([page.waitForEvent('download'), drills.plate('Capacity plan').getByRole('button', { name: 'CSV' }).click()]);
      const lines = (await readFile(await download.path(), 'utf8')).trim().split('\r\n');
      assert.deepEqual([lines.length, lines[0].split(',')[0]], [9, 'Node lost']);
      await rate.fill(String(rows[0][4] + 1));
      await rate.press('Tab');
      await app.until(words, new RegExp(`stands the loss of any one node\\. The heaviest is that of cache-03: from [\\d,]+ to ${written(rows[0][4])} reads a second, of the ${written(rows[0][4] + 1)} that it stands`), 30_000);
      assert.equal(await app.sideways(), 0);

      // The reference failure has four nodes of its own; the document counts the keys of each.
      await page.getByRole('navigation', { name: 'Drills' }).getByRole('button', { name: 'The reference failure' }).click();
      await app.until(async () => (await plan()).map(row => row.slice(0, 2)),
        [['cache-01', 22.1], ['cache-02', 24.6], ['cache-03', 29.2], ['cache-04', 24]], 30_000);
    });

    journey('counts weights, and nodes that are down', { width, query: 'v=1&fin=1&nodes=cache-01*3,cache-02,cache-03!,cache-04&drill=dies' }, async (app, { page }) => {
      const drills = drillsOf(app, page);
      const up = ['cache-01', 'cache-02', 'cache-04'];
      const expected = losses(document({ nodes: up, weights: { 'cache-01': 3 } }), [3, 1, 1].map(weight => weight * 11_500));
      await app.until(async () => (await drills.rows('Capacity plan')).length, 3, 30_000);
      const rows = await drills.rows('Capacity plan');
      assert.equal(rows[0][0], 'cache-01');
      for (const [name, ofReads] of rows) {
        const loss = expected[up.indexOf(name)] * 100;
        assert.ok(Math.abs(number(ofReads) - loss) < 0.6, `${name}: ${ofReads} for ${loss} %`);
      }
    });
  });
}

journeys('drills on large fleets', journey => {
  const fleet = count => Array.from({ length: count }, (_, at) => at.toString(36)).join(',');
  journey('run on a thousand nodes, some of them in sight', { query: `v=1&fin=1&nodes=${fleet(1_000)}&drill=dies` }, async (app, { page }) => {
    const drills = drillsOf(app, page);
    await app.until(drills.time, /^0 s of/, 30_000);
    const nodes = page.getByRole('region', { name: 'Nodes now, as a table' });
    await app.until(() => nodes.getByRole('row').count(), 65, 30_000);
    const find = page.getByRole('searchbox', { name: 'Find nodes' });
    await page.getByText('64 of 1,000 nodes: those that something happens to').waitFor();
    await find.fill('rr');
    await app.until(() => nodes.locator('tbody th').allInnerTexts().then(all => all.map(text => text.split('\n').at(-1))), ['rr']);
    await nodes.getByRole('button', { name: 'Kill rr', exact: true }).click();
    await app.shows({ query: /,@0!kill:999$/ });
    await app.until(() => nodes.locator('td').first().innerText(), /✕ down/, 30_000);
    await find.fill('');
    await app.until(() => nodes.getByRole('row').filter({ has: page.getByRole('rowheader', { name: 'rr' }) }).count(), 1);
    await app.isAccessible();
  });

  journey('are refused where they are too large, and run on as many nodes as they can', { query: `v=1&fin=1&nodes=${fleet(1_200)}&drill=add` }, async (app, { page }) => {
    const drills = drillsOf(app, page);
    await page.getByRole('alert').filter({ hasText: 'A drill can have up to 1,024 nodes, those that join included' }).waitFor();
    await page.getByText('Your fleet has 1,200 nodes.').waitFor();
    // One joins.
    await page.getByRole('button', { name: 'Run it on the first 1,023 of them' }).click();
    await app.until(drills.time, /^0 s of 31 min$/, 30_000);
    assert.equal(await page.getByRole('alert').filter({ hasText: 'A drill can have' }).count(), 0);
    await app.undo.click();
    await page.getByText('Your fleet has 1,200 nodes.').waitFor();
  });
});
