import { spawnSync } from 'node:child_process';
import { mayUnpackMysql, UNPACK_COMMAND, unpackMysql } from './mysql-packages.mjs';
import { installOldestNode, mayInstallOldestNode, OLDEST_NODE_COMMAND } from './oldest-node.mjs';
import {
  findChromium,
  findDocker,
  findGalera,
  findHeadlessShell,
  findMariadb,
  findMysql,
  findMysqlClient,
  findOldestNode,
  findProgram,
  findRedis,
  hasDevanagari,
} from './programs.mjs';

/** Without the second, pages in Hindi are boxes of one width. */
const FONTS = ['fonts-liberation', 'fonts-lohit-deva'];

const TOOLS = {
  mariadb: {
    what: 'a MariaDB server with its dump program',
    find: () => findMariadb() && findProgram('mariadb-dump', 'mysqldump') && findProgram('mariadb', 'mysql'),
    packages: ['mariadb-server-core', 'mariadb-client-core', 'mariadb-client'],
    otherwise:
      'or point TEST_DATABASE_URL to a server (mysql://user:password@host:port) whose user may create databases',
  },
  mysql: {
    what: 'a MySQL server with its dump program (not MariaDB)',
    find: () => findMysql() && findMysqlClient('mysqldump') && findMysqlClient('mysql'),
    packages: [],
    // No package of the distribution: fetched and unpacked beside it, which needs no root.
    unpack: { mayRun: mayUnpackMysql, run: unpackMysql, command: UNPACK_COMMAND },
    howTo: 'Install MySQL 8.0 or later so that mysqld is in the PATH',
    otherwise: 'or point TEST_MYSQL_URL to a server (mysql://user:password@host:port) whose user has all rights',
  },
  oldestNode: {
    what: 'Node.js 20, the oldest that the product supports',
    find: findOldestNode,
    packages: [],
    unpack: { mayRun: mayInstallOldestNode, run: installOldestNode, command: OLDEST_NODE_COMMAND },
    howTo: 'Install it',
    otherwise: 'or point TEST_OLDEST_NODE to one',
  },
  galera: {
    what: 'MariaDB Galera, with rsync',
    find: findGalera,
    packages: ['mariadb-server', 'galera-4', 'rsync'],
    otherwise: 'as its specs start several servers',
  },
  haproxy: {
    what: 'HAProxy',
    find: () => findProgram('haproxy'),
    packages: ['haproxy'],
    otherwise: 'so that haproxy is in the PATH',
  },
  redis: {
    what: 'a Redis server',
    find: findRedis,
    packages: ['redis-server'],
    otherwise: 'or point TEST_REDIS_URL to a server (redis://host:port) that the tests may write to',
  },
  chromium: {
    what: 'Chromium, with fonts for English and Hindi',
    find: () => (hasDevanagari() ? findHeadlessShell() : undefined),
    packages: ['chromium-headless-shell', ...FONTS],
    // Not every distribution has the shell alone.
    instead: { find: findChromium, packages: ['chromium', ...FONTS] },
    otherwise: 'or point CHROMIUM_PATH to a Chromium or Chrome',
  },
};

/** Nothing that a run installs: an engine is a service of the machine, and who may use it is root there. */
const DOCKER_MISSING =
  'nothing of this lane was run. It needs a Docker engine that answers (docker info), with the compose plugin (docker compose version). ' +
  'Debian and Ubuntu, with the packages of download.docker.com: apt-get install docker-ce docker-ce-cli containerd.io docker-compose-plugin; ' +
  'others: https://docs.docker.com/engine/install/.';

/** @returns why lanes with this need cannot run here; undefined when they can. The others are not held up by it. */
export function whyNot(need) {
  return need === 'docker' && !findDocker() ? DOCKER_MISSING : undefined;
}

/** For specs that start MySQL servers of their own: one that runs elsewhere is of no use to them. */
TOOLS.mysqld = { ...TOOLS.mysql, otherwise: 'as its specs start several of them' };

/**
 * Installs those of the named tools that are missing from the distribution's packages, and says so first; where that is not allowed or
 * did not help, it throws with a text that names the one command to run. A lane is never left out for want of its tool.
 */
export function installMissing(names) {
  const isAllowed = process.env.TOKENDESK_INSTALL !== '0';
  const may = ({ unpack }) => isAllowed && (unpack ? unpack.mayRun() : mayInstall());
  // Where installing is possible the better program is wanted, else the one that there is will do.
  const wanted = names
    .flatMap((name) => TOOLS[name] ?? [])
    .filter((tool) => !(may(tool) ? tool.find() : isThere(tool)));
  if (wanted.length === 0) return;
  const possible = wanted.filter(may);
  if (possible.length > 0) {
    announce(possible);
    const packages = possible.flatMap((tool) => tool.packages);
    if (packages.length > 0) timed(() => install(packages));
    for (const { instead } of possible.filter((tool) => !isThere(tool)))
      if (instead) timed(() => install(instead.packages));
    for (const { unpack } of possible) if (unpack) timed(unpack.run);
  }
  const lacking = wanted.filter((tool) => !isThere(tool));
  if (lacking.length === 0) return;
  if (process.env.TOKENDESK_INSTALL !== '0') throw new Error(lacking.map(howTo).join('\n'));
  const missing = lacking.map(({ what }) => what).join('; ');
  const command = commandFor(lacking);
  throw new Error(
    `nothing was run. Missing, and not installed as TOKENDESK_INSTALL=0 asks: ${missing}. Run:\n  ${command}`,
  );
}

function announce(tools) {
  const what = tools.map((tool) => tool.what).join('; ');
  console.log(`The tests need ${what}. About to install, before anything else runs:\n  ${commandFor(tools)}`);
  console.log('TOKENDESK_INSTALL=0 prevents it.');
}

function commandFor(tools) {
  const packages = tools.flatMap((tool) => tool.packages);
  const commands = tools.flatMap(({ unpack }) => (unpack ? [unpack.command] : []));
  if (packages.length > 0) commands.unshift(`apt-get install -y --no-install-recommends ${packages.join(' ')}`);
  return commands.join('\n  ');
}

function isThere({ find, instead }) {
  return Boolean(find() ?? instead?.find());
}

function mayInstall() {
  return process.getuid?.() === 0 && findProgram('apt-get') !== undefined;
}

function timed(work) {
  const started = performance.now();
  const done = work();
  const seconds = ((performance.now() - started) / 1000).toFixed(0);
  console.log(done ? `Installed in ${seconds} s` : 'The installation failed.');
}

function install(packages) {
  // A machine image often comes without package lists, and stale ones name packages that are gone. One source that does
  // not answer need not be the one that is asked.
  apt('update');
  return apt('install', '-y', '--no-install-recommends', ...packages);
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

function howTo({ what, packages, howTo: how, otherwise }) {
  const install = how ?? `Install it (Debian, Ubuntu: apt-get install ${packages.join(' ')})`;
  return `nothing was run. The tests need ${what}, which is not installed. ${install}, ${otherwise}.`;
}
