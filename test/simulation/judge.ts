import { Model } from './model.js';
import { isOpen, RuleBroken } from './verdicts.js';
import { VILLA } from './launch.js';
import type { Done, Happening, Records, PaymentRecord, ReviewRecord } from './records.js';
import { Random } from './random.js';
import type { DoneAt } from './world.js';
import type { BankFact } from './facts.js';

const DAY = 86_400_000;
/** Orders that are tried when several were at work at once. */
const TRIES = 600;
/** The product's clock goes on a little between an answer and what is written. */
const TOLERANCE_MS = 60_000;
const ASKED_FIRST: readonly string[] = ['raise_quota', 'confirm_reversal'];
/** Of these commands the change comes before what the bank is asked. */
const isFirst = ({ name, decision }: Done) =>
  name === 'reissue' || (name === 'decide' && !ASKED_FIRST.includes(decision ?? ''));

export interface Step {
  before: Records;
  stored: Records;
  facts: { at: number; fact: BankFact }[];
  done: DoneAt[];
  /** A kill or a lost database: what was heard may not have been written. */
  isRough: boolean;
  /** Several at once: the order is not known. */
  isParallel: boolean;
  seed: number;
  now: number;
}

/**
 * Finds an order of what happened by which the rules lead from the records before to what is stored now.
 * @returns the records afterwards @throws RuleBroken when there is none
 */
export function explain(step: Step, note: (cell: string) => void, memory?: Model): Model {
  const happened = inOrder(step);
  let first: unknown;
  const random = new Random(step.seed);
  // The poll job frees units, takes them, and ends links in place of others, of several payments at once.
  const isLinked =
    step.before.limits.size > 0 || [...step.before.payments.values()].some(({ replaces }) => replaces !== null);
  // It also asks about several attempts of one payment at once, and any of their answers may be applied first.
  const told = step.facts.flatMap(({ fact }) => step.stored.attempts.get(fact.reference)?.payment ?? []);
  const isToldTwice = new Set(told).size < told.length;
  const isPoll =
    (isLinked || isToldTwice) && happened.some((each) => each.type === 'done' && each.done.name === 'poll');
  const tries = step.isRough || step.isParallel || isPoll ? TRIES : 1;
  for (let at = 0; at < tries; at += 1) {
    const order = at === 0 ? happened : shuffled(happened, random);
    try {
      return follow(step, order, note, memory);
    } catch (error) {
      if (!(error instanceof RuleBroken)) throw error;
      first ??= error;
    }
  }
  throw first as Error;
}

function follow(step: Step, order: Happening[], note: (cell: string) => void, memory?: Model): Model {
  const model = new Model(copied(step.before), step.stored, step.isRough || step.isParallel, memory);
  Object.assign(model.records, { versions: step.stored.versions, terms: step.stored.terms });
  const cells: string[] = [];
  for (const happening of order) {
    cells.push(...cellsOf(happening, model.records));
    model.apply(happening);
  }
  for (const [invoice, stored] of step.stored.attempts)
    // An intent that the bank has not been asked about yet is told of by no fact.
    if (!model.records.attempts.has(invoice) && (step.isRough || stored.status === 'creating'))
      model.attemptAppears(stored).status = stored.status;
  adopt(model.records, step);
  const found = differences(model.records, step.stored);
  if (found.length > 0) throw new RuleBroken(`stored is not what follows from the rules:\n    ${found.join('\n    ')}`);
  takeNames(model.records, step.stored);
  cells.push(...statesOf(model.records));
  for (const cell of cells) note(cell);
  return model;
}

/** As it was told: rows appear with their first mention. */
function inOrder({ before, stored, facts, done, isRough }: Step): Happening[] {
  const order: Happening[] = [];
  const known = new Set([...before.payments.keys(), ...before.refunds.keys()]);
  const appear = (
    row: { id: string } | undefined,
    key: string | undefined,
    type: 'payment' | 'refund',
    at: number,
    actor: string,
  ) => {
    if (!row || key === undefined || known.has(key)) return;
    known.add(key);
    order.push({ type, row, at, actor, mayBeLost: false } as Happening);
  };
  const pending = [...done];
  const push = (one: DoneAt) => {
    pending.splice(pending.indexOf(one), 1);
    const { status } = one.done;
    order.push({
      type: 'done',
      done: one.done,
      at: one.at,
      actor: one.done.actor,
      mayBeLost: isRough && (status === 0 || status === 503),
    });
  };
  facts.forEach(({ at, fact }, index) => {
    for (const one of pending.filter(({ after, done }) => after <= index && !isFirst(done))) push(one);
    const early = pending.find(({ done: each }) => isFirst(each) && each.actor === fact.actor);
    if (early) push(early);
    const attempt = stored.attempts.get(fact.reference);
    appear(stored.payments.get(attempt?.payment ?? ''), attempt?.payment, 'payment', at, fact.actor);
    const refund = stored.refunds.get(fact.reference);
    appear(refund, refund?.reference, 'refund', at, fact.actor);
    order.push({ type: 'fact', fact, at, actor: fact.actor, mayBeLost: isRough });
  });
  const late = pending.filter(({ done: { name } }) => name === 'decide');
  for (const one of late) push(one);
  const last = facts.at(-1)?.at ?? done.at(-1)?.at ?? 0;
  for (const row of stored.payments.values()) appear(row, row.id, 'payment', last, 'nobody');
  for (const row of stored.refunds.values()) appear(row, row.reference, 'refund', last, 'nobody');
  for (const one of pending.slice()) push(one);
  return order;
}

