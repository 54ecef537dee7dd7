// A press, timed in the page.

/** Presses an element and waits for the frame that holds the change, and for that frame to be laid out and painted; ms. */
export const press = (page, selector) => page.evaluate(async selector => {
  const frame = () => new Promise(resolve => requestAnimationFrame(resolve));
  await frame();
  const start = performance.now();
  document.querySelector(selector).click();
  const placed = performance.now();
  await frame();
  // A message that is sent while a frame is made arrives once it is done.
  await new Promise(resolve => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = resolve;
    port2.postMessage(null);
  });
  return { placed: placed - start, shown: performance.now() - start };
}, selector);
