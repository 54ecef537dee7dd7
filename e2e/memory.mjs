// What a page keeps: its WebAssembly memory, and what the browser counts after a garbage collection.

/** Keeps the memory of the page's module within reach; to be called before the page is loaded. */
export const exposeMemory = context => context.addInitScript(() => {
  for (const name of ['instantiate', 'instantiateStreaming']) {
    const instantiate = WebAssembly[name].bind(WebAssembly);
    WebAssembly[name] = async (...given) => {
      const made = await instantiate(...given);
      // Parts that are loaded later have the same memory and no export of their own.
      globalThis.wasmMemory = (made.instance ?? made).exports.memory ?? globalThis.wasmMemory;
      return made;
    };
  }
});

/** Bytes of WebAssembly memory. It never shrinks, so this is the most that was ever needed at once. */
export const wasmBytes = page => page.evaluate(() => globalThis.wasmMemory.buffer.byteLength);

/** A reader of what is left after a garbage collection: nodes, listeners, bytes on the heap of JavaScript. */
export async function leftovers(context, page) {
  const client = await context.newCDPSession(page);
  await client.send('Performance.enable');
  return async () => {
    await client.send('HeapProfiler.collectGarbage');
    const { metrics } = await client.send('Performance.getMetrics');
    const of = name => metrics.find(metric => metric.name === name).value;
    return { nodes: of('Nodes'), listeners: of('JSEventListeners'), heap: of('JSHeapUsedSize') };
  };
}
