import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** /usr/sbin is not in everybody's PATH, and that is where the database server lies. */
const FOLDERS = [
  ...(process.env.PATH ?? '').split(delimiter).filter(Boolean),
  '/usr/sbin',
  '/usr/local/sbin',
  '/usr/local/bin',
  '/usr/bin',
  '/opt/homebrew/bin',
];

/** Chromium without windows: takes half the processor time. The program itself, as its launcher stays beside it. */
const HEADLESS_SHELL = ['/usr/lib/chromium/chromium-headless-shell', 'chromium-headless-shell'];
const CHROMIUM = [
  'chromium',
  'chromium-browser',
  'google-chrome-stable',
  'google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

function isProgram(file) {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** The full path of the first of these programs that is installed, else undefined. */
export function findProgram(...names) {
  const files = names.flatMap((name) => (name.startsWith('/') ? [name] : FOLDERS.map((folder) => join(folder, name))));
  return files.find(isProgram);
}

/** CHROMIUM_PATH when set, else the headless shell. */
export function findHeadlessShell() {
  return findProgram(...(process.env.CHROMIUM_PATH ? [process.env.CHROMIUM_PATH] : HEADLESS_SHELL));
}

/** CHROMIUM_PATH when set, else an installed headless shell, Chromium or Chrome. */
export function findChromium() {
  return process.env.CHROMIUM_PATH ? findHeadlessShell() : findProgram(...HEADLESS_SHELL, ...CHROMIUM);
}

/** The three programs that a private server needs, or undefined when one of them is missing. */
export function findMariadb() {
  const server = findProgram('mariadbd');
  const install = findProgram('mariadb-install-db');
  return server && install ? { server, install } : undefined;
}

export function findRedis() {
  return findProgram('redis-server');
}
