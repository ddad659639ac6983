import { projectOfSeller, TIERS, VILLA } from './launch.js';
import { isInProgress, isPaid } from './verdicts.js';
import type { PaymentRecord } from './records.js';
import type { Command } from './plan.js';
import type { Product } from './product.js';
import { chanceOf, oneOf, type Person, type World } from './world.js';

export interface Acting {
  world: World;
  product: Product;
  actor: string;
  command: Command;
}
export type Performer = (acting: Acting) => Promise<void>;

const sellerOf = ({ seller }: PaymentRecord): Person => (seller === '1' ? 'admin' : seller === '2' ? 'priya' : 'rahul');

/** Mostly one of which something can come; else any. */
function choose({ world, command }: Acting, fits: (payment: PaymentRecord) => boolean): PaymentRecord | null {
  const all = [...world.records.payments.values()];
  const which = command.how?.split(' ')[0];
  if (which === 'latest') return all.at(-1) ?? null;
  if (which === 'ended') return all.findLast(({ status }) => status === 'failed' || status === 'cancelled') ?? null;
  if (command.how !== undefined) return oneOf(all.filter(fits), command.pick);
  const fitting = all.filter(fits);
  return oneOf(fitting.length > 0 && command.more < 0.88 ? fitting : all, command.pick);
}

const PEOPLE_WHO_SELL: readonly Person[] = ['admin', 'priya', 'rahul'];

/** A tier with a code of its own is asked for in place of gold, also in a project that has none. */
function tierOf(chance: ReturnType<typeof chanceOf>, hasLaunch: boolean): (typeof TIERS)[number] {
  const drawn = chance.weighted({ gold: 7, silver: 2, platinum: 1 } as const);
  return hasLaunch && drawn === 'gold' && chance.chance(0.4) ? VILLA : drawn;
}

const create: Performer = async ({ world, product, actor, command }) => {
  const chance = chanceOf(command.more);
  const drawn = chance.weighted<Person>({ priya: 5, rahul: 4, admin: 1 });
  const [word, wantedWho] = command.how?.split(' ') ?? [];
  // Other commands come here where there is nothing of their own to do.
  const who = PEOPLE_WHO_SELL.find((person) => person === wantedWho) ?? drawn;
  const project = projectOfSeller(who, world.hasLaunch);
  const { tiers } = world.model.versionOf(project, world.now);
  const tier = TIERS.find((code) => code === word) ?? tierOf(chance, world.hasLaunch);
  const { medal, price } = tiers[tier] ?? { medal: 'gold', price: 100 };
  const amount = !command.how && chance.chance(0.03) ? 100 : price;
  const person = chance.below(8);
  const body = {
    amount: amount / 100,
    currency: 'INR',
    customerData: { name: 'Asha Rao', email: `customer${person}@example.com`, phone: `98765432${10 + person}` },
    ...(tier === medal ? { tokenType: medal } : { tierCode: tier, ...(chance.chance(0.5) && { tokenType: medal }) }),
    referenceType: 'direct',
  };
  const key = chance.chance(0.3) ? world.newKey() : undefined;
  const asks = async () => {
    const reply = await world.call(product, who, 'POST', '/api/payments/create-link', { body, key });
    const made = reply.body?.data?.paymentId as string | undefined;
    if (made) world.alias(made);
    return world.note({ actor, name: 'create', user: who, project, amount, tier, made }, reply);
  };
  const [first, second] = await Promise.all([asks(), key && chance.chance(0.5) ? asks() : null]);
  const ids = [first, second].flatMap((reply) => reply?.body?.data?.paymentId ?? []);
  if (new Set(ids).size > 1) world.complaints.push('one Idempotency-Key made two links');
};

