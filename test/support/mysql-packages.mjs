// A MySQL server where the distribution has none in its own release: Debian stable has MariaDB alone. The packages of Debian unstable
// are fetched with signatures checked, and unpacked into a cache folder together with the C library that they need. Nothing is
// installed, no root is needed, and nothing outside of the folder changes.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { findProgram, MYSQL_FOLDER } from './programs.mjs';

const PACKAGES = ['mysql-server-core', 'mysql-client-core'];
const SOURCE = 'http://deb.debian.org/debian sid main';
const KEYS = '/usr/share/keyrings/debian-archive-keyring.gpg';

/** What is said before it is done, and what a person runs who wants it done. */
export const UNPACK_COMMAND = `node test/support/mysql-packages.mjs   # ${PACKAGES.join(', ')} of Debian unstable, 60 MB, unpacked in ${MYSQL_FOLDER}`;

export function mayUnpackMysql() {
  return ['apt-get', 'dpkg-deb', 'tar'].every((name) => findProgram(name)) && existsSync(KEYS);
}

/** @returns {boolean} false when it failed: why is on the standard error output */
export function unpackMysql() {
  mkdirSync(dirname(MYSQL_FOLDER), { recursive: true });
  const making = `${MYSQL_FOLDER}.${process.pid}`;
  try {
    const packages = download(join(making, 'apt'));
    mkdirSync(join(making, 'root'));
    for (const file of packages) run('dpkg-deb', ['--extract', file, join(making, 'root')]);
    // Whole or not at all, also when two runs do it at once.
    rmSync(MYSQL_FOLDER, { recursive: true, force: true });
    renameSync(join(making, 'root'), MYSQL_FOLDER);
    return true;
  } catch (error) {
    console.error(error.message);
    return false;
  } finally {
    rmSync(making, { recursive: true, force: true });
  }
}

/** With an apt of its own that knows nothing as installed, so that it fetches every library too. @returns paths of the packages */
function download(folder) {
  for (const part of ['lists/partial', 'archives/partial']) mkdirSync(join(folder, part), { recursive: true });
  writeFileSync(join(folder, 'status'), '');
  writeFileSync(join(folder, 'sources.list'), `deb [signed-by=${KEYS}] ${SOURCE}\n`);
  const settings = {
    'Dir::State': folder,
    'Dir::State::status': join(folder, 'status'),
    'Dir::Cache': folder,
    'Dir::Etc::sourcelist': join(folder, 'sources.list'),
    'Dir::Etc::sourceparts': '/dev/null',
    'Dir::Etc::preferencesparts': '/dev/null',
    'APT::Install-Recommends': 'false',
    // The folder is ours, and apt's own user need not get through to it.
    'APT::Sandbox::User': process.getuid?.() === 0 ? 'root' : '',
  };
  const options = ['-qq', ...Object.entries(settings).flatMap(([name, value]) => ['-o', `${name}=${value}`])];
  run('apt-get', [...options, 'update']);
  run('apt-get', [...options, 'install', '--yes', '--download-only', ...PACKAGES]);
  const archives = join(folder, 'archives');
  return readdirSync(archives)
    .filter((name) => name.endsWith('.deb'))
    .map((name) => join(archives, name));
}

function run(program, args) {
  const { status, stdout, stderr } = spawnSync(program, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${program} ${args.at(-1)}:\n${stdout ?? ''}${stderr ?? ''}`.trimEnd());
}

if (process.argv[1] === import.meta.filename) process.exitCode = unpackMysql() ? 0 : 1;
