import { userInfo } from 'node:os';
import { createInterface } from 'node:readline/promises';
import { normaliseEmail } from '../../src/domain/email.js';
import {
  countsText,
  type ErasedCounts,
  Erasure,
  OpenBusinessLeft,
  People,
  PrivacyModule,
  PrivacyReport,
} from '../../src/modules/privacy/index.js';
import { type CliContext, withContext } from '../context.js';
import { throwIfInterrupted } from '../interruption.js';
import { CommandFailed, output, WrongUsage } from '../output.js';

interface ErasureFlags {
  dryRun?: boolean;
  yes?: boolean;
  json?: boolean;
}

interface Skipped {
  customer: number;
  reason: string;
}

const OPTIONS = { imports: () => [PrivacyModule], endsItself: true };

export async function report({ email }: { email: string }): Promise<void> {
  const address = addressFrom(email);
  await withContext(OPTIONS, async (context) => {
    const found = await context.get(PrivacyReport).about(address, actor());
    output.json({ email: address, ...found });
    if (found.customers.length === 0) output.note('Nothing is held about this address.');
  });
}

export async function erase({ email, ...flags }: ErasureFlags & { email: string }): Promise<void> {
  const address = addressFrom(email);
  assertConfirmable(flags);
  await withContext(OPTIONS, async (context) => {
    const ids = (await context.get(People).withEmail(address)).map(({ id }) => id);
    // All or nothing: half of a person erased would help neither them nor whoever has to look into the rest.
    await context.get(Erasure).assertNothingOpen(ids);
    await confirm(flags, ids.length);
    const sum = await eraseEach(context, ids, flags);
    answer(flags, sum, []);
  });
}

export async function purge({ before, ...flags }: ErasureFlags & { before: string }): Promise<void> {
  const day = dayFrom(before);
  assertConfirmable(flags);
  await withContext(OPTIONS, async (context) => {
    const people = context.get(People);
    await confirm(flags, null);
    const sum = noCounts();
    const skipped: Skipped[] = [];
    for (let after = 0; ;) {
      const ids = await people.quietSince(day, after);
      if (ids.length === 0) break;
      for (const id of ids) await eraseOrSkip(context, id, flags, sum, skipped);
      after = ids.at(-1)!;
    }
    if (!flags.dryRun) await forgetLoose(context, day);
    answer(flags, sum, skipped);
  });
}

async function eraseEach(context: CliContext, ids: number[], { dryRun }: ErasureFlags): Promise<ErasedCounts> {
  const sum = noCounts();
  for (const id of ids) {
    await throwIfInterrupted();
    add(sum, await context.get(Erasure).erase(id, { by: actor(), dryRun: dryRun === true }));
  }
  return sum;
}

/** Whoever has open business is left for the next purge. */
async function eraseOrSkip(
  context: CliContext,
  id: number,
  { dryRun }: ErasureFlags,
  sum: ErasedCounts,
  skipped: Skipped[],
): Promise<void> {
  await throwIfInterrupted();
  try {
    add(sum, await context.get(Erasure).erase(id, { by: actor(), dryRun: dryRun === true }));
  } catch (error) {
    if (!(error instanceof OpenBusinessLeft)) throw error;
    skipped.push({ customer: id, reason: error.message });
  }
  output.progress(`${sum.customers} customers, ${skipped.length} left out`);
}

/** What belongs to no customer, and is as old. */
async function forgetLoose(context: CliContext, day: Date): Promise<void> {
  const people = context.get(People);
  let [answers, messages] = [0, 0];
  for (let batch = -1; batch !== 0; answers += batch) {
    await throwIfInterrupted();
    batch = await people.forgetAnswers(day);
  }
  for (let after: number | null = 0; after !== null;) {
    await throwIfInterrupted();
    const { last, changed } = await people.eraseLooseNotices(day, after);
    messages += changed;
    after = last;
  }
  if (answers + messages > 0) await context.get(Erasure).recordPurge(actor(), { answers, messages });
}

function answer({ dryRun, json }: ErasureFlags, sum: ErasedCounts, skipped: Skipped[]): void {
  output.endProgress();
  if (json) {
    output.json({ dryRun: dryRun === true, erased: sum, skipped });
    return;
  }
  for (const { customer, reason } of skipped) output.note(`Left out: customer ${customer}. ${reason}`);
  if (sum.customers === 0) output.note('There was nothing to erase.');
  else if (dryRun) output.note(`Would erase ${sum.customers} customers: ${countsText(sum)}. Nothing was changed.`);
  else output.note(`Erased ${sum.customers} customers: ${countsText(sum)}.`);
}

/** Before anything is opened: without a terminal nobody can be asked. */
function assertConfirmable({ dryRun, yes }: ErasureFlags): void {
  if (!dryRun && !yes && !process.stdin.isTTY) throw new WrongUsage('there is no terminal to ask on; use --yes');
}

async function confirm({ dryRun, yes }: ErasureFlags, customers: number | null): Promise<void> {
  if (dryRun || yes || customers === 0) return;
  const whom = customers === null ? 'all customers without activity since' : `${customers} customer record(s)`;
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    const typed = await terminal.question(`This erases ${whom} for good. Type "erase" to go on: `);
    if (typed.trim() !== 'erase') throw new CommandFailed('Nothing was changed.');
  } finally {
    terminal.close();
  }
}

function addressFrom(email: string): string {
  const address = normaliseEmail(email);
  if (address === null) throw new WrongUsage('--email must be one e-mail address');
  return address;
}

/** Midnight in India. */
function dayFrom(text: string): Date {
  const day = /^\d{4}-\d{2}-\d{2}$/.test(text) ? new Date(`${text}T00:00:00+05:30`) : new Date(Number.NaN);
  const shown = Number.isNaN(day.getTime()) ? '' : new Date(day.getTime() + 5.5 * 3_600_000).toISOString().slice(0, 10);
  if (shown !== text) throw new WrongUsage('--before must be a day as YYYY-MM-DD');
  if (day.getTime() > Date.now()) throw new WrongUsage('--before must not lie in the future');
  return day;
}

/** Who sat at the keyboard, as far as the system knows. */
function actor(): string {
  try {
    return userInfo().username;
  } catch {
    return 'unknown';
  }
}

function noCounts(): ErasedCounts {
  return { customers: 0, payments: 0, mails: 0, bankMessages: 0, answers: 0, texts: 0 };
}

function add(sum: ErasedCounts, more: ErasedCounts): void {
  for (const name of Object.keys(sum) as (keyof ErasedCounts)[]) sum[name] += more[name];
}
