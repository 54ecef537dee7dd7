// The change on show, played again in the ring: by hand, step by step, and by itself only where it can be seen.
import assert from 'node:assert/strict';
import { journeys } from './page.mjs';

const PAINTED = canvas => [...canvas.toDataURL()].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 1_000_003, 0);

function replayOf(app, page) {
  const group = page.getByRole('group', { name: 'The change, played again' });
  return {
    toggle: page.getByRole('button', { name: 'Play it again' }),
    press: name => group.getByRole('button', { name, exact: true }).click(),
    slider: group.getByRole('slider', { name: 'How far the change is' }),
    told: () => group.getByRole('slider').getAttribute('aria-valuetext'),
    painted: () => page.locator('.picture-canvas').evaluate(PAINTED),
  };
}

journeys('the change, played again', journey => {
  journey('is led by hand from before to after', { query: 'v=1&fin=1&then=cache-09' }, async (app, { page }) => {
    const replay = replayOf(app, page);
    await app.shows({ sentence: /^10,918 of 100,000 keys moved/ });
    await replay.toggle.click();
    await app.until(replay.told, '0 %');
    // With the controls below, the picture has another size.
    await replay.slider.focus();
    await page.keyboard.press('End');
    await app.until(replay.told, '100 %');
    const after = await replay.painted();
    await page.keyboard.press('Home');
    await app.until(replay.told, '0 %');
    await app.until(async () => await replay.painted() !== after, true);
    const before = await replay.painted();
    await app.isAccessible();
    await replay.press('Step');
    await app.until(replay.told, '10 %');
    await app.until(async () => await replay.painted() !== before, true);
    await replay.press('Step back');
    await app.until(replay.told, '0 %');
    await app.until(replay.painted, before);
    await replay.slider.focus();
    await page.keyboard.press('End');
    await app.until(replay.told, '100 %');
    await app.until(replay.painted, after);
    // Another view is on show as it is.
    await page.keyboard.press('Home');
    await app.until(replay.told, '0 %');
    await app.undo.click();
    await app.until(() => replay.toggle.count(), 0);
  });

  journey('plays by itself, pauses, and stops where nobody sees it', { query: 'v=1&fin=1&then=cache-09', reducedMotion: 'no-preference', width: 390, height: 844 }, async (app, { page }) => {
    const replay = replayOf(app, page);
    await replay.toggle.click();
    // The ring is above, out of sight.
    await replay.slider.scrollIntoViewIfNeeded();
    await page.evaluate(() => document.querySelector('.picture-stage').getBoundingClientRect().bottom).then(async bottom => {
      if (bottom > 0) await page.evaluate(by => scrollBy(0, by), bottom + 10);
    });
    await replay.press('Play');
    await app.until(() => page.getByRole('button', { name: 'Play', exact: true }).count(), 1);
    assert.notEqual(await replay.told(), '100 %');
  });

  journey('is not offered where nothing moves in the picture', { query: 'v=1&alg=modulo&then=cache-09' }, async (app, { page }) => {
    await app.shows({ sentence: /keys moved/ });
    assert.equal(await replayOf(app, page).toggle.count(), 0);
  });
});
