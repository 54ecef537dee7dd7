// The lookup table with a coordinator: it follows the fleet shard by shard, and all that can be done to it by hand, by
// mouse, by keyboard and by touch. The table is kept a second time here, by the rules alone, for nodes of equal weight.
import assert from 'node:assert/strict';
import { journeys } from './page.mjs';
import { counts, fnv1a, keys, moved, names } from './reference.mjs';

const SHARDS = 256;
const shardOf = key => fnv1a(key) >>> 24;

/** A table as it is dealt to so many nodes. */
const dealt = nodes => Array.from({ length: SHARDS }, (_, shard) => shard % nodes);

/** Shards move from those above their targets to those below, the highest of the node most above to the node most below,
 * until no node that may give and no node that may take is left. A node that is not in `nodes` has lost all of its own. */
function settle(table, nodes, gives = nodes, takes = nodes) {
  const after = [...table];
  const held = nodes.map(node => after.filter(owner => owner === node).length);
  const floor = Math.floor(SHARDS / nodes.length);
  // Who has more than the whole part has the first claim on one of what is left over, then whoever comes earlier.
  const claims = [...nodes.keys()].sort((a, b) => (held[b] > floor) - (held[a] > floor) || a - b);
  const target = nodes.map((_, at) => floor + (claims.indexOf(at) < SHARDS % nodes.length ? 1 : 0));
  const far = (at, side) => (held[at] - target[at]) * side;
  const most = (among, side) => [...nodes.keys()].filter(at => among.includes(nodes[at]) && far(at, side) > 0)
    .reduce((best, at) => (best === undefined || far(at, side) > far(best, side) ? at : best), undefined);
  const give = (shard, to) => {
    if (nodes.includes(after[shard])) held[nodes.indexOf(after[shard])] -= 1;
    after[shard] = nodes[to];
    held[to] += 1;
  };
  for (let shard = SHARDS - 1; shard >= 0; shard -= 1) if (!nodes.includes(after[shard])) give(shard, most(nodes, -1));
  for (;;) {
    const [from, to] = [most(gives, 1), most(takes, -1)];
    if (from === undefined || to === undefined) return after;
    give(after.lastIndexOf(nodes[from]), to);
  }
}
const range = count => [...Array(count).keys()];
const differ = (before, after) => before.filter((owner, shard) => owner !== after[shard]).length;
/** The owner of every key, with the pins as pairs of text and node. */
const owners = (table, pins = []) => keys().map(key => {
  const pin = pins.filter(([tenant]) => key.startsWith(tenant)).sort((a, b) => b[0].length - a[0].length)[0];
  return pin ? pin[1] : table[shardOf(key)];
});
const with_ = (table, shard, node) => table.map((owner, at) => (at === shard ? node : owner));

/** The panel by its roles and names. */
function panel(app) {
  const { page } = app;
  const region = page.getByRole('region', { name: 'Lookup table' });
  return {
    region,
    shard: region.getByRole('spinbutton', { name: 'Shard' }),
    node: region.getByRole('combobox', { name: 'Node' }),
    tenant: region.getByRole('textbox', { name: /Keys from/ }),
    button: name => region.getByRole('button', { name, exact: true }),
    alert: () => page.locator('#shards-error').textContent(),
    state: () => app.figure('table'),
    list: () => region.getByRole('listitem').allInnerTexts(),
  };
}

/** The middle of a shard's cell in the grid. */
async function cell(app, shard) {
  const { x, y, width, height } = await app.picture.boundingBox();
  const compact = width < 480;
  const [left, right, top, part, gap] = compact ? [44, 20, 30, 0.12, 46] : [82, 34, 92, 0.26, 54];
  const from = top + (height - 34 - top) * part + gap;
  const [column, row] = [shard % 16 + 0.5, Math.floor(shard / 16) + 0.5];
  return [x + left + column * (width - left - right) / 16, y + from + row * (height - 34 - from) / 16];
}

