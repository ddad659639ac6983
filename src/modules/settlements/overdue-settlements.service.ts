import { Injectable } from '@nestjs/common';
import type { PaymentAttemptEntity } from '../../database/entities/payment-attempt.entity.js';
import { addBankDays, type Holidays } from '../../domain/calendar/bank-days.js';
import { addDays, startOfIstDay } from '../../domain/calendar/ist-day.js';
import { BankCalendar } from '../calendar/index.js';
import { PaymentGateway, type SettlementStatusResult } from '../gateway/index.js';
import { type MerchantsRead, SettlementLedgerQueries } from './settlement-ledger.queries.js';
import type { Finding } from './settlement-exceptions.repository.js';
import { SettlementRuns } from './settlement-runs.repository.js';
import { inParallel } from '../../runtime/in-parallel.js';

/** Payouts come on the next bank day; one more is tolerance. */
const DUE_AFTER_BANK_DAYS = 2;
const MAX_ASKED = 50;
const ASKED_AT_ONCE = 5;

/** Captures and refunds that should have been settled by now. */
@Injectable()
export class OverdueSettlements {
  constructor(
    private readonly books: SettlementLedgerQueries,
    private readonly gateway: PaymentGateway,
    private readonly calendar: BankCalendar,
    private readonly runs: SettlementRuns,
  ) {}

  /**
   * As of the end of that day. Payments from before the first reconciled day are skipped. Asks the bank about the first ones, so
   * never inside a unit of work.
   * @param merchants whose settlements of that day were read: the others' may have been paid out
   */
  async find(day: string, merchants: MerchantsRead): Promise<Finding[]> {
    const from = startOfIstDay(addDays(earlier(await this.runs.firstDay(), day), -1));
    const before = startOfIstDay(addDays(lastDueDay(day, await this.calendar.holidays()), 1));
    if (before <= from) return [];
    const attempts = await this.books.unsettled(from, before, merchants);
    const words = new Map<number, string>();
    await inParallel(attempts.slice(0, MAX_ASKED), ASKED_AT_ONCE, async (attempt) => {
      const { id, invoiceNo: originalTxnNo, merchantProfile } = attempt;
      words.set(id, answerText(await this.gateway.settlementStatus({ originalTxnNo, merchantProfile })));
    });
    const refunds = await this.books.undeducted(from, before, merchants);
    return [
      ...attempts.map((attempt) => unsettled(attempt, words.get(attempt.id) ?? '')),
      ...refunds.map((refund) => ({
        kind: 'refund_missing' as const,
        subject: refund.publicId,
        paymentId: refund.paymentId,
        reference: refund.bankReference,
        expected: refund.amount,
        found: null,
        evidence: 'The refund is completed here and was in no settlement within two bank days.',
      })),
    ];
  }
}

function earlier(first: string | null, day: string): string {
  return first !== null && first < day ? first : day;
}

function unsettled(attempt: PaymentAttemptEntity, words: string): Finding {
  return {
    kind: 'not_settled',
    subject: attempt.invoiceNo,
    paymentId: attempt.paymentId,
    reference: attempt.invoiceNo,
    expected: attempt.amount,
    found: null,
    evidence: `Paid by transaction ${attempt.bankTxnId}, in no settlement within two bank days. ${words}`.trim(),
  };
}

/** The last day whose payments should be settled by the end of this one. */
function lastDueDay(day: string, holidays: Holidays): string {
  let last = day;
  while (addBankDays(last, DUE_AFTER_BANK_DAYS, holidays) > day) last = addDays(last, -1);
  return last;
}

function answerText(answer: SettlementStatusResult): string {
  switch (answer.kind) {
    case 'settled':
      return `The bank says: settled in ${answer.settlementId}${answer.day ? ` on ${answer.day}` : ''}.`;
    case 'not-settled':
      return 'The bank says: not settled.';
    case 'refused':
      return `The bank answered with code ${answer.code}.`;
    default:
      return 'The bank gave no usable answer.';
  }
}
