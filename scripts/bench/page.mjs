// How long the page takes: from a press to the frame that shows it, frames while a number is dragged, and the studies of
// the lab; the release build, 100 nodes of 160 virtual nodes.
import { serve } from '../serve.mjs';
import { drag } from './drag.mjs';
import { study } from './lab.mjs';
import { table } from './markdown.mjs';
import { press } from './press.mjs';

const RUNS = 9;
const UNDO = '.top-actions .bar-button';
const CHANGES = {
  'add a node': '.add-node button',
  'take a node down': '.row [role="switch"]',
  'remove a node': '.row [data-remove]',
  'add the finaliser': '.sentence input[type="checkbox"]',
};
const DRAGS = {
  'a weight, on the ring': ['', '.row [role="spinbutton"]'],
  'virtual nodes, on the ring': ['', '.sentence [role="spinbutton"][aria-label="Virtual nodes"]'],
  'a weight, by rendezvous': ['&alg=rendezvous', '.row [role="spinbutton"]'],
};
const STUDIES = {
  'balance, then every algorithm': 'Balance',
  'movement': 'Movement',
  'advice': 'How many virtual nodes?',
  'published figures': 'Published figures',
};

const named = count => Array.from({ length: count }, (_, at) => `cache-${String(at + 1).padStart(3, '0')}`).join(',');
const median = values => values.sort((a, b) => a - b)[values.length >> 1];
const ms = value => value.toFixed(value < 10 ? 1 : 0);

/** Makes the tables that are wanted; `say` gets each as it is made. `dir` is the release folder. */
export async function page({ browser, dir, wanted, say }) {
  const server = await serve({ dir });
  const open = async query => {
    const opened = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    await opened.goto(`${server.url}?v=1&${query}`);
    await opened.waitForSelector('html[data-app="running"]');
    return opened;
  };
  // People do not press again within a frame: what the page does when idle is done by then.
  const pause = opened => opened.waitForTimeout(700);
  const parts = {
    async 'The page: a press, to the frame that shows it'(title) {
      const rows = [];
      for (const keys of [100_000, 1_000_000]) {
        const opened = await open(`n=${keys}&nodes=${named(100)}`);
        await pause(opened);
        for (const [change, selector] of Object.entries(CHANGES)) {
          const times = [];
          for (let run = 0; run < RUNS; run += 1) {
            times.push(await press(opened, selector));
            await pause(opened);
            await press(opened, UNDO);
            await pause(opened);
          }
          const of = part => ms(median(times.map(one => one[part])));
          rows.push([change, keys.toLocaleString('en-US'), of('placed'), of('shown')]);
        }
        await opened.close();
      }
      await say({ section: 'page', title, text: table(['', 'keys', 'computed, ms', 'on screen, ms'], rows) });
    },
    async 'The page: a drag of two seconds, 1,000,000 keys'(title) {
      const rows = [];
      for (const [what, [query, selector]] of Object.entries(DRAGS)) {
        const opened = await open(`n=1000000${query}&nodes=${named(100)}`);
        await pause(opened);
        const { frames, took, longest, late, values } = await drag(opened, selector);
        rows.push([what, (frames / took * 1_000).toFixed(0), ms(longest), ms(late), String(values)]);
        await opened.close();
      }
      const head = ['', 'frames a second', 'longest frame, ms', '95 %, ms', 'values shown'];
      await say({ section: 'page', title, text: table(head, rows) });
    },
    async 'The lab: a study from its start to its end'(title) {
      const rows = [];
      for (const [what, section] of Object.entries(STUDIES)) {
        const nodes = Array.from({ length: 10 }, (_, at) => `node-${at}`).join(',');
        const opened = await open(`hash=murmur3&n=300000&nodes=${nodes}&lab=weights`);
        const took = await study(opened, section);
        rows.push([what, (took.all / 1_000).toFixed(2), ms(took.longest)]);
        if (section === 'Balance') rows.push(['of that, balance alone', (took.sweep / 1_000).toFixed(2), '–']);
        await opened.close();
      }
      await say({ section: 'page', title, text: table(['', 'complete, s', 'longest frame, ms'], rows) });
    },
  };
  for (const [title, make] of Object.entries(parts)) {
    if (wanted(title)) await make(title);
  }
  await server.close();
}
