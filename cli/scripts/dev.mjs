// npm run dev: the page server with hot reload beside the server in watch mode; both are stopped together.
import { spawn } from 'node:child_process';
import { ensureBuilt, forgetBuild, root } from './building.mjs';

const VITE_PORT = 5173;
const COMPILER = ['node_modules/@swc/cli/bin/swc.js'];
const GRACE_MS = 10_000;

// What the server is made of has to be there before it is watched.
if (!(await ensureBuilt())) process.exit(1);
// The compiler writes dist/src from here on without updating the stamps.
forgetBuild('server');

const running = new Set();
let stopping = false;

function start(name, args, env = {}) {
  const stdio = ['inherit', name === 'the compiler' ? 'pipe' : 'inherit', 'inherit'];
  const child = spawn(process.execPath, args, { cwd: root, stdio, env: { ...process.env, ...env } });
  running.add(child);
  child.once('exit', (code, signal) => {
    running.delete(child);
    if (!stopping) {
      console.error(`dev: ${name} ended (${signal ?? code}), stopping the rest`);
      stop(code || 1);
    }
    if (running.size === 0) process.exit();
  });
  return child;
}

function stop(exitCode) {
  // Ctrl-C arrives twice: from the terminal and through npm.
  if (stopping) return;
  stopping = true;
  process.exitCode = exitCode;
  for (const child of running) child.kill('SIGTERM');
  setTimeout(() => {
    for (const child of running) child.kill('SIGKILL');
  }, GRACE_MS).unref();
}

process.on('SIGINT', () => stop(0));
process.on('SIGTERM', () => stop(0));

start('the page server', ['node_modules/vite/bin/vite.js', '--port', String(VITE_PORT), '--strictPort']);
const compiler = start('the compiler', [...COMPILER, 'src', '--out-dir', 'dist', '--extensions', '.ts', '--watch']);
// It writes every file once when it starts, which the server would take for as many changes.
compiler.stdout.setEncoding('utf8').once('data', () => {
  const watched = ['--watch', '--watch-preserve-output', '--watch-path=dist/src'];
  start('the server', [...watched, 'dist/src/main.js'], { VITE_ORIGIN: `http://localhost:${VITE_PORT}` });
});
