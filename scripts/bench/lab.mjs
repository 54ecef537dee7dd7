// A study of the lab, timed in the page.
/** Values that the balance of one algorithm has: 24 numbers of virtual nodes over 8 name sets. */
const SWEEP = 192;

/** Opens a section of the lab and waits for its study to end; all of it, its sweep and the longest frame in ms. */
export const study = (page, section) => page.evaluate(async ({ section, whole }) => {
  const start = performance.now();
  [...document.querySelectorAll('.lab-section')].find(one => one.textContent === section).click();
  let sweep = null;
  let longest = 0;
  let last = start;
  for (;;) {
    await new Promise(resolve => requestAnimationFrame(resolve));
    const now = performance.now();
    longest = Math.max(longest, now - last);
    last = now;
    const words = document.querySelector('[data-figure="progress"]').textContent;
    const done = Number(words.replace(/^Done: /, '').split(' ')[0].replaceAll(',', ''));
    if (sweep === null && done >= whole) sweep = now - start;
    if (words.startsWith('Done')) return { all: now - start, sweep, longest };
  }
}, { section, whole: SWEEP });
