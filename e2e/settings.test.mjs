// Every dial of the settings sentence through its own control: load, picture, finding and address follow, and the load
// is the one that reference.mjs computes.
import assert from 'node:assert/strict';
import { journeys } from './page.mjs';
import { counts, hashes, jump, keys, modulo, moved, names, rendezvous, ring, scores } from './reference.mjs';

const total = list => list.reduce((sum, one) => sum + one, 0);
const without = (list, at) => list.filter((_, i) => i !== at);

journeys('the settings', journey => {
  journey('another hash, with the finaliser and without', {}, async app => {
    await app.choose('Hash', 'MD5');
    await app.shows({ keys: counts(ring({ hash: hashes.md5 })), query: '?v=1&hash=md5', sentence: /A spread of .* usual/ });
    await app.isAccessible();
    await app.choose('Hash', 'FNV-1a 32');
    await app.settings.getByRole('checkbox', { name: 'Finaliser' }).check();
    await app.shows({ keys: counts(ring({ hash: hashes.finalised })), query: '?v=1&fin=1' });
    for (const hash of ['MurmurHash3', 'xxHash64', 'SHA-1', 'CRC-32', 'FNV-1a 64']) {
      await app.choose('Hash', hash);
      await app.until(async () => (await app.query()).includes('hash='), true);
      assert.equal(total(await app.keys()), 100_000, hash);
    }
  });

  journey('another label: a common one, and one of the reader', {}, async (app, { page }) => {
    await app.choose('Label', '{node}-{i}');
    await app.shows({ keys: counts(ring({ label: '{node}-{i}' })), query: /label=/ });
    await app.choose('Label', 'another…');
    const own = app.settings.getByRole('textbox', { name: 'Label template' });
    await app.setText(own, 'point {i} of {node}');
    await app.shows({ keys: counts(ring({ label: 'point {i} of {node}' })) });
    await app.isAccessible();
    await app.setText(own, 'no counter');
    await app.settings.getByRole('alert').filter({ hasText: '{' }).waitFor();
    await app.shows({ keys: counts(ring({ label: 'point {i} of {node}' })) });
    await app.isAccessible();
    await page.keyboard.press('Escape');
    assert.equal(await own.inputValue(), 'point {i} of {node}');
    await app.choose('Label', '{node}#{i}');
    await app.shows({ keys: counts(ring()), query: '?v=1' });
    await own.waitFor({ state: 'detached' });
  });

  journey('virtual nodes, typed, dragged and slid', {}, async (app, { page }) => {
    await app.setNumber('Virtual nodes', '500');
    await app.shows({ keys: counts(ring({ virtualNodes: 500 })), moved: 57_126, query: '?v=1&vn=500', picture: /4,000 virtual nodes/ });
    await app.drag('Virtual nodes', -70); // 1 % a pixel: as good as half
    await page.mouse.up();
    await app.shows({ keys: counts(ring({ virtualNodes: 249 })), query: '?v=1&vn=249' });
    await app.number('Virtual nodes').click();
    await app.editor('Virtual nodes').getByRole('slider').fill('0');
    await app.shows({ keys: counts(ring({ virtualNodes: 1 })) });
    await app.isAccessible();
    await app.editor('Virtual nodes').getByRole('slider').fill('1000');
    await page.keyboard.press('Enter');
    await app.shows({ keys: counts(ring({ virtualNodes: 10_000 })), query: '?v=1&vn=10000', picture: /80,000 virtual nodes/ });
  });

  journey('keys: number, pattern and first value', {}, async app => {
    await app.setNumber('Number of keys', '2,000');
    await app.shows({ keys: counts(ring({ of: keys(2_000) })), query: '?v=1&n=2000' });
    const pattern = app.settings.getByRole('textbox', { name: 'Key pattern' });
    await app.setText(pattern, 'GET /item/{i}');
    await app.shows({ keys: counts(ring({ of: keys(2_000, 'GET /item/{i}') })), query: /keys=GET%20\/item\/%7Bi%7D/ });
    await app.showMore();
    await app.setNumber('First value of the counter', '1000000');
    await app.shows({ keys: counts(ring({ of: keys(2_000, 'GET /item/{i}', 1_000_000) })), query: /from=1000000/ });
    await app.isAccessible();
    await app.setText(pattern, 'all the same');
    await app.settings.getByRole('alert').filter({ hasText: '{i}' }).waitFor();
    await app.setText(pattern, 'user:{i}');
    await app.setNumber('Number of keys', '0');
    await app.shows({ sentence: 'There is no key to place.' });
    await app.isAccessible();
  });

  journey('the direction', {}, async app => {
    await app.showMore();
    await app.choose('Direction', 'counter-clockwise');
    await app.shows({ keys: counts(ring({ backwards: true })), query: '?v=1&dir=ccw' });
    await app.isAccessible();
  });

  journey('a space of 64 bits, with a hash that fills it and with one that does not', {}, async app => {
    await app.showMore();
    await app.choose('Space', '64 bits');
    await app.shows({ notes: /FNV-1a 32 has 32 bits\. For a space of 64 bits take/, query: '' });
    assert.equal(await app.choice('Space').locator('option:checked').innerText(), '32 bits');
    await app.isAccessible();
    await app.choose('Hash', 'MD5');
    await app.choose('Space', '64 bits');
    await app.shows({ keys: counts(ring({ hash: hashes.md5Wide })), query: '?v=1&hash=md5&space=64' });
    await app.choose('Hash', 'xxHash64');
    await app.shows({ query: '?v=1&hash=xxhash64&space=64' });
    assert.equal(total(await app.keys()), 100_000);
    await app.choose('Hash', 'CRC-32');
    await app.shows({ notes: /The space is 32 bits again: CRC-32 has no more\./, query: '?v=1&hash=crc32' });
    assert.equal(await app.choice('Space').locator('option:checked').innerText(), '32 bits');
  });

  journey('rendezvous with each of its scores', {}, async app => {
    await app.choose('Algorithm', 'rendezvous');
    for (const [name, score] of Object.entries(scores)) {
      await app.choose('Score', name);
      await app.shows({ keys: counts(rendezvous({ score })), query: /^\?v=1&alg=rendezvous/ });
    }
    await app.isAccessible();
    await app.choose('Score', 'hash(node + key)');
    const before = rendezvous({ score: scores['hash(node + key)'] });
    const after = rendezvous({ score: scores['hash(node + key)'], nodes: names(9) });
    await app.add();
    await app.shows({ keys: counts(after, 9), moved: moved(before, after), sentence: /All to cache-09, none between the others\.$/ });
    await app.isAccessible();
  });

  journey('jump, and both ways to close the gap of a node that goes', {}, async app => {
    await app.choose('Algorithm', 'jump hash');
    const [all, fewer] = [jump(), jump({ buckets: 7 })];
    await app.shows({ keys: counts(all), query: '?v=1&alg=jump' });
    await app.isAccessible();

    await app.remove('cache-03');
    const renumbered = fewer.map(bucket => without([0, 1, 2, 3, 4, 5, 6, 7], 2)[bucket]);
    await app.shows({ keys: counts(renumbered), moved: moved(all, renumbered), sentence: /moved between the others\.$/ });
    await app.isAccessible();

    await app.act('Undo');
    await app.choose('Removing a node', 'moves the last into the gap');
    await app.remove('cache-03');
    const filled = fewer.map(bucket => (bucket === 2 ? 7 : bucket));
    await app.shows({ keys: counts(filled), moved: moved(all, filled) });
  });

  journey('modulo, which moves nearly everything', {}, async app => {
    await app.choose('Algorithm', 'modulo');
    await app.shows({ keys: counts(modulo()), query: '?v=1&alg=modulo', picture: /slot|remainder|modulo/i });
    await app.isAccessible();
    await app.add();
    await app.shows({ keys: counts(modulo({ nodes: 9 }), 9), moved: moved(modulo(), modulo({ nodes: 9 })) });
    await app.isAccessible();
  });

  journey('every algorithm places every key, and a new node', {}, async (app, { page }) => {
    const names = await app.choice('Algorithm').locator('optgroup[label="Algorithms"] option').allInnerTexts();
    assert.equal(names.length, 14);
    const sum = async () => (await app.keys()).reduce((all, one) => all + one, 0);
    // They move no key between nodes to which nothing happened; a bound is at most ceil(1.25 · 100,000 / 8).
    const still = ['ring', 'rendezvous', 'jump hash', 'multi-probe ring', 'JumpBackHash', 'DxHash', 'AnchorHash', 'MementoHash', 'lookup table'];
    for (const name of names) {
      await app.choose('Algorithm', name);
      await app.until(() => app.choice('Algorithm').evaluate(select => select.selectedOptions[0].label), name);
      assert.equal(await sum(), 100_000, name);
      if (name.includes('bounded')) assert.ok(Math.max(...await app.keys()) <= 15_625, name);
      await app.add('newcomer');
      await app.until(async () => (await app.keys()).length, 9);
      assert.equal(await sum(), 100_000, name);
      const pairs = await app.pairs();
      if (still.includes(name)) assert.ok(pairs.every(([, to]) => to === 'newcomer'), `${name}: ${JSON.stringify(pairs)}`);
      assert.ok((await page.getByRole('region', { name: 'One key' }).innerText()).includes('owner'), name);
      assert.equal(await app.sideways(), 0, name);
      await app.isAccessible();
      await app.undo.click();
      await app.until(async () => (await app.keys()).length, 8);
    }
  });

  journey('the number of nodes', {}, async app => {
    await app.setNumber('Number of nodes', '12');
    await app.shows({ keys: counts(ring({ nodes: names(12) }), 12), picture: /^Hash ring of 12 nodes with 1,920 virtual nodes/ });
    await app.setNumber('Number of nodes', '40');
    await app.shows({ keys: counts(ring({ nodes: names(40) }), 40), picture: /^Hash ring of 40 nodes/ });
    await app.isAccessible();
    await app.setNumber('Number of nodes', '8');
    await app.shows({ query: '?v=1' });
  });
});
