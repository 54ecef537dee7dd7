// Trunk's post_build hook. On a release build it
//   puts the content security policy into index.html (the development server's reload script is inline and
//   would be stopped by it), and
//   minifies the JavaScript that wasm-bindgen wrote and our own boot.js (Trunk's minifier cannot parse the former).
// A change to this file changes files under their old, hashed names; that is safe because a release is one upload.
import { readFile, readdir, writeFile } from 'node:fs/promises';
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
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

if (process.env.TRUNK_PROFILE === 'release') {
  const folder = process.env.TRUNK_STAGING_DIR;
  if (!folder) throw new Error('finish-build: TRUNK_STAGING_DIR is not set; this is a hook of trunk build');

  const page = join(folder, 'index.html');
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
