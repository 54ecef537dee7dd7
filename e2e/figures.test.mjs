// A drill and a migration as figures in other people's pages. The numbers of drills are those of the native run
// (crates/placement/tests/drill_replay.rs holds the same file), those of migrations are counted here a second time.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, describe, test } from 'node:test';
import { figure, said, startHost, until } from './host.mjs';
import { journeys } from './page.mjs';
import { moved, modulo, ring, written } from './reference.mjs';
import { axeInBothThemes } from './support.mjs';

const recorded = JSON.parse(await readFile(new URL('../crates/placement/tests/data/drills.json', import.meta.url), 'utf8'));
const DRILL = 'v=1&fin=1&drill=reference';
const WIDTHS = [280, 700];

describe('figures of drills and migrations', () => {
  let host;
  before(async () => { host = await startHost(); });
  after(() => host.close());

  /** A page with one figure that is as high as it says. */
  async function shown(query, { width = 700, head = '', space = 0, ...options } = {}) {
    const fit = `<script>addEventListener('message', event => {
      if (event.data.height > 0) document.querySelector('iframe').style.height = event.data.height + 'px';
    });</script>`;
    const src = `${host.app}?${query}&embed=1`.replaceAll('&', '&amp;');
    const opened = await host.show(
      `${head}<div style="height: ${space}px"></div><iframe src="${src}" title="A figure" style="width: ${width}px; height: 400px; border: 0"></iframe>`,
      { head: fit, height: 1000, ...options },
    );
    return { ...opened, inside: await figure(opened.page) };
  }
  /** What of the figure is beyond its frame: across and down. */
  const over = inside => inside.evaluate(() => {
    const { scrollWidth, clientWidth, scrollHeight, clientHeight } = document.documentElement;
    return [Math.max(0, scrollWidth - clientWidth), Math.max(0, scrollHeight - clientHeight)];
  });
  /** Boxes inside that could be scrolled, each with how far. */
  const scrolling = inside => inside.evaluate(() => [...document.querySelectorAll('.embed *')]
    .filter(one => /auto|scroll/.test(getComputedStyle(one).overflowY) && one.scrollHeight > one.clientHeight + 1)
    .map(one => one.className));
  const heading = inside => inside.getByRole('heading', { level: 1 }).innerText();
  const caption = inside => inside.locator('.embed-caption').evaluate(element => {
    const copy = element.cloneNode(true);
    for (const hidden of copy.querySelectorAll('[aria-hidden="true"]')) hidden.remove();
    return copy.textContent;
  });
  const press = (inside, name) => inside.getByRole('button', { name, exact: true }).click();
  const time = inside => inside.locator('[data-figure="time"]').innerText();

  for (const width of WIDTHS) {
    test(`a drill is played at ${width} px`, async () => {
      const { page, context, consoleProblems, inside } = await shown(DRILL, { width });
      await until(page, () => heading(inside), 'The reference failure');
      await until(page, () => time(inside), '0 s of 10 s');
      await until(page, () => over(inside), [0, 0]);
      await press(inside, 'Step');
      await until(page, () => time(inside), '1 s of 10 s');
      await press(inside, 'Play');
      await until(page, () => time(inside), '10 s of 10 s');
      // The sentence, and all that was measured, is that of the native run.
      const [{ run, reads, hits, misses, failed, checksum }] = recorded[DRILL];
      await until(page, () => caption(inside), new RegExp(`${written(misses)} missed`));
      await inside.getByText('Runs so far, as a table').click();
      const cells = () => inside.locator('.plate-table tbody tr').first().locator('th, td').allInnerTexts();
      await until(page, async () => {
        const all = await cells();
        return [...all.slice(0, 5), all.at(-1)].map(text => text.replace(/^.*: /, ''));
      }, [run, ...[reads, hits, misses, failed].map(written), checksum]);
      await inside.getByText('The lanes, as a table').click();
      await inside.locator('.plate-table').nth(1).locator('tbody tr').nth(9).waitFor();
      await until(page, () => over(inside), [0, 0]);
      assert.deepEqual(await scrolling(inside), []);
      assert.equal(await inside.getByRole('link', { name: 'Open in Ringscope' }).getAttribute('href'), `${host.app}?${DRILL}`);
      assert.deepEqual(consoleProblems, []);
      await context.close();
    });

    for (const [what, query] of [['drill', `${DRILL}&embed=1`], ['migration', 'v=1&to=rendezvous&embed=1&controls=settings,fleet']]) {
      test(`a ${what} is accessible at ${width} px, in both themes`, async () => {
        const { page, context, consoleProblems } = await host.openPage({ query, width, height: 1400, reducedMotion: 'reduce' });
        await page.locator(what === 'drill' ? '.drill-transport' : '.migrate-facts td').first().waitFor();
        if (what === 'drill') await press(page, 'To the end');
        for (const folded of await page.locator('.embed-table > summary').all()) await folded.click();
        assert.deepEqual(await axeInBothThemes(page), []);
        assert.deepEqual(consoleProblems, []);
        await context.close();
      });
    }

    test(`a migration has both sides, its sentence and its counts at ${width} px`, async () => {
      const { page, context, consoleProblems, inside } = await shown('v=1&alg=modulo&to=ring', { width });
      const count = moved(modulo(), ring());
      await until(page, () => caption(inside), new RegExp(`^${written(count)} of 100,000 keys move, `));
      assert.equal(await heading(inside), 'Modulo, FNV-1a 32 → Ring, FNV-1a 32');
      const side = name => inside.getByRole('region', { name, exact: true }).innerText();
      assert.match(await side('From'), /Modulo, FNV-1a 32\.\s+8 servers\./);
      assert.match(await side('To'), /Ring, FNV-1a 32, 160 virtual nodes each.*\s+The same 8 servers as on the other side\./);
      const rows = inside.getByRole('table', { name: /Keys that move and that stay/ }).getByRole('row');
      assert.deepEqual(await rows.evaluateAll(all => all.map(row => row.cells[1].textContent)), [count, 0, count, 100000 - count].map(written));
      assert.match(await inside.getByRole('figure').getByRole('img').getAttribute('aria-label'), new RegExp(`^Flow of keys\\. ${written(count)} keys moved from 8 nodes to 8 nodes\\.`));
      await inside.getByText('Server by server, as a table').click();
      assert.equal(await inside.locator('#migrate-servers tbody tr').count(), 8);
      await until(page, () => over(inside), [0, 0]);
      assert.deepEqual(await scrolling(inside), []);
      assert.equal(await inside.getByRole('link', { name: 'Open in Ringscope' }).getAttribute('href'), `${host.app}?v=1&alg=modulo&to=ring`);
      assert.deepEqual(consoleProblems, []);
      await context.close();
    });
  }

  test('a drill in a frame that is too low keeps its words apart', async () => {
    const { page, context } = await host.openPage({ query: `${DRILL}&embed=1`, width: 390, height: 300 });
    await page.locator('.drill-events li').first().waitFor();
    const boxes = await page.evaluate(() => ['.embed-parts', '.embed-caption', '.embed-foot'].map(one => {
      const { top, bottom } = document.querySelector(one).getBoundingClientRect();
      return [top, bottom];
    }));
    assert.ok(boxes[0][1] <= boxes[1][0] && boxes[1][1] <= boxes[2][0], JSON.stringify(boxes));
    await context.close();
  });

  test('a migration in a frame that is too low has a lower picture', async () => {
    const { page, context } = await host.openPage({ query: 'v=1&to=rendezvous&embed=1', width: 700, height: 640 });
    await page.locator('.migrate-facts td').first().waitFor();
    const height = () => page.locator('canvas').boundingBox().then(box => Math.round(box.height));
    assert.ok(await height() >= 140);
    const low = await height();
    await page.setViewportSize({ width: 700, height: 1000 });
    await until(page, async () => await height() > low, true);
    await context.close();
  });

  test('a drill stands still while nobody sees it, and goes on after that', async () => {
    const { page, context, inside } = await shown('v=1&drill=dies', { space: 1200, height: 600, reducedMotion: 'no-preference' });
    await page.evaluate(() => document.querySelector('iframe').scrollIntoView());
    await press(inside, 'Start');
    await until(page, async () => !/^0 s of /.test(await time(inside)), true);
    await page.evaluate(() => scrollTo(0, 0));
    const rest = async () => {
      const before = await time(inside);
      await page.waitForTimeout(500);
      return before === await time(inside);
    };
    await until(page, rest, true);
    const waiting = await time(inside);
    assert.equal(await inside.getByRole('button', { name: 'Pause', exact: true }).count(), 1, 'it is still on its way');
    await page.evaluate(() => document.querySelector('iframe').scrollIntoView());
    await until(page, async () => await time(inside) !== waiting, true);
    await context.close();
  });

  test('what the link does not have is said, and a title of its own holds', async () => {
    const { page, context, inside } = await shown('v=1&show=drill,migration&title=Mine');
    assert.equal(await heading(inside), 'Mine');
    assert.deepEqual(await inside.locator('.embed-note').allInnerTexts(), ['show: drill needs drill in the link.', 'show: migration needs to in the link.']);
    assert.equal(await inside.getByRole('img', { name: /^Hash ring/ }).count(), 1);
    await context.close();
  });

  test('a page around takes it from one to the other', async () => {
    const { page, context, consoleProblems, inside } = await shown('v=1&n=10000');
    await said(page, 'ready');
    const set = query => page.evaluate(query => document.querySelector('iframe').contentWindow.postMessage({ ringscope: 1, type: 'set', query }, '*'), query);
    await set('v=1&n=10000&to=jump');
    await until(page, () => heading(inside), 'Ring, FNV-1a 32 → Jump hash, FNV-1a 32');
    await until(page, () => caption(inside), /^[\d,]+ of 10,000 keys move/);
    await set('v=1&n=10000&drill=reference');
    await until(page, () => heading(inside), 'The reference failure');
    await set('v=1&n=10000');
    await until(page, () => heading(inside), 'Ring, FNV-1a 32, 8 nodes');
    assert.equal((await page.evaluate(() => heard.filter(one => one.type === 'error'))).length, 0);
    assert.deepEqual(consoleProblems, []);
    await context.close();
  });

  test('settings of either side can be turned where the author lets them', async () => {
    const { page, context, inside } = await shown('v=1&n=10000&to=rendezvous&controls=settings&lock=hash');
    const side = name => inside.getByRole('region', { name, exact: true });
    assert.equal(await side('From').getByRole('combobox', { name: 'Hash', exact: true }).count(), 0);
    await side('To').getByRole('combobox', { name: 'Algorithm', exact: true }).selectOption({ label: 'modulo' });
    await until(page, () => heading(inside), 'Ring, FNV-1a 32 → Modulo, FNV-1a 32');
    const count = moved(ring({ of: undefined }).slice(0, 10000), modulo().slice(0, 10000));
    await until(page, () => caption(inside), new RegExp(`^${written(count)} of 10,000 keys move, `));
    assert.equal(await inside.getByRole('button', { name: 'modulo → ring' }).count(), 0, 'no page of examples in a figure');
    await until(page, () => inside.getByRole('link', { name: 'Open in Ringscope' }).getAttribute('href'), `${host.app}?v=1&to=modulo&n=10000`);
    await context.close();
  });
});

