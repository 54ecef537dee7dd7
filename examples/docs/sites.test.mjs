// The example sites as their readers meet them: every figure appears, fits, follows the site's theme and answers, and what
// Share gives for a site is such a figure in it. They are built by scripts/docs.sh, which says which of them in DOCS_SITES.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { until } from '../../e2e/host.mjs';
import { startStage } from '../../e2e/support.mjs';
import { ALIAS, FIGURES, SHARED, SITES, links } from './from_share.mjs';

const WANTED = (process.env.DOCS_SITES ?? 'sphinx').split(' ');

/** How a reader makes each site dark. */
const DARKEN = {
  async mdbook(page) {
    await page.locator('#mdbook-theme-toggle').click();
    await page.locator('#mdbook-theme-navy').click();
  },
  mkdocs: page => page.locator('label[for="__palette_1"]').click(),
  async sphinx(page) {
    const button = page.locator('button.theme-toggle:visible').first();
    // Automatic, light, dark.
    await until(page, async () => {
      await button.click();
      return page.locator('body').getAttribute('data-theme');
    }, 'dark');
  },
  async docusaurus(page) {
    const button = page.getByRole('button', { name: /Switch between dark and light mode/ });
    await until(page, async () => {
      await button.click();
      return page.locator('html').getAttribute('data-theme');
    }, 'dark');
  },
};

/** What a figure has to show of everything in SHARED: its title, and its nodes with their keys where they are known. */
const SHOWN = [
  { title: 'Ring, FNV-1a 32, 8 nodes', nodes: ['cache-01', 'cache-02', 'cache-03', 'cache-04', 'cache-05', 'cache-06', 'cache-07', 'cache-08'], keys: [10841, 16616, 16891, 9009, 11672, 13106, 15077, 6788] },
  { title: SHARED[1].title, nodes: ['a_b_c', '{{x}}', '<i>', '[d](e)', '*f*'], of: 2000 },
  { title: 'Ring, FNV-1a 32, 8 nodes', nodes: ['cache-01', 'cache-02', 'cache-03', 'cache-04', 'cache-05', 'cache-06', 'cache-07', 'cache-08'], of: 3 },
];

