import { describe, expect, it } from '@jest/globals';
import { decide, type Decision, type Evidence, type Situation } from './payment-decisions.js';
import { canMove, PAYMENT_STATUSES, type PaymentStatus } from './payment-status.js';

const AMOUNT = 51_000_00;
const captured: Evidence = { kind: 'captured', txnId: 'T1', amount: AMOUNT, currency: null };
const declined: Evidence = { kind: 'declined', code: '039', text: 'Transaction rejected' };
const bankCancelled: Evidence = { kind: 'bank-cancelled', code: '020', text: 'Cancelled' };
const sent: Evidence = { kind: 'sent' };
const expired: Evidence = { kind: 'expired' };
const withdrawn: Evidence = { kind: 'link-cancelled', reason: 'cancelled_by_staff', note: null };
const corrected: Evidence = { kind: 'link-cancelled', reason: 'contact_corrected', note: null };
const ASKED_AT = new Date('2026-11-20T10:00:00Z');
const unpaidAtBank: Evidence = { kind: 'link-cancelled', reason: 'cancelled_by_staff', note: null, unpaidAt: ASKED_AT };
const reissued: Evidence = { kind: 'reissued' };
const refunded: Evidence = { kind: 'refunded' };

type Attempt = NonNullable<Situation['attempt']>;
const open: Attempt = { status: 'open', amount: AMOUNT, isOpen: true, isSent: false, txnId: null };
const abandoned: Attempt = { status: 'abandoned', amount: AMOUNT, isOpen: false, isSent: true, txnId: null };
const own: Attempt = { status: 'captured', amount: AMOUNT, isOpen: false, isSent: true, txnId: 'T1' };

const moved = (to: PaymentStatus, reason: string | null = null, late = false): Decision => ({
  verdict: 'moved',
  to,
  reason,
  late,
});
const ignored = (reason: string): Decision => ({ verdict: 'ignored', reason });
const excess: Decision = { verdict: 'excess', review: 'excess_capture', onSameInvoice: false };

/** The table of cases: every status against every kind of evidence about its open attempt. */
const OPEN_ATTEMPT: Record<PaymentStatus, [Evidence, Decision][]> = {
  pending: [
    [captured, moved('completed')],
    [declined, moved('failed', 'declined')],
    [bankCancelled, moved('cancelled', 'cancelled_by_customer')],
    [sent, moved('initiated')],
    [expired, moved('cancelled', 'link_expired')],
    [withdrawn, moved('cancelled', 'cancelled_by_staff')],
    [reissued, ignored('same_status')],
    [refunded, ignored('not_allowed')],
  ],
  initiated: [
    [captured, moved('completed')],
    [declined, moved('failed', 'declined')],
    [bankCancelled, moved('cancelled', 'cancelled_by_customer')],
    [sent, ignored('same_status')],
    [expired, moved('cancelled', 'link_expired')],
    [withdrawn, ignored('at_bank')],
    [reissued, moved('pending')],
    [refunded, ignored('not_allowed')],
  ],
  failed: [
    [captured, moved('completed', null, true)],
    [declined, ignored('same_status')],
    [bankCancelled, moved('cancelled', 'cancelled_by_customer')],
    [sent, moved('initiated')],
    [expired, ignored('already_closed')],
    [withdrawn, moved('cancelled', 'cancelled_by_staff')],
    [reissued, moved('pending')],
    [refunded, ignored('not_allowed')],
  ],
  cancelled: [
    [captured, moved('completed', null, true)],
    [declined, ignored('not_allowed')],
    [bankCancelled, ignored('same_status')],
    [sent, moved('initiated')],
    [expired, ignored('already_closed')],
    [withdrawn, moved('cancelled', 'cancelled_by_staff')],
    [reissued, moved('pending')],
    [refunded, ignored('not_allowed')],
  ],
  completed: [
    [captured, excess],
    [declined, ignored('already_paid')],
    [bankCancelled, ignored('already_paid')],
    [sent, ignored('already_paid')],
    [expired, ignored('already_paid')],
    [withdrawn, ignored('already_paid')],
    [reissued, ignored('already_paid')],
    [refunded, moved('refunded')],
  ],
  refunded: [
    [captured, excess],
    [declined, ignored('already_paid')],
    [bankCancelled, ignored('already_paid')],
    [sent, ignored('already_paid')],
    [expired, ignored('already_paid')],
    [withdrawn, ignored('already_paid')],
    [reissued, ignored('already_paid')],
    [refunded, ignored('same_status')],
  ],
};

