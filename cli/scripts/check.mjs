// npm run check: everything that can be judged without running the product, side by side; zero warnings allowed.
import { spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { root } from './building.mjs';

const CACHE = 'node_modules/.cache';
const SOURCES = ['src', 'cli', 'resources', 'test'];
const types = (project, name) => [
  'typescript/bin/tsc',
  '-p',
  project,
  '--incremental',
  '--tsBuildInfoFile',
  `${CACHE}/${name}.tsbuildinfo`,
];

/** Longest first: the short ones fill the gaps. */
const STEPS = [
  { name: 'types of server, cli and tests', args: types('tsconfig.json', 'server') },
  {
    name: 'lint',
    args: ['oxlint/bin/oxlint', '--type-aware', '--deny-warnings', '--disable-nested-config', ...SOURCES],
  },
  {
    name: 'module boundaries',
    args: [
      'dependency-cruiser/bin/dependency-cruise.mjs',
      '--config',
      '.dependency-cruiser.cjs',
      'src',
      'cli',
      'resources',
    ],
  },
  { name: 'dead code', args: ['knip/bin/knip.js', '--no-progress'] },
  {
    name: 'format',
    args: [
      'prettier/bin/prettier.cjs',
      '--check',
      '.',
      '--cache',
      '--cache-location',
      `${CACHE}/prettier/check`,
      '--log-level',
      'warn',
    ],
  },
  { name: 'types of the pages', args: types('resources/tsconfig.json', 'resources') },
];

function run(args) {
  return new Promise((resolve) => {
    const started = performance.now();
    let text = '';
    const child = spawn(process.execPath, [join('node_modules', args[0]), ...args.slice(1)], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, FORCE_COLOR: process.stdout.isTTY ? '1' : '0' },
    });
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (chunk) => (text += chunk));
    child.once('error', (error) => (text += error.message));
    child.once('close', (code) => resolve({ ok: code === 0, text: text.trim(), ms: performance.now() - started }));
  });
}

mkdirSync(join(root, CACHE), { recursive: true });
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

await Promise.all(Array.from({ length: Math.max(2, availableParallelism()) }, worker));
const seconds = ((performance.now() - started) / 1000).toFixed(1);
console.log(
  failed.length === 0
    ? `check: all ${STEPS.length} passed in ${seconds} s`
    : `check: failed in ${seconds} s: ${failed.join(', ')}`,
);
process.exitCode = failed.length === 0 ? 0 : 1;
