// The browser that things are timed in, without a graphics card, as on any build server.
import { chromium } from 'playwright-core';

/** Starts Chromium: the one that CHROMIUM names, or Debian's. */
export const launch = () => chromium.launch({
  executablePath: process.env.CHROMIUM || '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking',
    '--disable-component-update', '--disable-sync'],
});
