#!/usr/bin/env node
// A static file server for the release folder, as a static host would serve it; no dependencies.
//   node scripts/serve.mjs [--dir dist] [--port 8080] [--host 127.0.0.1] [--base /sub/]
// A port that is taken moves on to the next one. Tests import `serve`.
import { createServer } from 'node:http';
import { readFile, realpath, stat } from 'node:fs/promises';
import { extname, join, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs, promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';

const TYPES = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.wasm': 'application/wasm',
};
const COMPRESSED = new Set(['.html', '.js', '.mjs', '.css', '.json', '.txt', '.svg', '.wasm']);
const compress = promisify(brotliCompress);

/**
 * Serves the folder `dir` below the path `base`.
 * @param {{dir?: string, port?: number, host?: string, base?: string, more?: object, onTaken?: (port: number) => void}} options
 *   port 0 takes any free one; `more` are headers that go with every file; null takes one away.
 * @returns {Promise<{url: string, port: number, close: () => Promise<void>}>}
 */
export async function serve({ dir = 'dist', port = 0, host = '127.0.0.1', base = '/', more = {}, onTaken = () => {} } = {}) {
  const folder = await realpath(dir);
  const prefix = `/${base}/`.replace(/\/+/g, '/');
  const packed = new Map(); // path → { tag, body }: a file is compressed once

  async function find(pathname) {
    const wanted = resolve(folder, `.${sep}${pathname.slice(prefix.length)}`);
    // Followed to its end, so that neither `..` nor a symbolic link leads out of the folder.
    let path = await realpath(wanted);
    if ((await stat(path)).isDirectory()) path = await realpath(join(path, 'index.html'));
    if (path !== folder && !path.startsWith(folder + sep)) throw new Error('outside the folder');
    return path;
  }

  async function answer(request, response) {
    const send = (status, text, headers = {}) => {
      response.writeHead(status, { 'Content-Type': 'text/plain; charset=utf-8', ...headers });
      response.end(request.method === 'HEAD' ? undefined : text);
    };
    if (request.method !== 'GET' && request.method !== 'HEAD') return send(405, 'Only GET and HEAD.\n', { Allow: 'GET, HEAD' });

    let pathname;
    try {
      pathname = decodeURIComponent(new URL(request.url, 'http://host').pathname);
    } catch {
      return send(400, 'Not a path.\n');
    }
    if (pathname.includes('\0')) return send(400, 'Not a path.\n');
    if (`${pathname}/` === prefix) return send(301, '', { Location: prefix });
    if (!pathname.startsWith(prefix)) return send(404, `Nothing here; the page is at ${prefix}\n`);

    let path, info;
    try {
      path = await find(pathname);
      info = await stat(path);
    } catch {
      return send(404, 'Not found.\n');
    }
    const type = extname(path).toLowerCase();
    const brotli = COMPRESSED.has(type) && /\bbr\b/.test(request.headers['accept-encoding'] ?? '');
    const tag = `"${info.size.toString(36)}-${Math.trunc(info.mtimeMs).toString(36)}${brotli ? '-br' : ''}"`;
    const headers = {
      'Content-Type': TYPES[type] ?? 'application/octet-stream',
      'Cache-Control': 'no-cache', // asks each time, so that a new build shows at once
      ETag: tag,
      Vary: 'Accept-Encoding',
      'X-Content-Type-Options': 'nosniff',
      // As the common static hosts do: a sandboxed frame without an origin needs it to load a module.
      'Access-Control-Allow-Origin': '*',
      ...more,
    };
    for (const [name, value] of Object.entries(headers)) if (value === null) delete headers[name];
    if (request.headers['if-none-match'] === tag) {
      response.writeHead(304, headers);
      return response.end();
    }
    let body;
    if (brotli) {
      if (packed.get(path)?.tag !== tag) {
        const quality = { [constants.BROTLI_PARAM_QUALITY]: 9 };
        packed.set(path, { tag, body: await compress(await readFile(path), { params: quality }) });
      }
      body = packed.get(path).body;
      headers['Content-Encoding'] = 'br';
    } else {
      body = await readFile(path);
    }
    response.writeHead(200, { ...headers, 'Content-Length': body.length });
    response.end(request.method === 'HEAD' ? undefined : body);
  }

  const server = createServer((request, response) => {
    answer(request, response).catch(error => {
      if (!response.headersSent) response.writeHead(500, { 'Content-Type': 'text/plain; charset=utf-8' });
      response.end(`${error.message}\n`);
    });
  });
  const listen = wanted => new Promise((done, fail) => {
    server.once('error', fail);
    server.listen(wanted, host, () => { server.off('error', fail); done(); });
  });
  for (let wanted = port; ; wanted += 1) {
    try {
      await listen(wanted);
      break;
    } catch (error) {
      if (error.code !== 'EADDRINUSE' || wanted === 0 || wanted >= Math.min(port + 100, 65535)) throw error;
      onTaken(wanted);
    }
  }
  const taken = server.address().port;
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${taken}${prefix}`,
    port: taken,
    close: () => new Promise(done => { server.close(() => done()); server.closeAllConnections(); }),
  };
}

if (process.argv[1] && await realpath(process.argv[1]) === fileURLToPath(import.meta.url)) {
  const { values } = parseArgs({
    options: {
      dir: { type: 'string', default: 'dist' },
      port: { type: 'string', default: '8080' },
      host: { type: 'string', default: '127.0.0.1' },
      base: { type: 'string', default: '/' },
    },
  });
  const port = Number(values.port);
  if (!Number.isInteger(port) || port < 0 || port > 65535) {
    console.error(`serve: '${values.port}' is not a port (0 to 65535)`);
    process.exit(2);
  }
  try {
    const { url } = await serve({
      ...values,
      port,
      onTaken: taken => console.log(`serve: port ${taken} is taken, trying ${taken + 1}`),
    });
    console.log(`serve: ${url}   (Ctrl+C stops it)`);
  } catch (error) {
    console.error(error.code === 'ENOENT' ? `serve: there is no folder '${values.dir}'; 'make build' makes it` : `serve: ${error.message}`);
    process.exit(1);
  }
}
