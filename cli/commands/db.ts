import type { Command } from 'commander';
import { examples, JSON_OPTION, later } from '../definition.js';

const actions = () => import('../actions/db.js');

export function register(program: Command): void {
  const db = program.command('db').description('the database');
  db.command('migrate')
    .description('brings the schema up to date')
    .option(...JSON_OPTION)
    .addHelpText('after', examples('db migrate'))
    .action(later(async () => (await actions()).migrate));
  db.command('status')
    .description('shows which migrations are applied')
    .option(...JSON_OPTION)
    .addHelpText('after', examples('db status', 'db status --json'))
    .action(later(async () => (await actions()).status));
  db.command('backup')
    .description('copies an embedded database beside the running server; for MySQL it names the command to use')
    .requiredOption('--out <file>', 'where the copy goes; an existing file is never touched')
    .option(...JSON_OPTION)
    .addHelpText('after', examples('db backup --out /backup/tokendesk-2026-11-20.sqlite'))
    .action(later(async () => (await import('../actions/db-backup.js')).backup));
  db.command('recount')
    .description('counts the payments anew and corrects the counters that differ; beside a running server')
    .option('--check', 'corrects nothing; ends with 1 when a counter differs')
    .option(...JSON_OPTION)
    .addHelpText('after', examples('db recount --check', 'db recount'))
    .action(later(async () => (await import('../actions/db-recount.js')).recount));
}
