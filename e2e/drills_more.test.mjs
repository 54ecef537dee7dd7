// Drills 2, 6 and 7, and what the reader does to a drill. Figures are expected from a placement in plain JavaScript
// (reference.mjs), from arithmetic, and from the native run (drills.mjs).
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { drillsOf } from './drills.mjs';
import { journeys } from './page.mjs';
import { hashes, keys, moved, names, ring } from './reference.mjs';

/** The keys that are simulated: 25,000,000 by 200. */
const KEYS = keys(125_000);
const placed = count => ring({ nodes: names(count), hash: hashes.finalised, of: KEYS });
const movedShare = (before, after) => moved(placed(before), placed(after)) / KEYS.length;
const percent = share => `${(share * 100).toFixed(1)} %`;
const number = text => Number(text.replaceAll(/[^0-9.]/g, ''));

for (const width of [1440, 390]) {
  journeys(`more drills at ${width} px`, journey => {
    journey('half as many nodes more before a sale', { width, query: 'v=1&fin=1&drill=grow' }, async (app, { page }) => {
      const drills = drillsOf(app, page);
      await drills.finishes('v=1&fin=1&drill=grow');
      await app.shows({ sentence: /^Growing to 12 nodes, the database was asked for at most .* at once, .* one at a time and .* with dual reads, in reads a second; it stands 8,000\. The hit rate fell to .* with dual reads; until it was usual again it took .* at once, .* one at a time and no time with dual reads\.$/ });
      const runs = await drills.table('Runs so far, as a table');
      assert.deepEqual(runs.map(run => run.Run), ['at once', 'one at a time', 'with dual reads']);
      for (const run of runs) {
        // 61 minutes at 40,000 reads a second, and every read is one of three.
        assert.equal(number(run.Reads), 61 * 60 * 40_000);
        assert.equal(number(run.Hits) + number(run.Misses) + number(run.Failed), number(run.Reads));
      }
      // What moves misses at first: of 94 % hits the share that stays, less what comes back within ten seconds.
      const [atOnce, oneByOne, dual] = runs.map(run => number(run['Lowest of 10 s']) / 100);
      const stays = 0.94 * (1 - movedShare(8, 12));
      assert.ok(atOnce > stays && atOnce < stays + 0.13, `${atOnce} where ${stays} stays`);
      assert.ok(oneByOne > 0.94 * (1 - movedShare(8, 9)) && oneByOne > atOnce && dual > oneByOne, `${atOnce}, ${oneByOne}, ${dual}`);
      // Twelve nodes are there in the end, four of which came.
      assert.equal(await drills.nodes.locator('tbody tr').count(), 12);
      assert.equal(await app.sideways(), 0);
      await app.isAccessible();
    });

    journey('two clients, two views', { width, query: 'v=1&fin=1&drill=views' }, async (app, { page }) => {
      const drills = drillsOf(app, page);
      const share = percent(movedShare(8, 9));
      // One of nine is 11 %.
      assert.ok(Math.abs(number(share) - 100 / 9) < 0.5, share);
      const ring = page.getByRole('region', { name: 'Membership now' }).getByRole('img');
      await drills.goTo(30, /^30 s of 7 min$/);
      await app.until(() => ring.getAttribute('aria-label'), /^Hash ring of 8 nodes /);
      await drills.goTo(120, /^2 min of 7 min$/);
      // The ring is the first client's, who knows of the node.
      await app.until(() => ring.getAttribute('aria-label'), /^Hash ring of 9 nodes /);
      await app.until(() => drills.state('cache-09'), /◐ warming$/);
      await app.until(drills.clients, `The memberships differ: client 1 sees version 1, 9 nodes up; client 2 sees version 0, 8 nodes up. Clients disagree about ${share} of the keys.`);
      await app.isAccessible();
      await drills.finishes('v=1&fin=1&drill=views');
      await app.until(drills.clients, 'Both clients see version 1 of the membership, 9 nodes up.');
      await app.shows({ sentence: new RegExp(`^For 3 min the clients disagreed, about ${share} of the keys at most\\. Up to [0-9,]+ of [0-9,]+ entries were held twice, and since the node joined [0-9,]+ of a million hits were stale\\.$`) });
      // Over time: spans of 2 s, of which 200 are on the page. For 3 minutes all are in dispute, else none is.
      await drills.openSpans();
      const spans = await drills.table('The lanes, as a table');
      assert.equal(spans.length, 200);
      const told = spans.map(span => [span['keys in dispute'], span['versions that clients have']].join());
      assert.deepEqual(told, [...Array(30).fill('0.0 %,0'), ...Array(90).fill(`${share},0 to 1`), ...Array(80).fill('0.0 %,1')]);
      const [run] = await drills.table('Runs so far, as a table');
      assert.equal(run['Most keys in dispute'], share);
      const held = spans.map(span => number(span['entries held twice']));
      assert.ok(held.slice(0, 30).every(count => count === 0));
      assert.ok(Math.abs(Math.max(...held) / number(run['Most entries held twice']) - 1) < 0.1);
      // No more than the keys in dispute can be held twice while they are.
      assert.ok(Math.max(...held.slice(30, 120)) <= movedShare(8, 9) * 25_000_000 && held[119] > 0);
      assert.equal(await app.sideways(), 0);
      await app.isAccessible();
    });

    journey('a hot key', { width, query: 'v=1&fin=1&drill=hot' }, async (app, { page }) => {
      const drills = drillsOf(app, page);
      await drills.finishes('v=1&fin=1&drill=hot');
      const runs = await drills.table('Runs so far, as a table');
      const times = runs.map(run => number(run['Busiest node over its fair share']));
      assert.deepEqual(runs.map(run => run.Run), ['with nothing done', 'with a front cache of 100 entries', 'with copies on four nodes', 'with loads bounded at 125 %']);
      await app.shows({ sentence: new RegExp(`^The busiest node had [0-9.]+ times its fair share of the requests; with one key at 20 % of the reads it has ${runs.map((run, at) => `${times[at].toFixed(2)} times ${run.Run}`).join(', ').replace(/, ([^,]*)$/, ' and $1')}\\.$`) });
      // A fifth of all reads on one of eight nodes: 1.6 fair shares besides what it has of the other four fifths.
      assert.ok(times[0] > 1.6 + 0.8 * 0.8 && times[0] < 1.6 + 0.8 * 1.5, `${times}`);
      // A bound of 125 % holds to a few points; with copies on four nodes each has 0.4 fair shares of it.
      assert.ok(times[3] < 1.29 && times[1] < 1.45 && times[2] < 0.4 + 0.8 * 1.3, `${times}`);
      // The same again from the loads of the nodes, which are alike: the busiest over the mean.
      await drills.openSpans();
      const spans = await drills.table('The lanes, as a table');
      const whose = 'with nothing done';
      for (const span of [spans[10], spans[100], spans.at(-1)]) {
        const loads = names(8).map(name => number(span[`${name}, of what it can serve, ${whose}`]));
        const busiest = Math.max(...loads) * 8 / loads.reduce((sum, load) => sum + load, 0);
        assert.ok(Math.abs(busiest - number(span[`busiest node over its fair share, ${whose}`])) < 0.03, JSON.stringify(span));
      }
      assert.equal(await app.sideways(), 0);
      await app.isAccessible();
    });

    journey('an event of the reader’s comes, moves, goes, and is undone', { width, query: 'v=1&fin=1&drill=views' }, async (app, { page }) => {
      const drills = drillsOf(app, page);
      const sums = () => drills.runs().then(all => all.map(run => run.at(-1)));
      await drills.goTo(300, /^5 min of 7 min$/);
      const untouched = await sums();
      await drills.goTo(100, /^1[ a-z0-9]* 40 s of|^100 s of/);
      await drills.act('cache-03', 'Kill');
      await app.shows({ query: /&drill=views,@1000!kill:2$/ });
      await app.until(() => drills.state('cache-03'), /✕ down$/);
      // Back to where the numbers were taken: they are others.
      await drills.goTo(300, /^5 min of 7 min$/);
      const killed = await sums();
      assert.notDeepEqual(killed, untouched);
      await app.isAccessible();
      // At another time; the moment on show stays.
      const time = page.getByRole('textbox', { name: 'Time of Kill cache-03, in seconds' });
      assert.equal(await time.inputValue(), '100');
      await time.fill('200.5');
      await time.press('Enter');
      await app.shows({ query: /&drill=views,@2005!kill:2$/ });
      await app.until(() => drills.events().then(all => all.join('; ')), /1 60 s Add cache-09.*; 2 3 min 20 s Kill cache-03/);
      await app.until(app.focused, 'Time of Kill cache-03, in seconds');
      await app.until(drills.time, /^5 min of/);
      await drills.arrives();
      const later = await sums();
      assert.notDeepEqual(later, killed);
      assert.notDeepEqual(later, untouched);
      // What is no time of the drill is refused with what would be, and the field has the old one.
      await time.fill('soon');
      await time.press('Enter');
      await app.shows({ notes: /^An event of this drill happens at a time from 0 to 419\.9 s\./ });
      assert.equal(await time.inputValue(), '200.5');
      await time.fill('100');
      await time.press('Enter');
      await app.until(sums, killed, 30_000);
      // Taken out it has never been.
      await page.getByRole('button', { name: 'Remove the event at 100 s: Kill cache-03' }).click();
      await app.shows({ query: /&drill=views$/ });
      await app.until(sums, untouched, 30_000);
      await app.until(app.focused, 'Events');
      await app.until(drills.time, /^5 min of/);
      await app.until(() => drills.state('cache-03'), /● up$/);
      // Undo and redo, by the bar and by the keyboard.
      await app.undo.click();
      await app.shows({ query: /&drill=views,@1000!kill:2$/ });
      await app.until(sums, killed, 30_000);
      await page.keyboard.press('Control+z');
      await app.shows({ query: /,@2005!kill:2$/ });
      await app.redo.click();
      await app.redo.click();
      await app.shows({ query: /&drill=views$/ });
      await app.until(sums, untouched, 30_000);
      assert.equal(await app.redo.getAttribute('aria-disabled'), 'true');
      for (let step = 0; step < 4; step += 1) await app.undo.click();
      await app.shows({ query: /&drill=views$/ });
      assert.equal(await app.undo.getAttribute('aria-disabled'), 'true');
    });

    journey('two runs over each other', { width, query: 'v=1&fin=1&drill=views' }, async (app, { page }) => {
      const drills = drillsOf(app, page);
      await drills.goTo(180, /^3 min of 7 min$/);
      await page.getByRole('button', { name: 'Keep this run to compare' }).click();
      const rows = () => drills.runs();
      await app.until(() => rows().then(all => all.map(row => row[0])), ['rolled out over 3 min', 'rolled out over 3 min, as kept'], 30_000);
      await app.until(() => rows().then(all => new Set(all.map(row => row.at(-1))).size), 1, 30_000);
      // What happens now happens in one of the two.
      await drills.act('cache-03', 'Kill');
      await drills.goTo(300, /^5 min of 7 min$/);
      await app.until(() => rows().then(all => new Set(all.map(row => row.at(-1))).size), 2, 30_000);
      const [own, kept] = await rows();
      assert.ok(number(own[2]) < number(kept[2]), 'a node that is dead has fewer hits');
      const spans = await drills.table('The lanes, as a table');
      assert.ok('hit rate, rolled out over 3 min, as kept' in spans[0] && 'hit rate, rolled out over 3 min' in spans[0]);
      await app.until(() => page.getByRole('img', { name: /^Lanes over time/ }).getAttribute('aria-label'), /rolled out over 3 min: hit rate .*; rolled out over 3 min, as kept: hit rate/);
      await app.isAccessible();
      assert.equal(await app.sideways(), 0);
      // The kept run is not changed by hand; its nodes can be shown.
      await page.getByRole('group', { name: 'Run whose nodes are shown' }).getByRole('button', { name: /as kept$/ }).click();
      await app.until(() => drills.state('cache-03'), /● up$/);
      await drills.act('cache-04', 'Kill');
      await app.shows({ notes: /^A run that was kept stays as it is\./, query: /&drill=views,@1800!kill:2$/ });
      await page.getByRole('button', { name: 'Let go of the kept run' }).click();
      await app.until(() => rows().then(all => all.length), 1);
      await app.until(() => drills.state('cache-03'), /✕ down$/);
    });
  });
}

