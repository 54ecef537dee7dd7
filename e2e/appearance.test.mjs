// Light and dark, by the system and by the switch; a picture as sharp as the screen; and no motion for those who want none.
import assert from 'node:assert/strict';
import { journeys } from './page.mjs';

const ground = app => app.page.evaluate(() => {
  const [red, green, blue] = getComputedStyle(document.documentElement).backgroundColor.match(/\d+/g).map(Number);
  return red + green + blue > 384 ? 'light' : 'dark';
});

journeys('the appearance', journey => {
  journey("follows the system's theme, on the fly too", { colorScheme: 'dark' }, async (app, { page }) => {
    assert.equal(await ground(app), 'dark');
    const before = await app.picture.evaluate(canvas => canvas.toDataURL());
    assert.equal(await app.bar.getByRole('button', { name: 'Light' }).count(), 1);
    await page.emulateMedia({ colorScheme: 'light' });
    await app.until(() => ground(app), 'light');
    await app.bar.getByRole('button', { name: 'Dark' }).waitFor();
    await app.until(async () => (await app.picture.evaluate(canvas => canvas.toDataURL())) !== before, true);
  });

  journey('is switched by hand, for good', {}, async (app, { page }) => {
    const before = await app.picture.evaluate(canvas => canvas.toDataURL());
    await app.bar.getByRole('button', { name: 'Dark' }).click();
    await app.until(() => ground(app), 'dark');
    await app.until(async () => (await app.picture.evaluate(canvas => canvas.toDataURL())) !== before, true);
    await app.isAccessible();
    await page.reload();
    await page.locator('html[data-app="running"]').waitFor();
    assert.equal(await ground(app), 'dark');
    await app.bar.getByRole('button', { name: 'Light' }).click();
    await app.until(() => ground(app), 'light');
  });

  journey('is as sharp as the screen', { context: { deviceScaleFactor: 2.5 } }, async app => {
    await app.until(() => app.picture.evaluate(canvas => {
      const { width, height } = canvas.getBoundingClientRect();
      return [canvas.width - Math.round(width * 2.5), canvas.height - Math.round(height * 2.5)].every(off => Math.abs(off) <= 1);
    }), true);
  });

  journey('shows the end at once where motion is not wanted', {}, async app => {
    await app.act('Add the finaliser');
    assert.equal(await app.page.evaluate(() => document.getAnimations().length), 0);
  });

  journey('gets a picture of the new size with the window', {}, async (app, { page }) => {
    const before = await app.picture.evaluate(canvas => canvas.width);
    await page.setViewportSize({ width: 800, height: 900 });
    await app.until(() => app.picture.evaluate((canvas, old) => canvas.width !== old
      && Math.abs(canvas.width - canvas.getBoundingClientRect().width) <= 1, before), true);
    assert.equal(await app.sideways(), 0);
  });

  journey('holds in forced colours', { context: { forcedColors: 'active' } }, async app => {
    await app.add();
    await app.shows({ moved: 4_944 });
    assert.equal(await app.page.evaluate(() => matchMedia('(forced-colors: active)').matches), true);
    assert.equal(await app.sideways(), 0);
  });
});
