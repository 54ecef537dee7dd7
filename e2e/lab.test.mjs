// The lab: each study to its end, against a second implementation where there is one, by mouse, keyboard and link.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { journeys } from './page.mjs';
import { counts, hashes, keys, modulo, moved, names, ring, written } from './reference.mjs';

/** The lab as a reader meets it. */
function labOf(app, page) {
  const studies = page.getByRole('navigation', { name: 'Studies' });
  const plate = title => page.getByRole('region', { name: title, exact: true });
  const cells = row => row.getByRole('cell').or(row.getByRole('rowheader')).allInnerTexts();
  return {
    plate,
    tab: name => page.getByRole('navigation', { name: 'Pages' }).getByRole('button', { name }),
    open: name => studies.getByRole('button', { name }).click(),
    isDone: () => app.until(() => app.figure('progress'), /^Done/, 30_000),
    row: (title, name) => cells(plate(title).getByRole('row').filter({ has: page.getByRole('rowheader', { name, exact: true }) })),
    choose: (label, option) => page.getByRole('combobox', { name: label, exact: true }).selectOption({ label: option }),
    async saved(title, kind) {
      const [download] = await Promise.all([page.waitForEvent('download'), plate(title).getByRole('button', { name: kind }).click()]);
      return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) };
    },
  };
}

const share = part => `${(Math.floor(part * 1_000 + 0.5) / 10).toFixed(1)} %`;

