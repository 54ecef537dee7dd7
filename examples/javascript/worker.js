// Hears [options before, options after] and answers with what moved. Plain objects and typed arrays go from a worker to
// a page as they are.
import init, { compare } from './ringscope/ringscope.js';

const loading = init();
addEventListener('message', async ({ data: [before, after] }) => {
  try {
    await loading;
    postMessage(compare(before, after));
  } catch (error) {
    postMessage({ error: `${error.field}: ${error.message}` });
  }
});
