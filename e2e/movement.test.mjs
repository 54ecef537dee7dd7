// What moved, looked at closely: the flow, the matrix, the keys one by one and as a file, who inherits, what a dial moves.
// What is expected is placed here a second time, by reference.mjs.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { journeys } from './page.mjs';
import { hashes, keys, names, ring, written } from './reference.mjs';

const { finalised } = hashes;
const all = keys();
const eight = ring({ hash: finalised });

/** The moved keys: number, owner before and after by name. */
function movedKeys(before, after, [namesBefore, namesAfter]) {
  return before.flatMap((owner, at) => {
    const [from, to] = [namesBefore[owner], namesAfter[after[at]]];
    return from === to ? [] : [{ key: all[at], from, to }];
  });
}
const added = () => movedKeys(eight, ring({ nodes: names(9), hash: finalised }), [names(8), names(9)]);
const position = key => `0x${finalised(key).toString(16).padStart(8, '0')}`;
const percent = (part, whole) => `${(Math.round(1000 * part / whole) / 10).toFixed(1)} %`;

class Moved {
  constructor(app) {
    this.app = app;
    this.section = app.page.getByRole('region', { name: 'From, to and keys' });
    this.matrix = this.section.getByRole('grid', { name: 'Moved keys by node' });
    this.list = this.section.getByRole('grid', { name: /moved keys?\b/ });
    this.search = this.section.getByRole('searchbox', { name: 'Find in moved keys' });
    this.opener = app.moved.getByRole('button', { name: 'Matrix and keys' });
  }

  open = async () => {
    await this.opener.click();
    await this.section.waitFor();
  };
  cell = name => this.matrix.getByRole('button', { name, exact: true });
  heading = () => this.section.getByRole('heading', { level: 3 }).nth(1).innerText();
  /** The rows in the page: key, position, from, to. */
  rows = () => this.list.locator('tbody tr.row').evaluateAll(rows => rows.map(row => [...row.cells].map(cell => {
    const copy = cell.cloneNode(true);
    for (const hidden of copy.querySelectorAll('[aria-hidden="true"]')) hidden.remove();
    return copy.textContent;
  })));
  firstKeys = async count => (await this.rows()).slice(0, count).map(row => row[0]);
  /** The numbers of the matrix, row by row, empty cells as 0. */
  numbers = () => this.matrix.locator('tbody tr').evaluateAll(rows => rows.map(row =>
    [...row.querySelectorAll('td')].map(cell => Number(cell.textContent.replaceAll(',', '')))));

  async download(name) {
    const [download] = await Promise.all([
      this.app.page.waitForEvent('download'),
      this.section.getByRole('button', { name }).click(),
    ]);
    return { name: download.suggestedFilename(), text: await readFile(await download.path(), 'utf8') };
  }
}

async function addNode(app) {
  await app.act('Add the finaliser');
  await app.add();
  await app.shows({ moved: added().length });
}

