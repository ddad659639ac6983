// npm run dev: the page server with hot reload beside the server in watch mode; both are stopped together.
import { spawn } from 'node:child_process';
import { forgetBuild, root } from './building.mjs';

const VITE_PORT = 5173;
const GRACE_MS = 10_000;

// The watcher writes dist/src without updating the stamps.
forgetBuild('server');

const running = new Set();
let stopping = false;

function start(name, args, env = {}) {
  const child = spawn(process.execPath, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } });
  running.add(child);
  child.once('exit', (code, signal) => {
    running.delete(child);
    if (!stopping) {
      console.error(`dev: ${name} ended (${signal ?? code}), stopping the rest`);
      stop(code || 1);
    }
    if (running.size === 0) process.exit();
  });
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
// Without a shell, so that the signal reaches the server.
start('the server', ['node_modules/@nestjs/cli/bin/nest.js', 'start', '--watch', '--no-shell'], {
  VITE_ORIGIN: `http://localhost:${VITE_PORT}`,
});
