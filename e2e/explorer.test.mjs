// The first paint, its repair, and everything that can happen to a fleet. The figures are those of reference.mjs, a
// second implementation, and the first ones also stand here in digits.
import assert from 'node:assert/strict';
import { journeys } from './page.mjs';
import { counts, hashes, moved, names, ring } from './reference.mjs';

const FIRST = [10841, 16616, 16891, 9009, 11672, 13106, 15077, 6788];
const FINALISED = [12205, 13357, 14272, 13863, 11776, 10392, 11616, 12519];
const total = list => list.reduce((sum, one) => sum + one, 0);
const raw = ring();
const finalised = ring({ hash: hashes.finalised });

journeys('the first paint', journey => {
  journey('shows a lumpy ring and says why', {}, async app => {
    assert.deepEqual(counts(raw), FIRST);
    await app.shows({
      keys: FIRST,
      sentence: /^cache-03 holds 2\.49 times the keys of cache-08\. FNV-1a 32 puts look-alike labels side by side\.$/,
      busiest: '1.35',
      lightest: '0.54',
      picture: /^Hash ring of 8 nodes with 1,280 virtual nodes; C cache-03 is busiest with 16\.9 % of the keys\. 43 % of virtual nodes .* 553 of 1,280\. Chance gives 12 %\.$/,
      query: '',
    });
    await app.isAccessible();
  });

  journey('is repaired by one press, and one press leads back', {}, async app => {
    assert.deepEqual(counts(finalised), FINALISED);
    await app.act('Add the finaliser');
    await app.shows({
      keys: FINALISED,
      sentence: /^cache-03 holds 1\.37 times the keys of cache-06, down from 2\.49\. The clumps are gone\.$/,
      busiest: '1.14',
      lightest: '0.83',
      picture: /161 of 1,280/,
      moved: 87_566,
      query: '?v=1&fin=1',
    });
    await app.isAccessible();
    await app.act('Remove the finaliser');
    await app.shows({ keys: FIRST, busiest: '1.35', lightest: '0.54', picture: /553 of 1,280/, query: '?v=1' });
  });
});

