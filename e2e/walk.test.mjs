// One key's walk: by hand, by keyboard and by itself, through several algorithms; and the ring that forgets to wrap.
import assert from 'node:assert/strict';
import { journeys } from './page.mjs';
import { fnv1a, jump, keys, modulo, names, rendezvous, ring, scores, written } from './reference.mjs';

const KEY = 'user:42';

class Walk {
  constructor(app, page) {
    this.app = app;
    this.panel = page.getByRole('region', { name: 'One key' });
    this.list = this.panel.getByRole('group', { name: /^Steps of the way/ });
    this.open = this.panel.getByRole('button', { name: 'Walk it' });
    this.wrap = this.panel.getByRole('switch', { name: 'Forget the wrap-around' });
  }

  button = name => this.panel.getByRole('button', { name, exact: true });
  /** The steps without the letters on the chips, which only repeat the names. */
  steps = () => this.list.locator('li').evaluateAll(all => all.map(step => {
    const copy = step.cloneNode(true);
    for (const hidden of copy.querySelectorAll('[aria-hidden="true"]')) hidden.remove();
    return copy.textContent.replace(/\s+/g, ' ').trim();
  }));
  at = () => this.list.locator('li').evaluateAll(all => all.findIndex(step => step.ariaCurrent === 'step'));
  owner = async () => (await this.steps()).find(step => step.endsWith(' owns the key'))?.replace(' owns the key', '');
}

journeys('a key’s walk', journey => {
  journey('it is stepped through, by hand and by keyboard, on ring, scores, slots and jumps', {}, async (app, { page }) => {
    const walk = new Walk(app, page);
    await walk.open.click();
    await walk.list.waitFor();
    const steps = await walk.steps();
    assert.ok(steps[1].endsWith(`= ${written(fnv1a(KEY))}`), steps[1]);
    assert.equal(await walk.at(), 0);
    assert.equal(await walk.button('Play').count(), 0, 'with reduced motion nothing plays');
    await walk.button('Step').click();
    await app.until(walk.at, 1);
    await walk.list.focus();
    for (let step = 2; step < steps.length; step += 1) await page.keyboard.press('ArrowRight');
    await app.until(walk.at, steps.length - 1);
    const isInSight = () => walk.list.locator('[aria-current]').evaluate(step => {
      const [inner, outer] = [step.getBoundingClientRect(), step.closest('[tabindex]').getBoundingClientRect()];
      return inner.bottom <= outer.bottom + 1 && inner.top >= outer.top - 1;
    });
    await app.until(isInSight, true);
    await page.keyboard.press('ArrowRight');
    await app.until(walk.at, steps.length - 1);
    await page.keyboard.press('ArrowLeft');
    await app.until(walk.at, steps.length - 2);
    await app.isAccessible();

    const mix = scores['mix(hash(key), hash(node))'];
    for (const [algorithm, owner] of [
      ['ring', ring({ of: [KEY] })[0]],
      ['rendezvous', rendezvous({ score: mix, of: [KEY] })[0]],
      ['modulo', modulo({ of: [KEY] })[0]],
      ['jump hash', jump({ of: [KEY] })[0]],
    ]) {
      await app.choose('Algorithm', algorithm);
      await app.until(walk.owner, names(8)[owner]);
      assert.equal((await walk.steps()).filter(step => step.endsWith('has a replica')).length, 2, algorithm);
    }
    const others = { multiprobe: 'multi-probe ring', maglev: 'Maglev', lrh: 'local rendezvous', anchor: 'AnchorHash', coordinator: 'lookup table' };
    for (const [id, algorithm] of Object.entries(others)) {
      await app.choose('Algorithm', algorithm);
      // The address follows what is on show: until then the steps are those of the algorithm before.
      await app.shows({ query: new RegExp(`alg=${id}(&|$)`) });
      await app.until(walk.at, 0);
      await app.until(async () => names(8).includes(await walk.owner()), true);
      await walk.button('Step').click();
      await app.until(walk.at, 1);
    }
    await app.isAccessible();
    await walk.open.click();
    await app.until(() => walk.list.count(), 0);
  });

  journey('it plays, can be paused, and halts off the screen', { width: 390, height: 844, reducedMotion: 'no-preference' }, async (app, { page }) => {
    const walk = new Walk(app, page);
    await walk.open.click();
    await walk.list.waitFor();
    const last = (await walk.steps()).length - 1;
    await walk.button('Play').click();
    await app.until(async () => await walk.at() > 0, true);
    await walk.button('Pause').click();
    const paused = await walk.at();
    assert.ok(paused < last, `${paused} of ${last}`);
    await walk.button('Play').click();
    await page.evaluate(() => scrollTo(0, 0));
    // Not seen, it steps no more: the button says so, and where it stands is before the end.
    await walk.button('Play').waitFor({ state: 'attached' });
    assert.ok(await walk.at() < last);
    await walk.button('Play').scrollIntoViewIfNeeded();
    await walk.panel.getByRole('combobox', { name: 'Speed' }).selectOption({ label: 'fast' });
    await walk.button('Play').click();
    await app.until(walk.at, last, 15_000);
    await walk.button('Play').waitFor();
    assert.equal(await app.sideways(), 0);
    await app.isAccessible();
  });

  journey('the keys that a ring loses without its wrap are counted and named', {}, async (app, { page }) => {
    const walk = new Walk(app, page);
    await walk.open.click();
    const last = Math.max(...names(8).flatMap(node => Array.from({ length: 160 }, (_, i) => fnv1a(`${node}#${i}`))));
    const lost = keys().filter(key => fnv1a(key) > last);
    await walk.wrap.click();
    const said = () => walk.panel.getByRole('status').innerText();
    await app.until(said, new RegExp(`^${written(lost.length)} of 100,000 keys.*${lost.slice(0, 3).join(', ')} …$`));
    // One of them has no owner; with the wrap it has that of the first point.
    await walk.panel.getByRole('textbox').fill(lost[0]);
    await app.until(async () => (await walk.steps()).at(-1), /no owner\.$/);
    assert.equal(await walk.owner(), undefined);
    await app.isAccessible();
    await walk.wrap.click();
    await app.until(walk.owner, names(8)[ring({ of: [lost[0]] })[0]]);
    // The same points are searched under bounded loads, and the same keys find none. Of several probes another one decides.
    await walk.wrap.click();
    await app.choose('Algorithm', 'ring of bounded loads');
    await app.shows({ query: /alg=bounded/ });
    await app.until(said, new RegExp(`^${written(lost.length)} of 100,000 keys.*${lost.slice(0, 3).join(', ')} …$`));
    await app.choose('Algorithm', 'multi-probe ring');
    await app.until(() => walk.wrap.count(), 0);
    await app.choose('Algorithm', 'nginx, hash consistent');
    await app.until(() => walk.wrap.count(), 1);
    await app.choose('Algorithm', 'modulo');
    await app.until(() => walk.wrap.count(), 0);
  });
});
