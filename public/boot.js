// Starts the page: sets the theme before the first paint, loads the WebAssembly module named on this
// script's own element, and says in words what is wrong when something is. It is an external file because
// the release build's content security policy allows no inline script.

const root = document.documentElement;
const self = document.querySelector('script[data-wasm]');

const address = new URLSearchParams(location.search);
/** A figure in another page: its theme is its author's, not the one that the reader chose for the whole page. */
const isFigure = address.getAll('embed').pop() === '1';
if (isFigure) root.dataset.embed = '';

try {
  const theme = isFigure ? address.getAll('theme').pop() : localStorage.getItem('ringscope-theme');
  if (theme === 'light' || theme === 'dark') root.dataset.theme = theme;
} catch {
  // Storage is closed (a sandboxed frame, strict privacy settings): the system's theme applies.
}

/** Says to the page around a figure that nothing will come of it; docs/embedding.md has the messages. */
function sayStopped(code, message) {
  if (isFigure && parent !== window) parent.postMessage({ ringscope: 1, type: 'error', code, field: '', message }, '*');
}

/** A reason that can be shown as it is; anything else is an exception that nobody foresaw. */
class StartError extends Error {}

const OLD_BROWSER = 'This browser is too old for the page: its WebAssembly lacks something that the page needs. '
  + 'Any current Firefox, Chrome, Edge or Safari runs it.';

/** A module with one vector instruction, which every browser has had since March 2023. */
const VECTORS = new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0, 1, 4, 1, 96, 0, 0, 3, 2, 1, 0, 10, 9, 1, 7, 0, 65, 0, 253, 15, 26, 11]);

/** Fetches the module ourselves, so that a missing file is named with its status. */
async function fetchWasm(url) {
  let response;
  try {
    response = await fetch(url);
  } catch (error) {
    throw new StartError(`The WebAssembly file could not be loaded: the connection failed (${error.message}).`);
  }
  if (!response.ok) {
    throw new StartError(`The WebAssembly file could not be loaded: the server answered ${response.status} for ${new URL(url).pathname}.`);
  }
  return response;
}

async function importGlue(url) {
  try {
    return await import(url);
  } catch (error) {
    if (error instanceof SyntaxError) throw new StartError(OLD_BROWSER);
    throw new StartError(`A part of the page could not be loaded: ${new URL(url).pathname} (${error.message}).`);
  }
}

/** A worker that places keys with the same module: see worker.js. Throws where the browser allows none. */
function makeWorker() {
  const url = new URL('worker.js', document.baseURI);
  for (const field of ['js', 'wasm']) url.searchParams.set(field, self.dataset[field].split('/').pop());
  return new Worker(url, { type: 'module' });
}

/**
 * What reads configurations: a module of its own, fetched when it is first asked for. An address that failed once is not
 * asked for again by every browser: the next attempt has another one.
 */
let attempts = 0;
async function loadReader() {
  const attempt = attempts === 0 ? '' : `?attempt=${attempts}`;
  attempts += 1;
  const url = name => new URL(self.dataset[name] + attempt, document.baseURI).href;
  const [reader, wasm] = await Promise.all([importGlue(url('readerJs')), fetchWasm(url('readerWasm'))]);
  await reader.default({ module_or_path: wasm });
  return reader.read;
}

/** Keeps the page's files, so that it starts again without its server: never for a frame, whose host knows nothing of it. */
function keepOffline() {
  if (self.dataset.offline === undefined || window.top !== window) return;
  const register = async () => {
    try {
      await navigator.serviceWorker?.register('offline.js');
    } catch (error) {
      // A browser may close it, in private windows or by a setting: the page is only not kept.
      console.info(`Ringscope is not kept for use without a server: ${error.message}`);
    }
  };
  // After what the reader waits for.
  (window.requestIdleCallback ?? setTimeout)(register);
}

/** When index.html has been read to its end: this script is `async`, so that the module is asked for as early as can be. */
const parsed = document.readyState === 'loading'
  ? new Promise(resolve => document.addEventListener('DOMContentLoaded', resolve, { once: true }))
  : Promise.resolve();

/**
 * When what stands in index.html has been seen: a module that is there before would keep the first paint waiting while it
 * works. A frame may be out of sight, where nothing is painted, and a page in the background is not either: they wait for
 * nothing. Nobody waits long.
 */
const seen = window.top !== window || document.hidden ? Promise.resolve() : Promise.race([
  new Promise(resolve => new PerformanceObserver(resolve).observe({ type: 'paint', buffered: true })),
  new Promise(resolve => setTimeout(resolve, 500)),
]);