journeys('a fleet', journey => {
  journey('grows by a node that takes only its share', { query: 'v=1&fin=1' }, async app => {
    const after = ring({ hash: hashes.finalised, nodes: names(9) });
    await app.add();
    await app.shows({
      moved: 10_918,
      keys: counts(after, 9),
      sentence: /^10,918 of 100,000 keys moved, 10\.9 %; fair 11\.1 %\. All to cache-09, none between the others\.$/,
      picture: /^Hash ring of 9 nodes with 1,440 virtual nodes/,
    });
    const pairs = await app.pairs();
    assert.equal(total(pairs.map(pair => pair[2])), 10_918);
    assert.deepEqual([...new Set(pairs.map(pair => pair[1]))], ['cache-09']);
    assert.deepEqual(pairs.map(pair => pair[0]), names(8));
    await app.isAccessible();
    assert.equal(await app.newName.inputValue(), 'cache-10');
    await app.act('Undo');
    await app.shows({ keys: FINALISED });
  });

  journey('without the finaliser a new node gets less than half of its share', {}, async app => {
    const after = ring({ nodes: names(9) });
    await app.add();
    await app.shows({ moved: 4_944, keys: counts(after, 9) });
    assert.equal(moved(raw, after), 4_944);
  });

  journey('takes a name that is typed and refuses one that is taken', {}, async (app, { page }) => {
    await app.add('spare');
    await app.shows({ keys: counts(ring({ nodes: [...names(8), 'spare'] }), 9) });
    await app.add('cache-01');
    const refusal = app.fleet.getByRole('alert').filter({ hasText: 'There is a node named cache-01 already.' });
    await refusal.waitFor();
    assert.equal(await app.newName.inputValue(), 'cache-01');
    assert.equal(await app.newName.getAttribute('aria-invalid'), 'true');
    await app.shows({ focused: 'Name of the new node', query: /,spare$/ });
    await app.isAccessible();
    await page.keyboard.press('Escape');
    await refusal.waitFor({ state: 'detached' });
    assert.equal(await app.newName.inputValue(), 'spare-2');
  });

  journey('loses a node, whose row stays while its keys are on show', {}, async app => {
    const nodes = names(8).filter(name => name !== 'cache-03');
    const owners = ring({ nodes });
    const after = counts(owners, 7);
    const heirs = new Set(owners.filter((owner, key) => names(8)[raw[key]] !== nodes[owner])).size;
    await app.remove('cache-03');
    await app.shows({ keys: [...after.slice(0, 2), 0, ...after.slice(2)], moved: 16_891, sentence: new RegExp(`All from cache-03, to ${heirs} others; none between them\\.$`) });
    const pairs = await app.pairs();
    assert.deepEqual([...new Set(pairs.map(pair => pair[0]))], ['cache-03']);
    assert.equal(total(pairs.map(pair => pair[2])), 16_891);
    await app.isAccessible();
    await app.setNumber('Number of keys', '50000');
    await app.shows({ query: /nodes=/ });
    await app.until(async () => (await app.keys()).length, 7);
  });

  journey('is renamed in place, and a taken name is refused', {}, async (app, { page }) => {
    await app.setText(app.nameField('cache-08'), 'zebra');
    await app.shows({ keys: counts(ring({ nodes: [...names(7), 'zebra'] })), query: /,zebra$/ });
    await app.setText(app.nameField('zebra'), 'cache-01');
    await app.row('zebra').getByRole('alert').filter({ hasText: 'There is a node named cache-01 already.' }).waitFor();
    await app.shows({ query: /,zebra$/ });
    await app.isAccessible();
    await page.keyboard.press('Escape');
    assert.equal(await app.nameField('zebra').inputValue(), 'zebra');
  });

  journey('is reweighted by typing, arrow keys, a slider and a drag', {}, async (app, { page }) => {
    const weights = weight => counts(ring({ weights: { 'cache-03': weight } }));
    await app.edit('Weight of cache-03', '0.5');
    await app.shows({ keys: weights(0.5) });
    await app.isAccessible();
    await page.keyboard.press('Enter');
    await app.shows({ query: '?v=1&nodes=cache-01,cache-02,cache-03*0.5,cache-04,cache-05,cache-06,cache-07,cache-08', focused: 'Weight of cache-03' });

    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Shift+ArrowRight');
    await app.shows({ keys: weights(1.6) });
    await page.keyboard.press('ArrowDown');
    await app.shows({ keys: weights(1.5) });

    await app.number('Weight of cache-03').click();
    const slider = app.editor('Weight of cache-03').getByRole('slider');
    await slider.fill('2');
    await app.shows({ keys: weights(2) });
    await page.keyboard.press('Enter');

    await app.drag('Weight of cache-03', -40);
    await page.mouse.up();
    await app.shows({ keys: weights(1), query: '?v=1', sentence: /keys moved/ });
  });

  journey('refuses a number out of range in words', {}, async (app, { page }) => {
    await app.edit('Weight of cache-01', '1001');
    await app.editor('Weight of cache-01').getByRole('alert').filter({ hasText: /A number from 0 to 1,?000\./ }).waitFor();
    await app.isAccessible();
    await page.keyboard.press('Escape');
    await app.shows({ keys: FIRST, query: '' });
  });

  journey('has nodes that go down and come back', {}, async app => {
    const down = counts(ring({ nodes: names(8).filter(name => name !== 'cache-03') }), 7);
    await app.upSwitch('cache-03').click();
    await app.shows({ keys: [...down.slice(0, 2), 0, ...down.slice(2)], moved: 16_891, query: /,cache-03!,/ });
    assert.equal(await app.upSwitch('cache-03').getAttribute('aria-checked'), 'false');
    await app.isAccessible();
    await app.upSwitch('cache-03').click();
    await app.shows({ keys: FIRST, moved: 16_891, query: '?v=1' });
    assert.equal(await app.upSwitch('cache-03').getAttribute('aria-checked'), 'true');
  });

  journey('can be empty, or of one node', {}, async app => {
    await app.setNumber('Number of nodes', '1');
    await app.shows({ sentence: /^100,000|keys moved/, keys: [100_000, 0, 0, 0, 0, 0, 0, 0] });
    await app.setNumber('Number of nodes', '0');
    await app.shows({ sentence: 'There is no node, so no key has an owner.', query: '?v=1&nodes=' });
    await app.isAccessible();
    await app.add('only');
    await app.shows({ keys: [100_000] });
    await app.setNumber('Virtual nodes', '100');
    await app.shows({ sentence: /^only holds every key\. With one node there is nothing to balance\.$/ });
    await app.upSwitch('only').click();
    await app.shows({ sentence: 'No node can own a key: all are down or have a weight of 0.', keys: [0] });
    await app.isAccessible();
  });
});
