// What brings the first paint of a release forward: it waits for nothing but the page, its script and its style sheet.
import { createHash } from 'node:crypto';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const LINK = /<link (?=[^>]*\brel="?stylesheet\b)[^>]*?\bhref="?\.\/([^" >]+\.css)"?[^>]*>/g;

/** One file of all style sheets, in their order: it is there sooner than one for each room of style/. */
export async function joinStyles(folder) {
  const page = join(folder, 'index.html');
  const html = await readFile(page, 'utf8');
  const names = [...html.matchAll(LINK)].map(([, name]) => name);
  if (names.length === 0) throw new Error('finish-build: index.html names no style sheet');
  const sheets = await Promise.all(names.map(name => readFile(join(folder, name), 'utf8')));
  const joined = sheets.join('\n');
  const file = `style-${createHash('sha256').update(joined).digest('hex').slice(0, 16)}.css`;
  await writeFile(join(folder, file), joined);
  await Promise.all(names.map(name => rm(join(folder, name))));
  let isFirst = true;
  await writeFile(page, html.replace(LINK, () => {
    const link = isFirst ? `<link href=./${file} rel=stylesheet>` : '';
    isFirst = false;
    return link;
  }));
}

/**
 * The module is not preloaded: boot.js asks for it, as soon as it is there itself, so that half a megabyte does not travel
 * beside what the first paint waits for.
 */
export async function askForModuleLater(folder) {
  const page = join(folder, 'index.html');
  const html = await readFile(page, 'utf8');
  const written = html.replace(/<link (?=[^>]*\brel="?preload\b)(?=[^>]*application\/wasm)[^>]*>/, '');
  if (written === html) throw new Error('finish-build: index.html preloads no module');
  await writeFile(page, written);
}
