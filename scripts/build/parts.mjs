// The parts of the module that are loaded later, which scripts/split.mjs wrote: made smaller as Trunk does it with the
// module, put beside it and named in the script that loads them.
import { spawnSync } from 'node:child_process';
import { readFile, readdir, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';

/** How Trunk is told to make the module smaller; the parts are made so too, or they would not fit it. */
async function wasmOptions(index) {
  const asked = await readFile(index, 'utf8');
  const [, level] = /data-wasm-opt="(\w+)"/.exec(asked) ?? [];
  const [, more] = /data-wasm-opt-params="([^"]+)"/.exec(asked) ?? [];
  if (!level || !more) throw new Error('finish-build: index.html does not say how wasm-opt is called');
  return [`-O${level}`, ...more.split(' ')];
}

/** Puts the parts into a folder that trunk has filled: named like the module, by the hash of the whole. */
export async function putParts(from, folder, index) {
  const script = (await readdir(folder)).find(name => /^ringscope-[0-9a-f]+\.js$/.test(name));
  if (!script) throw new Error('finish-build: there is no script of the module to name the parts in');
  const options = await wasmOptions(index);
  let code = await readFile(join(folder, script), 'utf8');
  for (const part of (await readdir(from)).filter(name => name.endsWith('.wasm'))) {
    const named = `${basename(script, '.js')}_${part}`;
    const { error, status, stderr } = spawnSync('wasm-opt', [...options, join(from, part), '-o', join(folder, named)], { encoding: 'utf8' });
    if (status !== 0) throw new Error(`finish-build: wasm-opt failed on ${part}: ${error?.message ?? stderr}`);
    if (!code.includes(`"./${part}"`)) throw new Error(`finish-build: ${script} does not load ${part}`);
    code = code.replaceAll(`"./${part}"`, `"./${named}"`);
  }
  await writeFile(join(folder, script), code);
}
