import { spawnSync } from 'node:child_process';
import { findChromium, findMariadb, findProgram, findRedis } from './programs.mjs';

const TOOLS = {
  mariadb: {
    what: 'a MariaDB server with its dump program',
    find: () => findMariadb() && findProgram('mariadb-dump', 'mysqldump') && findProgram('mariadb', 'mysql'),
    packages: ['mariadb-server-core', 'mariadb-client-core', 'mariadb-client'],
    otherwise:
      'or point TEST_DATABASE_URL to a server (mysql://user:password@host:port) whose user may create databases',
  },
  redis: {
    what: 'a Redis server',
    find: findRedis,
    packages: ['redis-server'],
    otherwise: 'or point TEST_REDIS_URL to a server (redis://host:port) that the tests may write to',
  },
  chromium: {
    what: 'Chromium',
    find: findChromium,
    packages: ['chromium', 'fonts-liberation'],
    otherwise: 'or point CHROMIUM_PATH to a Chromium or Chrome',
  },
};

/**
 * Sees to it that the named tools are there: installs what is missing from the distribution's packages where that is
 * allowed, else throws with a text that says what to install. A test lane is never left out for want of its tool.
 */
export function ensureInstalled(names) {
  const missing = names.filter((name) => !TOOLS[name].find());
  if (missing.length === 0) return;
  const packages = missing.flatMap((name) => TOOLS[name].packages);
  if (process.env.TOKENDESK_INSTALL === '0')
    throw new Error(`Not installed, as TOKENDESK_INSTALL=0 asks: apt-get install ${packages.join(' ')}`);
  if (mayInstall()) install(packages);
  const left = missing.filter((name) => !TOOLS[name].find());
  if (left.length > 0) throw new Error(left.map((name) => howTo(TOOLS[name])).join('\n'));
}

function mayInstall() {
  return process.getuid?.() === 0 && findProgram('apt-get') !== undefined;
}

function install(packages) {
  console.error(`Installing with apt-get what the tests need: ${packages.join(' ')} (TOKENDESK_INSTALL=0 prevents it)`);
  const started = performance.now();
  // A machine image often comes without package lists, and stale ones name packages that are gone. One source that does
  // not answer need not be the one that is asked.
  apt('update');
  const done = apt('install', '-y', '--no-install-recommends', ...packages);
  const seconds = ((performance.now() - started) / 1000).toFixed(0);
  console.error(done ? `Installed in ${seconds} s` : 'The installation failed.');
}

function apt(...args) {
  const { status, stdout, stderr } = spawnSync('apt-get', ['-qq', '-o', 'DPkg::Lock::Timeout=120', ...args], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  });
  if (status !== 0) console.error(`apt-get ${args.join(' ')}:\n${stdout ?? ''}${stderr ?? ''}`.trimEnd());
  return status === 0;
}

function howTo({ what, packages, otherwise }) {
  return `The tests need ${what}, which is not installed. Install it (Debian, Ubuntu: apt-get install ${packages.join(' ')}), ${otherwise}.`;
}
