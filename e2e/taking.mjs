// Taking things away: opens a list of Save and takes an entry of it; and what a file says.
import { readFile } from 'node:fs/promises';

/** Waits for the file that a press leads to: its name and its bytes. */
export async function downloaded(page, press) {
  const coming = page.waitForEvent('download');
  await press();
  const download = await coming;
  return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) };
}

/** Opens a list by its name, the first of it or another, and takes an entry. */
export async function take(page, of, entry, nth = 0) {
  await page.locator(`summary[aria-label="${of}"]`).nth(nth).click();
  return downloaded(page, () => page.locator('details.save[open]').getByRole('button', { name: entry }).click());
}

/** The texts of an SVG; what is wrong with it, where it is no valid XML. */
export const texts = (page, svg) => page.evaluate(text => {
  const tree = new DOMParser().parseFromString(text, 'image/svg+xml');
  const fault = tree.querySelector('parsererror');
  return fault ? [fault.textContent] : [...tree.querySelectorAll('text')].map(one => one.textContent);
}, svg);

/** How many pixels a PNG has, across and down. */
export const sizeOf = png => [png.readUInt32BE(16), png.readUInt32BE(20)];

/** The rows of comma-separated values (RFC 4180) as objects, as the JSON of the same table has them but for numbers. */
export function rowsOfCsv(text) {
  const rows = [[]];
  for (const [, quoted, plain, end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/g)) {
    rows.at(-1).push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    if (end !== ',') rows.push([]);
  }
  const [heads, ...others] = rows.slice(0, -1);
  return others.map(cells => Object.fromEntries(heads.map((head, at) => [head, cells[at]])));
}

/** A number as pages write it, else the text itself. */
export const plain = shown => {
  const digits = String(shown).replaceAll(',', '').replace('−', '-');
  return /^-?(0|[1-9]\d*)(\.\d+)?$/.test(digits) ? Number(digits) : String(shown);
};
