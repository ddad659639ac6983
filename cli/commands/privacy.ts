import type { Command } from 'commander';
import { examples, JSON_OPTION, later } from '../definition.js';

const actions = () => import('../actions/privacy.js');
const DRY_RUN = ['--dry-run', 'say what would be erased and change nothing'] as const;
const YES = ['--yes', 'do not ask; needed where there is no terminal'] as const;
const EMAIL = ['--email <address>', "the customer's email address, with any seller"] as const;

export function register(program: Command): void {
  const privacy = program.command('privacy').description('what is held about customers, and its erasure');
  privacy
    .command('report')
    .description('everything that is held about a person, as JSON, for a request for access')
    .requiredOption(...EMAIL)
    .addHelpText('after', examples('privacy report --email ravi@example.com > ravi.json'))
    .action(later(async () => (await actions()).report));
  privacy
    .command('erase')
    .description('removes the personal data of one customer; money, numbers and bank references stay')
    .requiredOption(...EMAIL)
    .option(...DRY_RUN)
    .option(...YES)
    .option(...JSON_OPTION)
    .addHelpText(
      'after',
      examples('privacy erase --email ravi@example.com --dry-run', 'privacy erase --email ravi@example.com --yes'),
    )
    .action(later(async () => (await actions()).erase));
  privacy
    .command('purge')
    .description('removes the personal data of all customers whose last payment activity lies before a day')
    .requiredOption('--before <date>', 'YYYY-MM-DD, a day in India; that day itself is kept')
    .option(...DRY_RUN)
    .option(...YES)
    .option(...JSON_OPTION)
    .addHelpText('after', examples('privacy purge --before 2018-04-01 --dry-run'))
    .action(later(async () => (await actions()).purge));
}
