import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { join } from 'node:path';
import { collect } from './collected.js';
import type { TestApp } from './test-app.js';

export const CLI = join(import.meta.dirname, '../../dist/server/tokendesk.js');

export interface Run {
  code: number;
  stdout: string;
  stderr: string;
}

/** Settings with which a command works beside the product of a test. */
export function environmentOf({ settings, bank }: TestApp): Record<string, string> {
  return {
    NODE_ENV: 'test',
    DATABASE_URL: settings.databaseUrl,
    DATA_DIR: settings.dataDir,
    GATEWAY_BASE_URL: bank.url,
    // The bank answers from a process that is busy with the test as well.
    GATEWAY_TIMEOUT_MS: '8000',
  };
}

/** The built command line as a process of its own, outside of any terminal and of any developer's .env. */
export function tokendesk(
  args: string[],
  env: Record<string, string>,
  folder: string,
  input = '',
  /** A program that runs it, with arguments. */
  within: readonly string[] = [],
): Promise<Run> {
  return new Promise((resolve) => {
    const options = { cwd: folder, env: { PATH: process.env.PATH ?? '', ...env }, maxBuffer: 16 * 1024 * 1024 };
    const [program = process.execPath, ...all] = [...within, process.execPath, CLI, ...args];
    const child = execFile(program, all, options, (error, stdout, stderr) => {
      collect('log', jsonLinesOf(stderr));
      resolve({ code: error ? Number(error.code) : 0, stdout, stderr });
    });
    // A command that reads nothing may have ended by now.
    child.stdin?.on('error', () => undefined).end(input);
  });
}

/** What a command says to whoever runs it may name what they named; its log may not. */
function jsonLinesOf(text: string): string {
  const lines = text.split('\n').filter((line) => line.startsWith('{'));
  return lines.map((line) => `${line}\n`).join('');
}

/** One that goes on until somebody stops it. */
export function startTokendesk(args: string[], env: Record<string, string>, folder: string): ChildProcess {
  const options = { cwd: folder, env: { PATH: process.env.PATH ?? '', ...env } };
  return spawn(process.execPath, [CLI, ...args], { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
}
