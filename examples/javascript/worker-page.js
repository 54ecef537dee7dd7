// The page stays free while the worker places.
const worker = new Worker('worker.js', { type: 'module' });
const nodes = Array.from({ length: 9 }, (_, at) => `cache-0${at + 1}`);
worker.addEventListener('message', ({ data }) => {
  document.getElementById('out').textContent = data.error
    ?? `A ninth node moves ${data.moved.toLocaleString('en-US')} of ${data.keys.toLocaleString('en-US')} keys.`;
});
worker.postMessage([{ nodes: nodes.slice(0, 8) }, { nodes }]);
