import type { Command } from 'commander';
import { EVENT_OPTION, examples, JSON_OPTION, later, PROJECT_OPTION } from '../definition.js';

export function register(program: Command): void {
  program
    .command('reconcile')
    .description("compares a day's settlements with our books, or asks the bank again about attempts after a restore")
    .option('--date <YYYY-MM-DD>', 'the day of the payout, Indian calendar')
    .option(
      '--file <settlement.csv>',
      "read this report instead of asking the bank; the page's sample shows the columns",
    )
    .option(
      '--profile <name>',
      'with --file: the merchant whose report it is, a name in GATEWAY_PROFILES; else the default one',
    )
    .option(PROJECT_OPTION[0], 'with --date: list the open exceptions of this project; the comparison is of all')
    .option(EVENT_OPTION[0], 'with --date: list the open exceptions of this event')
    .option('--attempts-since <ISO time>', 'ask for the status of every attempt made since then, and of every open one')
    .option(...JSON_OPTION)
    .addHelpText(
      'after',
      examples(
        'reconcile --date 2026-11-20',
        'reconcile --date 2026-11-20 --file report.csv',
        'reconcile --date 2026-11-20 --project meadows',
        'reconcile --attempts-since 2026-11-20T18:30:00Z',
      ),
    )
    .action(later(async () => (await import('../actions/reconcile.js')).reconcile));
}
