#!/usr/bin/env node
import { Command } from 'commander';
import { report } from './failure.js';

/** A command file registers its commands on the program; it is loaded only when one of them is called. */
interface CommandFile {
  name: string;
  summary: string;
  load: () => Promise<{ register(program: Command): void }>;
}

const COMMANDS: CommandFile[] = [
  { name: 'admin', summary: 'create the first admin', load: () => import('./commands/admin-seed.js') },
  {
    name: 'staff',
    summary: 'list, disable and enable staff, reset a password',
    load: () => import('./commands/staff.js'),
  },
  {
    name: 'db',
    summary: 'bring the database schema up to date, or show its state',
    load: () => import('./commands/db.js'),
  },
  { name: 'payments', summary: 'ask the bank about payments', load: () => import('./commands/payments.js') },
  { name: 'audit', summary: 'check that the audit log is whole', load: () => import('./commands/audit.js') },
  { name: 'export', summary: 'write payments to a CSV or XLSX file', load: () => import('./commands/export.js') },
  {
    name: 'reconcile',
    summary: "compare a day's settlements with our books",
    load: () => import('./commands/reconcile.js'),
  },
  { name: 'day-close', summary: 'close a day that is over', load: () => import('./commands/day-close.js') },
  { name: 'gateway', summary: 'try the connection to the bank', load: () => import('./commands/gateway.js') },
  { name: 'hash', summary: "check the bank's message hashes", load: () => import('./commands/hash.js') },
];

const EXAMPLES = `
Examples:
  $ tokendesk admin seed --email asha@example.com --name "Asha Menon"
  $ tokendesk staff list --json
  $ tokendesk db status
  $ tokendesk export payments --status completed --from 2026-11-01 --out november.csv
  $ tokendesk hash test --file payload.json --expected 9f86d08…

Settings are read from the environment and from .env in the working directory.
Messages go to stderr, data to stdout. Exit codes: 0 done, 1 refused or failed, 2 wrong usage.`;

export async function run(args: string[]): Promise<number> {
  const program = new Command('tokendesk');
  program.description('TokenDesk from the command line').addHelpText('after', EXAMPLES).helpCommand(false);
  program.exitOverride().showHelpAfterError('(tokendesk --help shows what there is)');
  try {
    const called = COMMANDS.find(({ name }) => name === args[0]);
    if (called) (await called.load()).register(program);
    else for (const { name, summary } of COMMANDS) program.command(name).description(summary);
    // Also for the groups and commands that the file has registered.
    for (const command of allOf(program))
      command.exitOverride().configureOutput({ writeOut: toStdout, writeErr: toStderr });
    if (args.length === 0) program.help({ error: true });
    await program.parseAsync(args, { from: 'user' });
    return 0;
  } catch (error) {
    return report(error);
  }
}

function allOf(command: Command): Command[] {
  return [command, ...command.commands.flatMap(allOf)];
}

function toStdout(text: string): void {
  process.stdout.write(text);
}

function toStderr(text: string): void {
  process.stderr.write(text);
}

process.exitCode = await run(process.argv.slice(2));
