// npm run simulate -- [--seed N | --seeds A..B] [--engine mariadb|mysql] [--commands N] [--shrink] [--failures N] [--coverage] [--planted [name …]]
import 'reflect-metadata';
import { existsSync, statfsSync } from 'node:fs';
import { engineOf } from '../support/engine.js';
import { startMariadb } from '../support/mariadb.mjs';
import { startMysql } from '../support/mysql.mjs';
import { coverageOf } from './coverage.js';
import { runPlanted } from './plant.mjs';
import { planOf } from './plan.js';
import { runPlan } from './run.js';
import { shrink } from './shrink.js';
import { makeStage, storyOf } from './stage.js';

const MEMORY_FOLDER = '/dev/shm';
const MEMORY_NEEDED_BYTES = 1024 ** 3;
const given = process.argv.slice(2);

function option(name: string): string | undefined {
  const at = given.indexOf(`--${name}`);
  return at < 0 ? undefined : given[at + 1];
}

async function main(): Promise<number> {
  useMemoryForTemporaryFiles();
  if (given.includes('--planted')) return runPlanted(given.slice(given.indexOf('--planted') + 1));
  let server: Awaited<ReturnType<typeof startMariadb>> | null = null;
  const engine = option('engine');
  if (engine === 'mariadb' || engine === 'mysql') {
    process.env['TEST_ENGINE'] = engine;
    if (!process.env['TEST_DATABASE_URL']) {
      server = await (engine === 'mysql' ? startMysql() : startMariadb());
      process.env['TEST_DATABASE_URL'] = server.url;
    }
  }
  const stage = await makeStage();
  try {
    return await play(stage);
  } finally {
    await stage.close();
    await server?.stop();
  }
}

/** A database on a disk waits for its sync at each commit. */
function useMemoryForTemporaryFiles(): void {
  if (process.env['TMPDIR'] || !existsSync(MEMORY_FOLDER)) return;
  const { bavail, bsize } = statfsSync(MEMORY_FOLDER);
  if (bavail * bsize >= MEMORY_NEEDED_BYTES) process.env['TMPDIR'] = MEMORY_FOLDER;
}

async function play(stage: Awaited<ReturnType<typeof makeStage>>): Promise<number> {
  const one = option('seed');
  const [first = 1, last = first] = (option('seeds') ?? `${one ?? 1}..${one ?? 1}`).split('..').map(Number);
  const cells = new Set<string>();
  let failed = 0;
  const started = performance.now();
  for (let seed = first; seed <= last && failed < Number(option('failures') ?? 1); seed += 1) {
    const before = process.cpuUsage();
    let outcome = await runPlan(planOf(seed, engineOf(), Number(option('commands') ?? 60)), stage);
    const { user, system } = process.cpuUsage(before);
    for (const cell of outcome.cells) cells.add(cell);
    if (outcome.failure !== null) {
      failed += 1;
      if (given.includes('--shrink')) outcome = await shrink(outcome, stage);
    }
    if (outcome.failure !== null || one !== undefined) console.log(storyOf(outcome));
    const reason = outcome.failure?.split('\n').slice(0, 2).join(' ') ?? 'ok';
    console.log(`seed ${seed}: ${reason} (${((user + system) / 1000).toFixed(0)} ms of processor time)`);
  }
  const { text, detail } = coverageOf(cells);
  console.log(
    `in ${((performance.now() - started) / 1000).toFixed(1)} s: ${given.includes('--coverage') ? detail : text}`,
  );
  return failed === 0 ? 0 : 1;
}

process.exit(await main());
