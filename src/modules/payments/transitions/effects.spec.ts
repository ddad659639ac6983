import { beforeEach, describe, expect, it } from '@jest/globals';
import type { PaymentEntity } from '../../../database/entities/payment.entity.js';
import type { PaymentStatus } from '../../../domain/payment/payment-status.js';
import { TransitionEffects } from './effects.js';
import { ReviewEffects } from './review-effects.js';
import { type Change, StatusWriter } from './status-writer.js';
import type { Review, Transition } from './transition.js';

type Dependencies = ConstructorParameters<typeof TransitionEffects>;
type WriterDependencies = ConstructorParameters<typeof StatusWriter>;

const NOW = new Date('2026-02-03T04:05:06.000Z');

/** What was called, in order, with what the effect was given. */
let calls: [name: string, given?: unknown][];
let failing: string | null;

async function call<T>(name: string, given?: unknown, result?: T): Promise<T> {
  calls.push([name, given]);
  if (name === failing) throw new Error(`${name} failed`);
  return result as T;
}

const names = () => calls.map(([name]) => name);
const givenTo = (name: string) => calls.find(([each]) => each === name)?.[1];

function effects(): TransitionEffects {
  const writing = [
    { now: () => NOW },
    {
      changeStatus: async (payment: PaymentEntity, to: PaymentStatus, facts: object) => {
        const before = { ...payment };
        await call('status', facts);
        Object.assign(payment, facts, { status: to });
        return before;
      },
      addEvent: (event: object) => call('event', event),
    },
    {
      issue: () => call('token issued', undefined, 'GO-000001'),
      setStatus: (_: number, status: string) => call('token', status),
    },
    { issue: () => call('receipt', undefined, 'RC-000001') },
    { statusChanged: (before: PaymentEntity, after: PaymentEntity) => call('counters', [before.status, after.status]) },
    { write: (entry: object) => call('audit entry', entry) },
    {
      changed: (_: PaymentEntity, from: PaymentStatus, to: PaymentStatus) => call('units', [from, to]),
      created: (_: PaymentEntity, status: PaymentStatus, keepsUnit: boolean) => call('units', [status, keepsUnit]),
    },
  ];
  const following = [
    {
      beforeTransition: (_: PaymentEntity, to: PaymentStatus) => call('other sales locked', to, []),
      afterTransition: () => call('linked sales'),
    },
    { afterTransition: (transition: Transition) => call('review', transition) },
    { afterTransition: (transition: Transition) => call('mails', transition) },
    {
      beforeTransition: (_: PaymentEntity, to: PaymentStatus) => call('token locked', to),
      afterTransition: (transition: Transition) => call('upgrade', transition),
    },
    { afterTransition: (transition: Transition) => call('metrics', transition) },
    { afterTransition: (transition: Transition) => call('live event', transition) },
  ];
  const writer = new StatusWriter(...(writing as unknown as WriterDependencies));
  return new TransitionEffects(...([writer, ...following] as unknown as Dependencies));
}

function change(from: PaymentStatus, decision: Partial<Change['decision']>, evidence: object): Change {
  const payment = { id: 7, publicId: 'public', status: from, tokenType: 'gold' };
  return {
    payment,
    decision: { verdict: 'moved', reason: null, late: false, ...decision },
    attempt: null,
    evidence,
    source: 'callback',
  } as unknown as Change;
}

const completion = () => change('initiated', { to: 'completed', late: true }, { kind: 'captured', txnId: 'T1' });

beforeEach(() => {
  calls = [];
  failing = null;
});