journeys('Share offers them', journey => {
  journey('a migration and a drill, each with its preview', { query: 'v=1&n=10000&to=rendezvous' }, async (app, { page }) => {
    const dialog = page.getByRole('dialog', { name: 'Share what is on show' });
    const text = () => dialog.getByRole('textbox', { name: 'Text for the page' }).inputValue();
    const share = () => app.bar.getByRole('button', { name: 'Share' }).click();
    await app.shows({ sentence: / of 10,000 keys move/ });
    await share();
    const preview = dialog.frameLocator('iframe');
    await preview.getByRole('region', { name: 'To', exact: true }).waitFor();
    assert.match(await text(), /\?v=1&amp;to=rendezvous&amp;n=10000&amp;embed=1" title="Consistent hashing: Ring, FNV-1a 32 → Rendezvous, FNV-1a 32"/);
    assert.equal(await dialog.getByRole('checkbox', { name: 'Loads' }).count(), 0);
    await app.isAccessible();
    await page.keyboard.press('Escape');

    await app.bar.getByRole('button', { name: 'Drills' }).click();
    await page.getByRole('navigation', { name: 'Drills' }).getByRole('button', { name: /^A node dies/ }).click();
    await app.shows({ query: /drill=dies&n=10000$/ });
    await share();
    await preview.getByRole('button', { name: 'Start', exact: true }).waitFor();
    await preview.getByRole('heading', { name: 'A node dies' }).waitFor();
    assert.match(await text(), /drill=dies&amp;n=10000&amp;embed=1" title="Consistent hashing: A node dies"/);
    await app.isAccessible();
  });
});
