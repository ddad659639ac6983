import { closeSync, existsSync, fsyncSync, openSync, rmSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import type { DataSource } from 'typeorm';
import { loadSettings } from '../../src/config/env.js';
import { sqliteFileOf } from '../../src/database/options.js';
import { withDataSource } from '../database.js';
import { throwIfInterrupted } from '../interruption.js';
import { CommandFailed, output } from '../output.js';

/** Makes one consistent copy beside a running server. */
export async function backup({ out, json }: { out: string; json?: boolean }): Promise<void> {
  const settings = loadSettings();
  const source = sqliteFileOf(settings.databaseUrl);
  if (source === null) throw new CommandFailed(howForMysql(settings.databaseUrl));
  if (!existsSync(source)) throw new CommandFailed(`There is no database at ${source}.`);
  const target = resolve(out);
  reserve(target);
  try {
    await withDataSource(settings, (dataSource) => copy(dataSource, target));
    await throwIfInterrupted();
  } catch (error) {
    // An incomplete copy must not be taken for a backup.
    rmSync(target, { force: true });
    throw error;
  }
  const { size } = statSync(target);
  if (json) output.json({ file: target, bytes: size });
  else output.note(`Copied to ${target} (${(size / 1024 / 1024).toFixed(1)} MiB); it was read back and is sound.`);
}

async function copy(dataSource: DataSource, target: string): Promise<void> {
  await dataSource.query(`VACUUM INTO '${target.replaceAll("'", "''")}'`);
  // Synced to disk: a backup has to survive a crash of the machine.
  for (const path of [target, dirname(target)]) sync(path);
  await dataSource.query(`ATTACH DATABASE '${target.replaceAll("'", "''")}' AS copy`);
  const [row] = (await dataSource.query('PRAGMA copy.quick_check')) as Record<string, unknown>[];
  if (Object.values(row ?? {})[0] !== 'ok') throw new CommandFailed('The copy is not sound; the backup was not kept.');
}

/** Created empty with mode 0600, before any data is written. */
function reserve(target: string): void {
  try {
    closeSync(openSync(target, 'wx', 0o600));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new CommandFailed(
      code === 'EEXIST'
        ? `${target} exists already; a backup never replaces a file.`
        : `Cannot write ${target}: ${code ?? String(error)}`,
    );
  }
}

function sync(path: string): void {
  const file = openSync(path, 'r');
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

function howForMysql(url: string): string {
  const { hostname, port, pathname, username } = new URL(url);
  const database = pathname.slice(1);
  const server = `--host=${hostname} --port=${port || '3306'} --user=${decodeURIComponent(username)} --password`;
  return [
    'A database on a server is backed up by its own tool, MariaDB and MySQL:',
    `  mariadb-dump --single-transaction --routines --triggers ${server} ${database} > ${database}.sql`,
    `  mysqldump --single-transaction --routines --triggers --set-gtid-purged=OFF --no-tablespaces ${server} ${database} > ${database}.sql`,
    'The user needs the TRIGGER privilege, as the one that makes the schema has it: without it the copy lacks the triggers that keep the',
    'audit log, terms and catalogues from being changed, and nothing says so. See "Back up" in docs/operations.md.',
  ].join('\n');
}
