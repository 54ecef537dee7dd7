#!/usr/bin/env node
// Copies the examples to target/docs-source, each with one page more, "From Share": there stands what the dialog Share of
// the release gives for this builder, to the letter, and what it says has to be said once is in the site's settings.
//   node examples/docs/from_share.mjs sphinx mdbook
import assert from 'node:assert/strict';
import { appendFile, cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startStage } from '../../e2e/support.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const target = join(here, '..', '..', 'target');
export const SITES = join(target, 'docs-sites');
const SOURCE = join(target, 'docs-source');

/** Where the release is for whoever reads a site: on a host of its own, without a port, so that a text can name it. */
export const ALIAS = 'figures.localhost';
export const FIGURES = `http://${ALIAS}/ringscope/`;

/** What is shared: the first paint; words that are code to one builder or another; a pasted list, which has more lines. */
export const SHARED = [
  { query: 'v=1' },
  {
    query: 'v=1&label=%7Bnode%7D%22_%7Bi%7D_&nodes=a_b_c,%7B%7Bx%7D%7D*2,%3Ci%3E,%5Bd%5D(e),~*f~*&n=2000',
    title: 'Why *so* [un](even) {node} {{x}} `y` <b>"&" \\_',
    loads: true,
  },
  { query: 'v=1&list=a%092%0A%3Cb%3E%0Ac%60d' },
];

/** For each site its choice in the dialog, its new page with these texts, and what of a text belongs into which file. */
const SITE = {
  mdbook: {
    choice: 'mdBook',
    async add(folder, texts) {
      await writeFile(join(folder, 'src', 'from-share.md'), `# From Share\n\n${texts.join('\n\n')}\n`);
      await appendFile(join(folder, 'src', 'SUMMARY.md'), '- [From Share](from-share.md)\n');
    },
  },
  mkdocs: {
    choice: 'MkDocs Material',
    once: { file: 'mkdocs.yml', said: /extra_javascript: \[[^\]]+\]/, stands: /extra_javascript:(\n +- .*)+/ },
    add: (folder, texts) => writeFile(join(folder, 'docs', 'from-share.md'), `# From Share\n\n${texts.join('\n\n')}\n`),
  },
  sphinx: {
    choice: 'Sphinx',
    once: { file: 'conf.py', said: /html_js_files = \[[^\]]+\]/, stands: /html_js_files = \[.*\]/ },
    async add(folder, texts) {
      await writeFile(join(folder, 'from-share.rst'), `From Share\n==========\n\n${texts.join('\n\n')}\n`);
      await appendFile(join(folder, 'index.rst'), '\n.. toctree::\n\n   from-share\n');
    },
  },
  docusaurus: {
    choice: 'Docusaurus',
    once: { file: 'docusaurus.config.mjs', said: /scripts: \[[^\]]+\]/, stands: /scripts: \[.*\]/ },
    add: (folder, texts) => writeFile(join(folder, 'docs', 'from-share.mdx'), `# From Share\n\n${texts.join('\n\n')}\n`),
  },
  reveal: {
    choice: 'reveal.js',
    async add(folder, texts) {
      const deck = await readFile(join(folder, 'index.html'), 'utf8');
      const slides = texts.map(text => `<section>\n${text}\n</section>`).join('\n');
      const made = deck.replace(/(<div class="slides">)[^]*(<\/div>\s*<\/div>)/, (_, start, end) => `${start}\n${slides}\n${end}`);
      assert.notEqual(made, deck);
      await writeFile(join(folder, 'from-share.html'), made);
    },
  },
};

/** Everything that is shared, as the dialog gives it: link, and text by choice. */
async function textsOfShare(choices) {
  const stage = await startStage({ dir: SITES, alias: ALIAS });
  try {
    const all = [];
    for (const { query, title, loads } of SHARED) {
      const { page, context, consoleProblems } = await stage.openPage({ until: null, prepare: (_, page) => {
        const go = page.goto.bind(page);
        page.goto = () => go(`${FIGURES}?${query}`);
      } });
      page.setDefaultTimeout(30_000);
      await page.locator('header').getByRole('button', { name: 'Share' }).click();
      const dialog = page.getByRole('dialog', { name: 'Share what is on show' });
      if (title) await dialog.getByRole('textbox', { name: 'Title' }).fill(title);
      if (loads) await dialog.getByRole('checkbox', { name: 'Loads' }).check();
      // The height is that of the preview, once it is there.
      const preview = dialog.frameLocator('iframe');
      await preview.locator('html[data-app="running"] canvas').waitFor();
      if (title) await preview.getByRole('heading', { name: title, exact: true }).waitFor();
      const link = await dialog.getByRole('textbox', { name: 'Link' }).inputValue();
      const texts = {};
      for (const choice of choices) {
        await dialog.getByRole('combobox', { name: 'For' }).selectOption(choice);
        texts[choice] = await dialog.getByRole('textbox', { name: 'Text for the page' }).inputValue();
        assert.ok(texts[choice].includes(FIGURES), texts[choice]);
      }
      assert.deepEqual(consoleProblems, []);
      all.push({ link, texts });
      await context.close();
    }
    return all;
  } finally {
    await stage.close();
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const names = process.argv.slice(2);
  const given = await textsOfShare(names.map(name => SITE[name].choice));
  await rm(SOURCE, { recursive: true, force: true });
  await mkdir(SOURCE, { recursive: true });
  for (const name of names) {
    const { choice, once, add } = SITE[name];
    const folder = join(SOURCE, name);
    // What is installed is taken from where it is.
    await cp(join(here, name), folder, { recursive: true, filter: path => !/\/(node_modules|\.docusaurus)$/.test(path) });
    const texts = given.map(one => one.texts[choice]);
    await add(folder, texts);
    if (!once) continue;
    const file = join(folder, once.file);
    const settings = await readFile(file, 'utf8');
    assert.match(settings, once.stands);
    await writeFile(file, settings.replace(once.stands, () => once.said.exec(texts[0])[0]));
  }
  await writeFile(join(SOURCE, 'links.json'), JSON.stringify(given.map(one => one.link)));
}

/** The link of everything that was shared. */
export const links = async () => JSON.parse(await readFile(join(SOURCE, 'links.json'), 'utf8'));
