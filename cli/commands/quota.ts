import type { Command } from 'commander';
import { examples, JSON_OPTION, later } from '../definition.js';

const actions = () => import('../actions/quota.js');

export function register(program: Command): void {
  const quota = program
    .command('quota')
    .description('how many tokens of a tier may be sold and reserved; without a limit, as many as there are buyers');
  quota
    .command('list')
    .description('the tiers with a limit, and what is left')
    .option('--project <code>', 'short name of the project', 'default')
    .option(...JSON_OPTION)
    .addHelpText('after', examples('quota list', 'quota list --json'))
    .action(later(async () => (await actions()).list));
  quota
    .command('set')
    .description(
      'sets, changes or removes a limit; may be repeated. Links that can be paid are completed also above a lower limit',
    )
    .argument('<tier>', 'code of the tier, such as gold')
    .argument('<limit>', 'most tokens that may be sold and reserved together, or: none')
    .option('--project <code>', 'short name of the project', 'default')
    .option('--dry-run', 'say what would change, and change nothing')
    .option(...JSON_OPTION)
    .addHelpText('after', examples('quota set platinum 120', 'quota set platinum none --dry-run'))
    .action(later(async () => (await actions()).set));
}