journeys('the lookup table', journey => {
  journey('follows the fleet by the fewest shards', {}, async app => {
    await app.choose('Algorithm', 'lookup table');
    const table = panel(app);
    const eight = dealt(8);
    await app.shows({ keys: counts(owners(eight)), query: '?v=1&alg=coordinator', picture: /^256 shards/ });
    await app.until(table.state, 'version 1, level');
    await app.page.getByText('Table version 1', { exact: true }).waitFor();
    await app.isAccessible();

    await app.add();
    const nine = settle(eight, range(9), range(9), [8]);
    assert.equal(differ(eight, nine), 28);
    await app.shows({ keys: counts(owners(nine), 9), moved: moved(owners(eight), owners(nine)) });
    await app.until(table.state, 'version 29, level');
    await app.isAccessible();

    await app.upSwitch('cache-03').click();
    const without = settle(nine, [0, 1, 3, 4, 5, 6, 7, 8]);
    await app.shows({ keys: counts(owners(without), 9), moved: moved(owners(nine), owners(without)) });
    await app.until(table.state, `version ${29 + differ(nine, without)}, level`);
    assert.ok((await app.pairs()).every(([from]) => from === 'cache-03'));
    await app.undo.click();
    await app.until(table.state, 'version 29, level');
  });

  journey('by mouse: a shard moved, a tenant pinned, a node drained, and all of it in the link', { query: 'alg=coordinator' }, async (app, { page }) => {
    const table = panel(app);
    let now = dealt(8);
    await page.mouse.click(...await cell(app, 17));
    await app.until(() => table.shard.inputValue(), '17');
    await table.node.selectOption({ label: 'E cache-05' });
    await table.button('Move shard 17 to cache-05').click();
    const before = now;
    now = with_(now, 17, 4);
    await app.shows({ keys: counts(owners(now)), moved: moved(owners(before), owners(now)), sentence: /The table is 1 move from level\.$/ });
    await app.until(table.state, 'version 2, 1 move from level');
    await app.isAccessible();

    // It stays where it was put when a node comes, and until all are levelled.
    await table.button('Move shard 17 to cache-05').click();
    await app.until(table.alert, 'Shard 17 is on cache-05 already.');
    await app.isAccessible();
    await table.button('Level the table').click();
    now = settle(now, range(8));
    await app.shows({ keys: counts(owners(now)) });
    await app.until(table.state, 'version 3, level');
    await table.button('Level the table').click();
    await app.until(table.alert, /^The table is level/);

    await table.tenant.fill('user:42');
    await table.button('Pin to cache-05').click();
    await app.shows({ keys: counts(owners(now, [['user:42', 4]])) });
    await app.until(table.list, /user:42[\s\S]*cache-05[\s\S]*Unpin/);
    const oneKey = page.getByRole('region', { name: 'One key' });
    await app.until(() => oneKey.innerText(), /pinned\s+user:42\s+passes its shard over\s+owner\s+E\s+cache-05/);
    await app.isAccessible();

    await table.node.selectOption({ label: 'C cache-03' });
    await table.button('Drain cache-03').click();
    const drained = settle(now, [0, 1, 3, 4, 5, 6, 7]);
    await app.shows({ keys: counts(owners(drained, [['user:42', 4]])), sentence: /; fair 12\.5 %\. All from cache-03/ });
    await app.until(table.state, `version ${4 + differ(now, drained)}, level`);
    await app.isAccessible();
    await table.button('Move shard 17 to cache-03').click();
    await app.until(table.alert, 'cache-03 is drained and can take nothing.');

    await app.shows({ query: /drained=2&pins=user:42@4&shards=36\.[0-7]{256}$/ });
    await page.reload();
    await page.locator('html[data-app="running"]').waitFor();
    await app.shows({ keys: counts(owners(drained, [['user:42', 4]])) });
    await app.until(table.list, /cache-03[\s\S]*drained/);
    assert.equal(await app.row('cache-03').locator('[data-figure="times-fair"]').innerText(), 'drained');

    await table.region.getByRole('button', { name: 'Unpin user:42' }).click();
    await app.shows({ keys: counts(owners(drained)) });
    await app.until(app.focused, 'Keys from a tenant: what they begin with');
    await table.region.getByRole('listitem').getByRole('button', { name: 'Undrain cache-03' }).click();
    const back = settle(drained, range(8), range(8), [2]);
    await app.shows({ keys: counts(owners(back)) });
    await app.until(async () => (await table.list()).length, 0);
    await app.undo.click();
    await app.shows({ keys: counts(owners(drained)) });
  });

  journey('by keyboard alone', { query: 'alg=coordinator' }, async (app, { page }) => {
    const table = panel(app);
    await table.shard.focus();
    await page.keyboard.press('Control+A');
    await page.keyboard.type('300');
    await page.keyboard.press('Enter');
    await app.until(table.alert, 'Shards are numbered from 0 to 255.');
    await page.keyboard.press('Control+A');
    await page.keyboard.type('255');
    await page.keyboard.press('Tab');
    await page.keyboard.type('B');
    await app.until(() => table.node.evaluate(select => select.selectedOptions[0].label), 'B cache-02');
    await page.keyboard.press('Tab');
    await app.until(app.focused, 'Move shard 255 to cache-02');
    await page.keyboard.press('Enter');
    await app.shows({ keys: counts(owners(with_(dealt(8), 255, 1))), focused: 'Move shard 255 to cache-02' });
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await app.until(table.alert, /^A pin needs a text that keys begin with/);
    await page.keyboard.type('user:9');
    await app.until(table.alert, '');
    await page.keyboard.press('Enter');
    await app.shows({ keys: counts(owners(with_(dealt(8), 255, 1), [['user:9', 1]])) });
    // Another key brings its own shard.
    await page.locator('#one-key').fill('user:0');
    await app.until(() => table.shard.inputValue(), String(shardOf('user:0')));
  });

  for (const [width, height] of [[390, 844], [320, 640]]) {
    const phone = { width, height, query: 'alg=coordinator', context: { hasTouch: true, isMobile: true } };
    journey(`by touch at ${width} px`, phone, async (app, { page }) => {
      const table = panel(app);
      await app.picture.scrollIntoViewIfNeeded();
      await page.touchscreen.tap(...await cell(app, 100));
      await app.until(() => table.shard.inputValue(), '100');
      await page.getByText(/^Table version 1\./).waitFor();
      await table.node.selectOption({ label: 'A cache-01' });
      await table.button('Move shard 100 to cache-01').tap();
      await app.shows({ keys: counts(owners(with_(dealt(8), 100, 0))) });
      await table.button('Drain cache-01').tap();
      await app.until(async () => (await app.keys())[0], 0);
      await table.tenant.fill('user:1');
      await table.button('Pin to cache-01').tap();
      await app.until(table.alert, 'cache-01 is drained and can take nothing.');
      await app.isAccessible();
      assert.equal(await app.sideways(), 0);
    });
  }
});
