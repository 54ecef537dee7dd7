// Where do my keys go: a list of keys in, owners out. Owners are those that nginx gave (crates/placement/tests/vectors), or
// those of a second placement by reference.mjs.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { axeInBothThemes } from './support.mjs';
import { journeys } from './page.mjs';
import { hashes, keys, names, ring, written } from './reference.mjs';

const vector = async name => JSON.parse(await readFile(new URL(`../crates/placement/tests/vectors/${name}.json`, import.meta.url)));
const SERVERS = Array.from({ length: 8 }, (_, i) => `cache-0${i + 1}:11211`);

class Lookup {
  constructor(app) {
    this.app = app;
    this.page = app.page;
    this.opener = this.page.getByRole('button', { name: 'Many keys' });
    this.section = this.page.getByRole('region', { name: 'Where do my keys go?' });
    this.field = this.section.getByRole('textbox', { name: 'Keys to look up' });
    this.owner = this.section.getByRole('combobox', { name: 'Owner' });
    this.list = this.section.getByRole('grid');
    this.told = this.section.locator('#lookup-told');
  }

  async open() {
    await this.opener.click();
    await this.section.waitFor();
  }
  heading = () => this.section.getByRole('heading', { level: 3 }).innerText();
  heads = () => this.list.locator('thead th').allTextContents();
  /** The rows in the page, without the letters of chips. */
  rows = () => this.list.locator('tbody tr.row').evaluateAll(rows => rows.map(row => [...row.cells].map(cell => {
    const copy = cell.cloneNode(true);
    for (const hidden of copy.querySelectorAll('[aria-hidden="true"]')) hidden.remove();
    return copy.textContent.trim();
  })));
  choices = () => this.owner.locator('option').allTextContents();
  choose = label => this.owner.selectOption({ label });

  async download(name) {
    const [download] = await Promise.all([
      this.page.waitForEvent('download'),
      this.section.getByRole('button', { name }).click(),
    ]);
    return { name: download.suggestedFilename(), text: await readFile(await download.path(), 'utf8') };
  }
}

