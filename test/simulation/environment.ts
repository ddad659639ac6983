import { LazyModuleLoader } from '@nestjs/core';
import { Erasure, PrivacyModule } from '../../src/modules/privacy/index.js';
import { OpenBusinessLeft } from '../../src/modules/privacy/erasure.service.js';
import { PollService } from '../../src/modules/payments/index.js';
import { REVIEW_DECISIONS, type ReviewDecision } from '../../src/domain/payment/review-rules.js';
import { istDayOf, addDays } from '../../src/domain/calendar/ist-day.js';
import { LAUNCH_PERFORMERS } from './launch.js';
import { readPages } from './page-reads.js';
import { type Acting, PEOPLE, type Performer } from './people.js';
import type { CommandKind } from './plan.js';
import { chanceOf, oneOf } from './world.js';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** The bank's message from server to server, about anything that it remembers. */
const advice: Performer = async (acting) => {
  const { world, product, actor, command } = acting;
  const chance = chanceOf(command.more);
  const all = [...world.bank.invoices.values()].flatMap((invoice) =>
    invoice.transactions.map((transaction) => ({ invoice, transaction })),
  );
  const found = oneOf(chance.chance(0.6) ? all.slice(-5) : all, command.pick);
  if (!found) return PEOPLE.press(acting);
  const fault = chance.chance(0.2) ? chance.pick(['wrong-hash', 'resplit', 'other-key', 'unknown-invoice']) : undefined;
  const body = world.bank.message(found.invoice, found.transaction, fault);
  const deliver = () => world.call(product, null, 'POST', '/api/gateway/callback', { form: body });
  const [{ status }] = await Promise.all([deliver(), chance.chance(0.2) ? deliver() : null]);
  world.around.say(
    `  ${actor}: advice about ${found.invoice.invoiceNo} ${found.transaction.status}${fault ? ` (${fault})` : ''} → ${status || 'no answer'}`,
  );
};

const lastAdvice: Performer = async ({ world, product }) => {
  const form = world.advices.shift();
  if (form) await world.call(product, null, 'POST', '/api/gateway/callback', { form });
};

const reverse: Performer = async (acting) => {
  const { world, actor, command } = acting;
  const paid = [...world.bank.invoices.values()].filter(({ transactions }) =>
    transactions.some(({ status }) => status === 'SUC'),
  );
  // The latest that was paid may be the upgrade, whose gold comes before it.
  const invoice = command.how === 'gold' ? (paid.at(-2) ?? null) : oneOf(paid, command.pick);
  if (!invoice) return PEOPLE.press(acting);
  world.bank.reverse(invoice);
  world.around.say(`  ${actor}: reverses ${invoice.invoiceNo}`);
  const body = world.bank.message(
    invoice,
    invoice.transactions.findLast(({ reversed }) => reversed)!,
  );
  await world.call(acting.product, null, 'POST', '/api/gateway/callback', { form: body });
};

const settleRefund: Performer = async (acting) => {
  const { world, actor, command } = acting;
  const chance = chanceOf(command.more);
  const open = [...world.bank.refunds.values()].filter(({ status }) => status === 'REQ');
  const done = [...world.bank.refunds.values()].filter(({ status }) => status === 'SUC');
  const refund = command.how === 'give up' ? null : oneOf(open, command.pick);
  if (refund) {
    const as = (command.how as 'SUC' | 'REJ' | undefined) ?? (chance.chance(0.82) ? 'SUC' : 'REJ');
    world.bank.settleRefund(refund.refundRef, as);
    return world.around.say(`  ${actor}: the bank settles ${refund.refundRef} as ${as}`);
  }
  const turnedAway = oneOf(done, command.pick);
  if (!turnedAway || !(command.how === 'give up' || chance.chance(0.3)))
    return PEOPLE.refund({ ...acting, command: { ...command, how: undefined } });
  world.bank.giveUpRefund(turnedAway.refundRef);
  world.around.say(`  ${actor}: the customer's bank turns ${turnedAway.refundRef} away`);
};

const poll: Performer = async ({ world, product, actor }) => {
  const work = product.get(PollService).runOnce();
  const result = await Promise.race([work.catch((error: unknown) => ({ error })), product.gate.death]);
  const isOver = result !== undefined && !('error' in result);
  world.note(
    { actor, name: 'poll' },
    { status: isOver ? 200 : 0, code: isOver ? '' : 'NO_ANSWER', body: undefined, text: '', location: null },
  );
};

const turn: Performer = async ({ world, product, actor, command }) => {
  const state = await world.call(product, 'admin', 'GET', '/api/auth/getPermissionStatus');
  const wanted = command.how === 'on' || command.pick < 0.78;
  const path = `/api/auth/togglePermission/${state.body?._id}`;
  world.note(
    { actor, name: 'switch', wanted },
    await world.call(product, 'admin', 'PUT', path, { body: { isEnabled: wanted } }),
  );
};

