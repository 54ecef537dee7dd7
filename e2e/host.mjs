// Pages of other people that have figures in them, on an origin of their own.
import { createServer } from 'node:http';
import { eventually, startStage } from './support.mjs';

const PATIENCE = 30_000;

/** Reads until it is what is expected, as `eventually`, with the patience that a page within a page takes. */
export const until = (page, read, expected) => eventually(page, read, expected, PATIENCE);

/** A stage with a second server, whose pages are what `show` gives it. */
export async function startHost() {
  const stage = await startStage();
  let html = '';
  const server = createServer((request, response) => {
    response.writeHead(request.url === '/' ? 200 : 404, { 'Content-Type': 'text/html; charset=utf-8' });
    response.end(request.url === '/' ? html : '');
  });
  await new Promise(done => server.listen(0, '127.0.0.1', done));
  const url = `http://127.0.0.1:${server.address().port}/`;
  return {
    ...stage,
    app: stage.server.url,
    /** Opens a page with this body. Every message of a figure is kept in `heard`. */
    async show(body, { width = 900, height = 700, head = '', rootClass = '', ...options } = {}) {
      const icon = '<link rel="icon" href="data:,">';
      const keep = '<script>globalThis.heard = []; addEventListener("message", event => heard.push(event.data));</script>';
      html = `<!doctype html><html lang="en" class="${rootClass}"><head><title>A host</title>${icon}${keep}${head}</head><body>${body}</body></html>`;
      const opened = await stage.openPage({ width, height, until: null, reducedMotion: 'reduce', ...options, prepare: async (context, page) => {
        // openPage goes to the app; the host stands in its place.
        const go = page.goto.bind(page);
        page.goto = () => go(url);
        await options.prepare?.(context, page);
      } });
      // Two pages start, and the figure in one of them.
      opened.page.setDefaultTimeout(PATIENCE);
      return opened;
    },
    async close() {
      await stage.close();
      server.closeAllConnections();
      await new Promise(done => server.close(done));
    },
  };
}

/** Waits until a figure has said something of a kind; gives all that was said of it. */
export async function said(page, type, count = 1) {
  await page.waitForFunction(([type, count]) => heard.filter(one => one.type === type).length >= count, [type, count]);
  return page.evaluate(type => heard.filter(one => one.type === type), type);
}

/** The frame of a figure, once it runs. */
export async function figure(page, nth = 0) {
  for (;;) {
    const frames = page.frames().filter(frame => frame !== page.mainFrame() && frame.url().includes('embed=1'));
    if (frames[nth]) {
      await frames[nth].locator('html[data-app="running"] .embed').waitFor();
      return frames[nth];
    }
    await page.evaluate(() => new Promise(requestAnimationFrame));
  }
}
