import { text } from 'node:stream/consumers';
import { CommandFailed, WrongUsage } from './output.js';
import { ask } from './question.js';

/** Never an argument: those are visible in process lists and shell history. */
export async function readNewPassword(fromStdin: boolean): Promise<string> {
  if (fromStdin) return withoutLineEnd(await text(process.stdin));
  if (!process.stdin.isTTY) throw new WrongUsage('there is no terminal to ask on; use --password-stdin');
  const [first, second] = [await ask('Password: ', { hidden: true }), await ask('Once more: ', { hidden: true })];
  if (first === null || second === null) throw new CommandFailed('No password was given.');
  if (first !== second) throw new CommandFailed('The two passwords differ.');
  return first;
}

function withoutLineEnd(input: string): string {
  return input.replace(/\r?\n$/, '');
}
