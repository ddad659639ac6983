import type { Command } from 'commander';
import { examples, JSON_OPTION, later } from '../definition.js';

export function register(program: Command): void {
  const admin = program.command('admin').description('create the first admin');
  admin
    .command('seed')
    .description('creates an admin account; refuses when the email has one already')
    .requiredOption('--email <address>', 'email to sign in with')
    .requiredOption('--name <name>', 'name shown to others')
    .option('--password-stdin', 'read the password from stdin instead of asking for it twice')
    .option(...JSON_OPTION)
    .addHelpText('after', examples('admin seed --email asha@example.com --name "Asha Menon"'))
    .action(later(async () => (await import('../actions/admin.js')).seed));
}
