// The page of drills as a reader meets it, for its journeys.
import { readFile } from 'node:fs/promises';

const recorded = JSON.parse(await readFile(new URL('../crates/placement/tests/data/drills.json', import.meta.url), 'utf8'));
const grouped = number => number.toLocaleString('en-US');
/** The first cells and the last of the table of runs, as the recorded numbers make them. */
const rowsOf = link => recorded[link].map(({ run, reads, hits, misses, failed, checksum }) =>
  [run, ...[reads, hits, misses, failed].map(grouped), checksum]);

/** Lets so many frames pass: what moves by itself has moved by then. */
export const frames = (page, count) => page.evaluate(async count => {
  for (let at = 0; at < count; at += 1) await new Promise(requestAnimationFrame);
}, count);

export function drillsOf(app, page) {
  const timeline = page.getByRole('group', { name: 'Timeline' });
  const nodes = page.getByRole('region', { name: 'Nodes now, as a table' });
  const texts = row => row.locator('th, td').allInnerTexts();
  /** The rows of a table, each by the heads of its columns. */
  const table = name => page.getByRole('region', { name }).locator('table').evaluate(table => {
    const heads = [...table.tHead.rows[0].cells].map(cell => cell.textContent);
    return [...table.tBodies[0].rows].map(row => Object.fromEntries([...row.cells].map((cell, at) => [heads[at], cell.textContent])));
  });
  return {
    timeline,
    nodes,
    table,
    slider: timeline.getByRole('slider', { name: 'Moment on show' }),
    tab: name => page.getByRole('navigation', { name: 'Pages' }).getByRole('button', { name }),
    choose: name => page.getByRole('navigation', { name: 'Drills' }).getByRole('button', { name }).click(),
    press: name => timeline.getByRole('button', { name, exact: true }).click(),
    node: name => nodes.getByRole('row').filter({ has: page.getByRole('rowheader', { name }) }),
    act: (node, act) => nodes.getByRole('button', { name: `${act} ${node}`, exact: true }).click(),
    state: node => nodes.getByRole('row').filter({ has: page.getByRole('rowheader', { name: node }) }).locator('td').first().innerText(),
    events: () => page.getByRole('list', { name: 'Events' }).getByRole('listitem').allInnerTexts()
      .then(all => all.map(text => text.replaceAll(/\s+/g, ' '))),
    time: () => app.figure('time'),
    clients: () => app.figure('clients'),
    /** Goes to a moment, in seconds, and waits until all runs are there. */
    async goTo(seconds, words) {
      await this.slider.fill(String(seconds * 10));
      await app.until(this.time, words);
      await this.arrives();
    },
    /** Waits until all runs are at the moment on show: the table of spans is there only then. */
    async arrives() {
      await this.openSpans();
      await page.getByRole('region', { name: 'The lanes, as a table' }).locator('table').waitFor({ timeout: 60_000 });
    },
    async openSpans() {
      const show = page.getByRole('region', { name: 'The lanes as a table', exact: true }).getByRole('button', { name: 'Show' });
      if (await show.count()) await show.click();
    },
    async runs() {
      const rows = await page.getByRole('region', { name: 'Runs so far, as a table' }).locator('tbody tr').all();
      return Promise.all(rows.map(async row => {
        const cells = await texts(row);
        return [...cells.slice(0, 5), cells.at(-1)];
      }));
    },
    /** Goes to the end and holds the numbers against those of the native run. */
    async finishes(link) {
      await timeline.getByRole('button', { name: 'To the end', exact: true }).click();
      await app.until(this.runs, rowsOf(link), 60_000);
    },
  };
}
