// The example sites as their readers meet them: every figure appears, fits, follows the site's theme and answers. They are
// built by scripts/docs.sh, which says which of them in DOCS_SITES.
import assert from 'node:assert/strict';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { after, before, describe, test } from 'node:test';
import { until } from '../../e2e/host.mjs';
import { startStage } from '../../e2e/support.mjs';

const SITES = join(dirname(fileURLToPath(import.meta.url)), '..', '..', 'target', 'docs-sites');

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

describe('figures in documentation', () => {
  let stage;
  before(async () => { stage = await startStage({ dir: SITES }); });
  after(() => stage.close());

  for (const name of (process.env.DOCS_SITES ?? 'sphinx').split(' ')) {
    test(name, async () => {
      const { page, context, consoleProblems } = await stage.openPage({ width: 1200, height: 900, until: null, query: '', path: `${name}/` });
      page.setDefaultTimeout(30_000);
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
      if (process.env.KEEP_PICTURES) await page.screenshot({ path: join(process.env.KEEP_PICTURES, `${name}.png`), fullPage: true });
      await context.close();
    });
  }
});