journeys('drills wound back', journey => {
  journey('seeking back gives the same numbers', { query: 'v=1&fin=1&drill=hot' }, async (app, { page }) => {
    const drills = drillsOf(app, page);
    const at = async (seconds, words) => {
      await drills.goTo(seconds, words);
      return [await drills.runs(), await drills.table('Nodes now, as a table'), await app.sentence()];
    };
    const first = [await at(45, /^45 s of/), await at(240, /^4 min of/)];
    await drills.finishes('v=1&fin=1&drill=hot');
    // Beyond the second checkpoint and back, in the other order.
    const again = [await at(240, /^4 min of/), await at(45, /^45 s of/)].reverse();
    assert.deepEqual(again, first);
    await drills.finishes('v=1&fin=1&drill=hot');
  });

  journey('what is shown can be taken away, and how nodes do with it', { query: 'v=1&fin=1&drill=views*cap_rate:4000' }, async (app, { page }) => {
    const drills = drillsOf(app, page);
    await drills.press('To the end');
    await app.until(drills.time, /^7 min of/);
    await drills.arrives();
    const taken = async (place, name) => {
      const [download] = await Promise.all([page.waitForEvent('download'), place.getByRole('button', { name, exact: true }).click()]);
      return readFile(await download.path());
    };
    const lanes = page.locator('.drill-lanes-foot');
    assert.match((await taken(lanes, 'SVG')).toString(), /^<svg[^]*Hit rate, % of reads[^]*Stale hits, of a million hits[^]*cache-09/);
    assert.deepEqual([...(await taken(lanes, 'PNG')).subarray(0, 4)], [0x89, 0x50, 0x4e, 0x47]);
    const table = page.getByRole('region', { name: 'The lanes as a table', exact: true });
    const csv = (await taken(table, 'CSV')).toString().trimEnd().split(/\r?\n/);
    // All of it: 7 minutes by spans of 2 s. Nodes that serve less than they are asked for are overloaded.
    assert.equal(csv.length, 1 + 210);
    assert.ok(csv.some(line => /[0-9] %, overloaded/.test(line)));
    const json = JSON.parse(await taken(table, 'JSON'));
    assert.equal(JSON.stringify(json).match(/2 min 2 s/g).length, 1);
    await page.getByText('More quantities').click();
    await page.getByRole('spinbutton', { name: 'Speed of a node' }).fill('9000');
    await page.keyboard.press('Tab');
    await app.shows({ query: /&drill=views$/ });
    // A quantity is a step like any other.
    await app.undo.click();
    await app.shows({ query: /&drill=views\*cap_rate:4000$/ });
    await app.redo.click();
    await app.shows({ query: /&drill=views$/ });
    // So is the choice of another drill.
    await drills.choose('A flapping node');
    await app.shows({ query: /&drill=flap$/ });
    await drills.choose('A hot key');
    await app.shows({ query: /&drill=hot$/ });
    assert.equal(await page.getByRole('spinbutton', { name: 'Bounded loads' }).inputValue(), '0');
    await app.undo.click();
    await app.undo.click();
    await app.shows({ query: /&drill=views$/ });
  });

  journey('whatever the reader does is in the link', { query: 'v=1&fin=1&drill=views' }, async (app, { page }) => {
    const drills = drillsOf(app, page);
    await drills.goTo(70, /^70 s of/);
    const done = [
      ['cache-01', 'Slow down', '@700!slow:0:20'], ['cache-01', 'Full speed', '@701!slow:0:100'],
      ['cache-02', 'Cut off', '@702!cut:0:1'], ['cache-02', 'Reconnect', '@703!heal:0:1'],
      ['cache-03', 'Kill', '@704!kill:2'], ['cache-03', 'Revive', '@705!revive:2'],
      ['cache-04', 'Remove', '@706!remove:3'],
    ];
    let link = '&drill=views';
    for (const [node, act, event] of done) {
      await drills.act(node, act);
      link += `,${event}`;
      await app.until(app.query, new RegExp(`${link.replaceAll(/[!*]/g, '\\$&')}$`));
    }
    await page.getByRole('button', { name: 'Add a node', exact: true }).click();
    await app.until(app.query, /,@707!add:cache-10$/);
    await app.until(() => drills.events().then(all => all.length), 9);
    await drills.goTo(200, /^3 min 20 s of/);
    const shown = [await drills.runs(), await drills.events()];
    await page.reload();
    await page.locator('html[data-app="running"]').waitFor();
    await drills.goTo(200, /^3 min 20 s of/);
    assert.deepEqual([await drills.runs(), await drills.events()], shown);
    // What came last goes first; all of it is the reader's.
    for (let left = 8; left > 0; left -= 1) await page.getByRole('button', { name: /^Remove the event at/ }).last().click();
    await app.shows({ query: /&drill=views$/ });
  });
});