journeys('where keys go', journey => {
  journey('a list under nginx: what nginx gave, who had it before a server went down, and a file', { query: `sys=nginx-consistent&nodes=${SERVERS.join()}` }, async (app, { page }) => {
    const [up, down] = [await vector('nginx_chash_n8'), await vector('nginx_chash_n8_down04')];
    const lookup = new Lookup(app);
    const counts = await app.keys();
    await lookup.open();
    await app.shows({ focused: 'Where do my keys go?' });
    await app.isAccessible();
    await lookup.field.fill(up.keys.join('\n'));
    await app.until(lookup.heading, `${up.keys.length} keys`);
    assert.deepEqual(await lookup.heads(), ['key', 'position', 'owner', 'replicas']);
    const rows = (await lookup.rows()).slice(0, 20);
    assert.deepEqual(rows.map(row => [row[0], row[2]]), up.keys.slice(0, 20).map((key, at) => [key, up.owners[at]]));
    // The page counts its own keys and no others.
    assert.deepEqual(await app.keys(), counts);
    await app.isAccessible();

    await app.upSwitch('cache-04:11211').click();
    await app.until(lookup.heads, ['key', 'position', 'owner', 'replicas', 'before']);
    const before = new Map(up.keys.map((key, at) => [key, up.owners[at]]));
    const moved = down.keys.map((key, at) => [key, down.owners[at], before.get(key)]).filter(([, now, then]) => now !== then);
    assert.ok(moved.length > 5);
    await lookup.choose(`another than before: ${moved.length}`);
    await app.until(() => lookup.rows().then(all => all.map(row => [row[0], row[2], row[4]])), moved);
    await app.until(lookup.heading, new RegExp(`^${moved.length} of ${down.keys.length} keys have another owner than before, `));
    await app.isAccessible();

    const mine = down.keys.filter((_, at) => down.owners[at] === 'cache-07:11211');
    await lookup.choose(`G cache-07:11211: ${mine.length}`);
    await app.until(() => lookup.rows().then(all => all.map(row => row[0])), mine);
    const csv = await lookup.download('Download CSV');
    assert.equal(csv.name, 'ringscope-keys.csv');
    const [head, ...lines] = csv.text.trimEnd().split('\r\n').map(line => line.split(','));
    assert.deepEqual(head, ['key', 'position', 'owner', 'replica 1', 'replica 2', 'owner before']);
    assert.deepEqual(lines.map(line => [line[0], line[2], line[5]]), mine.map(key => [key, 'cache-07:11211', before.get(key)]));
    const json = JSON.parse((await lookup.download('Download JSON')).text);
    assert.deepEqual(json.map(one => [one.key, one.owner, one.before, one.replicas.length]), mine.map(key => [key, 'cache-07:11211', before.get(key), 2]));

    // It stays while another page is on show, and closes back to where it was opened.
    await app.bar.getByRole('button', { name: 'Compare' }).click();
    await app.bar.getByRole('button', { name: 'Explore' }).click();
    await app.until(() => lookup.field.inputValue(), up.keys.join('\n'));
    await lookup.field.press('Escape');
    await app.shows({ focused: 'Many keys' });
    assert.equal(await lookup.section.count(), 0);
    assert.equal(await page.locator('.notes li').count(), 0);
  });

  journey('a hundred thousand keys from a file, held beside the field, every owner in the file', {}, async app => {
    const lookup = new Lookup(app);
    await lookup.open();
    const all = keys(100_000, 'session:{i}');
    const owners = ring({ of: all });
    await lookup.section.getByLabel('Read keys from a file').setInputFiles({
      name: 'keys.txt', mimeType: 'text/plain', buffer: Buffer.from([...all, 'one too many', 'two'].join('\n')),
    });
    await app.until(lookup.heading, '100,000 keys', 30_000);
    await app.until(() => lookup.told.innerText(), /The first 100,000 are looked up; 2 more are too many\./);
    await app.until(() => lookup.section.innerText(), /keys\.txt, [\d,]+ bytes/);
    const third = owners.filter(owner => owner === 2).length;
    await lookup.choose(`C cache-03: ${written(third)}`);
    await app.until(lookup.heading, new RegExp(`^${written(third)} of 100,000 keys on cache-03, `));
    await lookup.choose('all owners');
    assert.ok(await lookup.list.locator('tbody tr').count() < 100);
    await lookup.list.press('End');
    await app.until(() => lookup.rows().then(rows => rows.at(-1)[0]), 'session:99999');
    await lookup.list.press('Enter');
    await app.until(() => app.page.locator('#one-key').inputValue(), 'session:99999');
    const { text } = await lookup.download('Download CSV');
    const lines = text.trimEnd().split('\r\n').slice(1).map(line => line.split(','));
    assert.deepEqual(lines.map(line => line[2]), owners.map(owner => names(8)[owner]));
    assert.equal(lines[7][1], `0x${hashes.fnv1a(all[7]).toString(16).padStart(8, '0')}`);
    await lookup.section.getByRole('button', { name: 'Put it away' }).click();
    await app.until(() => lookup.list.count(), 0);
  });

  journey('hostile keys are texts, and slots, shards and bounded loads are told', { query: 'alg=modulo&n=1000' }, async (app, { page }) => {
    const lookup = new Lookup(app);
    await lookup.open();
    const hostile = ['<img src=x onerror=alert(1)>', '=cmd|"/c calc"!A1', 'a,b', '\u202eevil', 'f'];
    await lookup.field.fill(hostile.join('\n'));
    await app.until(lookup.heads, ['key', 'position', 'slot', 'owner', 'replicas']);
    const rows = await lookup.rows();
    assert.deepEqual(rows.map(row => row[0]), hostile);
    // FNV-1a 32 of f is published: e30c2799, which is 1 by 8.
    assert.deepEqual(rows[4].slice(1, 4), ['0xe30c2799', '1', 'cache-02']);
    assert.equal(await page.locator('img').count(), 0);
    const { text } = await lookup.download('Download CSV');
    assert.match(text, /^key,position,slot,owner,replica 1,replica 2\r\n<img src=x onerror=alert\(1\)>,0x/);
    assert.match(text, /\r\n"'=cmd\|""\/c calc""!A1",0x/);
    assert.match(text, /\r\n"a,b",0x/);

    await app.choose('Algorithm', 'lookup table');
    await app.until(lookup.heads, ['key', 'position', 'shard', 'owner', 'replicas', 'before']);
    await app.choose('Algorithm', 'ring of bounded loads');
    await app.until(() => lookup.section.innerText(), /Loads are bounded here\./);
    await app.isAccessible();
    await lookup.field.fill('\n\n');
    await app.until(() => lookup.told.innerText(), 'There is no key in that text: one key a line is wanted.');
    assert.equal(await lookup.list.count(), 0);
  });

  journey('at 390 px nothing scrolls sideways', { width: 390, height: 844, colorScheme: 'dark' }, async (app, { page }) => {
    const lookup = new Lookup(app);
    await lookup.open();
    await lookup.field.fill(keys(60).join('\n'));
    await app.add();
    await app.until(lookup.heads, ['key', 'position', 'owner', 'replicas', 'before']);
    assert.equal(await app.sideways(), 0);
    assert.deepEqual(await axeInBothThemes(page), []);
  });
});
