// The page as a reader meets it: by roles and names. And what every journey has in common: a page of its own, a console
// that stays empty, and nothing for axe to find where the journey asks.
import assert from 'node:assert/strict';
import { fileURLToPath } from 'node:url';
import { after, before, describe, test } from 'node:test';
import { axeInBothThemes, eventually, startStage } from './support.mjs';

/**
 * Journeys with one browser: `define` gets `journey(name, options, walk)`, where `options` are those of `openPage` and
 * `walk` gets the explorer and { page, context }.
 */
export function journeys(title, define) {
  describe(title, () => {
    let stage;
    before(async () => { stage = await startStage(); });
    after(() => stage.close());
    define((name, options, walk) => test(name, async () => {
      const { page, context, consoleProblems } = await stage.openPage({ reducedMotion: 'reduce', ...options });
      const dialogs = [];
      page.on('dialog', dialog => { dialogs.push(dialog.message()); dialog.dismiss(); });
      try {
        await walk(new Explorer(page), { page, context, browser: stage.browser });
        assert.deepEqual(consoleProblems, []);
        assert.deepEqual(dialogs, []);
      } finally {
        await context.close();
      }
    }));
  });
}

export class Explorer {
  constructor(page) {
    this.page = page;
    this.bar = page.locator('header');
    this.heading = page.getByRole('heading', { level: 1 });
    this.finding = page.getByRole('region').filter({ has: this.heading });
    this.settings = page.getByRole('region', { name: 'Settings' });
    this.fleet = page.getByRole('region', { name: 'Fleet' });
    this.moved = page.getByRole('region', { name: 'What moved' });
    this.picture = page.getByRole('figure').getByRole('img');
    this.notes = page.getByRole('status');
    this.newName = this.fleet.getByRole('textbox', { name: 'Name of the new node' });
    this.undo = this.bar.getByRole('button', { name: 'Undo' });
    this.redo = this.bar.getByRole('button', { name: 'Redo' });
  }

  // What there is to do.
  act = name => this.finding.getByRole('button', { name }).click();
  number = label => this.page.getByRole('spinbutton', { name: label, exact: true });
  choice = label => this.settings.getByRole('combobox', { name: label, exact: true });
  choose = (label, option) => this.choice(label).selectOption({ label: option });
  editor = label => this.page.getByRole('dialog', { name: label, exact: true });
  nameField = name => this.fleet.getByRole('textbox', { name: `Name of ${name}`, exact: true });
  row = name => this.fleet.getByRole('row').filter({ has: this.page.getByRole('textbox', { name: `Name of ${name}`, exact: true }) });
  upSwitch = name => this.fleet.getByRole('switch', { name: `${name} up`, exact: true });
  remove = name => this.fleet.getByRole('button', { name: `Remove ${name}`, exact: true }).click();
  showMore = () => this.settings.getByRole('button', { name: 'More' }).click();

  /** Opens the editor of a number and leaves the text in its field. */
  async edit(label, text) {
    await this.number(label).click();
    await this.editor(label).getByRole('textbox').fill(text);
  }

  async setNumber(label, text) {
    await this.edit(label, text);
    await this.page.keyboard.press('Enter');
    await this.editor(label).waitFor({ state: 'detached' });
  }

  /** Drags a number sideways without letting go. */
  async drag(label, way) {
    const { x, y, width, height } = await this.number(label).boundingBox();
    await this.page.mouse.move(x + width / 2, y + height / 2);
    await this.page.mouse.down();
    await this.page.mouse.move(x + width / 2 + way, y + height / 2, { steps: 5 });
  }

  async setText(field, text) {
    await field.fill(text);
    await field.press('Enter');
  }

  async add(name) {
    if (name !== undefined) await this.newName.fill(name);
    await this.fleet.getByRole('button', { name: 'Add' }).click();
  }

  // What there is to see.
  until = (read, expected, patience) => eventually(this.page, read, expected, patience);
  keys = () => this.fleet.locator('[data-figure="keys"]').allInnerTexts()
    .then(texts => texts.map(text => Number(text.replaceAll(',', ''))));
  figure = name => this.page.locator(`[data-figure="${name}"]`).innerText();
  query = async () => new URL(this.page.url()).search;
  /** The finding without the letters on the chips, which only repeat the names. */
  sentence = () => this.heading.evaluate(heading => {
    const copy = heading.cloneNode(true);
    for (const hidden of copy.querySelectorAll('[aria-hidden="true"]')) hidden.remove();
    return copy.textContent;
  });
  focused = () => this.page.evaluate(() => {
    const element = document.activeElement;
    return element === document.body ? 'nothing' : element.getAttribute('aria-label') ?? element.textContent.replace('Ctrl Z', '');
  });
  sideways = () => this.page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

  async isAccessible() {
    assert.deepEqual(await axeInBothThemes(this.page), []);
  }

  /** A picture of the page as it is, for people to look at: in e2e/out. */
  keepPicture = name => this.page.screenshot({ path: fileURLToPath(new URL(`out/${name}.png`, import.meta.url)) });

  /** Checks any of: keys, sentence, query, picture, moved; each a value, or a pattern for texts. */
  async shows(expected) {
    const reads = {
      keys: this.keys,
      sentence: this.sentence,
      query: this.query,
      picture: () => this.picture.getAttribute('aria-label'),
      moved: () => this.figure('moved').then(text => Number(text.replaceAll(',', ''))),
      busiest: () => this.figure('busiest'),
      lightest: () => this.figure('lightest'),
      notes: () => this.notes.innerText(),
      focused: this.focused,
    };
    for (const [what, value] of Object.entries(expected)) await this.until(reads[what], value);
  }

  /** From-to pairs of the movement panel: [from, to, keys]. */
  async pairs() {
    const rows = this.moved.getByRole('table', { name: /by the node before/ }).locator('tbody tr');
    return rows.evaluateAll(all => all.map(row => {
      const cells = [...row.cells].filter(cell => !cell.matches('[aria-hidden="true"]')).map(cell => {
        const copy = cell.cloneNode(true);
        for (const hidden of copy.querySelectorAll('[aria-hidden="true"]')) hidden.remove();
        return copy.textContent.trim();
      });
      return [cells[0], cells[1], Number(cells[2].replaceAll(',', ''))];
    }));
  }

  /** Keeps every text that the polite region says from now on; returns a reader. */
  async listen() {
    await this.page.evaluate(() => {
      globalThis.said = [];
      const region = document.querySelector('#app > p[aria-live="polite"]');
      // The region is emptied before each announcement; that is not one.
      new MutationObserver(() => region.textContent && said.push(region.textContent)).observe(region, { childList: true, characterData: true, subtree: true });
    });
    return () => this.page.evaluate(() => globalThis.said);
  }
}
