import { readFileSync } from 'node:fs';
import { Command } from 'commander';
import { report } from './failure.js';

/** Declares commands and options; actions are loaded on call. */
interface CommandFile {
  name: string;
  summary: string;
  load: () => Promise<{ register(program: Command): void }>;
}

const COMMANDS: CommandFile[] = [
  { name: 'admin', summary: 'create the first admin', load: () => import('./commands/admin.js') },
  {
    name: 'staff',
    summary: 'list, disable and enable staff, reset a password or second factor',
    load: () => import('./commands/staff.js'),
  },
  {
    name: 'db',
    summary: 'bring the database schema up to date, show its state, back it up',
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
  { name: 'holidays', summary: 'keep the list of bank holidays', load: () => import('./commands/holidays.js') },
  { name: 'project', summary: 'the projects that are sold', load: () => import('./commands/project.js') },
  {
    name: 'event',
    summary: 'where and when projects are sold, and by whom',
    load: () => import('./commands/event.js'),
  },
  { name: 'quota', summary: 'how many tokens of a tier may be sold', load: () => import('./commands/quota.js') },
  { name: 'catalogue', summary: 'what a project sells', load: () => import('./commands/catalogue.js') },
  { name: 'terms', summary: 'terms that customers agree to', load: () => import('./commands/terms.js') },
  { name: 'gateway', summary: 'try the connection to the bank', load: () => import('./commands/gateway.js') },
  { name: 'hash', summary: "check the bank's message hashes", load: () => import('./commands/hash.js') },
  {
    name: 'privacy',
    summary: 'what is held about a customer, and its erasure',
    load: () => import('./commands/privacy.js'),
  },
  { name: 'secrets', summary: 'change the encryption key', load: () => import('./commands/secrets.js') },
  { name: 'doctor', summary: 'check the installation', load: () => import('./commands/doctor.js') },
  {
    name: 'completion',
    summary: 'print a completion script for a shell',
    load: () => import('./commands/completion.js'),
  },
];

const EXAMPLES = `
Examples:
  $ tokendesk doctor
  $ tokendesk admin seed --email asha@example.com --name "Asha Menon"
  $ tokendesk export payments --status completed --from 2026-11-01 --out november.csv
  $ tokendesk hash test --file payload.json --expected 9f86d08…

Settings are read from the environment and from .env in the working directory.
Messages go to stderr, data to stdout. Exit codes: 0 done, 1 refused or failed, 2 wrong usage.`;

/** @returns the exit code */
export async function run(args: string[]): Promise<number> {
  const program = bareProgram();
  try {
    const [called] = args;
    // Completion needs all command files; other commands only their own.
    const loaded = COMMANDS.filter(({ name }) => name === called || called === 'completion');
    for (const { load } of loaded) (await load()).register(program);
    if (loaded.length === 0) for (const { name, summary } of COMMANDS) program.command(name).description(summary);
    settle(program);
    if (args.length === 0) program.help({ error: true });
    await program.parseAsync(args, { from: 'user' });
    return 0;
  } catch (error) {
    return report(error);
  }
}

/** The whole tree, as help and completion see it. */
export async function wholeProgram(): Promise<Command> {
  const program = bareProgram();
  for (const { load } of COMMANDS) (await load()).register(program);
  settle(program);
  return program;
}

function bareProgram(): Command {
  const program = new Command('tokendesk');
  program.description('TokenDesk from the command line').addHelpText('after', EXAMPLES).helpCommand(false);
  program.version(version(), '-V, --version', 'print the version');
  program.exitOverride().showHelpAfterError('(tokendesk --help shows what there is)');
  return program;
}

/** Applied to all registered groups and commands. */
function settle(command: Command): void {
  command.exitOverride().configureOutput({ writeOut: toStdout, writeErr: toStderr });
  for (const child of command.commands) settle(child);
}

/** Sources and build are at different depths below the package. */
function version(): string {
  for (const path of ['../package.json', '../../package.json']) {
    try {
      const { name, version: found } = JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8')) as {
        name?: string;
        version?: string;
      };
      if (name === 'tokendesk' && found) return found;
    } catch {
      // Looked for in the next place.
    }
  }
  return 'unknown';
}

function toStdout(text: string): void {
  process.stdout.write(text);
}

function toStderr(text: string): void {
  process.stderr.write(text);
}