journeys('the lab', journey => {
  journey('shows what a node more or less moves, by every algorithm', {}, async (app, { page }) => {
    const lab = labOf(app, page);
    await lab.tab('Lab').click();
    assert.equal(await lab.tab('Lab').getAttribute('aria-current'), 'page');
    await app.shows({ query: /&lab=movement$/ });
    await lab.isDone();
    const title = 'Keys moved by adding cache-09';
    const expected = {
      Ring: moved(ring(), ring({ nodes: names(9) })),
      Modulo: moved(modulo(), modulo({ nodes: 9 })),
    };
    for (const [name, count] of Object.entries(expected)) {
      assert.deepEqual((await lab.row(title, name)).slice(1, 3), [written(count), share(count / 100_000)], name);
    }
    await app.shows({ sentence: new RegExp(`^Adding cache-09 on a ring moves ${written(expected.Ring)} of 100,000 keys`) });
    await app.isAccessible();

    // The finaliser is one click away, and the study begins anew.
    await app.settings.getByRole('checkbox', { name: 'Finaliser' }).check();
    const finalised = moved(ring({ hash: hashes.finalised }), ring({ hash: hashes.finalised, nodes: names(9) }));
    await app.shows({ sentence: new RegExp(`moves ${written(finalised)} of`) });

    // Another node, another change.
    await lab.choose('Change', 'goes down');
    await lab.choose('Node', 'cache-03');
    await lab.isDone();
    await app.shows({ query: /lab=movement\.down\.n2$/ });
    const left = counts(ring({ hash: hashes.finalised }))[2];
    assert.deepEqual((await lab.row('Keys moved by taking cache-03 down', 'Ring')).slice(1, 3), [written(left), share(left / 100_000)]);

    // Back in the explorer everything is as it was.
    await lab.tab('Explore').click();
    await app.shows({ keys: counts(ring({ hash: hashes.finalised })), query: /^\?v=1&fin=1$/ });
    await app.undo.click();
    await app.shows({ keys: counts(ring()) });
  });

  journey('sweeps virtual nodes and takes its figures away', { query: 'v=1&fin=1&n=20000&lab=balance.spread.x4' }, async (app, { page }) => {
    const lab = labOf(app, page);
    await lab.isDone();
    const title = 'Spread by number of virtual nodes';
    const owners = counts(ring({ hash: hashes.finalised, virtualNodes: 37, of: keys(20_000) }));
    assert.equal((await lab.row(title, '37'))[2], (Math.max(...owners) / 2_500).toFixed(2));
    const rows = lab.plate(title).getByRole('table').locator('tbody tr');
    assert.equal(await rows.count(), 24);
    assert.equal(await page.locator('.plate canvas').count(), 2);
    await app.isAccessible();

    const csv = await lab.saved(title, 'CSV');
    assert.equal(csv.name, 'ringscope-spread-by-number-of-virtual-nodes.csv');
    assert.equal(csv.bytes.toString().trim().split('\r\n').length, 25);
    const svg = await lab.saved(title, 'SVG');
    assert.match(svg.bytes.toString(), /^<svg .*<polyline[\s\S]*these names[\s\S]*<\/svg>/s);
    const png = await lab.saved(title, 'PNG');
    assert.deepEqual([...png.bytes.subarray(1, 4)], [...Buffer.from('PNG')]);
    const wide = png.bytes.readUInt32BE(16);
    assert.ok(wide >= 1_200, `${wide} pixels`);

    // Another measure is another view of the same study.
    await lab.choose('Measure', 'the busiest node');
    await page.getByRole('heading', { name: 'Busiest node above its fair share, by number of virtual nodes' }).waitFor();
    assert.match(await app.figure('progress'), /^Done/);
    // A bad hash is one click away.
    await app.settings.getByRole('checkbox', { name: 'Finaliser' }).uncheck();
    await lab.isDone();
    const clumped = counts(ring({ virtualNodes: 37, of: keys(20_000) }));
    assert.equal((await lab.row('Busiest node above its fair share, by number of virtual nodes', '37'))[2], (Math.max(...clumped) / 2_500).toFixed(2));
  });

  journey('is stopped and run again, and a study that is left does not go on', { query: 'v=1&lab=sources' }, async (app, { page }) => {
    const lab = labOf(app, page);
    await page.getByRole('button', { name: 'Cancel' }).click();
    await app.until(() => app.figure('progress'), /^Stopped after/);
    const stopped = await app.figure('progress');
    await page.evaluate(() => new Promise(resolve => { let left = 10; const frame = () => (left -= 1) ? requestAnimationFrame(frame) : resolve(); frame(); }));
    assert.equal(await app.figure('progress'), stopped);
    await page.getByRole('button', { name: 'Run again' }).click();
    await app.until(() => app.figure('progress'), /^[\d,]+ of/);
    await lab.open('Weights');
    await lab.isDone();
    await app.shows({ query: /lab=weights$/, sentence: /^On a ring: cache-08 gets/ });
    await lab.choose('Fleet', 'an example, 4 : 4 : 1 : 1');
    await page.getByRole('rowheader', { name: 'big-1' }).waitFor();
    await lab.isDone();
    await app.isAccessible();
  });

  journey('says how many virtual nodes are needed', { query: 'v=1&fin=1&n=10000&lab=advice.p130.q95' }, async (app, { page }) => {
    const lab = labOf(app, page);
    await lab.isDone();
    const [, advised] = await lab.row('Three answers', 'other names with FNV-1a 32 + fmix32, in 95 of 100');
    await app.shows({ sentence: new RegExp(`^${advised} virtual nodes each: no node above 130 % of its fair share, also after any one node fails, in \\d+ of 100`) });
    assert.equal((await lab.row('Without virtual nodes', 'Rendezvous'))[1], 'yes');
    assert.ok(Number(advised.replace(',', '')) > 50);
    await lab.choose('Losses', 'while all nodes are up');
    await lab.isDone();
    const [, fewer] = await lab.row('Three answers', 'other names with FNV-1a 32 + fmix32, in 95 of 100');
    assert.ok(Number(fewer.replace(',', '')) < Number(advised.replace(',', '')), `${fewer} ${advised}`);
    await app.isAccessible();
  });

  journey('measures the published figures again', { query: 'v=1&lab=sources' }, async (app, { page }) => {
    const lab = labOf(app, page);
    await lab.isDone();
    await app.shows({ sentence: 'Of 83 published figures 80 come out the same in your browser, 2 within sampling noise, 1 differs.' });
    await app.isAccessible();
    // A row opens its configuration in the explorer.
    await page.getByRole('link', { name: /cache-01 … cache-08 with the label #0/ }).click();
    await app.shows({ keys: [94218, 542517, 4627, 82174, 23386, 127617, 48144, 77317] });
  });

  for (const [width, height] of [[320, 640], [390, 844], [1_440, 900]]) {
    journey(`has room for every study at ${width} px`, { width, height, query: 'v=1&n=5000&vn=20&lab=movement' }, async (app, { page }) => {
      const lab = labOf(app, page);
      for (const study of ['Movement', 'Balance', 'Hash lens', 'Weights', 'How many virtual nodes?', 'Published figures', 'Cost']) {
        await lab.open(study);
        await page.locator('.plate').first().waitFor();
        if (study === 'Weights' || study === 'Movement') await lab.isDone();
        assert.equal(await app.sideways(), 0, study);
        if (width === 390) await app.isAccessible();
      }
    });
  }

  journey('is reached from where its questions come up', { query: 'v=1&n=1000' }, async (app, { page }) => {
    const lab = labOf(app, page);
    await page.getByRole('button', { name: 'How many?' }).click();
    await app.shows({ query: /lab=advice$/, focused: 'How many virtual nodes?' });
    await lab.tab('Explore').click();
    await app.add();
    await page.getByRole('button', { name: 'What would move next' }).click();
    await page.getByRole('button', { name: 'By every algorithm' }).press('Enter');
    await app.shows({ query: /lab=movement$/, focused: 'Movement', sentence: /^Adding cache-10 on a ring/ });
  });

  journey('is used by keyboard', { query: 'v=1&n=1000&lab=movement' }, async (app, { page }) => {
    const lab = labOf(app, page);
    await lab.tab('Migrate').focus();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await lab.isDone();
    for (let at = 0; at < 40 && await app.focused() !== 'Balance'; at += 1) await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await app.shows({ query: /lab=balance$/, focused: 'Balance' });
    // Undo reaches the scenario from here too.
    await app.settings.getByRole('checkbox', { name: 'Finaliser' }).focus();
    await page.keyboard.press('Space');
    await app.shows({ query: /fin=1/ });
    await page.keyboard.press('Control+z');
    await app.shows({ query: /^\?v=1&n=1000&lab=balance$/ });
  });
});
