import { describe, expect, it } from '@jest/globals';
import type { Command } from 'commander';
import { placesOf } from './actions/completion.js';
import { wholeProgram } from './program.js';

const program = await wholeProgram();
const leaves = (command: Command, path: string): [string, Command][] =>
  command.commands.length === 0
    ? [[path, command]]
    : command.commands.flatMap((child) => leaves(child, `${path} ${child.name()}`.trim()));

function helpOf(command: Command): string {
  let text = '';
  command.configureOutput({ writeOut: (part) => (text += part) });
  command.outputHelp();
  return text;
}

describe('every command', () => {
  it.each(leaves(program, ''))('%s shows an example of itself', (path, command) => {
    expect(command.description()).not.toBe('');
    expect(helpOf(command)).toMatch(new RegExp(`\\n {2}\\$ tokendesk ${path}\\b`));
  });

  it('says what its options are for', () => {
    const silent = placesOf(program).flatMap(({ path, options }) =>
      options.filter(({ description }) => description === '').map(({ flags }) => `${path} ${flags[0]}`),
    );
    expect(silent).toEqual([]);
  });
});
