// The parts beside the fleet: what would move, the chart that is a slider, one key, tips and pins on the picture, from
// whom to whom, words that explain themselves, and the keys. By mouse, by keyboard and by touch.
import assert from 'node:assert/strict';
import { journeys } from './page.mjs';
import { counts, fnv1a, hashes, moved, names, ring, written } from './reference.mjs';

const number = text => Number(text.replaceAll(',', ''));
/** The busiest node by arc, in fair shares, worked out from the labels alone. */
function busiestByArc(hash, virtualNodes, nodes = names(8)) {
  const points = nodes.flatMap((node, owner) => Array.from({ length: virtualNodes }, (_, i) => ({ owner, at: hash(`${node}#${i}`) })));
  points.sort((a, b) => a.at - b.at || a.owner - b.owner);
  const arcs = Array(nodes.length).fill(0);
  points.forEach(({ owner, at }, i) => { arcs[owner] += i ? at - points[i - 1].at : at + 2 ** 32 - points.at(-1).at; });
  return (Math.max(...arcs) / 2 ** 32 * nodes.length).toFixed(2);
}
/** A place on the ring picture: so many turns along the circle, at a radius given for a ring of radius 300. */
async function place(app, turns, radius) {
  const { x, y, width, height } = await app.picture.boundingBox();
  const scale = Math.min((width - 82) / 2, (height - 84) / 2, 400) / 300;
  const angle = (-90 + 5 + 350 * turns) * Math.PI / 180;
  return [x + width / 2 + radius * scale * Math.cos(angle), y + height / 2 + 4 + radius * scale * Math.sin(angle)];
}
const band = 288;

