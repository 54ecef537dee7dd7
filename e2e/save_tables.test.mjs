// Every table of the page can be taken away as CSV and as JSON, which say what it says; and pictures that stand beside
// others have a Save of their own. Figures are counted here a second time.
import assert from 'node:assert/strict';
import { journeys } from './page.mjs';
import { counts, keys, modulo, moved, names, ring, written } from './reference.mjs';
import { downloaded, plain, rowsOfCsv, sizeOf, take, texts } from './taking.mjs';

const percent = share => `${(100 * share).toFixed(1)} %`;

/** Both files of a table, which have to say the same; gives the rows. */
async function both(page, of, { entries = ['CSV', 'JSON'], file, nth = 0 } = {}) {
  const [csv, json] = [await take(page, of, entries[0], nth), await take(page, of, entries[1], nth)];
  if (file) assert.deepEqual([csv.name, json.name], [`ringscope-${file}.csv`, `ringscope-${file}.json`]);
  const rows = JSON.parse(json.bytes.toString());
  const alike = rows.map(row => Object.fromEntries(Object.entries(row).map(([head, cell]) => [head, plain(cell)])));
  const read = rowsOfCsv(csv.bytes.toString());
  assert.deepEqual(read.map(row => Object.fromEntries(Object.entries(row).map(([head, cell]) => [head, plain(cell)]))), alike);
  assert.ok(rows.length > 0, `${of} has no row`);
  return rows;
}