journeys('movement', journey => {
  journey('from the flow to the matrix, to the keys of a cell, to a file', {}, async app => {
    const moved = new Moved(app);
    const expected = added();
    await addNode(app);

    // The flow in place of the lines; its keys are told to those who do not see it.
    const flow = app.moved.getByRole('button', { name: 'Flow' });
    assert.equal(await flow.getAttribute('aria-pressed'), 'false');
    await flow.click();
    await app.shows({ picture: new RegExp(`^Flow of keys\\. ${written(expected.length)} keys moved from 8 nodes to 1 node\\.`) });
    await app.isAccessible();
    await app.keepPicture('movement-flow');

    await moved.open();
    await app.shows({ focused: 'From, to and keys' });
    const gave = name => expected.filter(one => one.from === name).length;
    await app.until(moved.numbers, [...names(8).map(name => [gave(name), gave(name)]), [expected.length, expected.length]]);
    await app.until(moved.heading, `${written(expected.length)} moved keys`);
    await app.until(() => moved.firstKeys(10), expected.slice(0, 10).map(one => one.key));
    await app.isAccessible();

    // A cell is a pair: its keys, and the ribbon of the picture.
    const pair = expected.filter(one => one.from === 'cache-03');
    const cell = moved.cell(`${written(pair.length)} keys from cache-03 to cache-09`);
    await cell.click();
    assert.equal(await cell.getAttribute('aria-pressed'), 'true');
    await app.until(moved.heading, `${written(pair.length)} of ${written(expected.length)} moved keys, from cache-03 to cache-09`);
    await app.until(() => moved.firstKeys(10), pair.slice(0, 10).map(one => one.key));
    assert.deepEqual((await moved.rows())[0], [pair[0].key, position(pair[0].key), 'cache-03', 'cache-09']);

    await moved.search.fill('77');
    const found = pair.filter(one => one.key.includes('77'));
    assert.ok(found.length > 10 && found.length < pair.length);
    await app.until(moved.heading, new RegExp(`^${written(found.length)} of `));

    const byPosition = found.toSorted((a, b) => finalised(a.key) - finalised(b.key));
    const sort = moved.list.getByRole('button', { name: 'position' });
    await sort.click();
    await app.until(() => moved.firstKeys(10), byPosition.slice(0, 10).map(one => one.key));
    assert.equal(await moved.list.getByRole('columnheader', { name: 'position' }).getAttribute('aria-sort'), 'ascending');
    await sort.click();
    await app.until(() => moved.firstKeys(10), byPosition.toReversed().slice(0, 10).map(one => one.key));
    await app.isAccessible();

    const line = one => `${one.key},${one.from},${one.to},${position(one.key)}\r\n`;
    const csv = await moved.download('Download CSV');
    assert.equal(csv.name, 'ringscope-moved-keys.csv');
    assert.equal(csv.text, `key,from,to,position\r\n${byPosition.toReversed().map(line).join('')}`);

    // All of them again, by key: texts, not numbers.
    await moved.search.fill('');
    await moved.section.getByRole('button', { name: 'All moved keys' }).click();
    await app.until(moved.heading, `${written(expected.length)} moved keys`);
    await moved.list.getByRole('button', { name: 'key', exact: true }).click();
    const byText = expected.toSorted((a, b) => (a.key < b.key ? -1 : 1));
    await app.until(() => moved.firstKeys(10), byText.slice(0, 10).map(one => one.key));
    const json = await moved.download('Download JSON');
    assert.equal(json.name, 'ringscope-moved-keys.json');
    assert.deepEqual(JSON.parse(json.text), byText.map(one => ({ ...one, position: position(one.key) })));

    // A key that is chosen is the one key of the page.
    await moved.list.getByRole('row').filter({ hasText: byText[3].key }).first().click();
    assert.equal(await app.page.getByRole('textbox', { name: 'One key' }).inputValue(), byText[3].key);

    // What the file says is what the module's own interface says.
    const byModule = await app.page.evaluate(async nodes => {
      const { place } = await import(performance.getEntriesByType('resource').map(one => one.name).find(name => /ringscope.*\.js$/.test(name)));
      const owners = fleet => place({ nodes: fleet, finaliser: true }).owners;
      const [before, after] = [owners(nodes.slice(0, 8)), owners(nodes)];
      return before.reduce((sum, owner, at) => sum + (owner === after[at] ? 0 : 1), 0);
    }, names(9));
    assert.equal(byModule, expected.length);

    await app.page.keyboard.press('Escape');
    await moved.section.waitFor({ state: 'detached' });
    await app.shows({ focused: 'Matrix and keys' });
  });

  journey('by the keyboard alone', {}, async app => {
    const moved = new Moved(app);
    const { keyboard } = app.page;
    await addNode(app);
    await moved.opener.focus();
    await keyboard.press('Enter');
    await app.shows({ focused: 'From, to and keys' });
    await keyboard.press('Tab');
    await keyboard.press('Tab');
    await app.shows({ focused: 'Save what moved' });
    await keyboard.press('Tab');
    const expected = added();
    const of = (from, words) => `${written(expected.filter(one => one.from === from).length)} keys from ${from}${words}`;
    await app.shows({ focused: of('cache-01', ' to cache-09') });
    // One stop for the tabulator key, and the arrows from cell to cell.
    for (const [key, focused] of [
      ['ArrowDown', of('cache-02', ' to cache-09')],
      ['ArrowRight', of('cache-02', '')],
      ['ArrowLeft', of('cache-02', ' to cache-09')],
      ['Control+End', `${written(expected.length)} keys in all`],
      ['Control+Home', of('cache-01', ' to cache-09')],
      ['ArrowDown', of('cache-02', ' to cache-09')],
    ]) {
      await keyboard.press(key);
      await app.shows({ focused });
    }
    await keyboard.press('Enter');
    const pair = expected.filter(one => one.from === 'cache-02');
    await app.until(moved.heading, new RegExp(`^${written(pair.length)} of .*, from cache-02 to cache-09$`));
    await keyboard.press('Tab');
    assert.equal(await moved.search.evaluate(field => field === document.activeElement), true);
    // Past the field's neighbours to the list itself.
    await moved.list.focus();
    for (let step = 0; step < 30; step += 1) await keyboard.press('ArrowDown');
    await keyboard.press('Enter');
    assert.equal(await app.page.getByRole('textbox', { name: 'One key' }).inputValue(), pair[30].key);
    await keyboard.press('End');
    const active = () => moved.list.evaluate(list => document.getElementById(list.getAttribute('aria-activedescendant'))?.cells[0].textContent);
    await app.until(active, pair.at(-1).key);
    await keyboard.press('Home');
    await app.until(active, pair[0].key);

    // The picture: from ribbon to ribbon.
    await app.moved.getByRole('button', { name: 'Flow' }).focus();
    await keyboard.press('Enter');
    const walk = app.page.getByRole('listbox', { name: 'Moved, pair by pair' });
    await walk.focus();
    const option = () => walk.getByRole('option').innerText();
    await app.until(option, `${written(expected.filter(one => one.from === 'cache-01').length)} keys: cache-01 to cache-09`);
    await keyboard.press('End');
    const last = expected.filter(one => one.from === 'cache-08');
    await app.until(option, `${written(last.length)} keys: cache-08 to cache-09`);
    await keyboard.press('Enter');
    await app.until(() => app.moved.getByRole('button', { name: 'cache-08 to cache-09' }).getAttribute('aria-pressed'), 'true');
    await app.until(moved.heading, new RegExp(`^${written(last.length)} of .*, from cache-08 to cache-09$`));
    await app.isAccessible();
  });

  journey('who inherits: all others, or the one neighbour', {}, async app => {
    await app.act('Add the finaliser');
    await app.remove('cache-03');
    const left = names(8).filter(name => name !== 'cache-03');
    const heirs = (before, after) => {
      const all = movedKeys(before, after, [names(8), left]);
      const sums = left.map(name => [name, all.filter(one => one.to === name).length]);
      return sums.filter(([, keys]) => keys > 0).sort((a, b) => b[1] - a[1]);
    };
    const many = heirs(eight, ring({ nodes: left, hash: finalised }));
    const sum = many.reduce((sum, [, keys]) => sum + keys, 0);
    const told = ([name, keys]) => `${name}, ${written(keys)} (${percent(keys, sum)})`;
    const note = app.moved.locator('.moved-note').first();
    await app.until(() => note.innerText(),
      `cache-03’s ${written(sum)} keys go to all 7 others. Most: ${told(many[0])}. Least: ${told(many.at(-1))}; even is 14.3 %.`);
    await app.isAccessible();

    await app.undo.click();
    await app.setNumber('Virtual nodes', '1');
    await app.upSwitch('cache-03').click();
    const [[heir, keys], ...others] = heirs(
      ring({ hash: finalised, virtualNodes: 1 }), ring({ nodes: left, hash: finalised, virtualNodes: 1 }));
    assert.deepEqual(others, []);
    await app.until(() => note.innerText(), `All of cache-03’s ${written(keys)} keys go to ${heir}, its next neighbour.`);
  });

  journey('a dial has its formula, and a flow of its own', {}, async app => {
    const moved = new Moved(app);
    await app.act('Add the finaliser');
    await app.setNumber('Virtual nodes', '500');
    const expected = movedKeys(eight, ring({ hash: finalised, virtualNodes: 500 }), [names(8), names(8)]);
    await app.shows({ moved: expected.length });
    const line = app.moved.getByRole('row').filter({ hasText: 'Expected' });
    // (1 - 160/500) · 7/8 = 0.595.
    await app.until(() => line.innerText(), /59,500\s+59\.5 %/);
    await app.until(() => app.moved.locator('.moved-note').first().innerText(), /^\(1 − 160\/500\) · \(1 − 1\/8\): .* that moves 88\.9 % when a node comes\.$/);
    await moved.open();
    const count = (from, to) => expected.filter(one => one.from === from && one.to === to).length;
    const sum = (side, name) => expected.filter(one => one[side] === name).length;
    await app.until(moved.numbers, [
      ...names(8).map(from => [...names(8).map(to => count(from, to)), sum('from', from)]),
      [...names(8).map(to => sum('to', to)), expected.length],
    ]);
    await app.isAccessible();
    await app.moved.getByRole('button', { name: 'Show the flow' }).click();
    await app.shows({ picture: /^Flow of keys\. .* % of the circle changed hands\./ });
    await app.isAccessible();
    await app.keepPicture('movement-dial');

    // Slots and scores have the same flow; what was chosen stays while changes go on.
    for (const algorithm of ['jump hash', 'rendezvous']) {
      await app.choose('Algorithm', algorithm);
      await app.shows({ picture: /^Flow of keys\./ });
      await moved.section.waitFor();
    }
    // Without a change there is nothing to show, and after the next it is there again.
    for (let step = 0; step < 4; step += 1) await app.undo.click();
    await moved.section.waitFor({ state: 'detached' });
    await app.shows({ picture: /^(?!Flow)/ });
    await app.redo.click();
    await moved.section.waitFor();
  });

  for (const colorScheme of ['light', 'dark']) {
    journey(`on a telephone, ${colorScheme}`, { width: 390, height: 844, colorScheme, context: { hasTouch: true, isMobile: true } }, async app => {
      const moved = new Moved(app);
      await addNode(app);
      await app.moved.getByRole('button', { name: 'Flow' }).tap();
      await app.shows({ picture: /^Flow of keys\./ });
      assert.equal(await app.sideways(), 0);
      await app.isAccessible();
      await moved.opener.tap();
      await moved.section.waitFor();
      assert.equal(await app.sideways(), 0);
      const [matrix, list] = await Promise.all([moved.matrix, moved.list].map(async part => (await part.boundingBox()).y));
      assert.ok(matrix < list, 'one below the other');
      await moved.matrix.getByRole('button').first().tap();
      await app.until(moved.heading, /, from cache-01 to cache-09$/);
      await app.isAccessible();
      await app.keepPicture(`movement-390-${colorScheme}`);
    });
  }

  journey('the first page does not scroll, and nothing of this is there', {}, async app => {
    const over = await app.page.evaluate(() => document.documentElement.scrollHeight - document.documentElement.clientHeight);
    assert.equal(over, 0);
    assert.equal(await app.page.getByRole('button', { name: /Flow|Matrix and keys|Show the flow/ }).count(), 0);
  });

  journey('a million keys: the list is there at once, is searched and sorted', { query: '?keys=user:{i}&n=1000000&fin=1' }, async app => {
    const moved = new Moved(app);
    await app.choose('Hash', 'MurmurHash3');
    await app.until(() => app.figure('moved').then(text => Number(text.replaceAll(',', '')) > 800_000), true, 20_000);
    // The best of some: the machine may have other work.
    const opened = await app.page.evaluate(async () => {
      const rows = () => document.querySelectorAll('#moved-keys tbody tr.row').length;
      const times = [];
      for (let turn = 0; turn < 6; turn += 1) {
        const start = performance.now();
        document.querySelector('#moved-open').click();
        while (rows() === 0) await new Promise(requestAnimationFrame);
        times.push(performance.now() - start);
        if (turn < 5) document.querySelector('.moved-close').click();
        while (turn < 5 && rows() > 0) await new Promise(requestAnimationFrame);
      }
      return { best: Math.min(...times), rows: rows() };
    });
    assert.ok(opened.best < 100, `${opened.best} ms`);
    assert.ok(opened.rows < 60, `${opened.rows} rows in the page`);
    await moved.list.getByRole('button', { name: 'key', exact: true }).click();
    await app.until(() => moved.firstKeys(1), ['user:0'], 20_000);
    await moved.search.fill('user:99999');
    await app.until(async () => /^\d+ of /.test(await moved.heading()), true, 20_000);
    const found = await moved.rows();
    assert.ok(found.length > 0 && found.every(row => row[0].startsWith('user:99999')), JSON.stringify(found));
  });
});
