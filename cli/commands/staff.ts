import type { Command } from 'commander';
import { examples, JSON_OPTION, later } from '../definition.js';

const actions = () => import('../actions/staff.js');

export function register(program: Command): void {
  const staff = program.command('staff').description('staff accounts');
  staff
    .command('list')
    .description('all accounts with role and state')
    .option(...JSON_OPTION)
    .addHelpText('after', examples('staff list', 'staff list --json'))
    .action(later(async () => (await actions()).list));
  change(staff, 'disable', 'shuts an account and ends its sessions; the last active admin stays').action(
    later(async () => (await actions()).disable),
  );
  change(staff, 'enable', 'opens a disabled account again').action(later(async () => (await actions()).enable));
  change(staff, 'reset-password', 'sets a new password, ends all sessions, prints a random password once')
    .option('--password-stdin', 'read the new password from stdin instead of making one')
    .action(later(async () => (await actions()).resetPassword));
  staff
    .command('limit')
    .description('limits an admin to some projects, or lifts the limits; it holds at once')
    .argument('<email>', 'email of the account')
    .requiredOption('--projects <codes>', 'short names with commas between; all: of all projects, none: of no project')
    .option(...JSON_OPTION)
    .addHelpText(
      'after',
      examples(
        'staff limit asha@example.com --projects green-meadows,lake-view',
        'staff limit asha@example.com --projects all',
      ),
    )
    .action(later(async () => (await actions()).limit));
  change(
    staff,
    'reset-second-factor',
    'takes a lost second factor away and ends all sessions; the password stays',
  ).action(later(async () => (await actions()).resetSecondFactor));
}

function change(staff: Command, name: string, description: string): Command {
  return staff
    .command(name)
    .description(description)
    .argument('<email>', 'email of the account')
    .option(...JSON_OPTION)
    .addHelpText('after', examples(`staff ${name} asha@example.com`));
}