journeys('tables that are taken away', journey => {
  journey('what would move', {}, async (app, { page }) => {
    const count = moved(ring(), ring({ nodes: names(9) }));
    const first = page.locator('.price').first().locator('[data-figure="would-move"]');
    await app.until(() => first.innerText(), written(count));
    await app.until(() => page.locator('.price-keys').allInnerTexts().then(all => all.includes('…')), false, 20_000);
    const rows = await both(page, 'Save what would move', { file: 'what-would-move' });
    assert.deepEqual(rows[0], {
      change: 'Add cache-09', 'keys that would move': count, 'of keys': 100000, share: percent(count / 100000), 'necessary keys': count, 'fair share': '11.1 %',
    });
    assert.deepEqual(rows.map(row => written(row['keys that would move'])), await page.locator('.price-keys').allInnerTexts());
    await app.isAccessible();
  });

  journey('what moved: the figures, and all pairs', { query: 'then=cache-09' }, async (app, { page }) => {
    const [before, after] = [ring(), ring({ nodes: names(9) })];
    const count = moved(before, after);
    const figures = await both(page, 'Save the movement', { entries: ['Figures, CSV', 'Figures, JSON'], file: 'movement' });
    assert.deepEqual(figures[0], { what: 'Moved: Add cache-09', keys: count, 'share of all keys': percent(count / 100000) });
    const shown = await page.locator('.moved-lines tr').evaluateAll(rows => rows.map(row => [...row.cells].map(cell => cell.textContent)));
    assert.deepEqual(figures.slice(1).map(row => [row.what, written(row.keys), row['share of all keys']]), shown);
    const pairs = await both(page, 'Save the movement', { entries: ['Pairs, CSV', 'Pairs, JSON'], file: 'moved-by-node' });
    assert.equal(pairs.reduce((sum, row) => sum + row.keys, 0), count);
    const from = names(8).map((_, node) => before.filter((owner, key) => owner === node && after[key] !== node).length);
    assert.deepEqual(pairs.map(row => [row.from, row.to, row.keys]), names(8).map((name, node) => [name, 'cache-09', from[node]]).filter(row => row[2] > 0));
  });

  journey('the walk of a key', { query: 'alg=modulo&nodes=x,y&list=a' }, async (app, { page }) => {
    await page.getByRole('button', { name: 'Walk it' }).click();
    await page.locator('.walk-step').first().waitFor();
    const rows = await both(page, 'Save the walk', { file: 'walk-of-a-key' });
    // FNV-1a 32 of "a" is published, and even.
    assert.ok(rows.some(row => row['what happens'].includes('0xe40c292c')));
    assert.equal(rows.find(row => / mod /.test(row['what happens']))['what happens'], '3,826,002,220 mod 2 = 0: the slot');
    const shown = await page.locator('.walk-step').evaluateAll(all => all.map(step => {
      const copy = step.cloneNode(true);
      for (const hidden of copy.querySelectorAll('[aria-hidden="true"]')) hidden.remove();
      return copy.textContent.trim();
    }));
    assert.deepEqual(rows.map(row => `${row.node} ${row['what happens']}`.trim()), shown);
    assert.deepEqual(rows.map(row => row.step), rows.map((_, at) => at + 1));
    await app.isAccessible();
  });

  journey('the history', {}, async (app, { page }) => {
    await app.add('cache-09');
    await app.until(() => page.locator('.history-step').count(), 2);
    await app.undo.click();
    await app.until(() => page.locator('.history-step').first().getAttribute('aria-current'), 'step');
    const rows = await both(page, 'Save all of the page', { entries: ['History, CSV', 'History, JSON'], file: 'history' });
    const share = percent(moved(ring(), ring({ nodes: names(9) })) / 100000);
    assert.deepEqual(rows, [
      { step: 'Start', 'on show': 'yes', number: 0, 'keys that it moved': '–' },
      { step: 'Add cache-09', 'on show': 'no', number: 1, 'keys that it moved': share },
    ]);
  });

  journey('a configuration, line by line', { query: 'n=100' }, async (app, { page }) => {
    await app.settings.getByRole('button', { name: 'Paste a configuration' }).click();
    const dialog = page.getByRole('dialog', { name: 'Paste a configuration', exact: true });
    const lines = ['upstream cache {', '    hash $key consistent;', '    server a:1;', '    server b:2 weight=many;', '}'];
    await dialog.getByRole('textbox', { name: 'Configuration', exact: true }).fill(lines.join('\n'));
    await app.until(() => dialog.locator('tbody tr.row').count(), lines.length);
    const rows = await both(page, 'Save what became of each line', { file: 'configuration-line-by-line' });
    assert.deepEqual(rows.map(row => [row.line, row.text.trim()]), lines.map((line, at) => [at + 1, line.trim()]));
    assert.equal(rows[3]['what became of it'], 'not read');
    assert.match(rows[3].why, /“many” is no weight/);
    const shown = await dialog.locator('tbody tr.row .report-word').allInnerTexts();
    assert.deepEqual(rows.map(row => row['what became of it']), shown);
    await app.isAccessible();
  });

  journey('the loads of compared columns, as a picture and as a table', { query: 'cmp=modulo&nodes=a,b,c&n=3000' }, async (app, { page }) => {
    await page.locator('.compare-column').nth(1).waitFor();
    const columns = [ring({ nodes: ['a', 'b', 'c'], of: keys(3000) }), modulo({ nodes: 3, of: keys(3000) })];
    for (const [nth, owners] of columns.entries()) {
      const rows = await both(page, 'Save the keys on each node', { file: 'keys-on-each-node', nth });
      assert.deepEqual(rows.map(row => row.node), ['a', 'b', 'c']);
      assert.deepEqual(rows.map(row => row.keys), counts(owners, 3));
      const svg = await take(page, 'Save the keys on each node', 'SVG', nth);
      const words = await texts(page, svg.bytes.toString());
      assert.deepEqual(words.slice(1), ['A', 'B', 'C']);
      assert.match(words[0], /^Keys on each node; dotted: fair, 33\.3 %/);
      const { width } = await page.locator('.strip-canvas').nth(nth).boundingBox();
      const [across] = sizeOf((await take(page, 'Save the keys on each node', 'PNG', nth)).bytes);
      assert.ok(Math.abs(across - 2 * (width + 32)) <= 2, `${across} of ${width}`);
    }
    await app.isAccessible();
  });

  journey('a migration: what turns cold, and all servers', { query: 'alg=modulo&to=ring' }, async (app, { page }) => {
    const [before, after] = [modulo(), ring()];
    const count = moved(before, after);
    await app.shows({ sentence: new RegExp(`^${written(count)} of 100,000 keys move`) });
    const cold = await both(page, 'Save what turns cold', { file: 'what-turns-cold' });
    assert.deepEqual(cold.map(row => row.keys), [count, 0, count, 100000 - count]);
    const servers = await both(page, 'Save the servers', { file: 'server-by-server' });
    const of = (owners, node) => owners.filter(owner => owner === node).length;
    const stay = node => before.filter((owner, key) => owner === node && after[key] === node).length;
    assert.deepEqual(
      servers.map(row => [row.server, row['name before'], row['keys before'], row['keys after'], row.stay, row.arrive, row['arrived of its keys']]),
      names(8).map((name, node) => [name, name, of(before, node), of(after, node), stay(node), of(after, node) - stay(node), percent(1 - stay(node) / of(after, node))]),
    );
    await app.isAccessible();
  });

  journey('a drill: nodes, what happens, and quantities', { query: 'v=1&drill=reference' }, async (app, { page }) => {
    await page.getByRole('button', { name: 'To the end', exact: true }).click();
    await app.until(() => app.figure('time'), /^10 s of 10 s$/, 30_000);
    await app.until(() => page.locator('.drill-state').nth(1).innerText(), /down/);
    const nodes = await both(page, 'Save the nodes', { file: 'nodes-of-the-drill' });
    const states = await page.locator('.drill-state').allInnerTexts();
    assert.deepEqual(nodes.map(row => [row.node, row.state]), names(4).map((name, at) => [name, states[at].replace(/^. /, '').trim()]));
    assert.equal(nodes[1].state, 'down');
    const shown = await page.locator('#drill-nodes tbody tr').evaluateAll(rows => rows.map(row => [...row.querySelectorAll('.number')].map(cell => cell.textContent)));
    assert.deepEqual(nodes.map(row => [written(row['requests/s, of 10 s']), row['of what it can serve'], row['hit rate'], written(row.entries)]), shown);
    const happens = await both(page, 'Save what happens', { file: 'what-happens-in-the-drill' });
    assert.deepEqual(happens, [{ at: '0 s', 'what happens': 'Kill cache-02', 'has it': 'yes', number: 1 }]);
    const quantities = await both(page, 'Save the quantities', { file: 'quantities-of-the-drill' });
    const reads = quantities.find(row => row.quantity === 'Reads');
    // The first document's: 10,000 reads in ten seconds.
    assert.deepEqual(reads, { quantity: 'Reads', unit: 'reads/s', value: 1000, "the drill's own": 1000 });
    await app.isAccessible();
  });

  journey('the lanes of a drill, as a picture', { query: 'v=1&drill=reference' }, async (app, { page }) => {
    await page.getByRole('button', { name: 'To the end', exact: true }).click();
    await app.until(() => app.figure('time'), /^10 s of 10 s$/, 30_000);
    const foot = page.locator('.drill-lanes-foot');
    const svg = await downloaded(page, () => foot.getByRole('button', { name: 'SVG' }).click());
    const words = await texts(page, svg.bytes.toString());
    assert.ok(words.some(word => word.trim() === 'Hit rate, % of reads') && words.some(word => word.trim() === 'A cache-01'), words.join(' | '));
    const { width } = await page.locator('.drill-lanes canvas').boundingBox();
    const png = await downloaded(page, () => foot.getByRole('button', { name: 'PNG' }).click());
    assert.ok(Math.abs(sizeOf(png.bytes)[0] - 2 * (Math.round(width) + 32)) <= 2, `${sizeOf(png.bytes)[0]} of ${width}`);
  });
});

journeys('Save on a telephone', journey => {
  for (const [what, query, labels] of [
    ['explorer', '', ['Save what would move']],
    ['explorer after a change', 'then=cache-09', ['Save the movement']],
    ['comparison', 'cmp=modulo', ['Save the keys on each node']],
    ['migration', 'to=rendezvous', ['Save what turns cold', 'Save the servers']],
    ['drill', 'v=1&drill=reference', ['Save the nodes', 'Save what happens', 'Save the quantities']],
  ]) {
    journey(`each list of the ${what} is on the screen, and by keyboard`, { query, width: 320, height: 844 }, async (app, { page }) => {
      for (const label of labels) {
        const summary = page.locator(`summary[aria-label="${label}"]`).first();
        await summary.focus();
        await page.keyboard.press('Enter');
        const box = await page.locator('details.save[open] .save-entries').boundingBox();
        assert.ok(box.x >= 0 && box.x + box.width <= 320, `${label}: ${box.x} to ${box.x + box.width}`);
        await page.keyboard.press('Escape');
        assert.equal(await page.locator('details.save[open]').count(), 0);
        await app.shows({ focused: label });
      }
      assert.equal(await app.sideways(), 0);
    });
  }
});
