// Parts the module of a release build, so that what is seldom opened is not downloaded before the first picture. Trunk has
// no step between cargo and wasm-bindgen, so scripts/split/wasm-bindgen stands in for wasm-bindgen and calls this:
//   the module that cargo linked is parted where src/apart.rs says so (wasm-split-cli needs what --emit-relocs adds to it);
//   wasm-bindgen has the main part, and the exports that the other parts link to;
//   what loads the others is put into the script that wasm-bindgen wrote, so that the script and the main part are still
//   all that a worker or Node needs.
// WASM_BINDGEN is the real wasm-bindgen; RINGSCOPE_PARTS is where the parts go, for scripts/finish-build.mjs.
import { spawnSync } from 'node:child_process';
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { withoutRelocations } from './build/relocations.mjs';

const { WASM_BINDGEN: bindgen, RINGSCOPE_PARTS: parts } = process.env;
if (!bindgen || !parts) throw new Error('split: WASM_BINDGEN and RINGSCOPE_PARTS are not set; scripts/build.sh sets them');

function run(command, args) {
  const { error, status } = spawnSync(command, args, { stdio: 'inherit' });
  if (error) throw new Error(`split: ${command} could not be run (${error.message}); scripts/setup.sh build installs it`);
  if (status !== 0) process.exit(status ?? 1);
}

/** Replaces a text that stands there so many times; anything else means that one of the tools writes differently now. */
function replaced(text, what, by, file) {
  const found = text.split(what);
  if (found.length < 2) throw new Error(`split: ${file} has no ${what}; do the versions in scripts/tools.sh fit each other?`);
  return found.join(by);
}

/** Gives each part the name of what is in it: `lab`, or `charts-lab` for what two of them share. */
function rename(link) {
  const shared = new Map([...link.matchAll(/^\/\* ([\w, ]+) \*\/\nconst __(chunk_\d+) =/gm)].map(([, names, file]) => [file, names.replaceAll(', ', '-')]));
  return link.replace(/"\.\/((?:chunk|split)_\w+)\.wasm"/g, (_, file) => {
    const name = shared.get(file) ?? file.replace(/^split_/, '');
    renameSync(join(parts, `${file}.wasm`), join(parts, `${name}.wasm`));
    return `"./${name}.wasm"`;
  });
}

/** What loads the parts, to stand in the script of the main part. */
function loader(link) {
  const names = [...link.matchAll(/^export const (\w+) =/gm)].map(([, name]) => name);
  let code = link.replace(/^import \{ initSync \} from .*$/m, '').replace(/^export const /gm, 'const ');
  // A server that has no type for .wasm serves the main part as well, and an answer that is none says which.
  code = replaced(code, 'WebAssembly.instantiateStreaming(src, imports)', 'instantiate(src, imports)', '__wasm_split.js');
  return `(() => {
    async function instantiate(src, imports) {
        const response = await src;
        if (!response.ok) throw new Error(\`\${response.status} for \${response.url}\`);
        return WebAssembly.instantiate(await response.arrayBuffer(), imports);
    }
    ${code}
    return { ${names.join(', ')} };
})()`;
}

const args = process.argv.slice(2);
const input = args.find(argument => argument.endsWith('.wasm'));
if (!input) {
  run(bindgen, args);
} else if (!args.includes('--out-name=ringscope')) {
  // What reads configurations is a module of its own and small: it stays in one piece.
  const plain = join(dirname(input), `plain-${basename(input)}`);
  writeFileSync(plain, withoutRelocations(readFileSync(input)));
  run(bindgen, args.map(argument => (argument === input ? plain : argument)));
} else {
  const option = name => args.find(argument => argument.startsWith(`--${name}=`)).slice(name.length + 3);
  const [folder, name] = [option('out-dir'), option('out-name')];
  rmSync(parts, { recursive: true, force: true });
  run('wasm-split-cli', [input, parts, '--out-name', name]);
  const main = join(parts, `${name}.wasm`);
  run(bindgen, [...args.map(argument => (argument === input ? main : argument)), '--keep-lld-exports']);
  rmSync(main);

  const link = join(parts, '__wasm_split.js'); // its name is wasm-split-cli's
  const script = join(folder, `${name}.js`);
  const glue = readFileSync(script, 'utf8');
  // Once for each part that is loaded, all of the same file.
  const imported = /^import \* as (\w+) from ["']\.\/__wasm_split\.js["'];?$/gm;
  if (!imported.test(glue)) throw new Error(`split: ${script} does not load what wasm-split-cli wrote; do the versions in scripts/tools.sh fit each other?`);
  const made = `const parts = ${loader(rename(readFileSync(link, 'utf8')))};\n`;
  writeFileSync(script, made + glue.replace(imported, (_, as) => `const ${as} = parts;`));
  rmSync(link);
}
