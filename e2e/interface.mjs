// The JavaScript interface of the built folder, loaded in Node as README says.
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { dist } from './support.mjs';

export async function loadInterface() {
  const module = await import(pathToFileURL(join(resolve(dist), 'ringscope.js')).href);
  await module.default(await readFile(module.wasm));
  return module;
}
