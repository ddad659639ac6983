import type { Command } from 'commander';
import { examples, JSON_OPTION, later } from '../definition.js';

const actions = () => import('../actions/holidays.js');

export function register(program: Command): void {
  const holidays = program
    .command('holidays')
    .description('bank holidays, which count beside Sundays and the second and fourth Saturday of a month');
  holidays
    .command('list')
    .description('all of them, by day')
    .option(...JSON_OPTION)
    .addHelpText('after', examples('holidays list', 'holidays list --json'))
    .action(later(async () => (await actions()).list));
  holidays
    .command('add')
    .description('adds a day; refuses one that is listed')
    .argument('<day>', 'YYYY-MM-DD, Indian calendar')
    .argument('<name>', 'name of the holiday')
    .option(...JSON_OPTION)
    .addHelpText('after', examples('holidays add 2026-11-09 "Diwali"'))
    .action(later(async () => (await actions()).add));
  holidays
    .command('remove')
    .description('removes a day')
    .argument('<day>', 'YYYY-MM-DD, Indian calendar')
    .option(...JSON_OPTION)
    .addHelpText('after', examples('holidays remove 2026-11-09'))
    .action(later(async () => (await actions()).remove));
  holidays
    .command('import')
    .description('adds the days of a file, all or none; days that are listed already stay as they are')
    .argument('<file>', 'CSV with a day and a name on each line, or - for stdin')
    .option(...JSON_OPTION)
    .addHelpText('after', examples('holidays import holidays-2027.csv'))
    .action(later(async () => (await actions()).importFile));
}
