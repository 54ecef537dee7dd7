// The real system as a child of this program: started in the foreground, waited for, ended by its own id.
import { spawn, spawnSync } from 'node:child_process';
import { connect, createServer } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

const running = new Set();
// Whatever ends this program ends what it started.
process.on('exit', () => running.forEach(child => child.kill('SIGTERM')));
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => process.exit(1));

const given = new Set();

/** A port of 127.0.0.1 that nobody listens at, and that was not given before. */
export async function freePort() {
  const port = await new Promise((done, failed) => {
    const server = createServer().once('error', failed).listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => done(port));
    });
  });
  if (given.has(port)) return freePort();
  given.add(port);
  return port;
}

/** Starts a program and waits until something listens at each of the ports of 127.0.0.1; gives its end. */
export async function start(program, parameters, { cwd, ports }) {
  const child = spawn(program, parameters, { cwd, stdio: ['ignore', 'pipe', 'pipe'] });
  running.add(child);
  let said = '', over = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', text => { said = (said + text).slice(-4_000); });
  const ended = new Promise(done => {
    child.on('error', error => done(over = error.message));
    child.on('exit', (code, signal) => done(over = `it ended with ${signal ?? code}`));
  });
  ended.then(() => running.delete(child));
  for (const port of ports) {
    for (let tries = 0; !await listens(port); tries += 1) {
      if (over || tries > 200) throw new Error(`${program} does not answer at port ${port}: ${over || 'after 20 s'}\n${said}`);
      await pause(100);
    }
  }
  return async () => {
    child.kill('SIGTERM');
    // A program that does not go within five seconds is made to.
    const late = setTimeout(() => child.kill('SIGKILL'), 5_000);
    await ended;
    clearTimeout(late);
  };
}

function listens(port) {
  return new Promise(done => {
    const socket = connect(port, '127.0.0.1', () => { socket.destroy(); done(true); });
    socket.on('error', () => done(false));
  });
}

/** Runs a program to its end and gives all that it printed. */
export function printed(program, parameters, { input, cwd } = {}) {
  const { error, stdout, stderr } = spawnSync(program, parameters, { input, cwd, encoding: 'utf8', timeout: 60_000 });
  if (error) throw new Error(`${program} cannot be run: ${error.message}`);
  return stdout + stderr;
}

/** What of that output the pattern's first group matches: a version, say. */
export function found(pattern, text) {
  const match = pattern.exec(text);
  if (!match) throw new Error(`${pattern} is not in what was printed:\n${text}`);
  return match[1];
}
