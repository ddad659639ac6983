import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { CommandFailed, output, WrongUsage } from './output.js';

/** Never as an argument: those are seen by everybody who lists processes, and kept in the shell's history. */
export async function readNewPassword(fromStdin: boolean): Promise<string> {
  if (fromStdin) return withoutLineEnd(await text(process.stdin));
  if (!process.stdin.isTTY) throw new WrongUsage('there is no terminal to ask on; use --password-stdin');
  const [first, second] = [await ask('Password: '), await ask('Once more: ')];
  if (first !== second) throw new CommandFailed('The two passwords differ.');
  return first;
}

/** The prompt is shown; what is typed is not. */
async function ask(prompt: string): Promise<string> {
  process.stderr.write(prompt);
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const terminal = createInterface({ input: process.stdin, output: silent, terminal: true });
  terminal.once('SIGINT', () => {
    output.note('');
    process.exit(130);
  });
  try {
    return await terminal.question('');
  } finally {
    terminal.close();
    output.note('');
  }
}

function withoutLineEnd(input: string): string {
  return input.replace(/\r?\n$/, '');
}
