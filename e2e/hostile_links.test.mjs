// 500 links that are wrong: each is opened, nothing stops, nothing runs, and each says what was wrong with it.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { MARK, hostileLinks } from './hostile_links.mjs';
import { startStage } from './support.mjs';

const SEED = 20261031;
const COUNT = 500;
/** Links that are opened in one go, so that the browser's answer is not waited for forever. */
const AT_ONCE = 50;

describe('hostile links', () => {
  let stage;
  before(async () => { stage = await startStage(); });
  after(() => stage.close());

  test(`${COUNT} of them: no panic, no hang, no markup, a clear message each`, async () => {
    const { page, context, consoleProblems } = await stage.openPage({ query: 'n=200' });
    page.setDefaultTimeout(60_000);
    const links = hostileLinks(SEED, COUNT);
    const faults = [];
    for (let from = 0; from < COUNT; from += AT_ONCE) {
      faults.push(...await page.evaluate(async ([queries, mark]) => {
        const script = document.querySelector('script[data-js]');
        const app = await import(new URL(script.dataset.js, document.baseURI).href);
        let panic = null;
        addEventListener('ringscope-panic', event => { panic ??= String(event.detail); });
        const found = [];
        for (const query of queries) {
          const place = document.createElement('div');
          document.body.append(place);
          history.replaceState(null, '', location.pathname + query);
          const start = performance.now();
          let fault = null;
          let unmount = null;
          try {
            unmount = app.mount(place);
            const took = performance.now() - start;
            const notes = [...place.querySelectorAll('.notes li')].map(note => note.textContent);
            const markup = place.querySelector('img, iframe, object, embed, script, [onerror], [onload]');
            if (panic !== null) fault = `panic: ${panic}`;
            else if (took > 2_000) fault = `took ${Math.round(took)} ms`;
            else if (markup) fault = `markup: ${markup.outerHTML}`;
            else if (globalThis[mark] !== undefined) fault = 'something ran';
            else if (notes.length === 0) fault = 'no message';
            else if (notes.some(note => [...note].length < 15 || [...note].length > 300 || /[\u0000-\u0008\u000a-\u001f\u007f-\u009f]/.test(note))) fault = `an unclear message: ${notes.join(' | ')}`;
            else if (!place.querySelector('#fleet-table')) fault = 'no page';
          } catch (error) {
            fault = `${error.name}: ${error.message}`;
          }
          if (fault !== null) found.push(`${query.slice(0, 200)}\n    ${fault}`);
          unmount?.();
          place.remove();
          // What the page does when it is idle is done before the next.
          await new Promise(done => { setTimeout(done, 0); });
        }
        return found;
      }, [links.slice(from, from + AT_ONCE), MARK]));
    }
    assert.equal(faults.length, 0, `${faults.length} of ${COUNT}:\n${faults.slice(0, 20).join('\n')}`);
    assert.deepEqual(consoleProblems, []);
    await context.close();
  });
});
