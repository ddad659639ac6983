import type { Command } from 'commander';
import { examples, JSON_OPTION, later } from '../definition.js';

export function register(program: Command): void {
  program
    .command('day-close')
    .description('closes a day that is over, or says what has changed since it was closed')
    .requiredOption('--date <YYYY-MM-DD>', 'the day, Indian calendar')
    .option('--show', 'show the figures without closing the day')
    .option(...JSON_OPTION)
    .addHelpText('after', examples('day-close --date 2026-11-20 --show', 'day-close --date 2026-11-20'))
    .action(later(async () => (await import('../actions/day-close.js')).dayClose));
}
