// Parts of the module that are loaded by themselves: they come after the first picture, each is used once it is there, and
// where one cannot be fetched its place says so while the rest goes on.
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { describe, test, before, after } from 'node:test';
import { axeInBothThemes, dist, eventually, startStage } from './support.mjs';

const PARTS = '**/ringscope-*_{charts,panels,compare,lab}*.wasm';
const names = readdirSync(dist).filter(name => /^ringscope-[0-9a-f]+_(?!bg\.)[\w-]+\.wasm$/.test(name));
const fetched = page => page.evaluate(() => performance.getEntriesByType('resource')
  .map(entry => entry.name.split('/').pop()).filter(name => name.endsWith('.wasm')).sort());
const button = (page, name) => page.getByRole('button', { name, exact: true });
const message = page => page.getByRole('status').filter({ hasText: /could not be loaded/ });

// A preview is one file; its parts are there from the start.
describe('parts of the module', { skip: names.length === 0 && 'this build is in one piece' }, () => {
  let stage;
  before(async () => { stage = await startStage(); });
  after(() => stage.close());

  // Parts that never come until they are let through.
  const heldBack = async options => {
    const waiting = [];
    let isOpen = false;
    const stood = await stage.openPage({
      ...options,
      prepare: context => context.route(PARTS, route => (isOpen ? route.continue() : waiting.push(route))),
    });
    const letThrough = async () => {
      isOpen = true;
      await Promise.all(waiting.splice(0).map(route => route.continue()));
    };
    return { ...stood, waiting, letThrough };
  };
  // Parts that cannot be fetched until there is a connection.
  const cutOff = async (options, answer = route => route.abort()) => {
    let isCut = true;
    const stood = await stage.openPage({
      ...options,
      prepare: context => context.route(PARTS, route => (isCut ? answer(route) : route.continue())),
    });
    return { ...stood, reconnect: () => { isCut = false; } };
  };

  test('the first picture needs none of them, and all are there soon after', async () => {
    const { page, context, waiting, letThrough, consoleProblems } = await heldBack({ query: 'v=1&n=2000' });
    assert.equal(await page.locator('.picture canvas').count(), 1);
    assert.match(await page.locator('.picture').innerText(), /\S/);
    await eventually(page, () => waiting.length > 0, true);
    await letThrough();
    await eventually(page, async () => (await fetched(page)).filter(name => !name.endsWith('_bg.wasm')), [...names].sort(), 15_000);
    assert.deepEqual(consoleProblems, []);
    // Everything works without a connection now.
    await context.setOffline(true);
    await button(page, 'Lab').click();
    await page.locator('.lab-section[aria-current]').waitFor();
    await button(page, 'Compare').click();
    await page.locator('.compare-columns').waitFor();
    await button(page, 'Explore').click();
    await button(page, 'Walk it').click();
    await page.locator('.walk-step').first().waitFor();
    assert.deepEqual(consoleProblems.filter(line => !/favicon|Failed to load resource/.test(line)), []);
    await context.close();
  });

  test('what is opened before it is there comes when it is, with the focus', async () => {
    const { page, context, letThrough } = await heldBack({ query: 'v=1&n=2000' });
    await button(page, 'How many?').click();
    assert.equal(await page.getByText('Loading …').count(), 1);
    assert.equal(await page.locator('.lab').count(), 0);
    assert.equal(await page.getByRole('heading', { level: 1 }).innerText(), 'How many virtual nodes?');
    assert.deepEqual(await axeInBothThemes(page), []);
    await letThrough();
    await page.locator('.lab').waitFor();
    await eventually(page, () => page.evaluate(() => document.activeElement.textContent), 'How many virtual nodes?');
    assert.equal(await page.getByText('Loading …').count(), 0);
    await context.close();
  });

  test('the focus stays with a reader who has gone elsewhere meanwhile', async () => {
    const { page, context, letThrough } = await heldBack({ query: 'v=1&n=2000' });
    await button(page, 'How many?').click();
    await button(page, 'Copy link').focus();
    await letThrough();
    await page.locator('.lab').waitFor();
    await page.evaluate(() => new Promise(done => { requestAnimationFrame(() => requestAnimationFrame(done)); }));
    assert.equal(await page.evaluate(() => document.activeElement.textContent), 'Copy link');
    await context.close();
  });

  for (const [why, answer] of [
    ['there is no connection', route => route.abort()],
    ['the files have gone', route => route.fulfill({ status: 404, body: 'Not found.' })],
    ['something else is in their place', route => route.fulfill({ contentType: 'application/wasm', body: 'not wasm' })],
  ]) {
    test(`says so in place where ${why}, and the rest goes on`, async () => {
      const { page, context, reconnect } = await cutOff({ query: 'v=1&n=2000&lab=movement' }, answer);
      const lab = page.locator('.part-page');
      await lab.getByRole('status').filter({ hasText: /^The lab could not be loaded: / }).waitFor();
      assert.equal(await page.getByRole('heading', { level: 1 }).innerText(), 'Movement');
      assert.deepEqual(await axeInBothThemes(page), []);
      // A second try that fails leaves the focus where it is.
      await lab.getByRole('button', { name: 'Try again' }).press('Enter');
      await eventually(page, () => lab.getByRole('button', { name: 'Try again' }).getAttribute('aria-disabled'), 'false');
      assert.equal(await page.evaluate(() => document.activeElement.textContent), 'Try again');

      await button(page, 'Compare').click();
      await message(page).filter({ hasText: /^The comparison/ }).waitFor();
      assert.deepEqual(await axeInBothThemes(page), []);
      await button(page, 'Explore').click();
      await page.getByText('The chart could not be loaded', { exact: false }).waitFor();
      await page.locator('[data-remove]').first().click();
      await page.locator('#movement-title').waitFor();

      reconnect();
      await button(page, 'Try again').click();
      await eventually(page, () => message(page).count(), 0);
      await button(page, 'Lab').click();
      await page.locator('.lab-section[aria-current]').waitFor();
      assert.equal(await page.locator('html').getAttribute('data-app'), 'running');
      await context.close();
    });
  }

  test('a try that succeeds takes the focus to what was asked for', async () => {
    const { page, context, reconnect } = await cutOff({ query: 'v=1&n=2000', width: 390, height: 844, colorScheme: 'dark' });
    await page.locator('[data-paste="fleet"]').click();
    const place = page.locator('.part-dialog');
    await place.getByRole('button', { name: 'Close' }).waitFor();
    assert.deepEqual(await axeInBothThemes(page), []);
    await place.getByRole('button', { name: 'Close' }).click();
    assert.equal(await place.count(), 0);
    await page.locator('[data-paste="fleet"]').click();
    await place.getByRole('button', { name: 'Try again' }).waitFor();
    reconnect();
    await place.getByRole('button', { name: 'Try again' }).press('Enter');
    await page.locator('dialog[open]').waitFor();
    await eventually(page, () => page.evaluate(() => document.activeElement.tagName), 'TEXTAREA');
    await context.close();
  });

  test('a panic in a part stops the page as one elsewhere does', async () => {
    const { page, context } = await stage.openPage({ query: 'v=1&n=2000' });
    await eventually(page, async () => (await fetched(page)).length, names.length + 1, 15_000);
    await page.evaluate(() => {
      const make = document.createElement.bind(document);
      // The walk's list is made by code of its part alone, which relies on the browser to make elements.
      document.createElement = name => { if (name === 'ol') throw new Error('no more lists'); return make(name); };
      document.createElementNS = document.createElement;
    });
    await button(page, 'Walk it').click();
    await page.getByRole('alert').waitFor();
    assert.match(await page.getByRole('alert').innerText(), /panicked at/);
    await context.close();
  });
});