const decide: Performer = async (acting) => {
  const { world, product, actor, command } = acting;
  const chance = chanceOf(command.more);
  const open = world.records.reviews.filter(({ state }) => state === 'open');
  const [reason, planned] = command.how?.split(' ') ?? [];
  const meant = open.filter((each) => each.reason === reason);
  const from = meant.length > 0 ? meant : open;
  const review = oneOf(from.length > 0 ? from : world.records.reviews, command.pick);
  if (!review) return PEOPLE.press({ ...acting, command: { ...command, how: undefined } });
  const allowed = world.model.decisionsOf(review) as ReviewDecision[];
  const decision =
    planned && meant.length > 0
      ? (planned as ReviewDecision)
      : chance.chance(0.9) && allowed.length > 0
        ? chance.pick(allowed)
        : chance.pick(REVIEW_DECISIONS);
  const capture = world.model.capturesOf(review.payment).find(({ txn }) => txn === review.reference);
  const isRefund = review.reason.startsWith('refund_');
  const stake = capture && !isRefund ? capture.amount - capture.reserved : review.amount;
  const body = {
    decision,
    note: 'Asked the bank on the phone',
    bankReference: `REF-${Math.floor(command.more * 1e6)}`,
    confirmedAmount: stake / 100,
  };
  const reply = await world.call(product, 'admin', 'POST', `/api/admin/reviews/${review.id}/decide`, { body });
  world.note({ actor, name: 'decide', payment: review.payment, review: review.id, decision }, reply);
};

const yesterday = ({ world }: Acting) => addDays(istDayOf(world.time.now()), -1);

const closeDay: Performer = async (acting) => {
  const { world, product, actor } = acting;
  const reply = await world.call(product, 'admin', 'POST', '/api/day-close', { body: { day: yesterday(acting) } });
  world.note({ actor, name: 'other' }, reply);
};

const settlements: Performer = async (acting) => {
  const { world, product, actor } = acting;
  if (world.hasLaunch) world.bank.payOut(yesterday(acting));
  const reply = await world.call(product, 'admin', 'POST', '/api/settlements/runs', {
    body: { day: yesterday(acting) },
  });
  world.note({ actor, name: 'other' }, reply);
};

const erase: Performer = async (acting) => {
  const { world, product, actor, command } = acting;
  const customers = await world.database.query('SELECT id FROM customers ORDER BY id');
  const customer = oneOf(customers, command.pick);
  if (!customer) return PEOPLE.create(acting);
  const erasure = (await product.get(LazyModuleLoader).load(() => PrivacyModule)).get(Erasure);
  const outcome = await erasure.erase(Number(customer['id']), {}).then(
    () => 'erased',
    (error: unknown) => {
      if (error instanceof OpenBusinessLeft) return 'open business';
      if (world.isRough) return 'failed';
      throw error;
    },
  );
  world.around.say(`  ${actor}: erases customer ${customers.indexOf(customer) + 1} → ${outcome}`);
};

const wait: Performer = async ({ world, actor, command }) => {
  const ms = command.how
    ? Number(command.how)
    : chanceOf(command.more).pick([
        11 * SECOND,
        12 * SECOND,
        MINUTE,
        16 * MINUTE,
        HOUR,
        5 * HOUR,
        13 * HOUR,
        25 * HOUR,
        73 * HOUR,
      ]);
  world.time.pass(ms);
  world.around.say(`  ${actor}: ${ms / MINUTE} minutes pass`);
};

const setClock: Performer = async ({ world, actor, command }) => {
  const ms = chanceOf(command.more).pick([-25 * HOUR, -2 * HOUR, -5 * MINUTE, 5 * MINUTE, 2 * HOUR, 25 * HOUR]);
  world.time.setClock(ms);
  world.around.say(`  ${actor}: the clock is set by ${ms / MINUTE} minutes`);
};

const restart: Performer = async ({ world, product, actor }) => {
  world.around.say(`  ${actor}: restarts ${product.name}`);
  await product.stop();
  world.products.splice(world.products.indexOf(product), 1);
  await world.around.scheduler.patiently(() => world.startProduct());
};

/** Every command, and who carries it out. */
export const PERFORMERS: Record<CommandKind, { who: string; perform: Performer }> = {
  ...(Object.fromEntries(
    Object.entries(PEOPLE).map(([name, perform]) => [name, { who: WHO(name), perform }]),
  ) as Record<keyof typeof PEOPLE, { who: string; perform: Performer }>),
  advice: { who: 'bank', perform: advice },
  'last advice': { who: 'bank', perform: lastAdvice },
  reverse: { who: 'bank', perform: reverse },
  'settle refund': { who: 'bank', perform: settleRefund },
  poll: { who: 'poll job', perform: poll },
  switch: { who: 'admin', perform: turn },
  decide: { who: 'admin', perform: decide },
  'day close': { who: 'admin', perform: closeDay },
  settlements: { who: 'admin', perform: settlements },
  ...admins(LAUNCH_PERFORMERS),
  export: { who: 'admin', perform: (acting) => readPages(acting, 'export') },
  erase: { who: 'operator', perform: erase },
  'read pages': { who: 'visitor', perform: (acting) => readPages(acting, 'payment') },
  wait: { who: 'time', perform: wait },
  clock: { who: 'time', perform: setClock },
  restart: { who: 'operator', perform: restart },
};

function admins<Name extends string>(performers: Record<Name, Performer>) {
  return Object.fromEntries(
    Object.entries<Performer>(performers).map(([name, perform]) => [name, { who: 'admin', perform }]),
  ) as Record<Name, { who: string; perform: Performer }>;
}

function WHO(name: string): string {
  return ['initiate', 'press', 'return', 'verify', 'open'].includes(name) ? 'customer' : 'staff';
}