describe('figures in documentation', () => {
  let stage;
  before(async () => { stage = await startStage({ dir: SITES, alias: ALIAS }); });
  after(() => stage.close());

  /** Opens a page of a site; what figures say is kept in `heard`. */
  async function open(path, size = { width: 1300, height: 900 }) {
    const opened = await stage.openPage({ ...size, until: null, path, prepare: context => context.addInitScript(() => {
      globalThis.heard = [];
      addEventListener('message', event => globalThis.heard.push(event.data));
    }) });
    opened.page.setDefaultTimeout(30_000);
    return opened;
  }
  const picture = async (page, name) => {
    if (process.env.KEEP_PICTURES) await page.screenshot({ path: join(process.env.KEEP_PICTURES, `${name}.png`), fullPage: true });
  };
  const spills = frame => frame.locator('html').evaluate(root => root.scrollHeight - root.clientHeight);

  /** A figure is what was shared, by its title, by what it says of itself, and by its link. */
  async function isShared(page, frame, nth, link) {
    const { title, nodes, keys, of } = SHOWN[nth];
    await frame.locator('html[data-app="running"] canvas').waitFor();
    assert.equal((await frame.getByRole('heading', { level: 1 }).innerText()).trim(), title);
    assert.equal(await frame.locator('.embed-note, .notes li').count(), 0);
    assert.equal(await frame.getByRole('link', { name: 'Open in Ringscope' }).getAttribute('href'), link);
    const query = new URL(link).search.slice(1);
    const told = () => page.evaluate(query => globalThis.heard.find(one => one?.type === 'ready' && one.results.query === query)?.results ?? null, query);
    await until(page, async () => await told() !== null, true);
    const results = await told();
    assert.deepEqual(results.nodes.map(node => node.name), nodes);
    if (keys) assert.deepEqual(results.nodes.map(node => node.keys), keys);
    if (of) assert.equal(results.keys, of);
    await until(page, () => spills(frame), 0);
  }

  for (const name of WANTED.filter(name => name !== 'reveal')) {
    test(`${name}: what Share gives`, async () => {
      const { page, context, consoleProblems } = await open(`${name}/`);
      // By the site's own link, which in some is no new page for the browser.
      await page.locator('ring-scope').first().frameLocator('iframe').locator('html[data-app="running"]').waitFor();
      await page.getByRole('link', { name: 'From Share' }).locator('visible=true').first().click();
      await page.getByRole('heading', { name: 'From Share' }).waitFor();
      const figures = page.locator('ring-scope');
      assert.equal(await figures.count(), SHARED.length);
      for (const [nth, link] of (await links()).entries()) {
        const one = figures.nth(nth);
        assert.equal(await one.locator('a').getAttribute('href'), link);
        await one.scrollIntoViewIfNeeded();
        await isShared(page, one.frameLocator('iframe'), nth, link);
        const { title } = SHARED[nth];
        if (title) {
          assert.equal(await one.locator('iframe').getAttribute('title'), title);
          assert.equal(await one.locator('a').textContent(), title);
        }
      }
      // Nothing of what was shared became an element.
      assert.equal(await figures.locator('i, b, em, strong, code, script, a a').count(), 0);
      // What the builder made of the text round them is not to be seen.
      assert.doesNotMatch(await page.locator('main, article, [role="main"]').first().innerText(), /Once, in|embed\.js/);
      assert.deepEqual(consoleProblems, []);
      await picture(page, `${name}-from-share`);
      await context.close();
    });

    test(name, async () => {
      const { page, context, consoleProblems } = await open(`${name}/`, { width: 1200, height: 900 });
      const figures = page.locator('ring-scope');
      assert.equal(await figures.count(), 3);
      const inside = [];
      for (const nth of [0, 1, 2]) {
        const figure = figures.nth(nth);
        await figure.scrollIntoViewIfNeeded();
        const frame = figure.frameLocator('iframe');
        await frame.locator('html[data-app="running"] canvas').waitFor();
        inside.push(frame);
        // As high as the figure wants to be, and nothing scrolls inside.
        const room = () => frame.locator('.embed').evaluate(root => [
          innerHeight - Math.ceil(root.getBoundingClientRect().height), document.documentElement.scrollHeight - innerHeight,
        ]);
        await until(page, room, [0, 0]);
        assert.equal(await frame.locator('html').getAttribute('data-theme'), 'light');
      }
      assert.match(await inside[0].getByRole('heading', { level: 1 }).innerText(), /Eight caches/);
      // The study has measured: its caption says what.
      await until(page, () => inside[2].locator('.embed-caption').innerText(), /keys/);

      // A click in a figure.
      await figures.nth(0).scrollIntoViewIfNeeded();
      await inside[0].getByRole('button', { name: 'Add the finaliser' }).click();
      await inside[0].getByRole('button', { name: 'Remove the finaliser' }).waitFor();
      await until(page, () => inside[0].locator('.embed-caption').innerText(), /cache-03\s+holds 1\.37 times the keys of/);
      // A click in the article.
      await figures.nth(1).scrollIntoViewIfNeeded();
      const keys = () => inside[1].locator('[data-figure="keys"]').allInnerTexts().then(all => all.map(text => Number(text.replace(',', ''))));
      const before = await keys();
      assert.deepEqual([before.length, before.reduce((sum, one) => sum + one, 0)], [3, 20_000]);
      await page.getByRole('button', { name: 'Add d' }).click();
      await until(page, async () => (await keys()).length, 4);
      await page.getByRole('button', { name: 'Give d twice the weight' }).click();
      await until(page, async () => (await keys())[3] > 20_000 / 4 * 1.3, true);
      for (const steps of [4, 3]) {
        await page.getByRole('button', { name: 'Undo' }).click();
        await until(page, async () => (await keys()).length, steps);
      }
      assert.deepEqual(await keys(), before);

      // Narrower, and another height for it.
      const height = await figures.nth(1).evaluate(figure => figure.offsetHeight);
      await page.setViewportSize({ width: 420, height: 900 });
      await until(page, () => figures.nth(1).evaluate((figure, height) => figure.offsetHeight > height, height), true);
      await page.setViewportSize({ width: 1200, height: 900 });
      await until(page, () => figures.nth(1).evaluate(figure => figure.offsetHeight), height);

      // The other theme.
      await page.evaluate(() => scrollTo(0, 0));
      await DARKEN[name](page);
      for (const frame of inside) await frame.locator('html[data-theme="dark"]').waitFor();
      // What the reader did is still there.
      assert.equal(await inside[0].getByRole('button', { name: 'Remove the finaliser' }).count(), 1);
      assert.deepEqual(consoleProblems, []);
      await picture(page, name);
      await context.close();
    });
  }

  if (!WANTED.includes('reveal')) return;
  const slide = nth => `.slides > section:nth-of-type(${nth + 1})`;
  /** A slide is there, and no longer on its way. */
  async function shown(page, nth) {
    await page.locator(`${slide(nth)}.present`).waitFor();
    await page.evaluate(() => Promise.all(document.getAnimations()
      .filter(one => one instanceof CSSTransition).map(one => one.finished.catch(() => {}))));
  }

  // Slides are as large as the window lets them be: here larger and smaller than they were made.
  for (const [width, height] of [[1440, 900], [800, 600]]) {
    test(`reveal at ${width} px: a figure starts with its slide and works as it is scaled`, async () => {
      const { page, context, consoleProblems } = await open('reveal/', { width, height });
      const frames = () => page.frames().filter(frame => frame.url().includes('embed=1')).length;
      const inside = nth => page.locator(slide(nth)).frameLocator('iframe');
      const running = nth => inside(nth).locator('html[data-app="running"] canvas').waitFor();
      await running(0);
      assert.equal(frames(), 1, 'the others wait for their slides');
      assert.notEqual(await page.locator('.slides').evaluate(slides => slides.getBoundingClientRect().width / slides.offsetWidth), 1);
      assert.equal(await spills(inside(0)), 0);
      await inside(0).getByRole('button', { name: 'Add the finaliser' }).click();
      await until(page, () => inside(0).locator('.embed-caption').innerText(), /cache-03\s+holds 1\.37 times the keys of/);
      // A pointer meets what it points at.
      await inside(0).getByText('Loads as a table').click();
      await inside(0).getByRole('button', { name: 'cache-05' }).hover();
      await inside(0).locator('tr.row-lit', { hasText: 'cache-05' }).waitFor();
      await picture(page, `reveal-${width}`);

      // The keys are the figure's as long as it has the focus.
      await page.locator(`${slide(0)} h3`).click();
      await page.keyboard.press('ArrowRight');
      await shown(page, 1);
      await running(1);
      await until(page, async () => frames(), 1);
      assert.equal(await spills(inside(1)), 0);
      const keys = () => inside(1).locator('[data-figure="keys"]').allInnerTexts().then(all => all.map(text => Number(text.replace(',', ''))));
      assert.deepEqual([(await keys()).length, (await keys()).reduce((sum, one) => sum + one, 0)], [3, 20_000]);
      await page.getByRole('button', { name: 'Add d' }).click();
      await until(page, async () => (await keys()).length, 4);
      await page.getByRole('button', { name: 'Undo' }).click();
      await until(page, async () => (await keys()).length, 3);
      await picture(page, `reveal-${width}-fleet`);

      await page.keyboard.press('ArrowRight');
      await shown(page, 2);
      await running(2);
      await until(page, () => inside(2).locator('.embed-caption').innerText(), /keys/);
      await picture(page, `reveal-${width}-lab`);

      // Back at the first one it is as the link says.
      await page.keyboard.press('Home');
      await shown(page, 0);
      await inside(0).getByRole('button', { name: 'Add the finaliser' }).waitFor();
      assert.deepEqual(consoleProblems, []);
      await context.close();
    });
  }

  test('reveal on a telephone, where all slides are one page', async () => {
    const { page, context, consoleProblems } = await open('reveal/', { width: 390, height: 844 });
    const frames = page.locator('.slides iframe');
    await until(page, () => frames.count(), 3);
    for (const nth of [0, 1, 2]) {
      await frames.nth(nth).scrollIntoViewIfNeeded();
      await page.frameLocator('.slides iframe >> nth=' + nth).locator('html[data-app="running"] canvas').waitFor();
      await picture(page, `reveal-390-${nth}`);
    }
    assert.deepEqual(consoleProblems, []);
    await context.close();
  });

  test('reveal: what Share gives', async () => {
    const { page, context, consoleProblems } = await open('reveal/from-share.html');
    for (const [nth, link] of (await links()).entries()) {
      await shown(page, nth);
      const frame = page.locator(`${slide(nth)} iframe`);
      assert.equal(await frame.getAttribute('title'), SHARED[nth].title ?? 'Consistent hashing: Ring, FNV-1a 32');
      assert.ok((await frame.getAttribute('src')).startsWith(`${FIGURES}?v=1`));
      await isShared(page, page.locator(slide(nth)).frameLocator('iframe'), nth, link);
      // All of it is on the slide.
      const [room, own] = [await page.locator('.slides').boundingBox(), await frame.boundingBox()];
      assert.ok(own.y >= room.y - 1 && own.y + own.height <= room.y + room.height + 1, JSON.stringify([room, own]));
      await picture(page, `reveal-from-share-${nth}`);
      await page.keyboard.press('ArrowRight');
    }
    assert.deepEqual(consoleProblems, []);
    await context.close();
  });
});