const initiate: Performer = async (acting) => {
  const { world, product, actor } = acting;
  const payment = choose(acting, (each) => !isPaid(each) && each.expiresAt > world.now);
  if (!payment) return create(acting);
  const terms = agreedTerms(acting, payment);
  const body = terms === undefined ? {} : { termsVersion: terms };
  const reply = await world.call(product, null, 'POST', `/api/payments/${payment.id}/initiate`, { body });
  world.note({ actor, name: 'initiate', payment: payment.id, terms }, reply);
  const token = String(reply.body?.data?.paymentUrl ?? '')
    .split('/')
    .at(-1);
  for (const invoice of world.bank.invoices.values())
    if (token && invoice.token === token) world.pages.push(invoice.invoiceNo);
};

/** The version in force, none, or another one. */
function agreedTerms({ world, command }: Acting, { project }: PaymentRecord): string | undefined {
  const inForce = world.model.termsOf(project, world.now);
  if (inForce === null) return undefined;
  const way = command.how?.split(' ')[1] ?? chanceOf(command.more).weighted({ agreed: 85, unread: 8, older: 7 });
  return way === 'unread' ? undefined : String(way === 'older' ? inForce - 1 : inForce);
}

/** A button of the bank's page; also of one that was left open long ago. */
const press: Performer = async (acting) => {
  const { world, actor, command } = acting;
  const chance = chanceOf(command.more);
  // Money is late where the attempt has ended and nobody has paid.
  const ended = world.pages.filter((page) => world.isGivenUp(page));
  const [wanted, of] = command.how?.split(' ').toReversed() ?? [];
  const open = wanted ? (of ?? 'recent') : chance.weighted({ recent: 5, ended: ended.length > 0 ? 4 : 0, any: 2 });
  const pages = open === 'ended' ? ended : open === 'recent' ? world.pages.slice(-4) : world.pages;
  const invoice = world.bank.invoices.get(oneOf(pages, command.pick) ?? '');
  if (!invoice) return initiate(acting);
  const outcome = wanted ?? chance.weighted({
    'pay-nb': 55, decline: 11, cancel: 7, 'pending-success': 9, 'pending-decline': 4, 'pay-close-tab': 9, 'pay-no-advice': 5,
  }); // prettier-ignore
  const { transaction, fields } = world.bank.press(invoice, outcome);
  world.around.say(`  ${actor}: presses ${outcome} for ${invoice.invoiceNo} (${transaction.txnId})`);
  if (fields)
    world.returns.push({
      invoice: invoice.invoiceNo,
      txn: transaction.txnId,
      body: new URLSearchParams(fields).toString(),
    });
  if (fields && !wanted && chance.chance(0.55)) await comeBack(acting, world.returns.at(-1)!.body, chance.chance(0.7));
};

async function comeBack({ world, product, actor }: Acting, body: string, verifies: boolean): Promise<void> {
  const reply = await world.call(product, null, 'POST', '/payment/verify', { form: body });
  const event = /event=(\w+)/.exec(reply.location ?? '')?.[1];
  world.around.say(`  ${actor}: comes back from the bank → ${reply.status || 'no answer'}`);
  if (!event) return;
  world.events.push(event);
  if (verifies) await ask(world, product, actor, event);
}

async function ask(world: World, product: Product, actor: string, eventId: string): Promise<void> {
  const reply = await world.call(product, null, 'POST', '/api/payments/verify-callback', { body: { eventId } });
  world.around.say(
    `  ${actor}: verifies → ${reply.status || 'no answer'} ${reply.code} ${reply.body?.data?.state ?? ''}`,
  );
  if (reply.body?.success === true) world.claims.push(String(reply.body.data.paymentId));
}

