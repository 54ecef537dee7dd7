// Figures in other people's pages: frames, messages, and the element of embed.js.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, describe, test } from 'node:test';
import { minify } from 'terser';
import { figure, said, startHost, until } from './host.mjs';
import { axeInBothThemes } from './support.mjs';

const SHOWN = {
  'a ring': 'v=1',
  'a ring beside its loads': 'v=1&show=ring,loads',
  'what moved': 'v=1&then=cache-09&show=ring,movement',
  'a comparison': 'v=1&n=10000&then=cache-09&cmp=rendezvous',
  'settings, fleet and undo': 'v=1&controls=all&lock=hash&n=10000',
  slots: 'v=1&alg=jump&show=ring,loads',
  'a plate of the lens': 'v=1&lab=lens&show=lab.2',
};
const post = (page, message) => page.evaluate(message => {
  document.querySelector('iframe').contentWindow.postMessage({ ringscope: 1, ...message }, '*');
}, message);

describe('a figure in a frame', () => {
  let host;
  before(async () => { host = await startHost(); });
  after(() => host.close());
  const frame = (query, style = 'width: 100%; height: 620px; border: 0') =>
    `<iframe src="${host.app}?${query.replaceAll('&', '&amp;')}&amp;embed=1" title="A figure" style="${style}"></iframe>`;

  for (const width of [280, 390, 720]) {
    for (const [what, query] of Object.entries(SHOWN)) {
      test(`${what} fits ${width} px and scrolls nowhere`, async () => {
        const { page, context, consoleProblems } = await host.show(frame(query, `width: ${width}px; height: 620px; border: 0`));
        const inside = await figure(page);
        await said(page, 'ready');
        // As the page around would: the height that was told, however often it is told anew.
        await page.evaluate(() => {
          const fit = () => {
            document.querySelector('iframe').style.height = `${heard.findLast(one => one.height > 0).height}px`;
          };
          addEventListener('message', fit);
          fit();
        });
        const over = () => inside.evaluate(() => {
          const { scrollWidth, clientWidth, scrollHeight, clientHeight } = document.documentElement;
          return [Math.max(0, scrollWidth - clientWidth), Math.max(0, scrollHeight - clientHeight)];
        });
        await until(page, over, [0, 0]);
        assert.deepEqual(consoleProblems, []);
        await context.close();
      });
    }
  }

  test('in a frame that is too low the picture gives way', async () => {
    const { page, context } = await host.show(frame('v=1', 'width: 390px; height: 360px; border: 0'));
    const inside = await figure(page);
    const [{ height }] = await said(page, 'ready');
    assert.ok(height > 400, `${height}`);
    assert.equal(await inside.evaluate(() => document.documentElement.scrollHeight), 360);
    assert.ok((await inside.locator('canvas').boundingBox()).height >= 140);
    await inside.getByRole('link', { name: 'Open in Ringscope' }).click({ trial: true });
    await context.close();
  });

  const LOW = {
    'a ring with its table open': 'v=1',
    'what moved': 'v=1&n=10000&then=cache-09&show=ring,movement',
    'a ring beside its loads': 'v=1&show=ring,loads',
    'a comparison': 'v=1&n=10000&then=cache-09&cmp=rendezvous',
    'a study': 'v=1&lab=movement&n=10000',
  };
  for (const [what, query] of Object.entries(LOW)) {
    test(`where the picture cannot give way enough, nothing lies over anything else: ${what}`, async () => {
      for (const width of [700, 320]) {
        const { page, context } = await host.show(frame(query, `width: ${width}px; height: 300px; border: 0`));
        const inside = await figure(page);
        await said(page, 'ready');
        const table = inside.getByText('Loads as a table');
        if (query === 'v=1') await table.click();
        await inside.locator('canvas').first().waitFor();
        // Where each part of the figure ends, with all that is in it, and where the next one begins.
        const overlaps = () => inside.evaluate(() => {
          const bottom = element => Math.max(0, ...[element, ...element.querySelectorAll('*:not(.visually-hidden, .visually-hidden *)')].filter(one => one.checkVisibility() && !one.closest('.save-menu')).map(one => one.getBoundingClientRect().bottom));
          const parts = [...document.querySelectorAll('.embed > *')].filter(one => one.offsetHeight > 0);
          const found = parts.slice(1).map((part, at) => [parts[at].className, bottom(parts[at]) - part.getBoundingClientRect().top]).filter(([, over]) => over > 1);
          const end = bottom(parts.at(-1)) + scrollY;
          return end > Math.max(innerHeight, document.documentElement.scrollHeight) ? [...found, ['end', end]] : found;
        });
        await until(page, overlaps, []);
        await context.close();
      }
    });
  }

  test('has title, live caption, link and table, and is accessible in both themes', async () => {
    for (const query of ['embed=1', 'embed=1&show=ring,loads&controls=all', 'embed=1&then=cache-09&show=ring,movement&title=%3Cb%3EBold%3C/b%3E', 'embed=1&lab=movement&n=10000']) {
      const { page, context, consoleProblems } = await host.openPage({ query, width: 720, height: 800, reducedMotion: 'reduce' });
      await page.locator('.embed').waitFor();
      assert.equal(await page.getByRole('heading', { level: 1 }).count(), 1);
      assert.deepEqual(await axeInBothThemes(page), [], query);
      assert.deepEqual(consoleProblems, []);
      await context.close();
    }
    const { page, context } = await host.openPage({ query: 'embed=1&vn=160', width: 500, height: 700, reducedMotion: 'reduce' });
    assert.equal(await page.getByRole('heading', { level: 1 }).innerText(), 'Ring, FNV-1a 32, 8 nodes');
    assert.match(await page.locator('.embed-caption').innerText(), /cache-03\s+holds 2\.49 times the keys of\s+H?\s*cache-08/);
    const whole = page.getByRole('link', { name: 'Open in Ringscope' });
    assert.equal(await whole.getAttribute('href'), `${host.app}?v=1`);
    await page.getByRole('button', { name: 'Add the finaliser' }).click();
    await until(page, () => whole.getAttribute('href'), `${host.app}?v=1&fin=1`);
    await page.getByText('Loads as a table').click();
    assert.equal(await page.getByRole('table').getByRole('row').count(), 9);
    await context.close();
  });

  test('leaves the history and its own address alone', async () => {
    const { page, context } = await host.show(frame('v=1'));
    const inside = await figure(page);
    const [steps, address] = [await page.evaluate(() => history.length), inside.url()];
    await inside.getByRole('button', { name: 'Add the finaliser' }).click();
    await said(page, 'change');
    await inside.evaluate(() => new Promise(done => requestIdleCallback(() => requestIdleCallback(done))));
    assert.equal(await page.evaluate(() => history.length), steps);
    assert.equal(await inside.evaluate(() => location.href), address);
    await context.close();
  });

  test('locked fields are said and not asked', async () => {
    const { page, context } = await host.show(frame('v=1&controls=settings&lock=hash,nodes,alg'));
    const settings = (await figure(page)).getByRole('region', { name: 'Settings' });
    assert.match(await settings.innerText(), /on 8 nodes on a ring, .*FNV-1a 32/s);
    assert.equal(await settings.getByRole('combobox', { name: 'Hash', exact: true }).count(), 0);
    assert.equal(await settings.getByRole('combobox', { name: 'Algorithm' }).count(), 0);
    assert.equal(await settings.getByRole('spinbutton', { name: 'Number of nodes' }).count(), 0);
    assert.equal(await settings.getByRole('spinbutton', { name: 'Virtual nodes' }).count(), 1);
    await context.close();
  });

  test('where all is locked there is nothing left to change', async () => {
    for (const query of ['v=1', 'v=1&then=cache-09&show=ring,movement', 'v=1&n=10000&cmp=rendezvous&then=cache-09', 'v=1&n=1000&lab=balance']) {
      const { page, context } = await host.show(frame(`${query}&controls=all&lock=all`));
      const inside = await figure(page);
      await said(page, 'ready');
      await inside.getByRole('region', { name: 'Settings' }).waitFor();
      assert.equal(await inside.locator('input, select, textarea, [role="spinbutton"]').count(), 0, query);
      assert.equal(await inside.getByRole('button', { name: /finaliser$/ }).filter({ hasText: /^(Add|Remove)/ }).count(), 0, query);
      // A list of keys that is dropped on the sentence does not come in either.
      await inside.locator('.key-fields').evaluate(place => {
        const dataTransfer = new DataTransfer();
        dataTransfer.items.add(new File(['a\nb\n'], 'keys.txt', { type: 'text/plain' }));
        for (const type of ['dragover', 'drop']) place.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }));
      });
      await inside.evaluate(() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done))));
      assert.equal(await inside.locator('dialog[open]').count(), 0, query);
      await context.close();
    }
  });

  test('the chosen theme holds whatever was chosen for the whole page', async () => {
    const { page, context } = await host.openPage({ query: 'embed=1&theme=dark', prepare: context => context.addInitScript(() => localStorage.setItem('ringscope-theme', 'light')) });
    assert.equal(await page.locator('html').getAttribute('data-theme'), 'dark');
    await page.goto(`${host.app}?embed=1`);
    await page.locator('.embed').waitFor();
    assert.equal(await page.locator('html').getAttribute('data-theme'), null);
    await context.close();
  });

  test('says what is on show, and does what the page around asks', async () => {
    const { page, context, consoleProblems } = await host.show(frame('v=1'));
    await figure(page);
    const [ready] = await said(page, 'ready');
    assert.equal(ready.ringscope, 1);
    assert.match(ready.version, /^\d+\.\d+\.\d+$/);
    assert.equal(ready.results.query, 'v=1');
    assert.deepEqual(ready.results.nodes.map(node => node.keys), [10841, 16616, 16891, 9009, 11672, 13106, 15077, 6788]);
    assert.equal(ready.results.busiest, 1.35128);
    assert.equal(ready.results.moved, null);

    let changes = 0;
    const after = async message => {
      await post(page, message);
      changes += 1;
      return (await said(page, 'change', changes)).at(-1);
    };
    const added = await after({ type: 'command', command: 'add', name: 'cache-09' });
    assert.deepEqual([added.moved.change, added.moved.keys, added.moved.of], ['Add cache-09', 4944, 100000]);
    assert.equal(added.query, 'v=1&nodes=cache-01,cache-02,cache-03,cache-04,cache-05,cache-06,cache-07,cache-08,cache-09');
    const heavier = await after({ type: 'command', command: 'reweight', name: 'cache-09', weight: 2.5 });
    assert.equal(heavier.nodes[8].weight, 2.5);
    const without = await after({ type: 'command', command: 'remove', name: 'cache-09' });
    assert.equal(without.nodes.length, 8);
    const down = await after({ type: 'command', command: 'down', name: 'cache-01' });
    assert.deepEqual([down.nodes[0].up, down.nodes[0].keys], [false, 0]);
    const back = await after({ type: 'command', command: 'undo' });
    assert.equal(back.nodes[0].keys, 10841);
    const other = await after({ type: 'set', query: 'v=1&fin=1&title=Another' });
    assert.equal(other.query, 'v=1&fin=1');
    // The finaliser moves 87,566 keys of the first paint's fleet.
    assert.equal(other.moved.keys, 87566);
    const inside = await figure(page);
    assert.equal(await inside.getByRole('heading', { level: 1 }).innerText(), 'Another');
    await post(page, { type: 'theme', theme: 'dark' });
    await inside.locator('html[data-theme="dark"]').waitFor();
    assert.equal((await page.evaluate(() => heard.filter(one => one.type === 'error'))).length, 0);
    assert.deepEqual(consoleProblems, []);
    await context.close();
  });

  test('hears nobody but the page around', async () => {
    const { page, context } = await host.show(`${frame('v=1')}<iframe id="other" srcdoc="<p>Another frame</p>" title="Another"></iframe>`);
    const inside = await figure(page);
    await said(page, 'ready');
    const other = page.frames().find(frame => frame.url() === 'about:srcdoc');
    const message = { ringscope: 1, type: 'command', command: 'add', name: 'stranger' };
    await other.evaluate(message => parent.frames[0].postMessage(message, '*'), message);
    await inside.evaluate(message => postMessage(message, '*'), message);
    await post(page, { type: 'command', command: 'add', name: 'friend' });
    const changes = await said(page, 'change');
    assert.deepEqual(changes.map(change => change.moved.change), ['Add friend']);
    await context.close();
  });

  test('500 malformed messages get 500 clear answers, and nothing else happens', async () => {
    const { page, context, consoleProblems } = await host.show(frame('v=1&n=1000'));
    const inside = await figure(page);
    await said(page, 'ready');
    const asked = await page.evaluate(() => {
      // Mulberry32: the same messages every time.
      let seed = 20261201;
      const random = () => {
        seed = (seed + 0x6D2B79F5) | 0;
        let mixed = Math.imul(seed ^ (seed >>> 15), 1 | seed);
        mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
        return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
      };
      const one = list => list[Math.floor(random() * list.length)];
      const markup = () => one(['<img src=x onerror=alert(1)>', '"><script>alert(1)</script>', '\u202egnp.exe', '%00%ff', '\0', '🧊'.repeat(200), 'x'.repeat(100_000)]);
      const cycle = () => { const it = { ringscope: 1 }; it.it = it; it.list = [it, it]; return it; };
      const noText = () => one([null, 0, -1.5, NaN, true, 10n ** 30n, [], [[[['a']]]], {}, cycle(), new Map([[1, 2]]), new Date(0), new Uint8Array(9), new Error('no'), /x/]);
      const noNumber = () => one([null, '1', markup(), [], {}, cycle(), new Date(0), false]);
      const breaks = [
        () => ({ ringscope: one([0, 2, -1, 1.5, NaN, '1', null, markup(), noText()].filter(value => value !== 1)), type: 'command', command: 'undo' }),
        () => ({ ringscope: 1, type: one([undefined, noText(), markup(), 'SET', 'ready', '__proto__']) }),
        () => ({ ringscope: 1 }),
        () => ({ ringscope: 1, type: 'set', query: one([undefined, noText()]) }),
        () => ({ ringscope: 1, type: 'set', query: `v=1&n=1000&${one(['hash', 'vn', 'alg', 'show', 'theme'])}=${encodeURIComponent(markup())}` }),
        () => ({ ringscope: 1, type: 'command', command: one([undefined, noText(), markup(), 'eval', 'constructor']) }),
        () => ({ ringscope: 1, type: 'command', command: one(['remove', 'reweight', 'up', 'down']), name: one([undefined, noText(), markup(), '']), ...(random() < 0.2 && { theme: 'dark' }) }),
        () => ({ ringscope: 1, type: 'command', command: 'add', name: one(['', noText(), 'x'.repeat(100_000), 'cache-01']) }),
        () => ({ ringscope: 1, type: 'command', command: 'add', name: markup(), weight: one([-1, 1e300, 0.001, NaN, Infinity, noNumber()]) }),
        () => ({ ringscope: 1, type: 'theme', theme: one([undefined, noText(), markup(), 'Dark', 'sepia']) }),
        () => ({ ringscope: 1, type: 'theme', theme: 'dark', [one(['', 'themes', markup(), '__proto__x', 'origin'])]: cycle() }),
      ];
      const frame = document.querySelector('iframe').contentWindow;
      // Somebody else's: not for us to answer.
      for (const strange of [null, 'text', 1, [1], { type: 'set' }, new Map([['ringscope', 1]])]) frame.postMessage(strange, '*');
      for (let count = 0; count < 500; count += 1) frame.postMessage(breaks[count % breaks.length](), '*');
      return 500;
    });
    const errors = await said(page, 'error', asked);
    assert.equal(errors.length, asked);
    for (const { code, field, message } of errors) {
      assert.ok(['unknown-name', 'wrong-kind', 'bad-value', 'too-much'].includes(code), code);
      assert.ok([...field].length <= 61, field);
      assert.ok(message.length > 10 && message.length < 700, message);
      assert.doesNotMatch(message, /[\u0000-\u001f\u202a-\u202e]/);
    }
    // It is alive, it is still a figure, and nothing that was sent became an element.
    await post(page, { type: 'set', query: 'v=1&n=1000&nodes=a,b' });
    await page.waitForFunction(() => heard.findLast(one => one.type === 'change')?.nodes.length === 2);
    assert.equal(await inside.locator('img, script:not([src])').count(), 0);
    assert.equal(await inside.locator('.embed').count(), 1);
    assert.deepEqual(consoleProblems, []);
    await context.close();
  });

  test('500 malformed links leave a figure that is one, with a clear answer each', async () => {
    const { page, context, consoleProblems } = await host.show(frame('v=1&n=1000'));
    const inside = await figure(page);
    await said(page, 'ready');
    const asked = await page.evaluate(() => {
      let seed = 7;
      const random = () => {
        // xorshift32: the same links every time.
        seed ^= seed << 13;
        seed ^= seed >>> 17;
        seed ^= seed << 5;
        return (seed >>> 0) / 2 ** 32;
      };
      const one = list => list[Math.floor(random() * list.length)];
      const junk = () => one(['<img src=x onerror=alert(1)>', "');alert(1)//", '%', '%zz', '%ff%fe', '\u202e', '\0', '&amp;', '-1', '1e9', 'NaN', '🧊', 'x'.repeat(300), '{i}{i}', '']);
      const field = () => one(['vn', 'alg', 'sys', 'hash', 'khash', 'label', 'space', 'table', 'n', 'keys', 'then', 'cmp', 'vacant', 'pins', 'shards', 'list', 'show', 'controls', 'lock', 'theme', 'motion', 'zzz']);
      const frame = document.querySelector('iframe').contentWindow;
      for (let count = 0; count < 500; count += 1) {
        const fields = Array.from({ length: 1 + Math.floor(random() * 6) }, () => `${field()}=${random() < 0.5 ? encodeURIComponent(junk()) : junk()}`);
        // One field that nobody knows makes sure that there is something to say.
        frame.postMessage({ ringscope: 1, type: 'set', query: `${random() < 0.8 ? 'v=1' : `v=${junk()}`}&n=1000&${fields.join('&')}&no-such-field=1` }, '*');
      }
      return 500;
    });
    const errors = await said(page, 'error', asked);
    assert.equal(errors.length, asked);
    for (const { code, field, message } of errors) {
      assert.deepEqual([code, field], ['bad-value', 'query']);
      assert.match(message, /no-such-field/);
      assert.doesNotMatch(message, /[\u0000-\u001f\u202a-\u202e]/);
    }
    await post(page, { type: 'set', query: 'v=1&n=1000&nodes=a,b' });
    await page.waitForFunction(() => heard.findLast(one => one.type === 'change')?.nodes.length === 2);
    assert.equal(await inside.locator('img, script:not([src])').count(), 0);
    assert.equal(await inside.locator('html[data-app="running"] .embed').count(), 1);
    assert.deepEqual(consoleProblems, []);
    await context.close();
  });

  test('works in a sandbox without an origin', async () => {
    const { page, context } = await host.show(frame('v=1').replace('<iframe', '<iframe sandbox="allow-scripts"'));
    await said(page, 'ready');
    await post(page, { type: 'command', command: 'add', name: 'cache-09' });
    assert.equal((await said(page, 'change'))[0].moved.keys, 4944);
    await context.close();
  });

  test('a page that cannot start says so to the page around', async () => {
    const { page, context } = await host.show(frame('v=1'), { prepare: context => context.route('**/*.wasm', route => route.fulfill({ status: 404, body: '' })) });
    const [error] = await said(page, 'error');
    assert.equal(error.code, 'not-started');
    assert.match(error.message, /WebAssembly file could not be loaded/);
    await context.close();
  });
});

