// docs/performance.md: its tables stand between markers `<!-- bench: SECTION -->` and `<!-- /bench -->`, each under a
// heading of its own, and all words around them are kept.
import { readFile, writeFile } from 'node:fs/promises';

/** Puts a table `{ section, title, text }` in place of the one of the same title, or at the end of its section. */
export async function write(path, { section, title, text }) {
  const document = await readFile(path, 'utf8');
  const place = new RegExp(`(<!-- bench: ${section} -->\n)([^]*?)(<!-- /bench -->)`);
  if (!place.test(document)) throw new Error(`${path} has no place for the tables of '${section}'`);
  await writeFile(path, document.replace(place, (_, start, inside, end) => {
    const parts = new Map(inside.split(/^(?=### )/m).filter(part => part.trim())
      .map(part => [part.slice(4, part.indexOf('\n')), part.trimEnd()]));
    parts.set(title, `### ${title}\n\n${text}`);
    return `${start}\n${[...parts.values()].join('\n\n')}\n\n${end}`;
  }));
}