/** The browser's form: as the bank made it, twice, or made by somebody else. */
const comesBack: Performer = async (acting) => {
  const { world, command } = acting;
  const chance = chanceOf(command.more);
  const found = oneOf(world.returns, command.pick);
  if (!found) return press(acting);
  const way = chance.weighted({ true: 60, twice: 15, forged: 25 });
  if (way === 'forged') {
    const fault = chance.pick([
      'wrong-hash',
      'other-key',
      'resplit',
      'altered-amount',
      'unknown-invoice',
      'repeated-field',
    ]);
    const invoice = world.bank.invoices.get(found.invoice)!;
    const transaction = invoice.transactions.find(({ txnId }) => txnId === found.txn)!;
    return comeBack(acting, world.bank.message(invoice, transaction, fault), true);
  }
  const times = way === 'twice' ? 2 : 1;
  await Promise.all(Array.from({ length: times }, () => comeBack(acting, found.body, chance.chance(0.6))));
};

const verify: Performer = async (acting) => {
  const { world, product, actor, command } = acting;
  const event = oneOf(world.events.slice(-6), command.pick);
  if (!event) return press(acting);
  await ask(world, product, actor, event);
};

const open: Performer = async (acting) => {
  const { world, product, actor } = acting;
  const payment = choose(acting, () => true);
  if (!payment) return create(acting);
  const reply = await world.call(product, null, 'GET', `/payment/${payment.id}`);
  world.around.say(`  ${actor}: opens ${world.alias(payment.id)} → ${reply.status}`);
};

const check: Performer = async (acting) => {
  const { world, product, actor } = acting;
  const payment = choose(acting, isInProgress);
  if (!payment) return create(acting);
  const reply = await world.call(product, sellerOf(payment), 'POST', `/api/payments/check-status/${payment.id}`, {
    body: {},
  });
  world.note({ actor, name: 'other', payment: payment.id }, reply);
  if (reply.body?.data?.status === 'completed') world.claims.push(payment.id);
};

const reissue: Performer = async (acting) => {
  const { world, product, actor } = acting;
  const payment = choose(acting, (each) => !isPaid(each) && (!isInProgress(each) || each.expiresAt <= world.now));
  if (!payment) return create(acting);
  const path = `/api/payments/${payment.id}/reissue-link`;
  world.note(
    { actor, name: 'reissue', payment: payment.id },
    await world.call(product, sellerOf(payment), 'POST', path, { body: {} }),
  );
};

const cancel: Performer = async (acting) => {
  const { world, product, actor } = acting;
  const payment = choose(acting, (each) => !isPaid(each));
  if (!payment) return create(acting);
  const path = `/api/payments/${payment.id}/cancel-link`;
  world.note(
    { actor, name: 'cancel', payment: payment.id },
    await world.call(product, sellerOf(payment), 'POST', path, { body: {} }),
  );
};

const correct: Performer = async (acting) => {
  const { world, product, actor } = acting;
  const payment = choose(acting, (each) => each.source === null && !isPaid(each) && each.status !== 'initiated');
  if (!payment) return create(acting);
  const key = world.newKey();
  const body = { name: 'Asha Rao', email: `${key}@example.com` };
  const path = `/api/payments/${payment.id}/correct-contact`;
  const reply = await world.call(product, sellerOf(payment), 'POST', path, { body, key });
  world.note({ actor, name: 'correct', payment: payment.id, made: reply.body?.data?.paymentId }, reply);
};

