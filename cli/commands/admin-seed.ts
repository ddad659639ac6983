import type { Command } from 'commander';
import { AuthModule, presentUser, StaffService } from '../../src/modules/auth/index.js';
import { withContext } from '../context.js';
import { output } from '../output.js';
import { readNewPassword } from '../password-input.js';

interface SeedOptions {
  email: string;
  name: string;
  passwordStdin?: boolean;
  json?: boolean;
}

export function register(program: Command): void {
  const admin = program.command('admin').description('create the first admin');
  admin
    .command('seed')
    .description('creates an admin account; refuses when the e-mail has one already')
    .requiredOption('--email <address>', 'e-mail to sign in with')
    .requiredOption('--name <name>', 'name shown to others')
    .option('--password-stdin', 'read the password from stdin instead of asking for it twice')
    .option('--json', 'print the account as JSON')
    .action(seed);
}

async function seed({ email, name, passwordStdin, json }: SeedOptions): Promise<void> {
  const password = await readNewPassword(passwordStdin === true);
  const user = await withContext({ imports: () => [AuthModule], createSchema: true }, (context) =>
    context.get(StaffService).create({ email, name, role: 'admin', password }),
  );
  if (json) output.json(presentUser(user));
  else output.note(`Created the admin ${user.name} <${user.email}>.`);
}
