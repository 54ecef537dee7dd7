// The npm package hashring as a module for a page: its files and those that they require, each as it is, behind a
// `require` of its own. It asks Node for `crypto`, which no browser has; it gets MD5 from js-md5, whose `create` answers
// `update` and `digest` as Node's `createHash` does.
//   node bundle.mjs FILE
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const files = new Map(); // path → source of a function
const numbers = [];

/** Takes in a file and all that it requires; its number. */
function take(path, scan = true) {
  if (!numbers.includes(path)) {
    numbers.push(path);
    const source = readFileSync(path, 'utf8');
    if (path.endsWith('.json')) {
      const { version } = JSON.parse(source);
      files.set(path, `(module) => { module.exports = ${JSON.stringify({ version })}; }`);
    } else {
      const from = createRequire(path);
      const names = scan ? [...source.matchAll(/require\(['"]([^'"]+)['"]\)/g)].map(found => found[1]) : [];
      const known = Object.fromEntries(names.map(name => [name, name === 'crypto' ? -1 : take(from.resolve(name))]));
      files.set(path, `function (module, exports, make) {
  const require = name => make(${JSON.stringify(known)}[name]);
${source}
}`);
    }
  }
  return numbers.indexOf(path);
}

const here = createRequire(import.meta.url);
const ring = take(here.resolve('hashring'));
// What it would require is for Node alone.
const hash = take(here.resolve('js-md5'), false);
writeFileSync(process.argv[2], `const files = [
${numbers.map(path => files.get(path)).join(',\n')},
];
const made = new Map();
function make(number) {
  if (number === -1) return { createHash: () => make(${hash}).create() };
  if (!made.has(number)) {
    const module = { exports: {} };
    made.set(number, module);
    files[number].call(module.exports, module, module.exports, make);
  }
  return made.get(number).exports;
}
export const HashRing = make(${ring});
export const md5 = key => make(${hash}).create().update(key).digest();
`);
