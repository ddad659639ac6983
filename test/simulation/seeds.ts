import { mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { engineOf, isOnServer } from '../support/engine.js';
import { coverageOf } from './coverage.js';
import { makeStage, runSeeds, storyOf } from './stage.js';

const COMMANDS = 60;
const LIMIT_MS = 3_600_000;
/** Of all runs of one `npm test` together, once there are enough of them to judge by. */
const LEAST_COVERAGE = 2 / 3;
const JUDGED_FROM_SEEDS = 40;
/** In the temporary folder of this run, which all its processes share. */
const COVERAGE_FOLDER = join(tmpdir(), 'simulation-coverage');

/** How many seeds all files play together. */
function seedsInAll(): number {
  const wanted = Number(process.env['SIMULATION_SEEDS']);
  if (wanted > 0) return wanted;
  if (process.env['TEST_LONG'] === '1') return isOnServer() ? 1000 : 4000;
  return isOnServer() ? 50 : 200;
}

/** One file's share. Small ones are dealt out evenly; a worker that has warmed up plays the next file of its lane. */
export function describeSeeds(part: number, parts: number): void {
  describe('a thousand days of selling', () => {
    let stage: Awaited<ReturnType<typeof makeStage>>;
    beforeAll(async () => {
      stage = await makeStage();
    }, LIMIT_MS);
    afterAll(() => stage.close());

    it(
      'end by the rules of the model, whatever happens to whom and when',
      async () => {
        const wanted = seedsInAll();
        const first = 1 + Math.floor((wanted * part) / parts);
        const count = Math.floor((wanted * (part + 1)) / parts) - first + 1;
        const { cells, failed } = await runSeeds(
          stage,
          Array.from({ length: count }, (_, at) => first + at),
          COMMANDS,
        );
        const all = leaveCoverage({ cells: [...cells], seeds: count }, part);
        if (failed) throw new Error(storyOf(failed));
        const coverage = coverageOf(new Set(all.flatMap((file) => file.cells)));
        expect(coverage.part).toBeGreaterThan(0.2);
        if (all.filter(({ engine }) => engine === engineOf()).length < parts) return;
        const seeds = all.reduce((sum, file) => sum + file.seeds, 0);
        const engines = [...new Set(all.map(({ engine }) => engine))].join(' and ');
        console.log(`${seeds} seeds on ${engines}: ${coverage.text}`);
        if (seeds >= JUDGED_FROM_SEEDS && coverage.part < LEAST_COVERAGE) throw new Error(coverage.detail);
      },
      LIMIT_MS,
    );
  });
}

interface FileCoverage {
  cells: string[];
  seeds: number;
}

/** @returns what all files of this run have reached so far, this one among them: the last file of an engine finds all of them */
function leaveCoverage(own: FileCoverage, part: number): (FileCoverage & { engine: string })[] {
  mkdirSync(COVERAGE_FOLDER, { recursive: true });
  const name = `${engineOf()}-${part}.json`;
  // Under its name only once it is whole: another process may be reading.
  writeFileSync(join(COVERAGE_FOLDER, `${name}.part`), JSON.stringify(own));
  renameSync(join(COVERAGE_FOLDER, `${name}.part`), join(COVERAGE_FOLDER, name));
  return readdirSync(COVERAGE_FOLDER)
    .filter((file) => file.endsWith('.json'))
    .map((file) => ({
      ...(JSON.parse(readFileSync(join(COVERAGE_FOLDER, file), 'utf8')) as FileCoverage),
      engine: file.split('-')[0]!,
    }));
}
