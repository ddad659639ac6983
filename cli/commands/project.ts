import type { Command } from 'commander';
import { examples, JSON_OPTION, later } from '../definition.js';

const actions = () => import('../actions/project.js');

export function register(program: Command): void {
  const project = program.command('project').description('what is sold: its names, contact and registration');
  project
    .command('list')
    .description('all of them')
    .option(...JSON_OPTION)
    .addHelpText('after', examples('project list', 'project list --json'))
    .action(later(async () => (await actions()).list));
  project
    .command('show')
    .description('one with all its fields; a field without a value is as in the settings')
    .argument('[code]', 'short name of the project', 'default')
    .option(...JSON_OPTION)
    .addHelpText('after', examples('project show', 'project show default --json'))
    .action(later(async () => (await actions()).show));
  withFields(project.command('create'))
    .description('makes a project: a draft, unless a state is given')
    .argument('<code>', 'short name for addresses and commands; never changes')
    .option('--state <state>', 'draft or selling', 'draft')
    .option(
      '--merchant-profile <name>',
      'merchant at the bank for its links: a name in GATEWAY_PROFILES; without it, the default one',
    )
    .option(...JSON_OPTION)
    .addHelpText(
      'after',
      examples(
        'project create green-meadows --name "Green Meadows" --state selling',
        'project create north-hills --merchant-profile north',
      ),
    )
    .action(later(async () => (await actions()).create));
  withFields(project.command('update'))
    .description('changes the fields that are named; an empty text means: as in the settings. May be repeated')
    .argument('[code]', 'short name of the project', 'default')
    .option('--state <state>', 'draft, selling, or closed: no new links, open ones can still be paid')
    .option(
      '--merchant-profile <name>',
      'merchant at the bank for links from now on: a name in GATEWAY_PROFILES; empty: the default one',
    )
    .option(
      '--logo <file>',
      "picture that customers see: PNG or JPEG, 256 kB and 1200 x 400 pixels at most; empty: the company's",
    )
    .option('--dry-run', 'say what would change, and change nothing')
    .option(...JSON_OPTION)
    .addHelpText(
      'after',
      examples(
        'project update --name "Green Meadows" --rera-number P52100012345 --rera-url https://maharera.maharashtra.gov.in',
        'project update --rera-url "" --dry-run',
        'project update green-meadows --state closed',
        'project update --merchant-profile north',
        'project update green-meadows --logo meadows.png',
      ),
    )
    .action(later(async () => (await actions()).update));
}

/** What customers read about a project. */
function withFields(command: Command): Command {
  return command
    .option('--name <text>', 'name that customers see')
    .option('--legal-name <text>', 'legal entity that sells')
    .option('--address <text>', 'address of the legal entity')
    .option('--support-email <address>', 'for questions of customers')
    .option('--support-phone <number>', 'for questions of customers')
    .option('--rera-number <number>', 'registration under the Real Estate Act')
    .option('--rera-url <address>', "the authority's page of the registration, https")
    .option('--languages <list>', 'languages of the terms: en, or en,hi');
}