journeys('the parts', journey => {
  journey('every price is what then moves', {}, async app => {
    const offers = app.page.locator('.price');
    const price = at => offers.nth(at).locator('[data-figure="would-move"]').innerText();
    await app.until(async () => (await offers.allInnerTexts()).some(text => text.includes('…')), false);
    const first = ring();
    const expected = [
      moved(first, ring({ nodes: names(9) })), null, null,
      moved(first, ring({ virtualNodes: 500 })), moved(first, ring({ label: '{i}-{node}' })), moved(first, ring({ hash: hashes.finalised })),
    ];
    for (const [at, keys] of expected.entries()) {
      await app.until(() => price(at), /^[\d,]+$/);
      const said = number(await price(at));
      if (keys !== null) assert.equal(said, keys);
      await offers.nth(at).click();
      await app.shows({ moved: said });
      if (at === 0) await app.isAccessible();
      await app.undo.click();
      await app.until(() => price(at).catch(() => ''), written(said));
    }
    const wouldGet = () => app.fleet.locator('[data-figure="would-get"]').innerText();
    await app.newName.fill('zebra');
    const zebra = counts(ring({ nodes: [...names(8), 'zebra'] }), 9)[8];
    await app.until(wouldGet, written(zebra));
    await app.add();
    await app.until(async () => (await app.keys())[8], zebra);
    await app.page.getByRole('button', { name: 'What would move next' }).click();
    await app.page.getByRole('region', { name: 'What would move' }).waitFor();
    await app.isAccessible();
  });

  journey('the chart is the slider, and its table has the exact figures', {}, async (app, { page }) => {
    const slider = page.getByRole('slider', { name: /virtual nodes/i });
    await page.getByText('Show as table').click();
    const table = page.getByRole('region', { name: /as a table/ }).getByRole('table');
    const rows = () => table.locator('tbody tr').evaluateAll(all => all.map(row => [...row.cells].map(cell => cell.textContent)));
    await app.until(async () => (await rows()).length, 24);
    await app.until(async () => (await rows()).flat().includes('…'), false);
    for (const [count, raw, finalised] of (await rows()).filter((_, at) => at % 5 === 0)) {
      assert.deepEqual([raw, finalised], [busiestByArc(fnv1a, number(count)), busiestByArc(hashes.finalised, number(count))], `${count} virtual nodes`);
    }
    await app.isAccessible();
    await page.getByText('Show as table').click();
    await slider.focus();
    await page.keyboard.press('ArrowRight');
    await app.until(async () => number(await app.number('Virtual nodes').innerText()) > 160, true);
    const more = number(await app.number('Virtual nodes').innerText());
    await app.shows({ keys: counts(ring({ virtualNodes: more })) });
    await slider.scrollIntoViewIfNeeded();
    const { x, y, width, height } = await slider.boundingBox();
    await page.mouse.move(x + width * 0.55, y + height / 2);
    await page.mouse.down();
    await page.mouse.move(x + width * 0.9, y + height / 2, { steps: 4 });
    await app.until(async () => number(await app.number('Virtual nodes').innerText()) > 1_000, true);
    await page.keyboard.press('Escape');
    await page.mouse.up();
    await app.until(async () => number(await app.number('Virtual nodes').innerText()), more);
  });

  journey('one key tells its way; it is typed, stepped to and clicked', {}, async (app, { page }) => {
    const panel = page.getByRole('region', { name: 'One key' });
    const field = panel.getByRole('textbox');
    const tells = key => {
      const owner = ring({ of: [key] })[0];
      return app.until(async () => {
        const text = await panel.innerText();
        return [`0x${fnv1a(key).toString(16).padStart(8, '0')}`, written(fnv1a(key)), names(8)[owner]].filter(part => !text.includes(part));
      }, []);
    };
    await tells('user:42');
    await field.focus();
    await page.keyboard.press('ArrowUp');
    await app.until(() => field.inputValue(), 'user:43');
    await tells('user:43');
    await field.fill('\u{1f98a} '.trim() + '<b>');
    await app.until(async () => (await panel.innerText()).includes('f0 9f a6 8a 3c 62 3e'), true);
    await app.isAccessible();
    await field.fill('k'.repeat(65_536));
    await tells('k'.repeat(65_536));
    assert.equal(await app.sideways(), 0);
    // On the wheel a click takes the key that is nearest.
    await page.mouse.click(...await place(app, 0.3, 124));
    await app.until(async () => /^user:\d+$/.test(await field.inputValue()), true);
    const key = await field.inputValue();
    assert.ok(Math.abs(fnv1a(key) / 2 ** 32 - 0.3) < 0.01, `${key} is at ${fnv1a(key) / 2 ** 32}`);
    await tells(key);
    for (const algorithm of ['rendezvous', 'jump hash', 'modulo']) {
      await app.choose('Algorithm', algorithm);
      await app.until(async () => (await panel.innerText()).includes('owner'), true);
    }
  });

  journey('a tip opens on an arc, can be entered, and Escape closes it; a click pins', {}, async (app, { page }) => {
    const tip = page.locator('.tooltip');
    await page.mouse.move(...await place(app, 0.25, band));
    await tip.waitFor();
    const at = 0.25 * 2 ** 32;
    const points = names(8).flatMap(node => Array.from({ length: 160 }, (_, i) => ({ label: `${node}#${i}`, at: fnv1a(`${node}#${i}`) }))).sort((a, b) => a.at - b.at);
    const near = points.filter(point => Math.abs(point.at - at) < 2 ** 32 * 0.004).map(point => point.label);
    const title = (await tip.locator('.tooltip-name').innerText()).trim();
    assert.ok(near.includes(title), `${title} is not near: ${near}`);
    await app.isAccessible();
    const box = await tip.boundingBox();
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2, { steps: 8 });
    assert.equal((await tip.locator('.tooltip-name').innerText()).trim(), title);
    await page.keyboard.press('Escape');
    await tip.waitFor({ state: 'detached' });

    await page.mouse.click(...await place(app, 0.25, band));
    const pinned = app.fleet.locator('.row-pinned');
    await pinned.waitFor();
    await page.mouse.move(5, 5);
    const name = title.split('#')[0];
    assert.equal(await pinned.getByRole('textbox').inputValue(), name);
    await app.until(() => page.locator('.core').innerText().then(text => text.includes(name)), true);
    await page.keyboard.press('Escape');
    await pinned.waitFor({ state: 'detached' });
  });

  journey('the arrow keys walk the ring', {}, async (app, { page }) => {
    const walk = page.getByRole('listbox', { name: 'Virtual nodes' });
    const option = () => walk.getByRole('option').innerText();
    await walk.focus();
    await app.until(async () => /^cache-01#\d+$/.test(await option()), true);
    const order = Array.from({ length: 160 }, (_, i) => `cache-01#${i}`).sort((a, b) => fnv1a(a) - fnv1a(b));
    const start = order.indexOf(await option());
    await page.keyboard.press('ArrowRight');
    await app.until(option, order[(start + 1) % 160]);
    await app.isAccessible();
    await page.keyboard.press('ArrowDown');
    await app.until(async () => /^cache-02#\d+$/.test(await option()), true);
    await page.keyboard.press('Enter');
    await app.fleet.locator('.row-pinned').waitFor();
    await app.until(() => walk.getByRole('option').getAttribute('aria-selected'), 'true');
    await page.keyboard.press('Escape');
    await app.fleet.locator('.row-pinned').waitFor({ state: 'detached' });
  });

  journey('a finger taps an arc, and taps elsewhere', { width: 390, height: 844, context: { hasTouch: true, isMobile: true } }, async (app, { page }) => {
    await app.picture.scrollIntoViewIfNeeded();
    await page.touchscreen.tap(...await place(app, 0.25, band));
    await app.fleet.locator('.row-pinned').waitFor();
    await page.locator('.tooltip').waitFor();
    assert.equal(await app.sideways(), 0);
    await app.isAccessible();
    await app.heading.tap();
    await page.locator('.tooltip').waitFor({ state: 'detached' });
    // A word explains itself to a finger too.
    await app.fleet.getByRole('button', { name: 'usual', exact: true }).tap();
    await page.getByRole('tooltip').filter({ hasText: '14.9 %' }).waitFor();
    assert.equal(await app.sideways(), 0);
    await app.isAccessible();
  });

  journey('from whom to whom: a pair stands out, stays, and is let go', { query: 'v=1&fin=1' }, async (app, { page }) => {
    await app.add();
    await app.shows({ moved: 10_918 });
    const lit = () => app.fleet.locator('.row-lit').getByRole('textbox').evaluateAll(all => all.map(one => one.value).filter(value => value.startsWith('cache')));
    const pair = app.moved.getByRole('button', { name: 'cache-03 to cache-09' });
    const before = await app.picture.evaluate(canvas => canvas.toDataURL());
    await pair.hover();
    await app.until(lit, ['cache-03', 'cache-09']);
    await app.until(async () => (await app.picture.evaluate(canvas => canvas.toDataURL())) !== before, true);
    await pair.click();
    assert.equal(await pair.getAttribute('aria-pressed'), 'true');
    await page.mouse.move(5, 5);
    await page.locator('body').click({ position: { x: 5, y: 5 } });
    await app.until(lit, ['cache-03', 'cache-09']);
    await app.isAccessible();
    await page.keyboard.press('Escape');
    await app.until(lit, []);
    await app.moved.getByRole('button', { name: 'cache-05 to cache-09' }).focus();
    await app.until(lit, ['cache-05', 'cache-09']);
  });

  journey('a table that is sorted holds still while a number is dragged', {}, async (app, { page }) => {
    const order = () => app.fleet.locator('.row').getByRole('textbox', { name: /^Name of / }).evaluateAll(all => all.map(one => one.value));
    const sorted = weights => counts(ring({ weights })).map((keys, at) => ({ keys, name: names(8)[at] })).sort((a, b) => b.keys - a.keys).map(one => one.name);
    await app.fleet.getByRole('button', { name: 'keys', exact: true }).click();
    await app.until(order, sorted({}));
    await app.drag('Weight of cache-08', 80);
    await app.until(() => app.number('Weight of cache-08').innerText(), '3');
    assert.deepEqual(await order(), sorted({}));
    await page.mouse.up();
    await app.until(order, sorted({ 'cache-08': 3 }));
    assert.notDeepEqual(sorted({}), sorted({ 'cache-08': 3 }));
  });

  journey('words explain themselves with their number', {}, async (app, { page }) => {
    const tip = page.getByRole('tooltip');
    const says = (button, text) => button.hover().then(() => tip.filter({ hasText: text }).waitFor());
    await says(app.settings.getByRole('button', { name: 'virtual nodes each' }), 'here 1,280 of 8 nodes');
    await says(app.settings.getByRole('button', { name: 'finaliser', exact: true }), 'Without it the busiest node holds 1.35 times its fair share.');
    await says(app.settings.getByRole('button', { name: 'hashed with' }), `The key user:0 becomes ${written(fnv1a('user:0'))}.`);
    await says(app.fleet.getByRole('button', { name: 'fair', exact: true }), '12,500 of 100,000 keys');
    await app.isAccessible();
    await page.keyboard.press('Escape');
    await tip.waitFor({ state: 'hidden' });
    const label = app.settings.getByRole('button', { name: 'labelled' });
    await label.focus();
    await tip.filter({ hasText: 'The first one here is cache-01#0.' }).waitFor();
    assert.equal(await label.getAttribute('aria-describedby'), await tip.getAttribute('id'));
    await page.mouse.wheel(0, 200);
    await tip.waitFor({ state: 'hidden' });
    // A word that goes takes its tip along.
    await app.settings.getByRole('button', { name: 'virtual nodes each' }).focus();
    await tip.filter({ hasText: '1,280' }).waitFor();
    await app.choose('Algorithm', 'modulo');
    await tip.waitFor({ state: 'hidden' });
  });

  journey('keys act where the focus is, and a sheet lists them', {}, async (app, { page }) => {
    await page.keyboard.press('f');
    assert.equal(await app.query(), '');
    await app.upSwitch('cache-02').focus();
    await page.keyboard.press('f');
    await app.shows({ query: '?v=1&fin=1' });
    await app.upSwitch('cache-02').focus();
    await page.keyboard.press('?');
    const sheet = page.getByRole('dialog', { name: 'Keys' });
    await sheet.waitFor();
    await app.isAccessible();
    await page.keyboard.press('Escape');
    await sheet.waitFor({ state: 'detached' });
    await app.shows({ focused: 'cache-02 up' });
    await page.keyboard.press('n');
    await app.shows({ focused: 'Name of the new node' });
    await page.keyboard.press('f');
    await app.shows({ query: '?v=1&fin=1' });
    await page.getByRole('button', { name: 'Keys', exact: true }).click();
    await sheet.getByRole('button', { name: 'Close' }).click();
    await sheet.waitFor({ state: 'detached' });
  });
});
