// The hash lens: opened from the finding, each picture with its table, points that travel, and the report of a fleet with one
// point a node; against a second implementation where there is one.
import assert from 'node:assert/strict';
import { journeys } from './page.mjs';
import { counts, hashes, names, ring } from './reference.mjs';

const PLATES = [
  'Lanes: the same labels, raw and finalised',
  'The verdict and its measures',
  'Gaps between neighbours',
  'Gaps between virtual nodes of the same node',
  'Gaps that are too common for chance',
  'Avalanche: one bit of a label flips, and which bits of its hash?',
  'Label order: the same hash, the counter elsewhere',
  'Where the fault lies: points and keys finalised apart',
  'The same hash on modulo and rendezvous',
];

function lensOf(app, page) {
  const plate = title => page.getByRole('region', { name: title, exact: true });
  const row = (title, name) => plate(title).getByRole('row').filter({ has: page.getByRole('rowheader', { name, exact: true }) });
  return {
    plate,
    isDone: () => app.until(() => app.figure('progress'), /^Done/, 30_000),
    cells: (title, name) => row(title, name).first().getByRole('cell').allInnerTexts(),
    rows: title => plate(title).locator('tbody tr').evaluateAll(rows => rows.map(row => [...row.cells].map(cell => cell.textContent))),
    // What is painted, as a number.
    painted: title => plate(title).locator('canvas').evaluate(canvas =>
      [...canvas.toDataURL()].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 1_000_003, 0)),
  };
}

journeys('the hash lens', journey => {
  journey('is one click from the finding that names a clump', {}, async (app, { page }) => {
    const lens = lensOf(app, page);
    await app.act('See why');
    await app.shows({ query: /&lab=lens$/, focused: 'Hash lens' });
    await lens.isDone();
    await app.shows({ sentence: /^FNV-1a 32 clumps the labels \{node\}#\{i\}: 553 of 1,280 virtual nodes/ });
    assert.deepEqual(await page.locator('.plate h2').allInnerTexts(), PLATES);
    assert.equal(await page.locator('.plate canvas').count(), 7);

    const [first] = await lens.rows('Gaps that are too common for chance');
    assert.deepEqual(first.slice(0, 4), ['147,095', 'neighbours', 'P² - 38·P', '303']);
    // The busiest node with nothing, keys, points and both finalised; the second implementation has the first and the last.
    const busiest = (await lens.rows('Where the fault lies: points and keys finalised apart')).map(cells => cells[2]);
    const times = hash => (Math.max(...counts(ring({ hash, nodes: names(8) }))) / 12_500).toFixed(3);
    assert.deepEqual(busiest, [times(undefined), '1.337', '1.138', times(hashes.finalised)]);
    const order = await lens.rows('Label order: the same hash, the counter elsewhere');
    assert.deepEqual(order.map(cells => [cells[0], cells[2]]), [
      ['{node}#{i}', 'clumped'], ['{node}#{i}', 'well spread'], ['{i}#{node}', 'well spread'], ['{i}#{node}', 'well spread'],
    ]);
    assert.equal((await lens.cells('The same hash on modulo and rendezvous', 'Modulo'))[2], '1.00');
    await app.isAccessible();

    // The finaliser is one click away, and the lens looks anew.
    await app.settings.getByRole('checkbox', { name: 'Finaliser' }).check();
    await app.shows({ sentence: /^FNV-1a 32 \+ fmix32 spreads the labels \{node\}#\{i\} as chance would: 161 of 1,280/ });
    await lens.isDone();
    assert.deepEqual(await lens.rows('Gaps that are too common for chance'), []);
  });

  journey('lets points travel, by keyboard and step by step', { query: 'v=1&n=1000&lab=lens' }, async (app, { page }) => {
    const lens = lensOf(app, page);
    await lens.isDone();
    const lanes = lens.plate(PLATES[0]);
    const way = lanes.getByRole('slider');
    assert.equal(await way.inputValue(), '1000');
    const after = await lens.painted(PLATES[0]);
    await lanes.getByRole('button', { name: 'Step back' }).press('Enter');
    assert.equal(await way.inputValue(), '900');
    await app.until(async () => await lens.painted(PLATES[0]) !== after, true);
    await way.focus();
    await page.keyboard.press('Home');
    assert.equal(await way.inputValue(), '0');
    assert.equal(await way.getAttribute('aria-valuetext'), '0 %');
    // Who wants no motion sees the end at once.
    await lanes.getByRole('button', { name: 'Watch them move' }).press('Enter');
    assert.equal(await way.inputValue(), '1000');
    await app.until(() => lens.painted(PLATES[0]), after);
  });

  journey('plays, pauses and stops out of sight', { query: 'v=1&n=1000&lab=lens', reducedMotion: 'no-preference' }, async (app, { page }) => {
    const lens = lensOf(app, page);
    await lens.isDone();
    const lanes = lens.plate(PLATES[0]);
    const way = lanes.getByRole('slider');
    await lanes.getByRole('button', { name: 'Watch them move' }).click();
    await app.until(() => way.inputValue().then(at => Number(at) > 0 && Number(at) < 1_000), true);
    await lanes.getByRole('button', { name: 'Pause' }).click();
    await lanes.getByRole('button', { name: 'Watch them move' }).waitFor();
    const paused = await way.inputValue();
    await page.evaluate(() => new Promise(resolve => { let left = 10; const frame = () => (left -= 1) ? requestAnimationFrame(frame) : resolve(); frame(); }));
    assert.equal(await way.inputValue(), paused);
    await page.keyboard.press('Enter');
    await lens.plate(PLATES.at(-1)).scrollIntoViewIfNeeded();
    await app.until(() => lanes.getByRole('button', { name: 'Watch them move' }).count(), 1);
  });

  const ports = Array.from({ length: 10 }, (_, at) => encodeURIComponent(`http://127.0.0.1:${9_001 + at}`)).join(',');
  journey('explains a fleet of one point a node from its link', { query: `v=1&vn=1&label={node}&keys=sku-{i}&from=1&nodes=${ports}&lab=lens` }, async (app, { page }) => {
    const lens = lensOf(app, page);
    await lens.isDone();
    await app.shows({ sentence: /^FNV-1a 32 clumps the labels \{node\}: .*http:\/\/127\.0\.0\.1:9009 gets 9\.41 times its share\.$/ });
    // 94,087 of 100,000 keys where 10,000 are fair.
    assert.equal((await lens.rows('Where the fault lies: points and keys finalised apart'))[0][2], '9.409');
    assert.deepEqual(await lens.rows('Gaps that are too common for chance'), [['16,777,619', 'neighbours', 'P', '6', '60.0 %']]);
    assert.equal((await lens.cells(PLATES[0], 'http://127.0.0.1:9009'))[1], '94.1 %');
    await app.isAccessible();
  });

  for (const [width, height] of [[320, 640], [390, 844]]) {
    journey(`has room at ${width} px`, { width, height, query: 'v=1&n=1000&lab=lens' }, async (app, { page }) => {
      const lens = lensOf(app, page);
      await lens.isDone();
      assert.equal(await app.sideways(), 0);
      if (width === 390) await app.isAccessible();
    });
  }
});
