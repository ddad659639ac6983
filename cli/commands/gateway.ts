import type { Command } from 'commander';
import { examples, JSON_OPTION, later } from '../definition.js';

export function register(program: Command): void {
  const gateway = program.command('gateway').description('the connection to the bank');
  gateway
    .command('ping')
    .description('one signed question about an unknown reference: do host, merchant id, key and hash version work?')
    .option(...JSON_OPTION)
    .addHelpText('after', examples('gateway ping', 'gateway ping --json'))
    .action(later(async () => (await import('../actions/gateway.js')).ping));
}
