// docs/performance.md: its tables stand between markers `<!-- bench: SECTION -->` and `<!-- /bench -->`, each under a
// heading of its own, and all words around them are kept.
import { readFile, writeFile } from 'node:fs/promises';

/** Puts tables `{ section, title, text }` in place of those of the same titles; new ones go to the end of their section. */
export async function write(path, tables) {
  let document = await readFile(path, 'utf8');
  for (const section of new Set(tables.map(one => one.section))) {
    const place = new RegExp(`(<!-- bench: ${section} -->\n)([^]*?)(<!-- /bench -->)`);
    if (!place.test(document)) throw new Error(`${path} has no place for the tables of '${section}'`);
    document = document.replace(place, (_, start, inside, end) => {
      const parts = new Map(inside.split(/^(?=### )/m).filter(part => part.trim())
        .map(part => [part.slice(4, part.indexOf('\n')), part.trimEnd()]));
      for (const { title, text } of tables.filter(one => one.section === section)) parts.set(title, `### ${title}\n\n${text}`);
      return `${start}\n${[...parts.values()].join('\n\n')}\n\n${end}`;
    });
  }
  await writeFile(path, document);
}
