// Trunk's post_build hook. It names the module that reads configurations, writes the JavaScript interface under its
// stable name, and on a release build it
//   puts the parts of the module that are loaded later beside it,
//   joins the style sheets into one, and takes the preload of the module out,
//   puts the content security policy into index.html (the development server's reload script is inline and
//   would be stopped by it),
//   minifies the JavaScript that wasm-bindgen wrote and our own (Trunk's minifier cannot parse the former), and
//   tells the service worker what to keep.
// A change to this file changes files under their old, hashed names; that is safe because a release is one upload.
import { readFile, readdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { minify } from 'terser';
import { joinStyles, askForModuleLater } from './build/first-paint.mjs';
import { writeInterface } from './build/interface.mjs';
import { writeOffline } from './build/offline.mjs';
import { putParts } from './build/parts.mjs';
import { withPolicy } from './build/policy.mjs';
import { nameReader } from './build/reader.mjs';

const project = join(dirname(fileURLToPath(import.meta.url)), '..');
const folder = process.env.TRUNK_STAGING_DIR;
if (!folder) throw new Error('finish-build: TRUNK_STAGING_DIR is not set; this is a hook of trunk build');

const version = /^version = "([^"]+)"/m.exec(await readFile(join(project, 'Cargo.toml'), 'utf8'))?.[1];
await nameReader(folder);
await writeInterface(folder, join(project, 'src/interface/types.d.ts'), version);

if (process.env.TRUNK_PROFILE === 'release') {
  if (process.env.RINGSCOPE_PARTS) await putParts(process.env.RINGSCOPE_PARTS, folder, join(project, 'index.html'));
  await joinStyles(folder);
  await askForModuleLater(folder);
  const page = join(folder, 'index.html');
  await writeFile(page, withPolicy(await readFile(page, 'utf8')));
  for (const name of (await readdir(folder, { recursive: true })).filter(name => name.endsWith('.js'))) {
    // The service worker's two marks are filled in below, by their text.
    if (name === 'offline.js') continue;
    const file = join(folder, name);
    const { code } = await minify(await readFile(file, 'utf8'), { module: true, ecma: 2020, compress: { passes: 2 } });
    await writeFile(file, code);
  }
  await writeOffline(folder);
}
