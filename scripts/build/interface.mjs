// The JavaScript interface under a name that stays: ringscope.js, its declarations, and what tells Node that both are
// modules. The files behind it have a new name in every build.
import { readFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The functions that the interface gives; src/interface/types.d.ts declares them. */
export const FUNCTIONS = ['place', 'compare', 'sweep', 'explain', 'systems', 'algorithms', 'golden'];

const code = (script, wasm) => `// Ringscope without a page: places keys in a browser, in a worker or in Node. Importing this mounts nothing.
import load, * as glue from './${script}';

/** Where the WebAssembly is. */
export const wasm = new URL('./${wasm}', import.meta.url);

let loading;
let isReady = false;

export default function init(module) {
  if (module === undefined && wasm.protocol === 'file:') {
    return Promise.reject(fault('not-ready', 'init', 'init: there is nothing to fetch from here. Give it the bytes: await init(await readFile(wasm)).'));
  }
  loading ??= load({ module_or_path: module ?? wasm }).then(
    () => { isReady = true; },
    error => { loading = undefined; throw error; },
  );
  return loading;
}

function fault(code, field, message) {
  return Object.assign(new Error(message), { code, field });
}

const ready = name => (...given) => {
  if (!isReady) throw fault('not-ready', 'init', \`\${name}: the module is not loaded yet. Await init() first.\`);
  return glue[name](...given);
};

${FUNCTIONS.map(name => `export const ${name} = ready('${name}');`).join('\n')}
`;

const declarations = types => `// Ringscope's JavaScript interface. Every number is computed by the same code as on the page.

/** Where the WebAssembly is, for Node: \`await init(await readFile(wasm))\`. */
export const wasm: URL;

/**
 * Loads the WebAssembly that lies beside this file, or takes it as it is given: bytes, an address, a response or a
 * compiled module. Has to be awaited before anything else is called; called again it does nothing more.
 */
export default function init(module?: BufferSource | WebAssembly.Module | URL | string | Response | Promise<Response>): Promise<void>;

${types}`;

/** Writes the three files into a folder that trunk has filled. */
export async function writeInterface(folder, types, version) {
  const names = await readdir(folder);
  const one = pattern => {
    const found = names.filter(name => pattern.test(name));
    if (found.length !== 1) throw new Error(`finish-build: one file like ${pattern} is wanted in ${folder}, there are ${found.length}`);
    return found[0];
  };
  const [script, wasm] = [one(/^ringscope-[0-9a-f]+\.js$/), one(/^ringscope-[0-9a-f]+_bg\.wasm$/)];
  await writeFile(join(folder, 'ringscope.js'), code(script, wasm));
  await writeFile(join(folder, 'ringscope.d.ts'), declarations(await readFile(types, 'utf8')));
  const about = { name: 'ringscope', version, type: 'module', main: 'ringscope.js', types: 'ringscope.d.ts', license: 'MIT OR Apache-2.0' };
  await writeFile(join(folder, 'package.json'), `${JSON.stringify(about, null, 2)}\n`);
}
