// Keeps the files of one build, so that the page starts again without its server. The build fills in the two lists.
//
// What a page is made of has a name of its own in each build and is taken from here first; the page itself and the few
// files whose names stay are asked for first, so that a new build shows at once, and taken from here where nobody
// answers. Nothing of another origin, of another folder, or that a frame asks for is touched.
const VERSION = 'none';
const FILES = [];

const SCOPE = new URL('./', self.location.href);
const PREFIX = `ringscope ${SCOPE.pathname} `;
const NAME = PREFIX + VERSION;
/** The names in which a build leaves a digest. */
const HAS_DIGEST = /-[0-9a-f]{8,}(_bg)?\.[a-z]+$/;

self.addEventListener('install', event => {
  // All of it or nothing: a page of which a part is missing does not start.
  event.waitUntil(caches.open(NAME).then(cache => cache.addAll(FILES.map(file => new URL(file, SCOPE).href))));
});

self.addEventListener('activate', event => {
  event.waitUntil(caches.keys().then(names =>
    Promise.all(names.filter(name => name.startsWith(PREFIX) && name !== NAME).map(name => caches.delete(name)))));
});

/** The file of this folder that is asked for, whatever stands behind it; null for all else. */
function fileOf(url) {
  if (url.origin !== SCOPE.origin || !url.pathname.startsWith(SCOPE.pathname)) return null;
  const file = url.pathname.slice(SCOPE.pathname.length) || 'index.html';
  return FILES.includes(file) ? file : null;
}

async function kept(file) {
  return (await caches.open(NAME)).match(new URL(file, SCOPE).href);
}

async function askedFirst(request, file) {
  try {
    const answer = await fetch(request);
    if (answer.status < 500) return answer;
    return await kept(file) ?? answer;
  } catch (error) {
    const found = await kept(file);
    if (found) return found;
    throw error;
  }
}

self.addEventListener('fetch', event => {
  const { request } = event;
  if (request.method !== 'GET' || ['iframe', 'frame', 'embed', 'object'].includes(request.destination)) return;
  const file = fileOf(new URL(request.url));
  if (file === null) return;
  event.respondWith(HAS_DIGEST.test(file) ? kept(file).then(found => found ?? fetch(request)) : askedFirst(request, file));
});
