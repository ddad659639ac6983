import { emailKey, normaliseEmail } from '../../src/domain/people/email.js';
import { Refusal } from '../../src/runtime/refusal.js';
import { type IstDay, startOfIstDay } from '../../src/domain/calendar/ist-day.js';
import {
  countsText,
  type ErasedCounts,
  Erasure,
  type ErasureOptions,
  type FoundPerson,
  LateExchanges,
  PersonLookup,
  PrivacyModule,
  PrivacyReport,
} from '../../src/modules/privacy/index.js';
import { type CliContext, withContext } from '../context.js';
import { dayFrom } from '../day.js';
import { throwIfInterrupted } from '../interruption.js';
import { CommandFailed, output, WrongUsage } from '../output.js';
import { ask } from '../question.js';

interface ErasureFlags {
  dryRun?: boolean;
  yes?: boolean;
  json?: boolean;
}

interface Skipped {
  customer: number;
  reason: string;
}

/** Erased data that belongs to no customer. */
interface Loose {
  answers: number;
  messages: number;
}

interface Outcome {
  erased: ErasedCounts;
  skipped: Skipped[];
  loose: Loose;
}

const NOTHING_LOOSE: Loose = { answers: 0, messages: 0 };
const OPTIONS = { imports: () => [PrivacyModule], endsItself: true };

export async function report({ email }: { email: string }): Promise<void> {
  const address = addressFrom(email);
  await withContext(OPTIONS, async (context) => {
    const person = await findPerson(context, address);
    const found = await context.get(PrivacyReport).about(person.customers);
    output.json({ email: address, ...found });
    if (found.customers.length === 0) output.note('Nothing is held about this address.');
  });
}

export async function erase({ email, ...flags }: ErasureFlags & { email: string }): Promise<void> {
  const address = addressFrom(email);
  assertConfirmable(flags);
  await withContext(OPTIONS, async (context) => {
    const { customers } = await findPerson(context, address);
    // Those with the address last: an interrupted run finds the others by them again.
    const ids = customers.map(({ id }) => id).reverse();
    // All or nothing: a partial erasure helps nobody.
    await context.get(Erasure).assertNothingOpen(ids);
    if (ids.length > 0) await confirm(flags, `${ids.length} customer record(s)`);
    const erased = await eraseEach(context, ids, flags);
    answer(flags, { erased, skipped: [], loose: NOTHING_LOOSE });
  });
}

export async function purge({ before, ...flags }: ErasureFlags & { before: string }): Promise<void> {
  const day = pastDayFrom(before);
  const start = startOfIstDay(day);
  assertConfirmable(flags);
  await withContext(OPTIONS, async (context) => {
    const people = context.get(PersonLookup);
    await confirm(flags, `all customers without activity since ${day}`);
    const sum = noCounts();
    const skipped: Skipped[] = [];
    // Older ones are all rebuilt below, whomever they name.
    const looseFrom = await people.firstLooseSince(start);
    const options = { dryRun: flags.dryRun === true, looseFrom };
    for (let after = 0; ;) {
      const ids = await people.quietSince(start, after);
      if (ids.length === 0) break;
      for (const id of ids) await eraseOrSkip(context, id, options, sum, skipped);
      after = ids.at(-1)!;
    }
    const loose = await forgetLoose(context, start, flags.dryRun === true);
    answer(flags, { erased: sum, skipped, loose });
  });
}

/** Names, to whoever decides, the customers that are found by a corrected contact alone. */
async function findPerson(context: CliContext, address: string): Promise<FoundPerson> {
  const found = await context.get(PersonLookup).withEmail(address);
  const tied = found.customers.filter((customer) => customer.emailKey !== emailKey(address));
  const name = ({ id, name: text, email }: FoundPerson['customers'][number]) =>
    `By a corrected contact: customer ${id}, ${text}, ${email}`;
  for (const customer of tied) output.note(`${name(customer)}: taken as well, of the same name or number.`);
  for (const customer of found.doubtful)
    output.note(
      `${name(customer)}: left as it is, of another name and number. Name this address too if it is the same person.`,
    );
  return found;
}

