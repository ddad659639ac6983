import { existsSync } from 'node:fs';
import { findChromium } from './programs.mjs';

/** The browser tests use the product as it is shipped, in the Chromium that CHROMIUM_PATH names. */
export default function setUp() {
  const chromium = findChromium();
  if (!chromium) throw new Error('Chromium is not installed: run the tests through npm, which sees to it.');
  process.env.CHROMIUM_PATH = chromium;
  if (!existsSync('dist/server/main.js')) throw new Error('The browser tests need the built product: npm run build');
}
