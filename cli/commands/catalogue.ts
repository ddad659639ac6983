import type { Command } from 'commander';
import { examples, JSON_OPTION, later } from '../definition.js';

const actions = () => import('../actions/catalogue.js');

function collect(value: string, all: string[] = []): string[] {
  return [...all, value];
}

export function register(program: Command): void {
  const catalogue = program
    .command('catalogue')
    .description('what a project sells, in versions: prices, number series and upgrades of later links');
  catalogue
    .command('list')
    .description('the versions of a project, newest first')
    .option('--project <code>', 'short name of the project', 'default')
    .option(...JSON_OPTION)
    .addHelpText('after', examples('catalogue list', 'catalogue list --json'))
    .action(later(async () => (await actions()).list));
  catalogue
    .command('show')
    .description('a version, as a file that can be imported')
    .argument('[number]', 'number of the version; the one in force without it')
    .option('--project <code>', 'short name of the project', 'default')
    .option(...JSON_OPTION)
    .addHelpText('after', examples('catalogue show', 'catalogue show 2 > catalogue.md'))
    .action(later(async () => (await actions()).show));
  catalogue
    .command('create')
    .description('makes the next version from the newest one with a few changes')
    .requiredOption('--effective <day>', 'IST day on which it begins, YYYY-MM-DD; today or later')
    .option('--set <tier.key=value>', 'change of a tier, such as gold.price=55000; may be given again', collect)
    .option(
      '--upgrade <from:to=price>',
      'off, difference or rupees, such as silver:gold=off; may be given again',
      collect,
    )
    .option('--project <code>', 'short name of the project', 'default')
    .option('--dry-run', 'show what would change, and write nothing')
    .option(...JSON_OPTION)
    .addHelpText(
      'after',
      `${examples(
        'catalogue create --effective 2026-12-01 --set gold.price=55000 --upgrade silver:gold=difference --dry-run',
      )}

Keys of a tier: name, price, numbers (its first token number, such as GO-000001), sold (yes or no), from, to (IST days), about.
A tier is named by its code. Tiers are added and taken out by a file (catalogue import).`,
    )
    .action(later(async () => (await actions()).create));
  catalogue
    .command('import')
    .description('makes a version from a file; one that is there already is left alone')
    .argument('<file>', 'a head between two lines of ---, and a heading for each tier and for the upgrades')
    .option('--project <code>', 'short name of the project, unless the file says it')
    .option('--effective <day>', 'IST day on which it begins, unless the file says it')
    .option('--dry-run', 'show what would change, and write nothing')
    .option(...JSON_OPTION)
    .addHelpText(
      'after',
      `${examples('catalogue import catalogue.md --dry-run', 'catalogue import catalogue.md')}

"catalogue show" writes such a file; its head names the project and the first day. The heading of a tier is its code, such as
# villa, with a line such as medal: gold, unless the code is gold, silver or platinum.`,
    )
    .action(later(async () => (await actions()).importFile));
}
