// Makes tables when it is asked: those of the module, and rows of JavaScript for them.
import load, { run } from './bench.js';
import { rows } from './peers.js';

await load();
globalThis.bench = {
  /** The table of a title, with the rows of JavaScript that belong to it. */
  table(title) {
    const table = JSON.parse(run(title));
    table.rows.push(...rows(table));
    return table;
  },
};
document.documentElement.dataset.bench = 'ready';