async function eraseEach(context: CliContext, ids: number[], { dryRun }: ErasureFlags): Promise<ErasedCounts> {
  const sum = noCounts();
  for (const id of ids) {
    await throwIfInterrupted();
    add(sum, await context.get(Erasure).erase(id, { dryRun: dryRun === true }));
  }
  return sum;
}

/** Skips customers with open business or a concurrent change; the next purge takes them. */
async function eraseOrSkip(
  context: CliContext,
  id: number,
  options: ErasureOptions,
  sum: ErasedCounts,
  skipped: Skipped[],
): Promise<void> {
  await throwIfInterrupted();
  try {
    add(sum, await context.get(Erasure).erase(id, options));
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    skipped.push({ customer: id, reason: error.message });
  }
  output.progress(`${sum.customers} customers, ${skipped.length} left out`);
}

/** Erases old data that belongs to no customer, or came for one who was erased before. */
async function forgetLoose(context: CliContext, day: Date, dryRun: boolean): Promise<Loose> {
  const people = context.get(PersonLookup);
  let answers = dryRun ? await people.countAnswers(day) : 0;
  let messages = 0;
  for (let batch = dryRun ? 0 : -1; batch !== 0; answers += batch) {
    await throwIfInterrupted();
    batch = await people.forgetAnswers(day);
  }
  for (let after: number | null = 0; after !== null;) {
    await throwIfInterrupted();
    const { last, changed } = await people.eraseLooseNotices(day, after, dryRun);
    messages += changed;
    after = last;
  }
  for (let after: string | null = ''; after !== null;) {
    await throwIfInterrupted();
    const { last, changed } = await context.get(LateExchanges).erase(day, after, dryRun);
    messages += changed;
    after = last;
  }
  if (!dryRun && answers + messages > 0) await context.get(Erasure).recordPurge({ answers, messages });
  return { answers, messages };
}

function answer({ dryRun, json }: ErasureFlags, { erased: sum, skipped, loose }: Outcome): void {
  output.endProgress();
  if (json) {
    output.json({ dryRun: dryRun === true, erased: sum, skipped, loose });
    return;
  }
  for (const { customer, reason } of skipped) output.note(`Left out: customer ${customer}. ${reason}`);
  const { answers, messages } = loose;
  const isEmpty = [...Object.values(sum), answers, messages].every((count) => count === 0);
  if (isEmpty) output.note('There was nothing to erase.');
  else {
    output.note(`${dryRun ? 'Would erase' : 'Erased'} ${sum.customers} customers: ${countsText(sum)}.`);
    if (answers + messages > 0)
      output.note(`Of nobody known, and as old: kept answers ${answers}, bank messages ${messages}.`);
    if (dryRun) output.note('Nothing was changed.');
  }
}

/** Checked first: without a terminal nobody can confirm. */
function assertConfirmable({ dryRun, yes }: ErasureFlags): void {
  if (!dryRun && !yes && !process.stdin.isTTY) throw new WrongUsage('there is no terminal to ask on; use --yes');
}

async function confirm({ dryRun, yes }: ErasureFlags, whom: string): Promise<void> {
  if (dryRun || yes) return;
  const typed = await ask(`This erases ${whom} for good. Type "erase" to go on: `);
  if (typed?.trim() !== 'erase') throw new CommandFailed('Nothing was changed.');
}

function addressFrom(email: string): string {
  const address = normaliseEmail(email);
  if (address === null) throw new WrongUsage('--email must be one email address');
  return address;
}

function pastDayFrom(text: string): IstDay {
  const day = dayFrom('--before', text);
  if (startOfIstDay(day).getTime() > Date.now()) throw new WrongUsage('--before must not lie in the future');
  return day;
}

function noCounts(): ErasedCounts {
  return { customers: 0, payments: 0, mails: 0, bankMessages: 0, answers: 0, texts: 0 };
}

function add(sum: ErasedCounts, more: ErasedCounts): void {
  for (const name of Object.keys(sum) as (keyof ErasedCounts)[]) sum[name] += more[name];
}
