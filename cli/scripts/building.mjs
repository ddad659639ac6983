import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../../', import.meta.url));

const SERVER_SETTINGS = ['.swcrc', 'tsconfig.json'];
const BUNDLE_SCRIPTS = [
  'rolldown.config.mjs',
  ...['code-cache', 'engine-options', 'runtime-packages'].map((name) => `cli/scripts/${name}.mjs`),
];
const PAGE_SOURCES = ['resources', 'src/contracts', 'src/domain', 'vite.config.ts', 'vite.chunks.ts'];

/** Each part is rebuilt when the content of its inputs changes, so a server change does not rebuild the pages. */
const PARTS = {
  server: {
    inputs: ['src', 'cli', ...SERVER_SETTINGS, ...BUNDLE_SCRIPTS],
    output: 'dist/server/main.js',
    commands: [
      // TypeScript only: cli/scripts is not part of the product.
      ['node_modules/@swc/cli/bin/swc.js', 'src', 'cli', '--out-dir', 'dist', '--extensions', '.ts', '--quiet'],
      ['node_modules/rolldown/bin/cli.mjs', '--config', 'rolldown.config.mjs'],
    ],
  },
  code: {
    // package.json holds the engine's options and version.
    inputs: ['src', 'cli', 'package.json', ...SERVER_SETTINGS, ...BUNDLE_SCRIPTS],
    output: 'dist/server/main.js',
    commands: [['cli/scripts/code-cache.mjs']],
    // Needs the output of the other parts.
    isLast: true,
  },
  client: {
    inputs: PAGE_SOURCES,
    output: 'dist/client',
    commands: [['node_modules/vite/bin/vite.js', 'build']],
  },
  ssr: {
    inputs: PAGE_SOURCES,
    output: 'dist/ssr',
    // The entry has to be given: a bare --ssr overrides the configured one.
    commands: [['node_modules/vite/bin/vite.js', 'build', '--ssr', 'resources/ssr.tsx']],
  },
};

const lockFile = join(root, 'node_modules/.cache/tokendesk-build.lock');
const stampOf = (part) => join(root, 'dist/.stamps', part);
const inputsHashes = (parts) =>
  new Map(parts.map((part) => [part, hashOf(['package-lock.json', ...PARTS[part].inputs])]));

/** Forces the next start to build this part. */
export function forgetBuild(part) {
  rmSync(stampOf(part), { force: true });
}

/**
 * Builds parts that are missing or outdated, in parallel. Reports on stderr only: stdout belongs to the program that is started
 * afterwards. Returns false on failure.
 */
export async function ensureBuilt({ verbose = false } = {}) {
  if (staleParts().length === 0) return true;
  if (!existsSync(join(root, 'node_modules/@swc/cli'))) {
    console.error('The build tools are not installed: run "npm ci" first.');
    return false;
  }
  const release = await takeLock();
  const children = new Set();
  const stop = (signal) => {
    for (const child of children) child.kill(signal);
    release();
    process.exit(signal === 'SIGINT' ? 130 : 143);
  };
  process.once('SIGINT', stop).once('SIGTERM', stop);
  try {
    const hashes = inputsHashes(staleParts());
    for (const isLast of [false, true]) {
      const parts = [...hashes].filter(([part]) => (PARTS[part].isLast ?? false) === isLast);
      const results = await Promise.all(parts.map(([part, hash]) => buildPart(part, hash, children, verbose)));
      if (!results.every(Boolean)) return false;
    }
    return true;
  } finally {
    process.off('SIGINT', stop).off('SIGTERM', stop);
    release();
  }
}

function staleParts() {
  return Object.keys(PARTS).filter((part) => {
    if (!existsSync(stampOf(part)) || !existsSync(join(root, PARTS[part].output))) return true;
    return readFileSync(stampOf(part), 'utf8') !== inputsHashes([part]).get(part);
  });
}

async function buildPart(part, hash, children, verbose) {
  const { commands, output } = PARTS[part];
  const started = performance.now();
  // No stamp during a build, so that an aborted one is repeated.
  forgetBuild(part);
  if (part === 'server')
    for (const tree of ['src', 'cli']) rmSync(join(root, 'dist', tree), { recursive: true, force: true });
  for (const command of commands) {
    const { code, text } = await run(command, children);
    if (code !== 0 || (verbose && text)) console.error(text.trimEnd());
    if (code !== 0) {
      console.error(`build: ${part} failed`);
      return false;
    }
  }
  if (!existsSync(join(root, output))) {
    console.error(`build: ${part} made no ${output}`);
    return false;
  }
  mkdirSync(dirname(stampOf(part)), { recursive: true });
  writeFileSync(stampOf(part), hash);
  console.error(`build: ${part} in ${((performance.now() - started) / 1000).toFixed(1)} s`);
  return true;
}

function run(command, children) {
  return new Promise((resolve) => {
    let text = '';
    const child = spawn(process.execPath, command, {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
      // Always the production build.
      env: { ...process.env, NODE_ENV: 'production' },
    });
    children.add(child);
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (chunk) => (text += chunk));
    child.once('error', (error) => (text += `${error.message}\n`));
    child.once('close', (code) => {
      children.delete(child);
      resolve({ code: code ?? 1, text });
    });
  });
}

function hashOf(inputs) {
  const hash = createHash('sha256');
  for (const input of inputs) {
    for (const file of filesOf(join(root, input))) {
      hash.update(relative(root, file)).update('\0').update(readFileSync(file)).update('\0');
    }
  }
  return hash.digest('hex');
}

function filesOf(path) {
  if (!existsSync(path)) return [];
  if (statSync(path).isFile()) return [path];
  return readdirSync(path, { withFileTypes: true })
    .filter((entry) => !/\.spec\.tsx?$|\.mjs$/.test(entry.name))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => filesOf(join(path, entry.name)));
}

/** Lock: two commands started together must not write dist concurrently. */
async function takeLock() {
  mkdirSync(dirname(lockFile), { recursive: true });
  for (let waited = 0; ; waited += 1) {
    try {
      writeFileSync(lockFile, String(process.pid), { flag: 'wx' });
      return () => rmSync(lockFile, { force: true });
    } catch (error) {
      if (error.code !== 'EEXIST') throw error;
    }
    if (!isAlive(lockHolder())) rmSync(lockFile, { force: true });
    else if (waited === 0) console.error('build: waiting for another build to end');
    await pause(200);
  }
}

function lockHolder() {
  try {
    return Number(readFileSync(lockFile, 'utf8'));
  } catch {
    return 0;
  }
}

function isAlive(pid) {
  if (!pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}