const refund: Performer = async (acting) => {
  const { world, product, actor, command } = acting;
  const chance = chanceOf(command.more);
  // A gold token whose upgrade has failed can be refunded, and the upgrade's money may still come.
  const failing = [...world.records.payments.values()].filter(
    (each) => isPaid(each) && world.hasFailedUpgrade(each.id),
  );
  const payment = (!command.how && chance.chance(0.4) && oneOf(failing, command.pick)) || choose(acting, isPaid);
  if (!payment) return create(acting);
  const who = chance.chance(0.7) ? sellerOf(payment) : 'admin';
  const excess = world.model.capturesOf(payment.id).filter((each) => each.excess && each.reserved < each.amount);
  const charge = excess.length > 0 && chance.chance(0.6) ? excess[0]! : null;
  const rest = charge ? charge.amount - charge.reserved : payment.amount - payment.reserved;
  const part = Math.max(1, Math.floor((charge?.amount ?? payment.amount) * chance.pick([0.25, 0.5, 0.6])));
  const share = command.how?.split(' ')[0] ?? chance.weighted({ rest: 5, part: 4, more: 1 });
  const amount = share === 'rest' ? rest : command.how || chance.chance(0.9) ? part : rest + 100;
  const duplicateChargeId = charge && (await chargeId(acting, who, payment.id, charge.txn!));
  if (charge && !duplicateChargeId) return;
  const body = {
    refundAmount: amount / 100,
    refundReason: 'Changed their mind',
    ...(duplicateChargeId ? { duplicateChargeId } : {}),
  };
  const key = chance.chance(0.6) ? world.newKey() : undefined;
  const asks = async () => {
    const path = `/api/sales-manager/payments/${payment.id}/refund`;
    const reply = await world.call(product, who, 'POST', path, { body, key });
    const txn = charge?.txn ?? null;
    world.note({ actor, name: 'refund', payment: payment.id, amount, txn, made: reply.body?.data?.refundId }, reply);
    return reply.body?.data?.refundId as string | undefined;
  };
  const ids = await Promise.all([asks(), key && chance.chance(0.4) ? asks() : undefined]);
  if (new Set(ids.filter(Boolean)).size > 1) world.complaints.push('one Idempotency-Key made two refunds');
};

/** As the dialog finds it: duplicate charges are listed with the refunds. */
async function chargeId({ world, product }: Acting, who: Person, payment: string, txn: string): Promise<string | null> {
  const { body } = await world.call(product, who, 'GET', `/api/payments/${payment}/refunds`);
  const charges = (body?.data?.duplicateCharges ?? []) as { id: string; bankTxnId: string | null }[];
  return charges.find(({ bankTxnId }) => bankTxnId !== null && txn.endsWith(bankTxnId))?.id ?? null;
}

/** From silver there may be three ways. */
function higherThan({ command, world }: Acting, { tier }: PaymentRecord): string {
  const chance = chanceOf(command.more);
  if (tier !== 'silver' || !chance.chance(0.5)) return 'platinum';
  return world.hasLaunch && chance.chance(0.5) ? VILLA : 'gold';
}

const upgrade: Performer = async (acting) => {
  const { world, product, actor, command } = acting;
  const [from, to] = command.how?.split(' to ') ?? [];
  const sources = to ? [from] : world.hasLaunch ? ['gold', VILLA, 'silver'] : ['gold'];
  const payment = choose(
    acting,
    (each) => sources.includes(each.tier) && each.status === 'completed' && each.source === null,
  );
  if (!payment) return create(acting);
  const higher = to ?? higherThan(acting, payment);
  const medal = higher === VILLA ? 'gold' : higher;
  const path = `/api/payments/${payment.id}/create-upgrade-link`;
  const reply = await world.call(product, sellerOf(payment), 'POST', path, {
    body: { upgradeType: `${payment.medal === 'silver' ? 'silver' : 'gold'}_to_${medal}`, toTierCode: higher },
  });
  world.note(
    {
      actor,
      name: 'upgrade',
      payment: payment.id,
      to: payment.medal === 'platinum' ? undefined : higher,
      made: reply.body?.data?.upgradePaymentId,
    },
    reply,
  );
};

const reset: Performer = async (acting) => {
  const { world, product, actor } = acting;
  const payment = choose(acting, (each) => world.hasFailedUpgrade(each.id));
  if (!payment) return upgrade(acting);
  const path = `/api/payments/${payment.id}/reset-failed-upgrades`;
  world.note(
    { actor, name: 'reset', payment: payment.id },
    await world.call(product, sellerOf(payment), 'POST', path, { body: {} }),
  );
};

export const PEOPLE = {
  create, initiate, press, return: comesBack, verify, open, check, reissue, cancel, correct, refund, upgrade, reset,
} satisfies Record<string, Performer>; // prettier-ignore