async function start() {
  if (typeof WebAssembly !== 'object' || typeof WebAssembly.instantiate !== 'function') {
    throw new StartError('This browser has no WebAssembly, or it is switched off here. Ringscope computes where keys go with it, '
      + 'so it cannot start. Some browsers switch WebAssembly off in a strict security mode; any current browser has it.');
  }
  if (!WebAssembly.validate(VECTORS)) {
    throw new StartError(`${OLD_BROWSER} (It has no 128-bit vector instructions, which came to Chrome 91, Firefox 89 and Safari 16.4.)`);
  }
  const [app, wasm] = await Promise.all([
    importGlue(new URL(self.dataset.js, document.baseURI).href),
    fetchWasm(new URL(self.dataset.wasm, document.baseURI).href),
  ]);
  try {
    await app.default({ module_or_path: wasm });
  } catch (error) {
    if (/content security policy|\bCSP\b|unsafe-eval/i.test(error?.message)) {
      throw new StartError('The content security policy of this server forbids WebAssembly, with which Ringscope computes where keys go. '
        + "Its script-src has to name 'wasm-unsafe-eval'; README has the whole policy.");
    }
    if (error instanceof WebAssembly.CompileError || error instanceof WebAssembly.LinkError) {
      console.error(error);
      throw new StartError(`${OLD_BROWSER} (${error.message})`);
    }
    throw error;
  }
  await Promise.all([parsed, seen]);
  const place = document.getElementById('app');
  place.replaceChildren();
  app.mount(place, makeWorker, loadReader);
  root.dataset.app = 'running';
  keepOffline();
}

function element(tag, text, attributes = {}) {
  const made = document.createElement(tag);
  made.textContent = text;
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  return made;
}

function reloadButton() {
  const button = element('button', 'Reload', { type: 'button' });
  button.addEventListener('click', () => location.reload());
  return button;
}

/** The page did not start: the reason takes the place of the starting text. */
function showStartFailure(error) {
  root.dataset.app = 'failed';
  const reason = error instanceof StartError
    ? error.message
    : `The page stopped with an error while it was starting: ${error?.message ?? error}`;
  if (!(error instanceof StartError)) console.error(error);
  sayStopped('not-started', reason);
  const box = element('div', '', { class: 'boot', role: 'alert' });
  box.append(element('h1', 'Ringscope could not start'), element('p', reason));
  // A file that is missing is missing for every scenario; an exception may come from this one.
  if (location.search && !(error instanceof StartError)) {
    const afresh = element('p', 'If reloading does not help, ');
    afresh.append(element('a', 'start without the scenario in the address', { href: location.pathname }), '.');
    box.append(afresh);
  }
  box.append(reloadButton());
  document.getElementById('app').replaceChildren(box);
}

/** The running page stopped: nothing on it answers any more, so it is set aside and the reason is shown. */
function showStop(message) {
  root.dataset.app = 'stopped';
  sayStopped('stopped', message);
  const box = element('div', '', { role: 'alert' });
  const link = element('p', 'The ');
  link.append(element('a', 'link to this scenario', { href: location.href }),
    ' brings back what was on show. If reloading brings the fault back as well, ',
    element('a', 'start afresh', { href: location.pathname }), ', and please report the link with the message.');
  const reload = reloadButton();
  box.append(
    element('h1', 'Ringscope stopped'),
    element('p', 'A fault in the program stopped it. The picture behind this text is as it was and no longer changes.'),
    element('p', message, { class: 'boot-message' }),
    link,
    reload,
  );
  // The dead page is taken out of the keyboard's and the screen reader's way; this is the main part now.
  for (const child of document.body.children) child.inert = true;
  const place = element('main', '', { class: 'boot boot-stop' });
  place.append(box);
  document.body.append(place);
  reload.focus();
}

let panic;
function stop(message) {
  // Once failed or stopped, what follows is only an echo.
  if (root.dataset.app === 'running') showStop(message);
  else if (root.dataset.app === undefined) showStartFailure(new Error(message));
}
addEventListener('ringscope-panic', event => {
  panic ??= String(event.detail ?? 'No message was given.');
  // Not at once: moving the focus would call listeners in the module, which is in the middle of its fault.
  queueMicrotask(() => stop(panic));
});
// Some faults reach no panic hook: a stack overflow, or memory that ran out.
function stopOnTrap(error) {
  if (typeof WebAssembly === 'object' && error instanceof WebAssembly.RuntimeError) stop(panic ?? error.message);
}
addEventListener('error', event => stopOnTrap(event.error));
addEventListener('unhandledrejection', event => stopOnTrap(event.reason));

start().catch(async error => {
  await parsed;
  // A panic while mounting says more than the trap that follows it.
  if (root.dataset.app !== 'failed') showStartFailure(panic === undefined ? error : new Error(panic));
});