describe('the element of embed.js', () => {
  let host;
  before(async () => { host = await startHost(); });
  after(() => host.close());
  const head = () => `<script src="${host.app}embed.js" async></script>`;

  test('is under 4 kB', async () => {
    const source = await readFile(new URL('../public/embed.js', import.meta.url), 'utf8');
    const { code } = await minify(source, { module: true, ecma: 2020, compress: { passes: 2 } });
    assert.ok(Buffer.byteLength(code) < 4096, `${Buffer.byteLength(code)} bytes`);
  });

  test('several on one page share the download, and each has its own height and fields', async () => {
    const figures = ['vn="40" title="One"', 'nodes="a,b*2,c!" hash="murmur3"', 'label="{node}-{i}" dir="rtl" data-x="1" lang="de" class="x"'];
    const bodies = [];
    const { page, context, consoleProblems } = await host.show(
      figures.map(fields => `<ring-scope ${fields} n="10000" height="400"><a href="${host.app}">A ring</a></ring-scope>`).join(''),
      { head: head(), width: 400, height: 1200, prepare: (_, page) => page.on('requestfinished', request => {
        if (request.url().endsWith('.wasm')) bodies.push(request.sizes().then(sizes => sizes.responseBodySize));
      }) },
    );
    await page.waitForFunction(() => heard.filter(one => one.type === 'ready').length === 3);
    const queries = page.frames().slice(1).map(frame => new URL(frame.url()).search).sort();
    assert.deepEqual(queries, [
      '?v=1&embed=1&label=%7Bnode%7D-%7Bi%7D&n=10000&theme=light',
      '?v=1&embed=1&nodes=a%2Cb*2%2Cc%21&hash=murmur3&n=10000&theme=light',
      '?v=1&embed=1&vn=40&title=One&n=10000&theme=light',
    ]);
    const sizes = await Promise.all(bodies);
    const whole = Math.max(...sizes);
    assert.ok(sizes.reduce((sum, size) => sum + size, 0) < 1.01 * whole, `${sizes}`);
    for (const nth of [0, 1, 2]) assert.equal(await (await figure(page, nth)).locator('.embed-note, .notes li').count(), 0);
    await page.waitForFunction(() => [...document.querySelectorAll('ring-scope')].every(one => Math.abs(one.offsetHeight - parseInt(one.style.minHeight, 10)) < 1 && one.offsetHeight !== 400));
    assert.equal(await page.locator('ring-scope iframe').first().getAttribute('title'), 'One');
    assert.deepEqual(consoleProblems, []);
    await context.close();
  });

  test('a changed attribute changes the figure without loading it again', async () => {
    const { page, context } = await host.show('<ring-scope nodes="a,b,c" n="10000"></ring-scope>', { head: head() });
    const inside = await figure(page);
    await said(page, 'ready');
    await inside.evaluate(() => { globalThis.same = true; });
    await page.evaluate(() => document.querySelector('ring-scope').setAttribute('nodes', 'a,b,c,d'));
    const [change] = await said(page, 'change');
    assert.deepEqual([change.nodes.map(node => node.name).join(), change.moved.change], ['a,b,c,d', 'Add d']);
    await page.evaluate(() => document.querySelector('ring-scope').setAttribute('title', 'Four'));
    await inside.getByRole('heading', { name: 'Four' }).waitFor();
    assert.equal(await inside.evaluate(() => globalThis.same), true);
    await context.close();
  });

  test('another theme leaves alone what the reader has done', async () => {
    const { page, context } = await host.show('<ring-scope></ring-scope>', { head: head(), rootClass: 'light' });
    const inside = await figure(page);
    await said(page, 'ready');
    await inside.getByRole('button', { name: 'Add the finaliser' }).click();
    await inside.getByRole('button', { name: 'Remove the finaliser' }).waitFor();
    await page.evaluate(() => { document.documentElement.className = 'navy'; });
    await inside.locator('html[data-theme="dark"]').waitFor();
    assert.equal(await inside.getByRole('button', { name: 'Remove the finaliser' }).count(), 1);
    await context.close();
  });

  test('follows the theme of mdBook, Docusaurus, Material, and of the system', async () => {
    const { page, context } = await host.show('<ring-scope n="1000"></ring-scope>', { head: head() });
    const inside = await figure(page);
    await said(page, 'ready');
    const theme = wanted => inside.locator(`html[data-theme="${wanted}"]`).waitFor();
    const root = (name, value) => page.evaluate(([name, value]) => document.documentElement.setAttribute(name, value), [name, value]);
    const body = (name, value) => page.evaluate(([name, value]) => document.body.setAttribute(name, value), [name, value]);
    await theme('light');
    await root('class', 'coal sidebar-visible');
    await theme('dark');
    await root('class', 'rust sidebar-visible');
    await theme('light');
    await root('class', '');
    await root('data-theme', 'dark');
    await theme('dark');
    await page.evaluate(() => document.documentElement.removeAttribute('data-theme'));
    await theme('light');
    await body('data-md-color-scheme', 'slate');
    await theme('dark');
    await body('data-md-color-scheme', 'default');
    await theme('light');
    await page.evaluate(() => document.body.removeAttribute('data-md-color-scheme'));
    await page.emulateMedia({ colorScheme: 'dark' });
    await theme('dark');
    // A page that is light whatever the system says, and one that says nothing but is dark.
    const ground = colour => page.evaluate(colour => {
      document.body.style.background = colour;
      document.body.classList.toggle('another');
    }, colour);
    await ground('rgb(255 255 255 / 90%)');
    await theme('light');
    await page.emulateMedia({ colorScheme: 'light' });
    await ground('#1b1b1d');
    await theme('dark');
    await page.evaluate(() => document.querySelector('ring-scope').setAttribute('theme', 'light'));
    await theme('light');
    await context.close();
  });

  test('is made when it comes near, and its fallback stands there until then', async () => {
    const { page, context } = await host.show(`<div style="height: 3000px"></div><ring-scope n="1000"><a href="/">A link</a></ring-scope>`, { head: head() });
    await page.waitForFunction(() => document.querySelector('ring-scope').offsetHeight === 480);
    await page.evaluate(() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done))));
    assert.equal(page.frames().length, 1);
    assert.equal(await page.getByRole('link', { name: 'A link' }).isVisible(), true);
    await page.evaluate(() => scrollTo(0, 2000));
    await said(page, 'ready');
    assert.equal(await page.getByRole('link', { name: 'A link' }).isVisible(), false);
    await context.close();
  });

  test('two figures have two themes, and only one of them follows the page', async () => {
    const { page, context } = await host.show('<ring-scope n="1000" theme="dark"></ring-scope><ring-scope n="1000"></ring-scope>', { head: head(), height: 1400 });
    await page.waitForFunction(() => heard.filter(one => one.type === 'ready').length === 2);
    const theme = (nth, wanted) => page.locator('ring-scope').nth(nth).frameLocator('iframe').locator(`html[data-theme="${wanted}"]`).waitFor();
    await theme(0, 'dark');
    await theme(1, 'light');
    await page.evaluate(() => { document.documentElement.dataset.theme = 'dark'; });
    await theme(1, 'dark');
    await page.evaluate(() => { document.documentElement.dataset.theme = 'light'; });
    await theme(1, 'light');
    await theme(0, 'dark');
    await context.close();
  });

  test('an attribute that cannot be meant is said in the figure, and goes when it is mended', async () => {
    const { page, context, consoleProblems } = await host.show('<ring-scope n="1000" vn="many" nodez="a,b" show="pie"></ring-scope>', {
      head: `${head()}<script>globalThis.errors = []; addEventListener('ringscope-error', event => errors.push(event.detail.message));</script>`,
    });
    const inside = await figure(page);
    const [ready] = await said(page, 'ready');
    assert.equal(ready.results.nodes.length, 8, 'what can be meant is shown');
    const notes = async () => (await inside.locator('.notes, .embed-note').allInnerTexts()).join(' ');
    for (const field of [/vn: “many”/, /nodez/, /show: “pie”/]) assert.match(await notes(), field);
    await page.evaluate(() => {
      const element = document.querySelector('ring-scope');
      element.removeAttribute('nodez');
      element.setAttribute('show', 'loads');
      element.setAttribute('vn', '40');
    });
    await inside.getByRole('table').waitFor();
    await until(page, notes, /^\s*$/);
    await page.evaluate(() => document.querySelector('ring-scope').setAttribute('vn', '-1'));
    await page.waitForFunction(() => globalThis.errors.length === 1);
    assert.match((await page.evaluate(() => globalThis.errors))[0], /vn: “-1”/);
    assert.deepEqual(consoleProblems, []);
    await context.close();
  });

  test('an element that is taken out and put back starts again, as its attributes say', async () => {
    const { page, context, consoleProblems } = await host.show(
      '<div id="here"><ring-scope nodes="a,b,c" n="1000" height="400"><a href="/">A ring</a></ring-scope></div><div id="there"></div>', { head: head() });
    await said(page, 'ready');
    await page.evaluate(() => document.querySelector('ring-scope').send({ type: 'command', command: 'add', name: 'd' }));
    await said(page, 'change');
    // Taken out it has no frame, and holds what its author put inside.
    assert.deepEqual(await page.evaluate(() => {
      globalThis.kept = document.querySelector('ring-scope');
      kept.remove();
      return [kept.shadowRoot.querySelectorAll('iframe').length, kept.shadowRoot.querySelector('slot').hidden, kept.textContent];
    }), [0, false, 'A ring']);
    await page.evaluate(() => {
      kept.setAttribute('nodes', 'a,b');
      document.getElementById('there').append(kept);
    });
    const [, again] = await said(page, 'ready', 2);
    assert.deepEqual(again.results.nodes.map(node => node.name), ['a', 'b']);
    assert.equal(await page.locator('ring-scope iframe').count(), 1);
    // It follows its attributes and its theme as before.
    await page.evaluate(() => kept.setAttribute('nodes', 'a,b,e'));
    await page.waitForFunction(() => heard.findLast(one => one.type === 'change')?.nodes.at(-1).name === 'e');
    assert.equal(await page.getByRole('link', { name: 'A ring' }).isVisible(), false);
    assert.deepEqual(consoleProblems, []);
    await context.close();
  });

  test('an attribute that changes while the figure loads is not lost', async () => {
    let go;
    const held = new Promise(done => { go = done; });
    const { page, context } = await host.show('<ring-scope nodes="a,b" n="1000"></ring-scope>', {
      head: head(),
      prepare: context => context.route('**/*.wasm', async route => { await held; await route.continue(); }),
    });
    await page.locator('ring-scope iframe').waitFor({ state: 'attached' });
    await page.evaluate(() => document.querySelector('ring-scope').setAttribute('nodes', 'a,b,c'));
    go();
    await page.waitForFunction(() => heard.findLast(one => one.type === 'change')?.nodes.length === 3);
    await context.close();
  });

  test('works in a page with a base address, and takes its own from it', async () => {
    const { page, context, consoleProblems } = await host.show(
      '<ring-scope n="1000" nodes="a,b"></ring-scope><ring-scope n="1000" nodes="c,d" base="../"></ring-scope>',
      { head: `<base href="${host.app}docs/"><script src="../embed.js" async></script>`, height: 1400 });
    await page.waitForFunction(() => heard.filter(one => one.type === 'ready').length === 2);
    for (const nth of [0, 1]) assert.ok((await figure(page, nth)).url().startsWith(`${host.app}?v=1`));
    assert.deepEqual(consoleProblems, []);
    await context.close();
  });

  test('where the figure cannot start, what stands inside is shown and can be pressed; else the figure says why', async () => {
    const { page, context } = await host.show(
      `<ring-scope n="1000"><a href="#instead">A link</a></ring-scope><ring-scope n="1000" height="300"></ring-scope>
       <script>globalThis.errors = []; addEventListener('ringscope-error', event => errors.push(event.detail.code));</script>`,
      { head: head(), height: 1400, prepare: context => context.route('**/*.wasm', route => route.fulfill({ status: 404, body: '' })) });
    await page.waitForFunction(() => globalThis.errors.length === 2);
    assert.deepEqual(await page.evaluate(() => globalThis.errors), ['not-started', 'not-started']);
    await page.getByRole('link', { name: 'A link' }).click();
    assert.equal(new URL(page.url()).hash, '#instead');
    await page.locator('ring-scope').nth(1).frameLocator('iframe').getByText('WebAssembly file could not be loaded').waitFor();
    await context.close();
  });

  test('a frame is named by its title, or by what stands inside', async () => {
    const { page, context } = await host.show('<ring-scope n="1000" title="Titled"></ring-scope><ring-scope n="1000"><a href="/">Three caches</a></ring-scope><ring-scope n="1000"></ring-scope>', { head: head(), height: 2000 });
    await until(page, () => page.locator('ring-scope iframe').evaluateAll(frames => frames.map(frame => frame.title)), ['Titled', 'Three caches', 'Consistent hashing, live']);
    await context.close();
  });

  test('an author drives it from buttons of her own, and hears what came of it', async () => {
    const { page, context } = await host.show(
      `<button onclick="document.querySelector('ring-scope').send({ type: 'command', command: 'add', name: 'd' })">Add d</button><output></output>
       <ring-scope nodes="a,b,c" n="10000"></ring-scope>`,
      { head: `${head()}<script>addEventListener('ringscope-change', event => { document.querySelector('output').textContent = event.detail.nodes.length; });</script>` },
    );
    await said(page, 'ready');
    await page.getByRole('button', { name: 'Add d' }).click();
    await until(page, () => page.locator('output').innerText(), '4');
    await context.close();
  });
});

describe('out of sight', () => {
  let host;
  before(async () => { host = await startHost(); });
  after(() => host.close());

  test('a study waits until it is seen', async () => {
    const { page, context } = await host.show(
      `<div style="height: 900px"></div><ring-scope lab="movement" n="10000" show="lab"></ring-scope>`,
      { head: `<script src="${host.app}embed.js" async></script>`, height: 600 },
    );
    const inside = await figure(page);
    await said(page, 'ready');
    // It may have begun before the browser told it; then it stands still.
    const finding = () => inside.locator('.embed-caption').textContent();
    const rest = async () => {
      const before = await finding();
      await page.waitForTimeout(400);
      return before === await finding();
    };
    await until(page, rest, true);
    const waiting = await finding();
    await page.evaluate(() => scrollTo(0, 900));
    await until(page, async () => (await finding()) !== waiting, true);
    await context.close();
  });
});
