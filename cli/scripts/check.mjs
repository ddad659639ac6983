// npm run check: everything that can be judged without running the product, side by side; zero warnings allowed.
import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { root } from './building.mjs';

const SOURCES = ['src', 'cli', 'resources', 'test'];
/** The native compiler judges types in a fifth of the time; what needs a compiler's API uses `typescript`. */
const types = (project) => ['node_modules/typescript-7/bin/tsc', '-p', project, '--noEmit'];

/** Longest first, for the shortest total time. */
const STEPS = [
  { name: 'types of server, cli and tests', args: types('tsconfig.json') },
  {
    name: 'lint',
    args: ['node_modules/oxlint/bin/oxlint', '--type-aware', '--deny-warnings', '--disable-nested-config', ...SOURCES],
  },
  {
    name: 'module boundaries',
    args: [
      'node_modules/dependency-cruiser/bin/dependency-cruise.mjs',
      '--config',
      '.dependency-cruiser.cjs',
      'src',
      'cli',
      'resources',
    ],
  },
  { name: 'dead code', args: ['node_modules/knip/bin/knip.js', '--no-progress'] },
  { name: 'format', args: ['node_modules/oxfmt/bin/oxfmt', '--check'] },
  { name: 'types of the pages', args: types('resources/tsconfig.json') },
  {
    name: 'generated files and documents',
    args: [
      '--disable-warning=ExperimentalWarning',
      '--import',
      './test/runner/register.mjs',
      'test/documents/main.ts',
      '--check',
    ],
  },
];
/** `--one-by-one` leaves a core free. */
const AT_ONCE = process.argv.includes('--one-by-one') ? 1 : Math.max(2, availableParallelism());
const children = new Set();

function run(args) {
  return new Promise((resolve) => {
    const started = performance.now();
    let text = '';
    const child = spawn(process.execPath, args, {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, FORCE_COLOR: process.stdout.isTTY ? '1' : '0' },
    });
    children.add(child);
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (chunk) => (text += chunk));
    child.once('error', (error) => (text += error.message));
    child.once('close', (code) => {
      children.delete(child);
      resolve({ ok: code === 0, text: text.trim(), ms: performance.now() - started });
    });
  });
}

for (const [signal, code] of [
  ['SIGINT', 130],
  ['SIGTERM', 143],
])
  process.once(signal, () => {
    for (const child of children) child.kill('SIGKILL');
    process.exit(code);
  });

const started = performance.now();
const waiting = [...STEPS];
const failed = [];

async function worker() {
  for (let step = waiting.shift(); step; step = waiting.shift()) {
    const { name, args } = step;
    const { ok, text, ms } = await run(args);
    console.log(`${ok ? 'ok    ' : 'FAILED'} ${name} (${(ms / 1000).toFixed(1)} s)`);
    if (ok) continue;
    failed.push(name);
    console.log(`${text.replaceAll(/^/gm, '    ')}\n`);
  }
}

await Promise.all(Array.from({ length: AT_ONCE }, worker));
const seconds = ((performance.now() - started) / 1000).toFixed(1);
console.log(
  failed.length === 0
    ? `check: all ${STEPS.length} passed in ${seconds} s`
    : `check: failed in ${seconds} s: ${failed.join(', ')}`,
);
process.exitCode = failed.length === 0 ? 0 : 1;
