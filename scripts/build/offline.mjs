// The service worker of a release: public/offline.js with the list of the files that it keeps and a version made of
// their contents, so that every build has its own.
import { createHash } from 'node:crypto';
import { readFile, readdir, stat, writeFile } from 'node:fs/promises';
import { join, sep } from 'node:path';

/** What a page needs; what only other programs read is not kept. */
const isKept = name => !/(^offline\.js|^package\.json|\.d\.ts|^golden\/.*)$/.test(name);

export async function writeOffline(folder) {
  const names = [];
  for (const name of (await readdir(folder, { recursive: true })).sort()) {
    if ((await stat(join(folder, name))).isFile()) names.push(name.split(sep).join('/'));
  }
  const kept = names.filter(isKept);
  const digest = createHash('sha256');
  for (const name of kept) digest.update(`${name}\0`).update(await readFile(join(folder, name)));
  const file = join(folder, 'offline.js');
  const code = await readFile(file, 'utf8');
  const written = code
    .replace("const VERSION = 'none';", `const VERSION = '${digest.digest('hex').slice(0, 16)}';`)
    .replace('const FILES = [];', `const FILES = ${JSON.stringify(kept)};`);
  if (written.split('\n').some(line => /= 'none'|FILES = \[\];/.test(line))) throw new Error('finish-build: offline.js has no place for version and files');
  await writeFile(file, written);
  // The page registers it only where this stands: a development server has no use for a cache.
  const page = join(folder, 'index.html');
  const html = await readFile(page, 'utf8');
  if (!html.includes('data-wasm=')) throw new Error('finish-build: index.html has no script element with data-wasm');
  await writeFile(page, html.replace('data-wasm=', 'data-offline data-wasm='));
}
