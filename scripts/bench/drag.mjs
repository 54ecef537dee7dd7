// A drag by a pointer that really moves, and the frames that the page makes meanwhile.
import { setTimeout as sleep } from 'node:timers/promises';

const DRAG_MS = 2_000;
/** How far to each side, in CSS pixels, and how long one way there and back takes. */
const REACH_PX = 60;
const SWING_MS = 1_000;
/** Between two moves: what a common mouse reports. */
const MOVE_MS = 8;

/**
 * Drags a number to and fro for two seconds.
 * @returns frames that were made, the time they took and the longest and the 95th percentile of the times between two of
 *   them, in milliseconds; and how many values were shown, each in a frame of its own.
 */
export async function drag(page, selector) {
  const field = page.locator(selector).first();
  await field.scrollIntoViewIfNeeded();
  const box = await field.boundingBox();
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await field.evaluate(element => {
    const counted = { times: [], values: 0, goes: true };
    let value = element.ariaValueNow;
    const count = now => {
      counted.times.push(now);
      if (element.ariaValueNow !== value) {
        value = element.ariaValueNow;
        counted.values += 1;
      }
      if (counted.goes) requestAnimationFrame(count);
    };
    requestAnimationFrame(count);
    globalThis.counted = counted;
  });
  // As a hand moves: on and on, not only once the page has dealt with the move before.
  const moves = [];
  const start = performance.now();
  for (let now = 0; now < DRAG_MS; now = performance.now() - start) {
    moves.push(page.mouse.move(x + REACH_PX * Math.sin(now / SWING_MS * 2 * Math.PI), y));
    await sleep(MOVE_MS);
  }
  await Promise.all(moves);
  const { times, values } = await page.evaluate(() => {
    globalThis.counted.goes = false;
    return globalThis.counted;
  });
  await page.mouse.up();
  const between = times.slice(1).map((time, at) => time - times[at]).sort((a, b) => a - b);
  return {
    frames: between.length,
    took: times.at(-1) - times[0],
    longest: between.at(-1),
    late: between[Math.ceil(between.length * 0.95) - 1],
    values,
  };
}
