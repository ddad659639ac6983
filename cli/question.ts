import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { interrupt, orInterrupted } from './interruption.js';
import { output } from './output.js';

/**
 * Reads one line from the terminal. The prompt goes to stderr.
 * @param hidden no echo
 * @returns null at the end of input, as by Ctrl-D
 * @throws Interrupted
 */
export async function ask(prompt: string, { hidden = false } = {}): Promise<string | null> {
  if (hidden) process.stderr.write(prompt);
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const shown = hidden ? { output: silent, terminal: true } : { output: process.stderr };
  const terminal = createInterface({ input: process.stdin, ...shown });
  const ended = new Promise<null>((resolve) => terminal.once('close', () => resolve(null)));
  terminal.once('SIGINT', () => interrupt(130));
  try {
    // The question alone would never resolve once the input has ended.
    return await orInterrupted(Promise.race([terminal.question(hidden ? '' : prompt), ended]));
  } finally {
    terminal.close();
    if (hidden) output.note('');
  }
}
