// Tables as Markdown, aligned so that they can be read as they are.

/** A table of `head` and `rows`, all texts; the first column is of words, the others of figures. */
export function table(head, rows) {
  const widths = head.map((_, at) => Math.max(...[head, ...rows].map(row => row[at].length)));
  const line = row => `| ${row.map((cell, at) => (at ? cell.padStart(widths[at]) : cell.padEnd(widths[at]))).join(' | ')} |`;
  const rule = `|${widths.map((width, at) => (at ? `${'-'.repeat(width + 1)}:` : '-'.repeat(width + 2))).join('|')}|`;
  return [line(head), rule, ...rows.map(line)].join('\n');
}

/** Milliseconds or nanoseconds with three digits at most, none after the point that says nothing; "–" for none. */
export function figure(value) {
  if (value === undefined) return '–';
  if (value >= 1_000) return Math.round(value).toLocaleString('en-US');
  return value.toFixed(value < 10 ? 2 : value < 100 ? 1 : 0);
}

/** How many times as long; bold where what it says is above 1.5. */
export function ratio(value) {
  const text = value.toFixed(value < 10 ? 1 : 0);
  return Number(text) > 1.5 ? `**×${text}**` : `×${text}`;
}
