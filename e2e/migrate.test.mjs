// A migration: where keys are and where they go, side by side, and what that moves. The figures of nginx and Envoy are those
// of the owners that both gave (crates/placement/tests/vectors), as crates/placement/tests/migration.rs has them.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { axeInBothThemes, eventually } from './support.mjs';
import { journeys } from './page.mjs';
import { keys, modulo, moved, names, ring, written } from './reference.mjs';

const SERVERS = Array.from({ length: 8 }, (_, i) => `cache-0${i + 1}:11211`);
const HUNDRED = `nodes=${SERVERS.join()}&n=100`;

async function owners(file) {
  const { keys, owners } = JSON.parse(await readFile(new URL(`../crates/placement/tests/vectors/${file}.json`, import.meta.url)));
  return new Map(keys.map((key, at) => [key, owners[at]]));
}

/** The migration as a reader meets it. */
class Migration {
  constructor(app) {
    this.app = app;
    this.page = app.page;
    this.from = this.page.getByRole('region', { name: /^From: / });
    this.to = this.page.getByRole('region', { name: /^To: / });
    this.section = this.page.getByRole('region', { name: 'From, to and keys' });
    this.matrix = this.section.getByRole('grid', { name: 'Moved keys by node' });
    this.list = this.section.getByRole('grid', { name: /moved keys?\b/ });
    this.table = this.page.getByRole('table', { name: /Keys of each server before and after/ });
  }

  open = () => this.app.bar.getByRole('button', { name: 'Migrate' }).click();
  example = name => this.app.settings.getByRole('button', { name, exact: true }).click();
  act = name => this.to.getByRole('button', { name, exact: true }).click();
  place = (side, system) => side.getByRole('combobox', { name: 'Algorithm', exact: true }).selectOption({ label: system });
  facts = () => this.page.getByRole('table', { name: /Keys that move and that stay/ }).getByRole('row')
    .evaluateAll(rows => rows.map(row => Number(row.cells[1].textContent.replaceAll(',', ''))));
  rows = () => this.table.getByRole('row').evaluateAll(rows => rows.slice(1).map(row => [
    row.querySelector('.fact-name').textContent.trim(), ...[...row.querySelectorAll('td')].map(cell => cell.textContent),
  ]));
  listed = () => this.list.locator('tbody tr.row th').allTextContents();

  async edit(text) {
    await this.act('Edit its servers');
    await this.to.getByRole('textbox', { name: 'Servers where keys go' }).fill(text);
    await this.act('Take');
  }
}

