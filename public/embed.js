// <ring-scope nodes="a,b,c*2" vn="160" hash="fnv1a32">fallback link</ring-scope>
//
// A live figure of Ringscope in any page: an iframe that is made when it comes near the window, as high as it needs to be,
// in the theme of the page. Every attribute that is a field of the link goes into it (docs/link.md, docs/embedding.md); a
// change of one changes the figure without loading it again. Besides: `base`, the address of Ringscope where it is not this
// script's folder, and `height`, in CSS px, until the figure has said its own.
//
// Events: `ringscope-ready`, `ringscope-change`, `ringscope-error`, with the message in `detail`.
// element.send({ type: 'command', command: 'add', name: 'd' }) drives it.
(() => {
  if (customElements.get('ring-scope')) return;
  const script = document.currentScript ?? [...document.scripts].findLast(one => /\/embed\.js([?#]|$)/.test(one.src));
  const home = new URL('.', script ? script.src : document.baseURI).href;
  // What HTML itself means by an attribute, and what is ours.
  const OTHERS = /^(base|height|theme|class|id|style|slot|part|lang|role|tabindex|hidden|nonce|is|translate|draggable|inert|item\w+|.*-.*|on.*)$/;
  const DARK = /^(dark|slate|coal|navy|ayu)$/;
  const LIGHT = /^(light|default|rust)$/;
  const THEMED = ['data-theme', 'data-md-color-scheme', 'data-bs-theme', 'data-color-mode', 'class'];
  const system = matchMedia('(prefers-color-scheme: dark)');
  const figures = new Set();

  /** What mdBook, Docusaurus, Material and their like say on html or body; else the ground of the page; else the system's. */
  function theme() {
    for (const element of [document.documentElement, document.body]) {
      for (const name of THEMED) {
        for (const word of (element?.getAttribute(name) ?? '').split(/\s+/)) {
          if (DARK.test(word)) return 'dark';
          if (LIGHT.test(word)) return 'light';
        }
      }
    }
    for (const element of [document.body, document.documentElement]) {
      const ground = element ? getComputedStyle(element).backgroundColor : '';
      const [red, green, blue, alpha = 1] = ground.startsWith('rgb') ? ground.match(/[\d.]+/g).map(Number) : [0, 0, 0, 0];
      if (alpha > 0.5) return 2 * red + 5 * green + blue < 8 * 128 ? 'dark' : 'light';
    }
    return system.matches ? 'dark' : 'light';
  }

  const near = new IntersectionObserver(entries => {
    for (const { isIntersecting, target } of entries) if (isIntersecting) target.load();
  }, { rootMargin: '600px' });

  class RingScope extends HTMLElement {
    #frame;
    #ready = false;
    #shown = '';
    #theme = '';
    #slot = document.createElement('slot');
    #changes = new MutationObserver(() => this.follow());

    constructor() {
      super();
      this.attachShadow({ mode: 'open' }).append(this.#slot);
    }

    connectedCallback() {
      this.style.display = 'block';
      this.style.position = 'relative';
      this.style.minHeight = `${parseInt(this.getAttribute('height'), 10) || 480}px`;
      figures.add(this);
      near.observe(this);
      this.#changes.observe(this, { attributes: true });
    }

    disconnectedCallback() {
      figures.delete(this);
      near.unobserve(this);
      this.#changes.disconnect();
      this.#frame?.remove();
      this.#frame = undefined;
      this.#ready = false;
      this.#slot.hidden = false;
    }

    /** The query string of the figure, but for its theme. */
    get query() {
      const fields = new URLSearchParams({ v: 1, embed: 1 });
      for (const { name, value } of this.attributes) {
        // `dir` is a field of the link, and a word of HTML with values of its own.
        if (!OTHERS.test(name) && (name !== 'dir' || /^c?cw$/.test(value))) fields.set(name, value);
      }
      return `${fields}`;
    }

    load() {
      near.unobserve(this);
      if (this.#frame) return;
      const frame = document.createElement('iframe');
      this.#shown = this.query;
      this.#theme = this.getAttribute('theme') ?? theme();
      frame.src = `${new URL(this.getAttribute('base') ?? home, document.baseURI)}?${this.#shown}&theme=${this.#theme}`;
      // What stands inside names the figure as well as a title does.
      frame.title = this.getAttribute('aria-label') || this.getAttribute('title') || this.textContent.trim() || 'Consistent hashing, live';
      frame.allow = 'clipboard-write';
      frame.referrerPolicy = 'no-referrer';
      // Until it has something to show, the text inside the element stands there.
      Object.assign(frame.style, { position: 'absolute', inset: 0, width: '100%', height: '100%', border: 0, visibility: 'hidden' });
      this.#frame = frame;
      this.shadowRoot.append(frame);
    }

    /** Says something to the figure: see the messages in docs/embedding.md. */
    send(message) {
      this.#frame?.contentWindow?.postMessage({ ringscope: 1, ...message }, '*');
    }

    /** The attributes or the theme may be others. Another theme leaves alone what the reader has done meanwhile. */
    follow() {
      if (!this.#ready) return;
      const [query, now] = [this.query, this.getAttribute('theme') ?? theme()];
      if (query !== this.#shown) this.send({ type: 'set', query: `${query}&theme=${now}` });
      else if (now !== this.#theme) this.send({ type: 'theme', theme: now });
      [this.#shown, this.#theme] = [query, now];
    }

    hear({ source, data }) {
      if (!this.#frame || source !== this.#frame.contentWindow || data?.ringscope !== 1) return;
      if (data.height > 0) this.style.minHeight = `${Math.min(data.height, 9999)}px`;
      if (data.type === 'ready') this.#ready = true;
      // Where nothing stands inside, the figure itself says why it could not start.
      if (this.#ready || !this.textContent.trim()) {
        this.#frame.style.visibility = '';
        this.#slot.hidden = true;
      }
      if (data.type !== 'resize') {
        this.dispatchEvent(new CustomEvent(`ringscope-${data.type}`, { detail: data, bubbles: true }));
      }
      this.follow();
    }
  }

  const followAll = () => figures.forEach(figure => figure.follow());
  addEventListener('message', event => figures.forEach(figure => figure.hear(event)));
  system.addEventListener('change', followAll);
  const themes = new MutationObserver(followAll);
  const watch = () => [document.documentElement, document.body].forEach(one => themes.observe(one, { attributeFilter: THEMED }));
  if (document.body) watch();
  else addEventListener('DOMContentLoaded', watch);
  customElements.define('ring-scope', RingScope);
})();
