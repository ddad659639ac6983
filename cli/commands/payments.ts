import type { Command } from 'commander';
import { examples, JSON_OPTION, later } from '../definition.js';

const actions = () => import('../actions/payments.js');

export function register(program: Command): void {
  const payments = program.command('payments').description('ask the bank about payments');
  payments
    .command('check')
    .description('asks the bank about one payment and applies the answer')
    .argument('<paymentId>', 'as in the payment link')
    .option(...JSON_OPTION)
    .addHelpText('after', examples('payments check 7f3kq0m2x9c4v8b1n5t6w0ygj2'))
    .action(later(async () => (await actions()).check));
  payments
    .command('poll')
    .description('runs the poll job by hand: every payment that is due is asked about')
    .option('--once', 'one run, then stop (otherwise every POLL_INTERVAL_SECONDS until Ctrl-C)')
    .option(...JSON_OPTION)
    .addHelpText('after', examples('payments poll --once', 'payments poll --json'))
    .action(later(async () => (await actions()).poll));
}
