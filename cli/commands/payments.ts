import type { Command } from 'commander';
import { ScheduleModule } from '@nestjs/schedule';
import { GatewaySettingsModule } from '../../src/gateway-settings.module.js';
import {
  AttemptsRepository,
  PaymentsModule,
  PaymentsQueries,
  PollService,
  presentCheck,
  StatusChecker,
} from '../../src/modules/payments/index.js';
import { ReceiptsModule } from '../../src/modules/receipts/index.js';
import { RefundsModule } from '../../src/modules/refunds/index.js';
import { UpgradesModule } from '../../src/modules/upgrades/index.js';
import { type CliContext, withContext } from '../context.js';
import { CommandFailed, output } from '../output.js';

interface JsonOption {
  json?: boolean;
}

const MODULES = {
  imports: () => [
    GatewaySettingsModule,
    ScheduleModule.forRoot(),
    PaymentsModule.forRoot({ http: false, job: false }),
    // What follows from a payment's change belongs to the change, whoever brings it about.
    RefundsModule.forRoot({ http: false }),
    UpgradesModule.forRoot({ http: false }),
    ReceiptsModule.forRoot({ http: false }),
  ],
};

export function register(program: Command): void {
  const payments = program.command('payments').description('ask the bank about payments');
  payments
    .command('check')
    .description('asks the bank about one payment and applies the answer')
    .argument('<paymentId>', 'as in the payment link')
    .option('--json', 'print JSON')
    .action(check);
  payments
    .command('poll')
    .description('runs the poll job by hand: every payment that is due is asked about')
    .option('--once', 'one run, then stop (otherwise every POLL_INTERVAL_SECONDS until Ctrl-C)')
    .option('--json', 'print JSON')
    .action(poll);
}

async function check(paymentId: string, { json }: JsonOption): Promise<void> {
  await withContext(MODULES, async (context) => {
    const queries = context.get(PaymentsQueries);
    const payment = await queries.get(paymentId, null);
    const attempt = await context.get(AttemptsRepository).findCurrent(payment.id);
    const outcome = attempt ? await context.get(StatusChecker).checkAttempt(attempt.id, 'cli') : 'never at the bank';
    const after = presentCheck(await queries.get(paymentId, null));
    if (json) output.json({ ...after, bank: outcome });
    else output.data(`${after.paymentId}  ${after.status}  ${after.tokenNumber}  (bank: ${outcome})`);
    if (outcome === 'unknown') throw new CommandFailed('The bank gave no usable answer; the payment is unchanged.');
  });
}

async function poll({ once, json }: JsonOption & { once?: boolean }): Promise<void> {
  await withContext(MODULES, async (context) => {
    const stop = once ? null : stopSignal();
    do await pollOnce(context, json);
    while (stop && !(await stop.within(Math.max(1, context.settings.pollIntervalSeconds) * 1000)));
  });
}

async function pollOnce(context: CliContext, json: boolean | undefined): Promise<void> {
  const result = await context.get(PollService).runOnce('cli');
  if (json) output.json(result);
  else output.data(`checked ${result.checked}, without an answer ${result.failed}, expired ${result.expired}`);
}

/** Ctrl-C ends the loop between two runs, never in the middle of one. */
function stopSignal() {
  let stopped = false;
  let wake: (() => void) | undefined;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      stopped = true;
      wake?.();
    });
  }
  return {
    within(ms: number): Promise<boolean> {
      if (stopped) return Promise.resolve(true);
      return new Promise((resolve) => {
        const timer = setTimeout(() => resolve(false), ms);
        wake = () => {
          clearTimeout(timer);
          resolve(true);
        };
      });
    },
  };
}
