import type { Command } from 'commander';
import { examples, JSON_OPTION, later } from '../definition.js';

export function register(program: Command): void {
  const secrets = program.command('secrets').description('the keys under which values are stored');
  secrets
    .command('reseal')
    .description('encrypts everything that ENCRYPTION_KEY_PREVIOUS had sealed anew with ENCRYPTION_KEY')
    .option(...JSON_OPTION)
    .addHelpText('after', examples('secrets reseal', 'secrets reseal --json'))
    .action(later(async () => (await import('../actions/secrets.js')).reseal));
}
