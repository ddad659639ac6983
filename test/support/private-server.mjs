// What the servers that the tests start for themselves have in common.
import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { findProgram } from './programs.mjs';

const STOP_LIMIT_MS = 10_000;

/** Where the system can do it, the server ends even when this process is killed outright. */
export function spawnWithParent(server, args, options) {
  const setpriv = process.platform === 'linux' ? findProgram('setpriv') : undefined;
  return setpriv ? spawn(setpriv, ['--pdeathsig', 'TERM', server, ...args], options) : spawn(server, args, options);
}

/** Ends the server and removes its folder: when called, or with this process. */
export function stopper(child, dir) {
  const ended = new Promise((resolve) => child.once('exit', resolve).once('error', resolve));
  const atExit = () => {
    child.kill('SIGKILL');
    rmSync(dir, { recursive: true, force: true, maxRetries: 5 });
  };
  process.once('exit', atExit);
  return async ({ keepFiles = false, isAtOnce = false } = {}) => {
    child.kill(isAtOnce ? 'SIGKILL' : 'SIGTERM');
    const late = setTimeout(() => child.kill('SIGKILL'), STOP_LIMIT_MS);
    await ended;
    clearTimeout(late);
    process.off('exit', atExit);
    if (!keepFiles) rmSync(dir, { recursive: true, force: true });
  };
}
