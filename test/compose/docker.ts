import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const LIMIT_MS = 900_000;
const OUTPUT_LIMIT_BYTES = 256 * 1024 * 1024;

/** Runs `docker` to its end. @returns what it has written to its output @throws with its errors when it fails */
export async function docker(args: string[], options: { env?: NodeJS.ProcessEnv; input?: string } = {}) {
  const running = promisify(execFile)('docker', args, {
    env: options.env ?? process.env,
    timeout: LIMIT_MS,
    maxBuffer: OUTPUT_LIMIT_BYTES,
  });
  running.child.stdin?.on('error', () => undefined).end(options.input ?? '');
  return (await running).stdout;
}