function shuffled(order: Happening[], random: Random): Happening[] {
  const kept = order.filter(({ mayBeLost }) => !mayBeLost || random.chance(0.6));
  for (let moves = 1 + random.below(4); moves > 0; moves -= 1) {
    const [moved] = kept.splice(random.below(kept.length), 1);
    if (moved) kept.splice(random.below(kept.length + 1), 0, moved);
  }
  return kept;
}

/** Reviews that the calendar opens are taken over where they are plausible. */
function adopt(records: Records, step: Step): void {
  const { stored, now } = step;
  // Newest first: one that was decided in this step may be open again.
  for (const review of stored.reviews.toReversed()) {
    if (isLeftUnclear(review, records, step)) records.reviews.push({ ...review });
    if (review.reason !== 'refund_overdue' && review.reason !== 'refund_unclear') continue;
    const times = (list: Records['reviews']) =>
      list.filter((each) => each.reference === review.reference && each.reason === review.reason).length;
    if (times(records.reviews) >= times(stored.reviews)) continue;
    const refund = [...stored.refunds.values()].find(({ id }) => id === review.reference);
    const age = now - (refund?.createdAt ?? now);
    if (age > (review.reason === 'refund_overdue' ? 4 * DAY : 3_600_000)) records.reviews.push({ ...review });
  }
}

/** Days after its link ended, the bank still leaves open what it has told of an attempt that is closed. */
function isLeftUnclear(review: ReviewRecord, records: Records, { facts, now }: Step): boolean {
  const { payment, reason, reference, state } = review;
  if (state !== 'open' || (reason !== 'capture_unconfirmed' && reason !== 'unresolved_at_bank')) return false;
  const isSame = (each: ReviewRecord) => each.reason === reason && each.reference === reference;
  if (records.reviews.some((each) => each.state === 'open' && isSame(each))) return false;
  const attempt = [...records.attempts.values()].find(({ invoice, txn }) => (txn ?? invoice) === reference);
  if (!attempt || attempt.payment !== payment || isOpen(attempt)) return false;
  if (now < (records.payments.get(payment)?.expiresAt ?? now) - DAY) return false;
  const answers = attempt.txn === null ? ['silent', 'error', 'pending', 'not-found'] : ['silent', 'error'];
  return facts.some(
    ({ fact }) => fact.type === 'status' && fact.reference === attempt.invoice && answers.includes(fact.outcome),
  );
}

function differences(records: Records, stored: Records): string[] {
  const found: string[] = [];
  const compare = (what: string, mine: object | undefined, theirs: object | undefined, fields: string[]) => {
    if (!mine || !theirs)
      return found.push(
        `${what} is ${mine ? 'not stored' : 'unknown to the model'}: ${JSON.stringify(mine ?? theirs)}`,
      );
    for (const field of fields) {
      const [own, other] = [mine, theirs].map((row) => (row as Record<string, unknown>)[field]);
      if (own !== other) found.push(`${what}: ${field} is ${String(other)}, by the rules ${String(own)}`);
    }
  };
  const all = (name: 'payments' | 'attempts' | 'refunds', fields: string[]) => {
    for (const key of new Set([...records[name].keys(), ...stored[name].keys()]))
      compare(`${name.slice(0, -1)} ${key}`, records[name].get(key), stored[name].get(key), fields);
  };
  all('payments', [
    'status',
    'reason',
    'late',
    'amount',
    'project',
    'version',
    'series',
    'tier',
    'medal',
    'seller',
    'reserved',
    'refunded',
    'token',
    'source',
    'upgrade',
    'stands',
  ]);
  all('attempts', ['payment', 'status', 'merchant', 'txn', 'amount', 'excess', 'reserved']);
  all('refunds', ['id', 'payment', 'txn', 'amount', 'status', 'origin']);
  for (const [id, payment] of records.payments) found.push(...expiryOf(payment, stored.payments.get(id)));
  const named = (list: Records['reviews']) =>
    list
      .map(({ payment, reason, reference, state, decision }) => [payment, reason, reference, state, decision].join(' '))
      .sort();
  const [mine, theirs] = [named(records.reviews), named(stored.reviews)];
  for (const line of mine) if (count(mine, line) > count(theirs, line)) found.push(`review by the rules: ${line}`);
  for (const line of theirs) if (count(theirs, line) > count(mine, line)) found.push(`review stored: ${line}`);
  for (const name of new Set([...records.limits.keys(), ...stored.limits.keys()])) {
    const [own, other] = [records.limits.get(name), stored.limits.get(name)];
    if (own !== other) found.push(`limit of ${name} is ${other ?? 'none'}, by the rules ${own ?? 'none'}`);
  }
  const [open, wanted] = [[...stored.closed].toSorted().join(), [...records.closed].toSorted().join()];
  if (open !== wanted) found.push(`closed projects are ${open || 'none'}, by the rules ${wanted || 'none'}`);
  if (records.refundsOn !== stored.refundsOn)
    found.push(`refunds are ${stored.refundsOn ? 'on' : 'off'}, by the rules not`);
  return [...new Set(found)];
}

