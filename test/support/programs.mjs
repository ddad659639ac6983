import { execFileSync, spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';

const DOCKER_LIMIT_MS = 20_000;
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
const GALERA = [
  '/usr/lib/galera/libgalera_smm.so',
  '/usr/lib64/galera-4/libgalera_smm.so',
  '/usr/lib/libgalera_smm.so',
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

/** Whether some font has the letters of Hindi; taken for granted where nothing lists the fonts. */
export function hasDevanagari() {
  const list = findProgram('fc-list');
  return !list || spawnSync(list, [':lang=hi', 'family'], { encoding: 'utf8' }).stdout.trim() !== '';
}

/** The three programs that a private server needs, or undefined when one of them is missing. */
export function findMariadb() {
  const server = findProgram('mariadbd');
  const install = findProgram('mariadb-install-db');
  return server && install ? { server, install } : undefined;
}

/** The library that makes a MariaDB server a node of a Galera cluster, where the server's scripts and rsync for new nodes are there too. */
export function findGalera() {
  const library = GALERA.find((file) => existsSync(file));
  return findMariadb() && findProgram('wsrep_sst_rsync') && findProgram('rsync') ? library : undefined;
}

/** What the tests fetch and unpack lies here; for all users when it is root who does. */
const CACHE_FOLDER =
  process.getuid?.() === 0
    ? '/var/cache/tokendesk-tests'
    : join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'tokendesk-tests');

/** Where `mysql-packages.mjs` unpacks a MySQL server. */
export const MYSQL_FOLDER = join(CACHE_FOLDER, 'mysql');
/** Where `oldest-node.mjs` installs the oldest Node.js that the product supports. */
export const OLDEST_NODE_FOLDER = join(CACHE_FOLDER, 'node');
const LOADERS = ['ld-linux-x86-64.so.2', 'ld-linux-aarch64.so.1'];

/**
 * A real MySQL server, not MariaDB under its name.
 * @returns {{ program: string, leading: string[] } | undefined} what to run, and the arguments that come before all others
 */
export function findMysql() {
  const found = findOfMysql('mysqld', 'sbin');
  if (!found) return undefined;
  const base = found.leading.length > 0 ? [`--basedir=${join(MYSQL_FOLDER, 'usr')}`] : [];
  return { program: found.program, leading: [...found.leading, '--no-defaults', ...base] };
}

/** MySQL's own `mysql` or `mysqldump`, as {@link findMysql}. */
export function findMysqlClient(name) {
  return findOfMysql(name, 'bin');
}

/** The system's own, else the unpacked one, which runs on the C library that came with it. */
function findOfMysql(name, folder) {
  const own = findProgram(name);
  if (own && isMysql(own, [])) return { program: own, leading: [] };
  const inside = (...parts) => join(MYSQL_FOLDER, 'usr', ...parts);
  const loader = findProgram(...LOADERS.flatMap((file) => [inside('lib64', file), inside('lib', file)]));
  if (!loader) return undefined;
  const libraries = ['x86_64-linux-gnu', 'aarch64-linux-gnu'].map((machine) => inside('lib', machine)).join(':');
  const leading = ['--library-path', libraries, inside(folder, name)];
  return isMysql(loader, leading) ? { program: loader, leading } : undefined;
}

function isMysql(program, args) {
  try {
    return !/mariadb/i.test(execFileSync(program, [...args, '--version'], { encoding: 'utf8', stdio: 'pipe' }));
  } catch {
    return false;
  }
}

/** TEST_OLDEST_NODE when set, else the machine's own Node.js when it is of that version, else the one that was installed for the tests. */
export function findOldestNode() {
  const own = FOLDERS.filter((folder) => !folder.includes('node_modules')).map((folder) => join(folder, 'node'));
  const installed = join(OLDEST_NODE_FOLDER, `node_modules/node-linux-${process.arch}/bin/node`);
  const asked = process.env.TEST_OLDEST_NODE;
  return (asked ? [asked] : [...own, installed]).find((file) => isProgram(file) && isOldest(file));
}

function isOldest(node) {
  return execFileSync(node, ['--version'], { encoding: 'utf8', env: {} }).startsWith('v20.');
}

export function findRedis() {
  return findProgram('redis-server');
}

/** With an engine that answers, and with its compose plugin. */
export function findDocker() {
  const program = findProgram('docker');
  const works = (...args) => spawnSync(program, args, { stdio: 'ignore', timeout: DOCKER_LIMIT_MS }).status === 0;
  return program && works('info') && works('compose', 'version') ? program : undefined;
}
