import { Logger } from '@nestjs/common';
import { PaymentsQueries, PollService, presentCheck, StatusChecker } from '../../src/modules/payments/index.js';
import { ALL_PAYMENTS } from '../../src/modules/payment-lists/index.js';
import { type CliContext, withContext } from '../context.js';
import { pause } from '../interruption.js';
import { CommandFailed, output } from '../output.js';
import { paymentModules } from '../payment-modules.js';
import { MINUTE_MS } from '../../src/domain/calendar/durations.js';

interface JsonOption {
  json?: boolean;
}

const LONGEST_RETRY_MS = MINUTE_MS;
const logger = new Logger('payments poll');

const MODULES = { imports: paymentModules };

export async function check(paymentId: string, { json }: JsonOption): Promise<void> {
  await withContext(MODULES, async (context) => {
    const queries = context.get(PaymentsQueries);
    const payment = await queries.get(paymentId, ALL_PAYMENTS);
    const outcome = (await context.get(StatusChecker).checkPayment(payment.id, 'cli')) ?? 'never at the bank';
    const after = presentCheck(await queries.get(paymentId, ALL_PAYMENTS));
    if (json) output.json({ ...after, bank: outcome });
    else {
      const token = after.tokenVoid ? `${after.tokenNumber} void` : after.tokenNumber;
      output.data(`${after.paymentId}  ${after.status}  ${token}  (bank: ${outcome})`);
    }
    // An earlier attempt may have been answered, and have completed the payment.
    if (outcome === 'unknown' && after.status === payment.status)
      throw new CommandFailed('The bank gave no usable answer; the payment is unchanged.');
  });
}

export async function poll({ once, json }: JsonOption & { once?: boolean }): Promise<void> {
  // Ctrl-C stops between two runs, never during one.
  await withContext({ ...MODULES, endsItself: true }, async (context) => {
    if (once) return pollOnce(context, json);
    for (let failures = 0; ;) {
      failures = (await pollSafely(context, json)) ? 0 : failures + 1;
      await pause(waitMs(context.settings.pollIntervalSeconds, failures));
    }
  });
}

/** @returns false when the run failed, e.g. because the database is down: the loop continues */
async function pollSafely(context: CliContext, json: boolean | undefined): Promise<boolean> {
  try {
    await pollOnce(context, json);
    return true;
  } catch (error) {
    logger.error({ msg: 'poll run failed, retrying', err: error });
    return false;
  }
}

/** The interval, doubled with each failure in a row. */
function waitMs(intervalSeconds: number, failures: number): number {
  const ms = Math.max(1, intervalSeconds) * 1000;
  return Math.max(ms, Math.min(ms * 2 ** failures, LONGEST_RETRY_MS));
}

async function pollOnce(context: CliContext, json: boolean | undefined): Promise<void> {
  const result = await context.get(PollService).runOnce('cli');
  if (json) output.json(result);
  else output.data(`checked ${result.checked}, without an answer ${result.failed}, expired ${result.expired}`);
  if (result.isFull) output.note('This run has reached its limit: more may be due.');
}