function expiryOf(payment: PaymentRecord, stored: PaymentRecord | undefined): string[] {
  if (!stored || Math.abs(payment.expiresAt - stored.expiresAt) <= TOLERANCE_MS) return [];
  const at = (ms: number) => new Date(ms).toISOString();
  return [`payment ${payment.id}: link ends ${at(stored.expiresAt)}, by the rules ${at(payment.expiresAt)}`];
}

const count = (list: string[], line: string) => list.filter((each) => each === line).length;

/** Names and times that the product gives. */
function takeNames(records: Records, stored: Records): void {
  for (const [id, payment] of records.payments) payment.expiresAt = stored.payments.get(id)!.expiresAt;
  for (const [invoice, attempt] of records.attempts) attempt.sent = stored.attempts.get(invoice)!.sent;
  records.reviews = stored.reviews.map((review) => ({ ...review }));
}

export function copied({ versions, terms, ...records }: Records): Records {
  return { ...structuredClone(records), versions, terms };
}

/** States that something is in after a step. */
function statesOf({ payments, refunds }: Records): string[] {
  return [
    ...[...refunds.values()].map(({ status }) => `refund state: ${status}`),
    ...[...payments.values()].flatMap(({ upgrade, stands, token }) => {
      if (upgrade === null) return [];
      if (upgrade !== 'completed') return [`upgrade state: ${upgrade}`];
      return [
        'upgrade state: completed',
        stands ? 'upgrade state: platinum' : `upgrade state: ${token === 'void' ? 'released' : 'revoked'}`,
      ];
    }),
    ...[...payments.values()].flatMap(({ late }) => (late ? ['late'] : [])),
    ...launchCells(payments),
  ];
}

/** Of projects with catalogues of their own: which upgrades were paid, at which version, and where the money went. */
function launchCells(payments: Records['payments']): string[] {
  return [...payments.values()].flatMap(({ project, version, source, tier, series }) => {
    if (project === 'default' || series === null) return [];
    const lower = source === null ? null : payments.get(source);
    return [
      `paid in: ${project}`,
      ...(tier === VILLA ? [`paid for: ${VILLA}`] : []),
      `paid at: version ${version.endsWith(' 1') ? 'one' : 'after it'}`,
      ...(lower ? [`upgrade path: ${lower.tier} to ${tier}`] : []),
      ...(lower && lower.version !== version ? ['upgrade path: of a later version'] : []),
    ];
  });
}

/** What the run has reached, for its coverage. */
function cellsOf(happening: Happening, records: Records): string[] {
  if (happening.type === 'fact' && happening.fact.type === 'status') {
    const attempt = records.attempts.get(happening.fact.reference);
    const status = attempt && records.payments.get(attempt.payment)?.status;
    if (!status) return [];
    const isLate = happening.fact.outcome === 'paid' && !['creating', 'open', 'unknown'].includes(attempt.status);
    return [`evidence: ${status} × ${happening.fact.outcome}`, ...(isLate ? [`late money: ${status}`] : [])];
  }
  if (happening.type === 'fact' && happening.fact.type !== 'invoice') {
    const refund = records.refunds.get(happening.fact.reference);
    return refund ? [`refund: ${refund.status} × ${happening.fact.outcome}`] : [];
  }
  if (happening.type !== 'done') return [];
  const { name, decision, status, code, review } = happening.done;
  const word = status >= 200 && status < 300 ? 'OK' : code;
  if (name === 'decide') {
    const reason = records.reviews.find(({ id }) => id === review)?.reason;
    return [`review: ${reason} × ${word === 'OK' ? decision : word}`];
  }
  return ['poll', 'other', 'limit', 'close'].includes(name) ? [] : [`${name}: ${word}`];
}
