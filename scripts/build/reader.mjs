// The module that reads configurations, under names with a hash as the page's own has: Trunk names what it takes for a
// worker without one. boot.js finds the names on its own element.
import { createHash } from 'node:crypto';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const READER = 'configuration-module';
const PARTS = { js: '.js', wasm: '_bg.wasm' };

/** Renames the files and writes their names into the page of a folder that trunk has filled. */
export async function nameReader(folder) {
  const hash = createHash('sha256');
  for (const end of Object.values(PARTS)) hash.update(await readFile(join(folder, READER + end)));
  const name = `${READER}-${hash.digest('hex').slice(0, 16)}`;
  let attributes = '';
  for (const [part, end] of Object.entries(PARTS)) {
    await rename(join(folder, READER + end), join(folder, name + end));
    attributes += `data-reader-${part}="./${name}${end}" `;
  }
  const page = join(folder, 'index.html');
  const html = await readFile(page, 'utf8');
  const script = /(<script\b[^>]*?)(data-js=)/;
  if (!script.test(html)) throw new Error('finish-build: index.html has no script with data-js to name the reader in');
  await writeFile(page, html.replace(script, `$1${attributes}$2`));
}
