import type { Command } from 'commander';
import { EVENT_OPTION, examples, JSON_OPTION, later, PROJECT_OPTION } from '../definition.js';

export function register(program: Command): void {
  program
    .command('day-close')
    .description('closes a day that is over, or says what has changed since it was closed')
    .requiredOption('--date <YYYY-MM-DD>', 'the day, Indian calendar')
    .option('--show', 'show the figures without closing the day')
    .option(PROJECT_OPTION[0], 'show the figures of this project alone; a day is closed for all')
    .option(EVENT_OPTION[0], 'show the figures of this event alone')
    .option(...JSON_OPTION)
    .addHelpText(
      'after',
      examples(
        'day-close --date 2026-11-20 --show',
        'day-close --date 2026-11-20',
        'day-close --date 2026-11-20 --show --project meadows',
      ),
    )
    .action(later(async () => (await import('../actions/day-close.js')).dayClose));
}
