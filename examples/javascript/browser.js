import init, { compare } from './ringscope/ringscope.js';

await init();
const nodes = Array.from({ length: 9 }, (_, at) => `cache-0${at + 1}`);
const told = compare({ nodes: nodes.slice(0, 8) }, { nodes });
document.getElementById('out').textContent =
  `A ninth node moves ${told.moved.toLocaleString('en-US')} of ${told.keys.toLocaleString('en-US')} keys.`;
