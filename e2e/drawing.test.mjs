// What is drawn, and how often: one frame for a change, none without one, and a million points in bins that say so.
import assert from 'node:assert/strict';
import { journeys } from './page.mjs';

/** Counts the frames of the picture: each begins by clearing the canvas. With the size, as another one is another frame. */
const countFrames = context => context.addInitScript(() => {
  globalThis.frames_drawn = [];
  const clear = CanvasRenderingContext2D.prototype.clearRect;
  CanvasRenderingContext2D.prototype.clearRect = function clearRect(...area) {
    if (this.canvas.className === 'picture-canvas') globalThis.frames_drawn.push(`${this.canvas.width} × ${this.canvas.height}`);
    return clear.apply(this, area);
  };
});

/** The frames since the last call, once the page has worked out what it does when idle and thirty frames have passed. */
async function frames(app, page) {
  await app.until(async () => !(await page.locator('[data-figure="would-move"], [data-figure="would-get"]').allInnerTexts()).includes('…'), true);
  return page.evaluate(async () => {
    for (let at = 0; at < 30; at += 1) await new Promise(requestAnimationFrame);
    return globalThis.frames_drawn.splice(0);
  });
}

function isOnce(drawn) {
  assert.ok(drawn.length > 0, 'nothing was drawn');
  // A change may give the picture another height, which is a frame of its own.
  assert.deepEqual(drawn, [...new Set(drawn)]);
  assert.ok(drawn.length <= 2, drawn.join());
}

journeys('drawing', journey => {
  journey('is one frame for one change, and none for none', { prepare: countFrames }, async (app, { page }) => {
    const press = selector => page.evaluate(at => document.querySelector(at).click(), selector);
    await frames(app, page);
    assert.deepEqual(await frames(app, page), []);
    for (const selector of ['.add-node button', '[data-remove]', '[role="switch"]', '.top-actions button']) {
      await press(selector);
      isOnce(await frames(app, page));
      assert.deepEqual(await frames(app, page), []);
    }
    // Five changes in one frame.
    await page.evaluate(() => { for (let at = 0; at < 5; at += 1) document.querySelector('.add-node button').click(); });
    isOnce(await frames(app, page));
  });

  const thousand = Array.from({ length: 1_000 }, (_, at) => `c${String(at + 1).padStart(4, '0')}`);
  journey('moves for a while where it is seen, and not at all where it is not', { prepare: countFrames, reducedMotion: 'no-preference', width: 390, height: 844 }, async (app, { page }) => {
    await frames(app, page);
    await app.settings.getByRole('checkbox', { name: 'Finaliser' }).check();
    assert.ok((await frames(app, page)).length > 3);
    // From the table below the ring, which is out of sight by then.
    await app.row('cache-08').scrollIntoViewIfNeeded();
    await page.evaluate(() => scrollBy(0, document.querySelector('.picture-stage').getBoundingClientRect().bottom + 10));
    await frames(app, page);
    await page.keyboard.press('Control+z');
    await app.shows({ query: '?v=1' });
    isOnce(await frames(app, page));
  });

  journey('of a million virtual nodes is binned, and says so', { query: `v=1&n=10000&vn=1000&nodes=${thousand.join(',')}` }, async (app, { page }) => {
    // 1,000,000 points on 350° of a circle: the width of the box less 82 px, or its height less 84, is the diameter.
    const { width, height } = await app.picture.evaluate(({ clientWidth, clientHeight }) => ({ width: clientWidth, height: clientHeight }));
    const radius = Math.min(400, (width - 82) / 2, (height - 84) / 2);
    const density = Math.round(1_000_000 / Math.round(radius * 350 / 180 * Math.PI));
    await app.shows({ picture: new RegExp(`1,000 nodes with 1,000,000 virtual nodes.* Binned by angle: ${density} virtual nodes to a pixel, in the colour of the node with most of its arcs, \\d\\.\\d % on average\\.$`) });
    await page.getByText(`${density} virtual nodes to a pixel. Point at the band`).waitFor();
    // Each bin of the band has a colour: nothing of the ground shines through.
    await app.until(() => app.picture.evaluate((canvas, [at, long]) => {
      const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
      const scale = canvas.width / canvas.clientWidth;
      const centre = [canvas.clientWidth / 2, canvas.clientHeight / 2 + 4];
      let empty = 0;
      for (let bin = 0; bin < long; bin += 1) {
        const angle = (-90 + 5 + 350 * (bin + 0.5) / long) / 180 * Math.PI;
        const [x, y] = [centre[0] + at * Math.cos(angle), centre[1] + at * Math.sin(angle)].map(place => Math.floor(place * scale));
        if (data[4 * (y * canvas.width + x) + 3] < 255) empty += 1;
      }
      return empty;
    }, [radius * 0.96, 200]), 0);
    await app.keepPicture('a-million-points');
  });
});
