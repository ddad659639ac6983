// The databases of the benchmark, made once and kept: a run finds them by what they were made from.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../../cli/scripts/building.mjs';
import { freePort } from '../../support/free-port.mjs';
import { makeDatabase } from './load.mjs';
import { startServer } from './server.mjs';

export const SIZES = { bench_10k: 10_000, bench_100k: 100_000, bench_1m: 1_000_000 };
/** Made when a work asks for it: the same payments, spread over twenty projects with ten events each. */
const SPREAD = { bench_100k_projects: [100_000, 20], bench_1m_projects: [1_000_000, 20] };
const BUILT = join(root, 'dist');
/** What decides about the rows and the tables they stand in. */
const MADE_FROM = ['test/bench/books', 'src/database/migrations', 'src/database'];

/**
 * Starts the server with every database in place; what is missing is made first. A folder whose rows were made from something
 * else is thrown away.
 */
export async function prepareData({ folder = join(root, 'bench/.data'), port, databases = Object.keys(SIZES), say }) {
  const key = hashOfFiles(MADE_FROM);
  const place = join(folder, key);
  if (existsSync(folder))
    for (const other of readdirSync(folder)) if (other !== key) rmSync(join(folder, other), { recursive: true });
  mkdirSync(place, { recursive: true });
  const server = await startServer({ folder: place, port: port ?? (await freePort()) });
  try {
    for (const database of databases) await prepareDatabase({ server, folder: place, database, say });
  } catch (error) {
    await server.stop();
    throw error;
  }
  return { server, key, folder: place };
}

/** Makes a database unless it is there. */
export async function prepareDatabase({ server, folder, database, say }) {
  const stamp = join(folder, `${database}.made`);
  if (existsSync(stamp)) return;
  const started = performance.now();
  const [size, projects] = SPREAD[database] ?? [SIZES[database], 1];
  await makeDatabase({ server, built: BUILT, database, size, projects, folder, say });
  writeFileSync(stamp, '');
  say(`${database}: made in ${((performance.now() - started) / 1000).toFixed(0)} s`);
}

function hashOfFiles(folders) {
  const hash = createHash('sha256');
  for (const folder of folders.map((path) => join(root, path))) {
    const files = readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isFile() && !/\.spec\.|\.d\.mts$/.test(entry.name))
      .map(({ name }) => name)
      .sort();
    for (const name of files) hash.update(readFileSync(join(folder, name))).update('\0');
  }
  return hash.digest('hex').slice(0, 12);
}
