// The content security policy of a release. README states it; e2e/policy.test.mjs runs the folder under it.
export const POLICY = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "style-src 'self'",
  "style-src-attr 'unsafe-inline'", // `style:width=` in components; no style sheet comes from it
  "img-src 'self' data: blob:",
  "connect-src 'self'",
  "worker-src 'self'",
  "frame-src 'self'", // the preview in the dialog Share
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

/** Puts the policy into a page, before anything that loads: in a meta element it rules only what comes after it. */
export function withPolicy(html) {
  const charset = /<meta charset="?utf-8"?\s*\/?>/i;
  if (!charset.test(html)) throw new Error('finish-build: index.html has no <meta charset> to put the policy behind');
  return html.replace(charset, found => `${found}<meta http-equiv="Content-Security-Policy" content="${POLICY}">`);
}
