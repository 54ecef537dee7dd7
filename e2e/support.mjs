// What the journeys share: the release folder on a static server, a Chromium, a page whose complaints are kept,
// and axe. Journeys wait for conditions, never for a time.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isDeepStrictEqual } from 'node:util';
import { chromium } from 'playwright-core';
import { serve } from '../scripts/serve.mjs';

const here = dirname(fileURLToPath(import.meta.url));
// RINGSCOPE_DIST: another build to look at, such as target/preview-dist.
export const dist = process.env.RINGSCOPE_DIST ?? join(here, '..', 'dist');
const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const ARGUMENTS = [
  '--no-sandbox', '--disable-gpu', '--disable-quic', '--disable-dev-shm-usage', '--no-first-run',
  '--disable-background-networking', '--disable-component-update', '--disable-sync',
];

/** What Playwright launches. */
export const BROWSER = { executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: ARGUMENTS };

/** A server on a free port and a browser, which knows it by a name of its own (`alias`) too; call `close` in `after`. */
export async function startStage({ base = '/', dir = dist, alias = null } = {}) {
  const server = await serve({ dir, port: 0, base });
  const rules = alias ? [`--host-resolver-rules=MAP ${alias} 127.0.0.1:${server.port}`] : [];
  const browser = await chromium.launch({ ...BROWSER, args: [...BROWSER.args, ...rules] });
  return {
    server,
    browser,
    openPage: options => openPage(browser, server.url, options),
    async close() {
      await browser.close();
      await server.close();
    },
  };
}

/**
 * Opens the page in a context of its own.
 *
 * `query`         with or without its question mark
 * `path`          below the server's root
 * `prepare`       called with (context, page) before the page is loaded: init scripts, routes
 * `until`         the state to wait for: 'running' (mounted), 'failed' (said why not), or null for none
 * `context`       anything else for Playwright's newContext (permissions, hasTouch, javaScriptEnabled, …)
 *
 * `consoleProblems` collects console errors and warnings, page errors, failed requests and bad statuses, as text.
 */
async function openPage(browser, url, {
  width = 1440, height = 900, colorScheme = 'light', reducedMotion = 'no-preference',
  query = '', path = '', prepare = async () => {}, until = 'running', context: more = {},
} = {}) {
  const context = await browser.newContext({ viewport: { width, height }, colorScheme, reducedMotion, ...more });
  const page = await context.newPage();
  page.setDefaultTimeout(10_000);
  const consoleProblems = [];
  page.on('console', message => {
    if (['error', 'warning'].includes(message.type())) consoleProblems.push(`console ${message.type()}: ${message.text()}`);
  });
  page.on('pageerror', error => consoleProblems.push(`page error: ${error.message}`));
  page.on('requestfailed', request => {
    const { errorText } = request.failure() ?? {};
    // What a page still loads while it is left, its icon for one, is given up by the browser and is no fault.
    if (errorText !== 'net::ERR_ABORTED') consoleProblems.push(`request failed: ${request.url()} ${errorText}`);
  });
  page.on('response', response => {
    if (response.status() >= 400) consoleProblems.push(`HTTP ${response.status()}: ${response.url()}`);
  });
  await prepare(context, page);
  await page.goto(url + path + (query && !query.startsWith('?') ? `?${query}` : query));
  if (until) await page.locator(`html[data-app="${until}"]`).waitFor();
  return { page, context, consoleProblems };
}

/** What axe finds wrong on the page as it stands: one line for each rule, with the first place. */
export async function axe(page, rules = null) {
  // Not addScriptTag: the page's own policy forbids inline scripts, which an evaluation from outside is not.
  if (!await page.evaluate(() => 'axe' in globalThis)) await page.evaluate(axeSource);
  // Colours are looked at when they have arrived.
  await page.evaluate(() => Promise.all(document.getAnimations().map(animation => animation.finished.catch(() => {}))));
  const { violations } = await page.evaluate(only => globalThis.axe.run(document, {
    resultTypes: ['violations'],
    runOnly: only ? { type: 'rule', values: only } : ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
  }), rules);
  return violations.map(({ id, impact, help, nodes }) =>
    `${id} (${impact}): ${help}; ${nodes.length} ×, first ${nodes[0].target.join(' ')}: ${nodes[0].html}`);
}

/** The same in the other of the system's themes too, where only colours differ. */
export async function axeInBothThemes(page) {
  const found = await axe(page);
  const dark = await page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches);
  await page.emulateMedia({ colorScheme: dark ? 'light' : 'dark' });
  found.push(...await axe(page, ['color-contrast']));
  await page.emulateMedia({ colorScheme: dark ? 'dark' : 'light' });
  return found;
}

/** Reads, frame after frame, until it is what is expected: a value, or a text that a pattern fits. */
export async function eventually(page, read, expected, patience = 5_000) {
  const deadline = Date.now() + patience;
  for (;;) {
    const now = await read();
    const fits = expected instanceof RegExp ? expected.test(now) : isDeepStrictEqual(now, expected);
    if (fits) return;
    if (Date.now() > deadline) {
      if (expected instanceof RegExp) assert.match(now, expected);
      assert.deepEqual(now, expected);
    }
    await page.evaluate(() => new Promise(requestAnimationFrame));
  }
}
