// What can be taken away: pictures, tables, the scenario, golden vectors and a report on paper.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { loadInterface } from './interface.mjs';
import { counts, hashes, names, ring } from './reference.mjs';
import { axeInBothThemes, startStage } from './support.mjs';
import { downloaded, sizeOf, take, texts } from './taking.mjs';

const fleetOf = count => Array.from({ length: count }, (_, at) => `node-${at}`).join(',');
const HOSTILE = '<img src=x onerror="globalThis.ran=1">&';

describe('what can be taken away', () => {
  let stage;
  before(async () => { stage = await startStage(); });
  after(() => stage.close());

  for (const [what, query] of [
    ['ring', ''], ['changed ring', 'then=cache-09'], ['slots', 'alg=jump'], ['scores', 'alg=rendezvous'], ['real system', 'sys=nginx-consistent'],
  ]) {
    for (const colorScheme of ['light', 'dark']) {
      test(`the picture of a ${what} as SVG and as PNG, ${colorScheme}`, async () => {
        const { page, context, consoleProblems } = await stage.openPage({ query, colorScheme });
        const box = await page.locator('.picture-canvas').boundingBox();
        const svg = await take(page, 'Save the picture', 'SVG');
        assert.equal(svg.name, 'ringscope-picture.svg');
        const words = await texts(page, svg.bytes.toString());
        assert.ok(words.length > 5, words.join(' | '));
        assert.ok(svg.bytes.toString().includes(colorScheme === 'light' ? '#fafaf8' : '#111316'));
        const png = await take(page, 'Save the picture', 'PNG');
        assert.equal(png.name, 'ringscope-picture.png');
        assert.equal(png.bytes.subarray(1, 4).toString(), 'PNG');
        // The picture with 16 px around it, two pixels each.
        assert.ok(Math.abs(sizeOf(png.bytes)[0] - 2 * (box.width + 32)) <= 2, `${sizeOf(png.bytes)[0]} of ${box.width}`);
        assert.deepEqual(consoleProblems, []);
        await context.close();
      });
    }
  }

  test('the fleet as CSV and JSON, with names that are neither markup nor formulas', async () => {
    const { page, context } = await stage.openPage({ query: `nodes=${encodeURIComponent(`=1+1,"a" b*2,${HOSTILE.replace(/[*!@^~,]/g, '')}`)}&n=1000` });
    const csv = (await take(page, 'Save the fleet table', 'CSV')).bytes.toString();
    const json = JSON.parse((await take(page, 'Save the fleet table', 'JSON')).bytes.toString());
    assert.match(csv, /^node,sign,state,weight,keys,/);
    assert.ok(csv.includes("\r\n'=1+1,A,up,1,") && csv.includes('\r\n"""a"" b",B,up,2,'), csv);
    assert.deepEqual(json.map(row => [row.node, row.weight]), [['=1+1', 1], ['"a" b', 2], [HOSTILE, 1]]);
    assert.equal(json.reduce((sum, row) => sum + row.keys, 0), 1000);
    assert.equal(await page.evaluate(() => globalThis.ran), undefined);
    await context.close();
  });

  test('what moved, by pairs', async () => {
    const { page, context } = await stage.openPage({ query: 'then=cache-09' });
    await page.locator('#moved-open').click();
    const json = JSON.parse((await take(page, 'Save what moved', 'JSON')).bytes.toString());
    const [before, after] = [ring(), ring({ nodes: names(9) })];
    const pairs = {};
    before.forEach((from, key) => {
      if (from !== after[key]) pairs[names(9)[from]] = (pairs[names(9)[from]] ?? 0) + 1;
    });
    assert.deepEqual(Object.fromEntries(json.map(row => [row.from, row.keys])), pairs);
    assert.ok(json.every(row => row.to === 'cache-09'));
    await context.close();
  });

  test('the comparison', async () => {
    const { page, context } = await stage.openPage({ query: 'cmp=ring*fin:1' });
    await page.locator('#compare-table').waitFor();
    const json = JSON.parse((await take(page, 'Save the table', 'JSON')).bytes.toString());
    assert.deepEqual(json.map(row => row['busiest, × fair']), [1.35, Math.round(Math.max(...counts(ring({ hash: hashes.finalised }))) / 125) / 100]);
    const svg = await take(page, 'Save the picture', 'SVG');
    assert.ok((await texts(page, svg.bytes.toString())).length > 5);
    await context.close();
  });

  test('the busiest node by virtual nodes, as a chart and as a table', async () => {
    const { page, context } = await stage.openPage();
    await page.getByText('Show as table').click();
    await page.locator('.curve-table tbody tr').nth(23).waitFor();
    const svg = (await take(page, 'Save the chart and its table', 'SVG')).bytes.toString();
    const words = await texts(page, svg);
    assert.ok(words.some(word => word.includes('10,000')), words.join(' | '));
    const json = JSON.parse((await take(page, 'Save the chart and its table', 'JSON')).bytes.toString());
    assert.equal(json.length, 24);
    assert.deepEqual([json[0]['virtual nodes'], json.at(-1)['virtual nodes']], [1, 10000]);
    await context.close();
  });

  test('a study of the lab', async () => {
    const { page, context } = await stage.openPage({ query: 'n=2000&lab=movement' });
    await page.getByText(/^Done:/).waitFor({ timeout: 30_000 });
    const file = await downloaded(page, () => page.locator('.plate').first().getByRole('button', { name: 'JSON' }).click());
    const rows = JSON.parse(file.bytes.toString());
    const shown = await page.locator('.plate').first().locator('tbody tr').count();
    assert.equal(rows.length, shown);
    await context.close();
  });

  test('the scenario, which the interface takes as it is', async () => {
    const { place } = await loadInterface();
    const { page, context } = await stage.openPage({ query: 'nodes=a,b*2,c!&n=3000&alg=rendezvous&hash=murmur3' });
    const { name, bytes } = await take(page, 'Save all of the page', /Scenario/);
    const file = JSON.parse(bytes.toString());
    assert.equal(name, 'ringscope-scenario.json');
    const keys = await page.locator('[data-figure="keys"]').allInnerTexts();
    assert.deepEqual(place(file.options).loads.map(load => load.keys.toLocaleString('en-US')), keys);
    await page.goto(new URL(file.link, page.url()).href);
    await page.locator('html[data-app="running"]').waitFor();
    assert.deepEqual(await page.locator('[data-figure="keys"]').allInnerTexts(), keys);
    await context.close();
  });

  test('golden vectors, the same as the interface gives, and a test beside them', async () => {
    const { golden } = await loadInterface();
    const { page, context } = await stage.openPage();
    const { name, bytes } = await take(page, 'Save all of the page', /Golden vectors/);
    assert.equal(name, 'ringscope-vectors.txt');
    assert.equal(bytes.toString(), golden());
    await page.locator('summary[aria-label="Save all of the page"]').click();
    for (const language of ['JavaScript', 'Python', 'Go', 'Rust', 'Java']) {
      const link = page.locator('.save-tests').getByRole('link', { name: language, exact: true });
      const answer = await page.request.get(await link.evaluate(element => element.href));
      assert.equal(answer.status(), 200);
      assert.match(await answer.text(), /Ringscope golden vectors, version 1/);
    }
    await context.close();
  });

  test('all by keyboard, and told to those who hear', async () => {
    const { page, context, consoleProblems } = await stage.openPage({ width: 390, height: 844 });
    for (const label of ['Save the fleet table', 'Save the picture', 'Save all of the page']) {
      const summary = page.locator(`summary[aria-label="${label}"]`);
      await summary.focus();
      await page.keyboard.press('Enter');
      const list = page.locator('details.save[open]');
      assert.equal(await list.count(), 1);
      const box = await list.locator('.save-entries').boundingBox();
      assert.ok(box.x >= 0 && box.x + box.width <= 390, `${label}: ${box.x} to ${box.x + box.width}`);
      assert.deepEqual(await axeInBothThemes(page), []);
      await page.keyboard.press('Tab');
      assert.equal(await page.evaluate(() => document.activeElement.className), 'save-entry');
      await page.keyboard.press('Escape');
      assert.equal(await list.count(), 0);
      assert.equal(await page.evaluate(() => document.activeElement.getAttribute('aria-label')), label);
      // Past the last entry it closes behind the keyboard.
      await page.keyboard.press('Enter');
      await page.keyboard.press('Shift+Tab');
      assert.equal(await list.count(), 0);
    }
    assert.deepEqual(consoleProblems, []);
    await context.close();
  });

  describe('the report', () => {
    for (const [what, query, words] of [
      ['explorer', 'then=cache-09', [/cache-09/, /100,000 keys user:\{i\} on 9 nodes\. Ring, FNV-1a 32, 160 virtual nodes each/, /Moved: Add cache-09/]],
      ['comparison', 'cmp=ring*fin:1,rendezvous', [/Placements/]],
      ['lab', 'n=2000&lab=balance.x2', [/\d/]],
      ['migration', 'alg=modulo&to=ring', [
        /^[\d,]+ of 100,000 keys move/, /From: 100,000 keys user:\{i\} on 8 nodes\. Modulo, FNV-1a 32\./, /To: 8 nodes\. Ring, FNV-1a 32, 160 virtual nodes each/,
        /What turns cold/, /Server by server/, /How even both sides are/, /cache-08/,
      ]],
      ['migration of many servers', `to=rendezvous&nodes=${fleetOf(60)}`, [/The first 18 of 60 rows/, /node-17/]],
      ['drill', 'v=1&fin=1&drill=dies', [
        /^cache-02 died\./, /A node dies\. One node stops/, /At 11 min of 11 min\. by modulo: 8 nodes\. Modulo, .* on a ring: 8 nodes\. Ring,/,
        /Speed of the database: 40,000 reads\/s/, /Runs so far/, /What happens.*Kill cache-02/, /Capacity plan.*cache-08/,
      ]],
      ['drill that has not begun', 'v=1&drill=flap', [/A flapping node: start it/, /At 0 s of/, /What happens/]],
      ['large fleet', `nodes=${fleetOf(60)}`, [/The first 24 of 60 rows/]],
      ['large fleet that has changed', `nodes=${fleetOf(60)}&then=node-60`, [/The first 12 of 61 rows/]],
    ]) {
      test(`of the ${what} is one page`, async () => {
        const { page, context, consoleProblems } = await stage.openPage({ query, colorScheme: 'dark' });
        if (what === 'lab') await page.getByText(/^Done:/).waitFor({ timeout: 60_000 });
        if (what === 'comparison') await page.locator('.compare-column').nth(1).waitFor();
        if (what.startsWith('migration')) await page.getByRole('heading', { name: /of 100,000 keys move/ }).waitFor();
        if (what.startsWith('drill')) await page.locator('.drill-events li').first().waitFor();
        if (what === 'drill') {
          await page.getByRole('button', { name: 'To the end', exact: true }).click();
          await page.getByRole('heading', { name: /^cache-02 died/ }).waitFor({ timeout: 60_000 });
          await page.getByRole('region', { name: 'Capacity plan, as a table' }).locator('tbody tr').nth(7).waitFor({ timeout: 30_000 });
        }
        await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
        const report = await page.locator('.paper').evaluate(element => element.textContent);
        for (const pattern of words) assert.match(report, pattern);
        assert.ok(report.includes(`${stage.server.url}?v=1`), 'the link is on it');
        assert.ok(await page.locator('.paper svg').count() > 0);
        // Paper is light, and the page is as it was afterwards.
        assert.equal(await page.locator('html').getAttribute('data-theme'), 'light');
        await page.evaluate(() => dispatchEvent(new Event('afterprint')));
        assert.equal(await page.locator('html').getAttribute('data-theme'), null);
        assert.equal(await page.locator('.paper *').count(), 0);
        for (const format of ['A4', 'Letter']) {
          const pdf = await page.pdf({ format });
          assert.equal(pdf.toString('latin1').match(/\/Type \/Page\b/g)?.length, 1, `pages, ${format}`);
        }
        assert.deepEqual(consoleProblems, []);
        await context.close();
      });
    }

    test('has no markup of its own in names', async () => {
      const { page, context } = await stage.openPage({ query: `nodes=${encodeURIComponent(HOSTILE.replace(/[*!@^~,]/g, ''))},b&n=100` });
      await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
      assert.ok((await page.locator('.paper').evaluate(element => element.textContent)).includes(HOSTILE));
      assert.equal(await page.locator('.paper img').count(), 0);
      assert.equal(await page.evaluate(() => globalThis.ran), undefined);
      await context.close();
    });
  });
});