const cases = PAYMENT_STATUSES.flatMap((status) =>
  OPEN_ATTEMPT[status].map(([evidence, decision]) => ({ status, evidence, kind: evidence.kind, decision })),
);

describe('decide', () => {
  it('has a row for every status and kind of evidence', () => {
    expect(cases).toHaveLength(PAYMENT_STATUSES.length * 8);
  });

  it.each(cases)('$status, open attempt, $kind', ({ status, evidence, decision }) => {
    expect(decide({ status, statusReason: null, amount: AMOUNT, attempt: open }, evidence)).toEqual(decision);
  });

  it.each(cases)('$status, $kind: only edges of the table are taken', ({ status, evidence }) => {
    const decision = decide({ status, statusReason: null, amount: AMOUNT, attempt: open }, evidence);
    if (decision.verdict === 'moved') expect(canMove(status, decision.to)).toBe(true);
  });

  it.each(PAYMENT_STATUSES)('%s: a repeated capture of the same transaction changes nothing', (status) => {
    expect(decide({ status, statusReason: null, amount: AMOUNT, attempt: own }, captured)).toEqual(
      ignored('already_captured'),
    );
  });

  it.each([AMOUNT, 1])('a second transaction on a captured invoice, %d paise: money to give back', (amount) => {
    const other: Evidence = { kind: 'captured', txnId: 'T2', amount, currency: null };
    expect(decide({ status: 'completed', statusReason: null, amount: AMOUNT, attempt: own }, other)).toEqual({
      verdict: 'excess',
      review: 'excess_capture',
      onSameInvoice: true,
    });
  });

  it('a second transaction without a readable amount goes to a person', () => {
    const other: Evidence = { kind: 'captured', txnId: 'T2', amount: null, currency: null };
    expect(decide({ status: 'completed', statusReason: null, amount: AMOUNT, attempt: own }, other)).toEqual({
      verdict: 'refused',
      review: 'second_capture',
    });
  });

  it.each([declined, bankCancelled])('a refusal after the capture is a reversal, and moves nothing', (evidence) => {
    expect(decide({ status: 'completed', statusReason: null, amount: AMOUNT, attempt: own }, evidence)).toEqual({
      verdict: 'refused',
      review: 'bank_reversal',
    });
  });

  it.each(PAYMENT_STATUSES)('%s: a capture that STATUS does not confirm moves nothing', (status) => {
    for (const bankAnswer of ['not-found', 'pending', 'error-state'] as const) {
      const evidence: Evidence = { kind: 'unconfirmed', bankAnswer, code: 'P0039' };
      const about = (attempt: Attempt | null) =>
        decide({ status, statusReason: null, amount: AMOUNT, attempt }, evidence);
      // Given back in full: nothing is at stake any more.
      const doubted: Decision = { verdict: 'refused', review: 'capture_unconfirmed' };
      expect(about(own)).toEqual(status === 'refunded' ? ignored('refunded') : doubted);
      for (const attempt of [open, abandoned, null]) expect(about(attempt)).toEqual(ignored('not_captured'));
    }
  });

  it('money on an attempt that was given up completes the payment late', () => {
    expect(decide({ status: 'pending', statusReason: null, amount: AMOUNT, attempt: abandoned }, captured)).toEqual(
      moved('completed', null, true),
    );
  });

  it('a refusal of an attempt that was given up says nothing about the payment', () => {
    expect(decide({ status: 'pending', statusReason: null, amount: AMOUNT, attempt: abandoned }, declined)).toEqual(
      ignored('attempt_closed'),
    );
  });

  it.each([AMOUNT - 1, AMOUNT + 1, 0, null])('%p paise instead of the price never completes', (amount) => {
    const evidence: Evidence = { kind: 'captured', txnId: 'T1', amount, currency: null };
    for (const status of PAYMENT_STATUSES) {
      expect(decide({ status, statusReason: null, amount: AMOUNT, attempt: open }, evidence)).toEqual({
        verdict: 'refused',
        review: 'amount_mismatch',
      });
    }
  });

  it('a capture has to fit the price and the invoice, not one of them', () => {
    const mismatch: Decision = { verdict: 'refused', review: 'amount_mismatch' };
    for (const [amount, invoiced] of [[AMOUNT, AMOUNT - 1], [AMOUNT - 1, AMOUNT]] as const) {
      const attempt = { ...open, amount: invoiced };
      expect(decide({ status: 'initiated', statusReason: null, amount, attempt }, captured)).toEqual(mismatch);
    }
  }); // prettier-ignore

  it.each(['840', 'INR', ''])('currency %p never completes', (currency) => {
    const evidence: Evidence = { kind: 'captured', txnId: 'T1', amount: AMOUNT, currency };
    expect(decide({ status: 'initiated', statusReason: null, amount: AMOUNT, attempt: open }, evidence)).toEqual({
      verdict: 'refused',
      review: 'currency_mismatch',
    });
  });

  it.each(['840', 'INR', ''])(
    'a second capture in currency %p is no money that could be given back in rupees',
    (currency) => {
      const captured = { ...open, status: 'captured' as const, isOpen: false, txnId: 'T1' };
      const situation: Situation = { status: 'completed', statusReason: null, amount: AMOUNT, attempt: captured };
      const evidence: Evidence = { kind: 'captured', txnId: 'T2', amount: AMOUNT, currency };
      expect(decide(situation, evidence)).toEqual({ verdict: 'refused', review: 'currency_mismatch' });
      expect(decide(situation, { ...evidence, currency: '356' })).toMatchObject({ verdict: 'excess' });
    },
  );

  describe('links that staff take back', () => {
    const taken = {
      status: 'cancelled',
      statusReason: 'cancelled_by_staff',
      amount: AMOUNT,
      attempt: abandoned,
    } as const;
    const replaced = { ...taken, statusReason: 'contact_corrected' } as const;
    const pending = { ...taken, status: 'pending', statusReason: null } as const;
    const atBank: Attempt = { ...open, isSent: true };
    const sentAt = (ms: number): Situation => ({
      ...pending,
      status: 'initiated',
      attempt: { ...atBank, lastSentAt: new Date(ASKED_AT.getTime() + ms) },
    });

    it.each<[string, Situation, Evidence, Decision]>([
      ['taken back: nobody is sent to the bank', taken, sent, ignored('cancelled_by_staff')],
      ['taken back: the same once more', taken, withdrawn, ignored('already_closed')],
      ['taken back: reissued', taken, reissued, moved('pending')],
      ['taken back: replaced after all', taken, corrected, moved('cancelled', 'contact_corrected')],
      ['taken back: late money', taken, captured, moved('completed', null, true)],
      ['replaced: nobody is sent to the bank', replaced, sent, ignored('contact_corrected')],
      ['replaced: not taken back as well', replaced, withdrawn, ignored('already_closed')],
      ['replaced: not reissued', replaced, reissued, ignored('replaced')],
      ['replaced: late money', replaced, captured, moved('completed', null, true)],
      [
        'pending without an attempt',
        { ...pending, attempt: null },
        withdrawn,
        moved('cancelled', 'cancelled_by_staff'),
      ],
      ['pending, sent and closed', pending, corrected, moved('cancelled', 'contact_corrected')],
      ['pending, sent and open', { ...pending, attempt: atBank }, withdrawn, ignored('at_bank')],
      ['sent before the bank was asked', sentAt(-1), unpaidAtBank, moved('cancelled', 'cancelled_by_staff')],
      ['sent again after the bank was asked', sentAt(1), unpaidAtBank, ignored('at_bank')],
      ['paid after the bank was asked', { ...sentAt(-1), status: 'completed' }, unpaidAtBank, ignored('already_paid')],
      ['failed, sent and open', { ...pending, status: 'failed', attempt: atBank }, corrected, ignored('at_bank')],
    ])('%s', (_name, situation, evidence, decision) => {
      expect(decide(situation, evidence)).toEqual(decision);
    });
  });

  describe.each(['upgrade_duplicate', 'upgrade_source_refunded', 'quota_sold_out'] as const)(
    'money that cannot be used: %s',
    (review) => {
      const unused: Decision = { verdict: 'excess', review, onSameInvoice: false };
      const unpaid = PAYMENT_STATUSES.filter((status) => status !== 'completed' && status !== 'refunded');

      it.each(unpaid)('%s: recorded as excess on its attempt, open or closed; the status stays', (status) => {
        for (const attempt of [open, abandoned]) {
          const situation = { status, statusReason: null, amount: AMOUNT, completionDenial: review, attempt };
          expect(decide(situation, captured)).toEqual(unused);
        }
      });

      it('repeated it is known, and a second capture of the invoice is one more', () => {
        const situation = { status: 'failed' as const, statusReason: null, amount: AMOUNT, completionDenial: review };
        expect(decide({ ...situation, attempt: own }, captured)).toEqual(ignored('already_captured'));
        expect(decide({ ...situation, attempt: own }, { ...captured, txnId: 'T2' })).toEqual({
          ...excess,
          onSameInvoice: true,
        });
      });

      it('of another amount or currency it is no capture that could be given back', () => {
        const situation = { status: 'failed' as const, statusReason: null, amount: AMOUNT, completionDenial: review };
        const about = { ...situation, attempt: abandoned };
        expect(decide(about, { ...captured, amount: 1 })).toEqual({ verdict: 'refused', review: 'amount_mismatch' });
        expect(decide(about, { ...captured, currency: '840' })).toEqual({
          verdict: 'refused',
          review: 'currency_mismatch',
        });
      });
    },
  );

  describe('a capture for which an admin has made room', () => {
    const accepted = { ...captured, isAccepted: true };
    const excessOne = { ...own, isExcess: true };
    const situation = {
      status: 'cancelled' as const,
      statusReason: 'link_expired',
      amount: AMOUNT,
      attempt: excessOne,
    };

    it('completes its payment, late', () => {
      for (const status of ['failed', 'cancelled'] as const)
        expect(decide({ ...situation, status }, accepted)).toEqual({
          verdict: 'moved',
          to: 'completed',
          reason: null,
          late: true,
        });
    });

    it.each<[string, Parameters<typeof decide>[0], Evidence]>([
      ['without the decision', situation, captured],
      ['on a payment that another capture completed', { ...situation, status: 'completed' }, accepted],
      ['that is refunded', { ...situation, status: 'refunded' }, accepted],
      ['that completed its payment itself', { ...situation, attempt: own }, accepted],
      ['while something else forbids it', { ...situation, completionDenial: 'upgrade_source_refunded' }, accepted],
      ['of another amount', situation, { ...accepted, amount: 1 }],
      ['of another currency', situation, { ...accepted, currency: '840' }],
    ])('changes nothing %s', (_what, about, evidence) => {
      expect(decide(about, evidence)).toEqual(ignored('already_captured'));
    });
  });

  it('a capture without an attempt of ours never completes', () => {
    expect(decide({ status: 'initiated', statusReason: null, amount: AMOUNT, attempt: null }, captured)).toEqual({
      verdict: 'refused',
      review: 'reference_mismatch',
    });
  });
});