describe('effects of a change of status', () => {
  it('of a completion come in one order', async () => {
    await effects().carryOut(completion());
    expect(names()).toEqual([
      'token locked',
      'other sales locked',
      'units',
      'token issued',
      'status',
      'counters',
      'receipt',
      'event',
      'audit entry',
      'review',
      'mails',
      'upgrade',
      'metrics',
      'live event',
      'linked sales',
    ]);
  });

  it('get the results of those before them', async () => {
    await effects().carryOut(completion());
    expect(givenTo('status')).toEqual({ statusReason: null, paidAt: NOW, late: true, tokenNumber: 'GO-000001' });
    expect(givenTo('counters')).toEqual(['initiated', 'completed']);
    expect(givenTo('units')).toEqual(['initiated', 'completed']);
    expect(givenTo('event')).toMatchObject({
      type: 'status.completed',
      from: 'initiated',
      to: 'completed',
      detail: { late: true, tokenNumber: 'GO-000001', receiptNumber: 'RC-000001' },
    });
    for (const name of ['review', 'mails', 'upgrade', 'metrics', 'live event'])
      expect(givenTo(name)).toMatchObject({
        from: 'initiated',
        to: 'completed',
        source: 'callback',
        receiptNumber: 'RC-000001',
        payment: { status: 'completed', tokenNumber: 'GO-000001' },
      });
  });

  it('void the token after a full refund, and issue nothing', async () => {
    await effects().carryOut(change('completed', { to: 'refunded' }, { kind: 'refunded' }));
    expect(names()).toEqual([
      'token locked',
      'other sales locked',
      'units',
      'token',
      'status',
      'counters',
      'event',
      'audit entry',
      'review',
      'mails',
      'upgrade',
      'metrics',
      'live event',
      'linked sales',
    ]);
    expect(givenTo('token')).toBe('void');
  });

  it('leave the token alone at any other end, and store why', async () => {
    await effects().carryOut(change('initiated', { to: 'failed', reason: 'declined' }, { kind: 'declined' }));
    expect(names().slice(0, 4)).toEqual(['token locked', 'other sales locked', 'units', 'status']);
    expect(names()).not.toContain('receipt');
    expect(givenTo('status')).toEqual({ statusReason: 'declined' });
    expect(givenTo('audit entry')).toMatchObject({ fromValue: 'initiated', toValue: 'failed', reason: 'declined' });
  });

  it('store when the customer went to the bank', async () => {
    await effects().carryOut(change('pending', { to: 'initiated' }, { kind: 'sent' }));
    expect(givenTo('status')).toEqual({ statusReason: null, initiatedAt: NOW });
  });

  it.each(['token locked', 'units', 'receipt', 'review', 'upgrade'])('end with a failing one: %s', async (name) => {
    failing = name;
    await expect(effects().carryOut(completion())).rejects.toThrow(`${name} failed`);
    expect(names().at(-1)).toBe(name);
  });

  it('of a new payment are its unit and its audit entry', async () => {
    await effects().afterCreation(change('pending', {}, {}).payment, {
      keepsUnit: true,
      auditReason: 'replaces another',
    });
    expect(names()).toEqual(['units', 'audit entry']);
    expect(givenTo('units')).toEqual(['pending', true]);
    expect(givenTo('audit entry')).toMatchObject({ action: 'payment.created', reason: 'replaces another' });
  });

  it('of a renewed link write neither status, event nor numbers', async () => {
    await effects().afterRenewal(completion().payment);
    expect(names()).toEqual(['token locked', 'audit entry', 'review', 'mails', 'upgrade', 'metrics', 'live event']);
  });
});

describe('effects of an opened review', () => {
  it.each([
    ['bank_reversal', []],
    ['quota_sold_out', ['link ended', 'replacements ended']],
  ] as const)('of %s come in one order', async (reason, more) => {
    const fakes = [
      { afterReview: (review: Review) => call('mails', review) },
      { afterReview: (review: Review) => call('upgrade', review) },
      {
        endIfLive: (payment: PaymentEntity) => call('link ended', payment),
        endReplacementsOf: (payment: PaymentEntity) => call('replacements ended', payment),
      },
      { changed: (paymentId: number) => call('live event', paymentId) },
    ];
    const made = new ReviewEffects(...(fakes as unknown as ConstructorParameters<typeof ReviewEffects>));
    const { payment } = completion();
    await made.run({ payment, reason, reference: 'T1', amount: payment.amount, evidence: null });
    expect(names()).toEqual(['mails', 'upgrade', ...more, 'live event']);
    expect(givenTo('live event')).toBe(payment.id);
  });
});
