// Places keys away from the page, so that it answers meanwhile. The page sends [job, link] and hears [job, keys placed],
// then [job, numbers of the keys, owners]; or [job] where it went wrong, and goes on by itself. A new job drops the one
// before it.

/** Between slices of this length the next job is heard of. */
const SLICE_MS = 50;

/** A file beside this one, named in its address. */
function file(field) {
  const name = new URL(self.location.href).searchParams.get(field) ?? '';
  if (!/^[\w-][\w.-]*$/.test(name)) throw new Error(`The address names no file in "${field}".`);
  return new URL(name, self.location.href).href;
}

async function load() {
  const app = await import(file('js'));
  await app.default({ module_or_path: file('wasm') });
  return app;
}

let loading;
let current;

function goOn(job, placer) {
  if (job !== current) {
    placer.free();
    return;
  }
  try {
    const until = performance.now() + SLICE_MS;
    let isDone = placer.step();
    while (!isDone && performance.now() < until) isDone = placer.step();
    if (isDone) {
      const [numbers, owners] = placer.take();
      placer.free();
      postMessage([job, numbers, owners], [numbers.buffer, owners.buffer]);
    } else {
      postMessage([job, placer.placed()]);
      setTimeout(goOn, 0, job, placer);
    }
  } catch (error) {
    fail(job, error);
  }
}

function fail(job, error) {
  console.error(error);
  postMessage([job]);
}

addEventListener('message', async ({ data: [job, link] }) => {
  current = job;
  if (!link) return;
  try {
    const app = await (loading ??= load());
    if (job === current) goOn(job, new app.Placer(link));
  } catch (error) {
    fail(job, error);
  }
});
