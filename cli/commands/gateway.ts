import type { Command } from 'commander';
import { examples, JSON_OPTION, later } from '../definition.js';

export function register(program: Command): void {
  const gateway = program.command('gateway').description('the connection to the bank');
  gateway
    .command('ping')
    .description(
      'one signed question about an unknown reference, for each merchant: do host, merchant id, key and hash version work?',
    )
    .option('--profile <name>', 'this merchant alone: a name in GATEWAY_PROFILES, or default')
    .option(...JSON_OPTION)
    .addHelpText('after', examples('gateway ping', 'gateway ping --profile default', 'gateway ping --json'))
    .action(later(async () => (await import('../actions/gateway.js')).ping));
}
