// Placements side by side: the same keys and the same change in every column, each from its own placement before.
import assert from 'node:assert/strict';
import { axeInBothThemes, eventually } from './support.mjs';
import { journeys } from './page.mjs';

/** The comparison as a reader meets it. */
class Comparison {
  constructor(explorer) {
    this.page = explorer.page;
    this.heading = explorer.heading;
    this.settings = explorer.settings;
    this.table = this.page.getByRole('table', { name: /Figures of each placement/ });
  }

  column = name => this.page.getByRole('region', { name, exact: true });
  names = () => this.page.locator('.compare-column h2').allTextContents();

  /** The cells of each row by the heads of their columns, without what is for the eye alone. */
  figures = () => this.table.getByRole('row').evaluateAll(rows => rows.slice(1).map(row => [
    row.querySelector('th').textContent,
    Object.fromEntries([...row.querySelectorAll('td')].map(cell => [
      cell.dataset.head.split(' ')[0] === 'keys' ? 'moved' : cell.dataset.head,
      cell.querySelector('b').textContent,
    ])),
  ]));

  figure = async (name, head) => (await this.figures()).find(row => row[0] === name)?.[1][head];
}

const RING = 'Ring, FNV-1a 32';
const FINALISED = 'Ring, FNV-1a 32 + fmix32';
const RENDEZVOUS = 'Rendezvous, FNV-1a 32 + fmix32';

