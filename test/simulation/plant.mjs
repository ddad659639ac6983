// Plants each fault in a throw-away copy of the product and lets the simulator look for it.
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PLANTED_FAULTS } from './planted-faults.mjs';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const SEEDS = 200;

/** @param names of faults; none: all of them @returns how many were not found */
export function runPlanted(names) {
  const faults = PLANTED_FAULTS.filter(({ name }) => names.length === 0 || names.includes(name));
  return faults.filter((fault) => !isFound(fault)).length;
}

function isFound({ name, what, edits, engine }) {
  // Always the same place: what is transformed once is kept by its path.
  const copy = join(ROOT, 'data/planted');
  rmSync(copy, { recursive: true, force: true });
  mkdirSync(copy, { recursive: true });
  try {
    for (const part of ['src', 'cli', 'test', 'resources', 'package.json', 'tsconfig.json', 'dist'])
      execFileSync('cp', ['-al', join(ROOT, part), copy]);
    symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'));
    for (const edit of edits) plant(copy, name, edit);
    const { stdout, stderr } = play(copy, engine);
    const found = /^seed (\d+): (?!ok)(.*?)(?: \(\d+ ms|$)/m.exec(stdout);
    const ended = /^in [\d.]+ s/m.test(stdout);
    const result = found
      ? `found by seed ${found[1]}${engine ? ` on ${engine}` : ''}: ${found[2]}`
      : ended
        ? `NOT FOUND in ${SEEDS} seeds`
        : `did not run: ${stderr.slice(-400)}`;
    console.log(`${name} (${what}): ${result}`);
    return found !== null;
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}

/** The files are hard links: the changed one takes the place of its link. */
function plant(copy, name, [file, search, replace]) {
  const path = join(copy, file);
  const text = readFileSync(path, 'utf8');
  if (!text.includes(search)) throw new Error(`${name} cannot be planted: ${file} has changed`);
  rmSync(path);
  writeFileSync(
    path,
    text.replace(search, () => replace),
  );
}

function play(copy, engine) {
  const loader = [
    '--import',
    './test/runner/register.mjs',
    '--enable-source-maps',
    '--disable-warning=ExperimentalWarning',
  ];
  const command = [
    ...loader,
    'test/simulation/simulate.ts',
    '--seeds',
    `1..${SEEDS}`,
    ...(engine ? ['--engine', engine] : []),
  ];
  return spawnSync(process.execPath, command, { cwd: copy, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });
}
