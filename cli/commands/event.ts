import type { Command } from 'commander';
import { examples, JSON_OPTION, later } from '../definition.js';

const actions = () => import('../actions/event.js');

export function register(program: Command): void {
  const event = program.command('event').description('where and when projects are sold, and by whom');
  event
    .command('list')
    .description('all of them, or those of one project')
    .option('--project <code>', 'short name of the project')
    .option(...JSON_OPTION)
    .addHelpText('after', examples('event list', 'event list --project green-meadows --json'))
    .action(later(async () => (await actions()).list));
  event
    .command('show')
    .description('one with its sellers')
    .argument('<id>', 'number of the event')
    .option(...JSON_OPTION)
    .addHelpText('after', examples('event show 1', 'event show 2 --json'))
    .action(later(async () => (await actions()).show));
  fields(
    event
      .command('create')
      .description('makes an event of a project')
      .argument('<project>', 'short name of the project'),
  )
    .requiredOption('--name <text>', 'name of the event')
    .option(...JSON_OPTION)
    .addHelpText(
      'after',
      examples(
        'event create green-meadows --name "Launch weekend" --first-day 2026-12-04 --last-day 2026-12-06 --seller priya@example.com',
      ),
    )
    .action(later(async () => (await actions()).create));
  fields(
    event
      .command('update')
      .description('changes the fields that are named; an empty text means none. May be repeated')
      .argument('<id>', 'number of the event'),
  )
    .option('--name <text>', 'name of the event')
    .option('--remove-seller <emails...>', 'who does not sell in it any more')
    .option('--dry-run', 'say what would change, and change nothing')
    .option(...JSON_OPTION)
    .addHelpText(
      'after',
      examples('event update 2 --last-day 2026-12-07', 'event update 2 --seller rahul@example.com --dry-run'),
    )
    .action(later(async () => (await actions()).update));
}

function fields(command: Command): Command {
  return command
    .option('--place <text>', 'where it is')
    .option('--first-day <day>', 'first IST day on which it sells, YYYY-MM-DD')
    .option('--last-day <day>', 'last IST day on which it sells, YYYY-MM-DD')
    .option('--hours <text>', 'opening hours, as people read them')
    .option('--seller <emails...>', 'who sells in it, beside those who do already');
}