journeys('the comparison', journey => {
  journey('one click from the explorer, a change, and the link that says it all', {}, async (explorer, { page, browser }) => {
    const comparison = new Comparison(explorer);
    await explorer.bar.getByRole('button', { name: 'Compare' }).click();
    await eventually(page, comparison.names, [RING, FINALISED, RENDEZVOUS]);
    // 1.35 and 1.14 times: the first paint's fleet, raw and finalised.
    await eventually(page, () => comparison.figure(RING, 'busiest, × fair'), '1.35');
    await eventually(page, () => comparison.figure(FINALISED, 'busiest, × fair'), '1.14');
    await eventually(page, () => comparison.figure(FINALISED, 'elsewhere than in the first'), '87.6 %');

    await comparison.settings.getByRole('combobox', { name: 'Change' }).selectOption({ label: 'add cache-09' });
    await eventually(page, () => comparison.figure(RING, 'moved'), '4,944, 4.9 %');
    await eventually(page, () => comparison.figure(FINALISED, 'moved'), '10,918, 10.9 %');
    const modulo = 'Modulo, FNV-1a 32, for reference';
    await eventually(page, () => comparison.figure(modulo, 'moved'), '88,650, 88.7 %');
    await eventually(page, () => comparison.figure(modulo, 'between the others'), '77,569');
    await eventually(page, () => comparison.heading.textContent(),
      /^Ring, FNV-1a 32 gives Icache-09 4\.9 % of the keys; fair is 11\.1 %\. Ring, FNV-1a 32 \+ fmix32: 10\.9 %; /);
    assert.deepEqual(await axeInBothThemes(page), []);

    // The link begins before the change and says it, so whoever opens it sees what moved.
    await eventually(page, () => new URL(page.url()).search, /^\?v=1&then=cache-09&cmp=ring\*fin:1,rendezvous\*fin:1$/);
    const other = await browser.newPage();
    await other.goto(page.url());
    const there = new Comparison({ page: other, heading: other.getByRole('heading', { level: 1 }), settings: null });
    await eventually(other, there.names, [RING, FINALISED, RENDEZVOUS]);
    await eventually(other, there.figures, await comparison.figures());
    await other.close();
  });

  journey('another change takes the place of the first, and none takes it back', { query: 'cmp=ring*fin:1&then=cache-09' }, async (explorer, { page }) => {
    const comparison = new Comparison(explorer);
    const change = comparison.settings.getByRole('combobox', { name: 'Change' });
    const steps = () => page.getByRole('region', { name: 'History' }).getByRole('listitem').allTextContents();
    await eventually(page, steps, ['Start', 'Add cache-094.9 % moved']);
    // From whom to whom, in every column.
    const flow = comparison.settings.getByRole('button', { name: 'Show the flow' });
    await flow.click();
    const pictures = comparison.column(FINALISED).getByRole('img').first();
    await eventually(page, () => pictures.getAttribute('aria-label'), /^Flow of keys\. 10,918 keys moved from 8 nodes to 1 node/);
    await flow.click();
    await eventually(page, () => pictures.getAttribute('aria-label'), /^(?!Flow of keys)/);
    await change.selectOption({ label: 'take cache-03 down' });
    await eventually(page, () => comparison.figure(RING, 'moved'), '16,891, 16.9 %');
    await eventually(page, steps, ['Start', 'Take cache-03 down16.9 % moved']);
    await change.selectOption({ label: 'take the change back' });
    await eventually(page, () => comparison.figure(RING, 'moved'), undefined);
    assert.equal(await comparison.table.getByRole('row').count(), 3);
  });

  journey('a column has settings of its own, up to four stand beside one another, and one of them can be gone on with', { query: 'cmp=ring*fin:1' }, async (explorer, { page }) => {
    const comparison = new Comparison(explorer);
    const add = label => comparison.settings.getByRole('combobox', { name: 'Compare with' }).selectOption({ label });
    const fields = name => comparison.column(name);
    await fields(FINALISED).getByRole('combobox', { name: 'Hash', exact: true }).selectOption({ label: 'MD5' });
    await eventually(page, comparison.names, [RING, 'Ring, MD5 + fmix32']);
    // The page's own placement is as it was.
    assert.equal(await comparison.figure(RING, 'busiest, × fair'), '1.35');
    await add('By jump hash');
    await add('1,000 each');
    const all = ['Ring, FNV-1a 32, 160 virtual nodes each', 'Ring, MD5 + fmix32, 160 virtual nodes each', 'Jump hash, FNV-1a 32', 'Ring, FNV-1a 32, 1,000 virtual nodes each'];
    await eventually(page, comparison.names, all);
    await eventually(page, () => comparison.settings.getByRole('combobox', { name: 'Compare with' }).count(), 0);
    await page.getByRole('button', { name: `Remove ${all[1]}` }).click();
    await eventually(page, comparison.names, [all[0], all[2], all[3]]);
    assert.deepEqual(await axeInBothThemes(page), []);
    await page.getByRole('button', { name: `Explore ${all[3]}` }).click();
    await eventually(page, () => explorer.number('Virtual nodes').textContent(), '1,000');
    await eventually(page, () => new URL(page.url()).search, '?v=1&vn=1000');
    await explorer.undo.click();
    await eventually(page, () => explorer.number('Virtual nodes').textContent(), '160');
  });

  journey('by the keyboard: a number of one column, and a node that stands out in all', { query: 'cmp=ring*fin:1' }, async (explorer, { page }) => {
    const comparison = new Comparison(explorer);
    const number = comparison.column(FINALISED).getByRole('spinbutton', { name: 'Virtual nodes' });
    await number.press('Enter');
    await page.keyboard.type('10');
    await page.keyboard.press('Enter');
    const few = 'Ring, FNV-1a 32 + fmix32, 10 virtual nodes each';
    await eventually(page, comparison.names, ['Ring, FNV-1a 32, 160 virtual nodes each', few]);
    // Escape puts the old number back.
    const again = comparison.column(few).getByRole('spinbutton', { name: 'Virtual nodes' });
    await again.press('Enter');
    await page.keyboard.type('500');
    await eventually(page, async () => (await comparison.names())[1], few.replace('10', '500'));
    await page.keyboard.press('Escape');
    await eventually(page, async () => (await comparison.names())[1], few);
    const pictures = page.getByRole('listbox', { name: 'Virtual nodes' });
    await eventually(page, () => pictures.count(), 2);
    await pictures.first().focus();
    await page.keyboard.press('ArrowRight');
    const cores = async () => new Set(await page.locator('.compare-column .core .chip').allTextContents()).size;
    await eventually(page, () => page.locator('.compare-column .core .chip').count(), 2);
    assert.equal(await cores(), 1);
  });

  journey('what cannot be placed so is said, and the rest stands', { query: 'nodes=' + Array.from({ length: 450 }, (_, at) => `n${at}`).join() + '&n=1000&cmp=ring*fin:1' }, async (explorer, { page }) => {
    const comparison = new Comparison(explorer);
    const number = comparison.column(FINALISED).getByRole('spinbutton', { name: 'Virtual nodes' });
    await number.press('Enter');
    await page.keyboard.type('9999');
    const editor = page.getByRole('dialog', { name: 'Virtual nodes' });
    await eventually(page, () => editor.getByRole('alert').textContent(), /^That makes 4,499,550 virtual nodes in all;/);
    await page.keyboard.press('Escape');
    await eventually(page, comparison.names, [RING, FINALISED]);
  });

  journey('at 390 px nothing scrolls sideways and each placement is a list', { query: 'cmp=ring*fin:1,rendezvous*fin:1,maglev&then=@2', width: 390, height: 844, colorScheme: 'dark' }, async (explorer, { page }) => {
    const comparison = new Comparison(explorer);
    await eventually(page, () => comparison.figures().then(rows => rows.length), 5);
    assert.equal(await page.evaluate(() => document.scrollingElement.scrollWidth), 390);
    const [first] = await comparison.table.getByRole('row').evaluateAll(rows => rows.slice(1).map(row => [...row.children].map(cell => cell.getBoundingClientRect().left)));
    assert.ok(first.every(left => left === first[0]), String(first));
    assert.deepEqual(await axeInBothThemes(page), []);
  });
});
