// Asks a system for keys and gives who answered. Every key is asked twice, the second time in the opposite order, and the
// answers must agree.
import { Agent, request } from 'node:http';
import { connect } from 'node:net';

/** Asks with a function from keys to answers. */
async function twice(what, keys, ask) {
  const answers = await ask(keys);
  const again = (await ask([...keys].reverse())).reverse();
  const at = answers.findIndex((answer, at) => answer !== again[at]);
  if (at >= 0) throw new Error(`${what}: ${JSON.stringify(keys[at])} was answered by ${answers[at]}, then by ${again[at]}`);
  return answers;
}

/** By HTTP; `carry` gives path and headers for a key. */
export function askHttp(what, port, keys, carry) {
  const agent = new Agent({ keepAlive: true, maxSockets: 8 });
  const one = key => new Promise((done, failed) => {
    request({ agent, port, host: '127.0.0.1', ...carry(key) }, response => {
      let body = '';
      response.setEncoding('utf8').on('data', text => { body += text; }).on('end', () => {
        if (response.statusCode === 200) done(body);
        else failed(new Error(`${what}: ${JSON.stringify(key)} has the answer ${response.statusCode}`));
      });
    }).on('error', failed).end();
  });
  return twice(what, keys, async keys => {
    const answers = [];
    for (let at = 0; at < keys.length; at += 100) answers.push(...await Promise.all(keys.slice(at, at + 100).map(one)));
    return answers;
  }).finally(() => agent.destroy());
}

/** The key in the header `x-key`, its UTF-8 byte by byte. */
export const inHeader = key => ({ path: '/', headers: { 'x-key': Buffer.from(key).toString('latin1') } });
/** The key as the parameter `key`, as it is. */
export const inParameter = key => ({ path: `/?key=${key}` });

/**
 * By a protocol of lines over one connection, a hundred questions at a time.
 * @param question key → text of the question, in latin1
 * @param answer lines, from the front → `[answer, how many lines it took]`, or nothing while it is not whole
 */
export function askLines(what, port, keys, question, answer) {
  return twice(what, keys, keys => linesOnce(what, port, keys, question, answer));
}

/** The same once, and whatever is answered. */
export function linesOnce(what, port, keys, question, answer) {
  return new Promise((done, failed) => {
    const answers = [];
    let lines = [], rest = '', asked = 0;
    const socket = connect(port, '127.0.0.1');
    const ask = () => {
      const some = keys.slice(asked, asked + 100);
      asked += some.length;
      socket.write(some.map(question).join(''), 'latin1');
    };
    socket.setEncoding('latin1').setNoDelay().on('connect', ask);
    socket.on('error', failed).on('close', () => failed(new Error(`${what} closed the connection after ${answers.length} answers`)));
    socket.on('data', text => {
      const whole = (rest + text).split('\r\n');
      rest = whole.pop();
      lines = lines.concat(whole);
      for (let found; lines.length && (found = answer(lines)); lines = lines.slice(found[1])) answers.push(found[0]);
      if (answers.length === keys.length) {
        socket.destroy();
        done(answers);
      } else if (answers.length === asked) ask();
    });
  });
}

const bytes = key => Buffer.from(key).toString('latin1');

/** memcached: `get`, and its value or the line that says why there is none. */
export const MEMCACHED = [
  key => `get ${bytes(key)}\r\n`,
  lines => {
    if (!lines[0].startsWith('VALUE ')) return [lines[0], 1];
    return lines.length >= 3 ? [lines[1], 3] : undefined;
  },
];

/** Redis: a command with the key last; a text, a number or an error. */
export const redisCommand = (...words) => [
  key => [...words, key].reduce((text, word) => `${text}$${Buffer.byteLength(word)}\r\n${bytes(word)}\r\n`, `*${words.length + 1}\r\n`),
  lines => {
    if (!lines[0].startsWith('$')) return [lines[0], 1];
    return lines.length >= 2 ? [lines[1], 2] : undefined;
  },
];