journeys('the migration', journey => {
  journey('nginx to Envoy: what the running systems say, a cell lists its keys, and the link shows the same', { query: `sys=nginx-consistent&${HUNDRED}` }, async (app, { page, browser }) => {
    const [nginx, envoy] = [await owners('nginx_chash_n8'), await owners('envoy_ringhash_n8')];
    const hundred = keys(100);
    const movers = hundred.filter(key => nginx.get(key) !== envoy.get(key));
    assert.equal(movers.length, 85);
    const migration = new Migration(app);
    await migration.open();
    await app.until(app.query, new RegExp('^\\?v=1&sys=nginx-consistent&nodes=.*&to=envoy-ring-hash&n=100$'));
    const sentence = '85 of 100 keys move, 85.0 %. None would have to: the servers and their weights are the same on both sides.';
    await app.shows({ sentence });
    assert.deepEqual(await migration.facts(), [85, 0, 85, 15]);
    assert.deepEqual((await migration.rows()).map(([name, before, after, stay, arrive]) => [name, before.split(',')[0], after.split(',')[0], stay, arrive]),
      SERVERS.map(name => {
        const of = map => hundred.filter(key => map.get(key) === name);
        const stay = of(nginx).filter(key => envoy.get(key) === name).length;
        return [name, of(nginx).length, of(envoy).length, stay, of(envoy).length - stay].map(String);
      }));
    await app.shows({ picture: /^Flow of keys\. 85 keys moved from 8 nodes to 8 nodes\./ });
    await app.isAccessible();

    await migration.matrix.getByRole('button', { name: '1 keys from cache-01:11211 to cache-02:11211', exact: true }).click();
    await app.until(migration.listed, ['user:16']);
    await app.isAccessible();

    const other = await browser.newPage();
    await other.goto(page.url());
    const there = new Migration(new app.constructor(other));
    await there.app.shows({ sentence });
    await eventually(other, there.rows, await migration.rows());
    await other.close();
  });

  journey('examples load both sides, and to undo one brings both back', {}, async app => {
    const migration = new Migration(app);
    await migration.open();
    await migration.example('modulo → ring');
    // Counted here a second time.
    const count = moved(modulo(), ring());
    await app.shows({ sentence: new RegExp(`^${written(count)} of 100,000 keys move, `), query: '?v=1&alg=modulo&to=ring' });
    await migration.act('Swap');
    await app.shows({ query: '?v=1&to=modulo', sentence: new RegExp(`^${written(count)} of `) });
    await app.undo.click();
    await app.shows({ query: '?v=1&alg=modulo&to=ring' });
    await app.undo.click();
    await app.shows({ query: '?v=1&to=rendezvous' });
    await app.redo.click();
    await app.shows({ query: '?v=1&alg=modulo&to=ring' });
    await migration.act('Make it the From');
    await app.shows({ query: '?v=1&to=ring', sentence: /^No key moves\. / });
    await app.isAccessible();
    // Where it goes is kept while another page is on show.
    await app.bar.getByRole('button', { name: 'Explore' }).click();
    await app.shows({ query: '?v=1' });
    await app.bar.getByRole('button', { name: 'Lab' }).click();
    await app.until(app.query, /lab=/);
    await migration.open();
    await app.shows({ query: '?v=1&to=ring', sentence: /^No key moves\. / });
  });

  journey('servers of its own: by name, by place, down and new, and what had to move', { query: 'to=ring' }, async app => {
    const migration = new Migration(app);
    await app.shows({ sentence: /^No key moves\./ });
    // The ring moves the keys of the one that goes and no others.
    const before = ring();
    const of = node => before.filter(owner => owner === node).length;
    await migration.edit(names(8).map(name => (name === 'cache-03' ? `${name} !` : name)).join('\n'));
    await app.shows({
      sentence: `${written(of(2))} of 100,000 keys move, 16.9 %. At least 16.9 % would have to: ${written(of(2))} keys are on cache-03, which is down there.`,
      query: /to=ring,cache-01,cache-02,cache-03!,cache-04,/,
    });
    await migration.edit(names(9).join('\n'));
    const nine = moved(before, ring({ nodes: names(9) }));
    await app.shows({ sentence: new RegExp(`^${written(nine)} of .* keys go to cache-09, which is new\\.$`) });
    assert.deepEqual((await migration.rows()).at(-1).slice(0, 2), ['cache-09', '–']);

    // Other names: everything moves, until the servers are matched by place; then it is what their labels say.
    const renamed = names(8).map(name => `${name}:11211`);
    await migration.edit(renamed.join('\n'));
    await app.shows({ sentence: /^100,000 of 100,000 keys move, 100\.0 %\. At least 100\.0 % would have to: 100,000 keys are on 8 servers that go\.$/ });
    await app.until(() => migration.to.innerText(), /No name is on both sides/);
    await migration.to.getByRole('combobox', { name: 'Match servers' }).selectOption({ label: 'by place' });
    const byPlace = moved(before, ring({ nodes: renamed }));
    await app.shows({ sentence: new RegExp(`^${written(byPlace)} of 100,000 keys move, .* None would have to`), query: /to=ring\*by:place,/ });
    assert.match((await migration.rows())[0][0], /^cache-01:11211 +was cache-01$/);
    await app.isAccessible();
    await migration.act('Take those of the other side');
    await app.shows({ sentence: /^No key moves\./, query: '?v=1&to=ring*by:place' });

    // Before and after an edit of the same.
    await migration.act('Same as From');
    await app.shows({ query: /^\?v=1&to=ring,cache-01,.*cache-08$/ });
  });

  journey('what the other side refuses is said there, and hostile names are texts', { query: 'sys=nginx-consistent&to=nginx-consistent&n=100' }, async (app, { page }) => {
    const migration = new Migration(app);
    await migration.act('Edit its servers');
    const field = migration.to.getByRole('textbox', { name: 'Servers where keys go' });
    await field.fill('a 1.5\nb');
    await field.press('Control+Enter');
    await app.until(() => migration.to.locator('#servers-to-told').innerText(), /whole numbers/);
    await field.fill('<img src=x onerror=alert(1)>\n"a","b"\nb!');
    await field.press('Control+Enter');
    await app.until(() => migration.rows().then(rows => rows.map(row => row[0])),
      [...names(8), '<img src=x onerror=alert(1)>', 'b']);
    assert.equal(await page.locator('img').count(), 0);
    // A link that cannot be placed shows the page without it, and says so.
    await page.goto(`${page.url().split('?')[0]}?to=nginx-consistent,a*1.5`);
    await app.shows({ notes: /^to: “nginx-consistent,a\*1\.5” is not taken/ });
    await app.until(() => app.bar.getByRole('button', { name: 'Explore' }).getAttribute('aria-current'), 'page');
  });

  journey('by the keyboard, and on a telephone', { query: `sys=nginx-consistent&${HUNDRED}&to=envoy-ring-hash`, width: 390, height: 844, colorScheme: 'dark' }, async (app, { page }) => {
    const migration = new Migration(app);
    await app.shows({ sentence: /^85 of 100 keys move/ });
    assert.equal(await app.sideways(), 0);
    assert.deepEqual(await axeInBothThemes(page), []);
    const opener = migration.to.getByRole('button', { name: 'Edit its servers' });
    await opener.press('Enter');
    await app.until(() => page.evaluate(() => document.activeElement.getAttribute('aria-label')), 'Servers where keys go');
    assert.equal(await app.sideways(), 0);
    await page.keyboard.press('Escape');
    await app.shows({ focused: 'Edit its servers' });
    const number = migration.to.getByRole('spinbutton', { name: /Minimum|points|size/i }).first();
    await number.press('Enter');
    await page.keyboard.type('64');
    await page.keyboard.press('Enter');
    await app.shows({ query: /to=envoy-ring-hash\*envmin:64&n=100$/ });
    const listed = migration.matrix.getByRole('button', { name: /keys in all$/ });
    assert.match(await listed.getAttribute('aria-label'), /^\d+ keys in all$/);
  });
});
