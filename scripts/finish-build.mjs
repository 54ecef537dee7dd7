// Trunk's post_build hook. On every build it
//   gives the module that reads configurations names with a hash, as the page's own has, and writes them into index.html
//   for boot.js (Trunk names what it takes for a worker without one). On a release build it also
//   puts the content security policy into index.html (the development server's reload script is inline and
//   would be stopped by it), and
//   minifies the JavaScript that wasm-bindgen wrote and our own boot.js (Trunk's minifier cannot parse the former).
// A change to this file changes files under their old, hashed names; that is safe because a release is one upload.
import { createHash } from 'node:crypto';
import { readFile, readdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { minify } from 'terser';

const POLICY = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "style-src 'self'",
  "style-src-attr 'unsafe-inline'", // `style:width=` in components; no style sheet comes from it
  "img-src 'self' data: blob:",
  "connect-src 'self'",
  "worker-src 'self'",
  "frame-src 'self'", // the preview in the dialog Share
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

const folder = process.env.TRUNK_STAGING_DIR;
if (!folder) throw new Error('finish-build: TRUNK_STAGING_DIR is not set; this is a hook of trunk build');
const page = join(folder, 'index.html');

const READER = 'configuration-module';
const parts = { js: '.js', wasm: '_bg.wasm' };
const hash = createHash('sha256');
for (const end of Object.values(parts)) hash.update(await readFile(join(folder, READER + end)));
const name = `${READER}-${hash.digest('hex').slice(0, 16)}`;
let attributes = '';
for (const [part, end] of Object.entries(parts)) {
  await rename(join(folder, READER + end), join(folder, name + end));
  attributes += `data-reader-${part}="./${name}${end}" `;
}
const unnamed = await readFile(page, 'utf8');
const script = /(<script\b[^>]*?)(data-js=)/;
if (!script.test(unnamed)) throw new Error('finish-build: index.html has no script with data-js to name the reader in');
await writeFile(page, unnamed.replace(script, `$1${attributes}$2`));

if (process.env.TRUNK_PROFILE === 'release') {
  const html = await readFile(page, 'utf8');
  // Before anything that loads: a policy in a meta element rules only what comes after it.
  const charset = /<meta charset="?utf-8"?\s*\/?>/i;
  if (!charset.test(html)) throw new Error('finish-build: index.html has no <meta charset> to put the policy behind');
  await writeFile(page, html.replace(charset, found => `${found}<meta http-equiv="Content-Security-Policy" content="${POLICY}">`));

  for (const name of (await readdir(folder, { recursive: true })).filter(name => name.endsWith('.js'))) {
    const file = join(folder, name);
    const { code } = await minify(await readFile(file, 'utf8'), { module: true, ecma: 2020, compress: { passes: 2 } });
    await writeFile(file, code);
  }
}
