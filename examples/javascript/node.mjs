// In Node: the built folder lies beside this file as ringscope/.
//   node node.mjs
import { readFile } from 'node:fs/promises';
import init, { compare, explain, wasm } from './ringscope/ringscope.js';

await init(await readFile(wasm));

const nodes = Array.from({ length: 9 }, (_, at) => `cache-0${at + 1}`);
const told = compare({ nodes: nodes.slice(0, 8) }, { nodes });
console.log(`A ninth node moves ${told.moved.toLocaleString('en-US')} of ${told.keys.toLocaleString('en-US')} keys.`);

const way = explain('user:7', { nodes });
console.log(`${way.key} is on ${way.owner}:`);
for (const { node, words } of way.steps) console.log(`  ${node ?? ''} ${words}`);
