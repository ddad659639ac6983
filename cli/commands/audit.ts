import type { Command } from 'commander';
import { EVENT_OPTION, examples, JSON_OPTION, later, PROJECT_OPTION } from '../definition.js';

export function register(program: Command): void {
  const audit = program.command('audit').description('the log of who did what');
  audit
    .command('list')
    .description('the last 25 entries of a filter, newest first: the same as the page of the audit log')
    .option('--action <action>', 'as refund.completed')
    .option('--subject <id or email>', 'a payment id, or the email of a member of staff')
    .option('--from <day>', 'on this day or later (YYYY-MM-DD, Indian time)')
    .option('--to <day>', 'on this day or earlier')
    .option(PROJECT_OPTION[0], 'about payments of this project, and about the project')
    .option(EVENT_OPTION[0], 'about payments of this event, and about the event')
    .option('--before <number>', 'those before this entry, as the last line of a list says')
    .option(...JSON_OPTION)
    .addHelpText('after', examples('audit list --project meadows', 'audit list --action refund.completed --json'))
    .action(later(async () => (await import('../actions/audit.js')).list));
  audit
    .command('verify')
    .description('walks the chain of the audit log and names the first row that does not fit')
    .option('--from <number>', 'begin at this place in the chain instead of the first')
    .option('--anchor <place:hash>', 'as an earlier run or the log has kept it: has to be in the chain still')
    .option(...JSON_OPTION)
    .addHelpText('after', examples('audit verify', 'audit verify --from 12000 --json'))
    .action(later(async () => (await import('../actions/audit.js')).verify));
}
