// Servers that stand in for the nodes: each answers every question with its own name.
import { createServer as createHttpServer } from 'node:http';
import { createServer } from 'node:net';

/** HTTP: the name is the body. */
export const http = name => createHttpServer({ keepAliveTimeout: 600_000 }, (request, response) => response.end(name));

/** memcached's text protocol: any `get` of one key has the name as its value. */
export const memcached = name => lines(line => {
  const key = line.split(' ')[1];
  return `VALUE ${key} 0 ${Buffer.byteLength(name)}\r\n${name}\r\nEND\r\n`;
});

/** Redis: a request is a list of texts with their lengths; keys without line ends, so the key of a `GET` is its last line. */
export const redis = name => lines((_, at) => (at % 5 === 4 ? `$${Buffer.byteLength(name)}\r\n${name}\r\n` : ''));

/** A server that answers lines, each with its number in the connection. */
function lines(answer) {
  return createServer(socket => {
    let rest = '', at = 0;
    socket.setEncoding('latin1').setNoDelay().on('error', () => socket.destroy()).on('data', text => {
      const whole = (rest + text).split('\r\n');
      rest = whole.pop();
      const answers = whole.map(line => answer(line, at++)).join('');
      if (answers) socket.write(answers, 'latin1');
    });
  });
}

/** Starts a server for each node that is not dead, at its address and port, or at its Unix socket; gives their end. */
export async function standIn(kind, nodes) {
  const servers = [];
  for (const node of nodes.filter(node => !node.dead)) {
    const server = kind(node.name);
    await new Promise((done, failed) => {
      server.once('error', error => failed(new Error(`no node can listen as ${node.name} (${error.message}); another SEED draws other ports`)));
      server.listen(node.socket ? { path: node.socket } : { host: node.address, port: node.port }, done);
    });
    servers.push(server);
  }
  return () => servers.forEach(server => {
    server.close();
    server.closeAllConnections?.();
  });
}
