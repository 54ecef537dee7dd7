// Fleets: nodes with names, loopback addresses and ports of their own, and weights.
const NAMES = [
  'amber', 'birch', 'cobalt', 'delta', 'ember', 'falcon', 'garnet', 'harbour', 'iris', 'juniper', 'kestrel', 'lagoon', 'maple', 'nimbus', 'onyx', 'pine',
  'quartz', 'raven', 'slate', 'teal', 'umber', 'violet', 'willow', 'xenon', 'yarrow', 'zinc', 'alder', 'basalt', 'cedar', 'dune', 'elm', 'flint',
];
const KINDS = ['cache', 'edge', 'shard', 'web', 'mc', 'node'];

/**
 * Nodes `{ name, address, port, weight }` in random order, all of different names and addresses.
 * @param {{ count?: number, port?: number, weights?: number[] }} wish the port is one for all where it is given, and below
 *   those that the system gives to whoever asks for any; weights are drawn from the list, 1 without.
 */
export function fleetOf({ whole, one, some }, { count = whole(3, 12), port, weights = [1] } = {}) {
  return some(NAMES, count).map((name, at) => ({
    name: `${name}-${one(KINDS)}${one(['', '-', '.'])}${whole(1, 300)}`,
    // The third part differs, so that no two nodes share an address.
    address: `127.${whole(1, 254)}.${at}.${whole(1, 254)}`,
    port: port ?? whole(2_000, 30_000),
    weight: one(weights),
  }));
}

/** The same nodes, named by address and port as a configuration writes them. */
export const namedByAddress = nodes => nodes.map(node => ({ ...node, name: `${node.address}:${node.port}` }));
