import { Injectable } from '@nestjs/common';
import type { PaymentAttemptEntity } from '../../database/entities/payment-attempt.entity.js';
import type { RefundEntity } from '../../database/entities/refund.entity.js';
import { NO_MERCHANT, NOT_SENT } from '../../domain/refund/unsent-refunds.js';
import { requestContext } from '../../runtime/request-context.js';
import { PaymentGateway, type RefundResult, type RefundStatusResult, type Unknown } from '../gateway/index.js';
import { PaymentsQueries } from '../payments/index.js';

/** The result of a refund order or of its STATUS query. */
export type RefundEvidence =
  | { kind: 'accepted'; bankTxnId: string | null; code: string; text: string }
  | { kind: 'done'; bankTxnId: string | null }
  | { kind: 'rejected'; bankTxnId?: string | null; code: string; text: string }
  /** Nothing can be concluded. `contradicts`: a person has to look. `failure`: the answer to an order that is not sent again. */
  | { kind: 'unclear'; reason: string; waitMs: number; contradicts: boolean; failure?: OrderFailure };

/** The order failed at the bank, which may have carried it out all the same. */
interface OrderFailure {
  code: string;
  text: string;
}

export type Sent =
  | RefundEvidence
  | ({ kind: 'failed' } & OrderFailure)
  | { kind: 'duplicate' }
  | { kind: 'not-sent'; code: string; text: string };
export type Asked = RefundEvidence | { kind: 'not-found' };

/** The two bank calls of a refund: order and STATUS. Never inside a unit of work. */
@Injectable()
export class RefundBank {
  constructor(
    private readonly gateway: PaymentGateway,
    private readonly payments: PaymentsQueries,
  ) {}

  /** Always under the row's reference, which the bank accepts once, however often it is sent. */
  async send(refund: RefundEntity): Promise<Sent> {
    const { originalTxnNo, merchantProfile } = await this.captureOf(refund);
    const { bankReference: refundRef, amount: amountPaise } = refund;
    const order = { refundRef, originalTxnNo, merchantProfile, amountPaise, ...requestId() };
    return readSent(await this.gateway.refund(order));
  }

  async ask(refund: RefundEntity): Promise<Asked> {
    const { merchantProfile } = await this.captureOf(refund);
    const answer = await this.gateway.queryRefund({ refundRef: refund.bankReference, merchantProfile, ...requestId() });
    return readAsked(answer, refund.amount);
  }

  /**
   * Its merchant, and its name there: our invoice number, or the bank's transaction id where that number is ambiguous: the invoice
   * was paid twice, or the bank stores it under a number of its own (docs/bank-protocol.md#refund).
   */
  private async captureOf(refund: RefundEntity): Promise<{ originalTxnNo: string; merchantProfile: string | null }> {
    const attempts = await this.payments.attemptsOf(refund.paymentId);
    const attempt = attempts.find(({ id }) => id === refund.attemptId);
    if (!attempt) throw new Error(`refund ${refund.id} lost its capture`);
    const isAmbiguous = attempts.some(isSecondOnItsInvoice) || attempt.bankMerchantTxnNo !== null;
    const originalTxnNo = isAmbiguous ? (attempt.bankTxnId ?? attempt.invoiceNo) : attempt.invoiceNo;
    return { originalTxnNo, merchantProfile: attempt.merchantProfile };
  }
}

function isSecondOnItsInvoice({ invoiceNo, bankTxnId }: PaymentAttemptEntity): boolean {
  return invoiceNo === bankTxnId;
}

function readSent(result: RefundResult): Sent {
  switch (result.kind) {
    case 'accepted':
      return { kind: 'accepted', bankTxnId: result.bankTxnId, code: result.code, text: result.text };
    case 'refused':
      return { kind: 'rejected', code: result.code, text: result.text };
    case 'failed':
      return { kind: 'failed', code: result.code, text: result.text };
    case 'duplicate':
      return { kind: 'duplicate' };
    case 'not-sent':
      return result.reason === 'no-merchant'
        ? { kind: 'not-sent', code: NO_MERCHANT, text: 'The merchant profile of this payment is not configured' }
        : { kind: 'not-sent', code: NOT_SENT, text: 'The bank was not reached' };
    case 'unknown':
      return unclear(result);
  }
}

function readAsked(answer: RefundStatusResult, amount: number): Asked {
  switch (answer.kind) {
    case 'done': {
      const isOther = answer.amountPaise !== null && answer.amountPaise !== amount;
      if (isOther) return { kind: 'unclear', reason: 'amount_mismatch', waitMs: 0, contradicts: true };
      return { kind: 'done', bankTxnId: answer.bankTxnId };
    }
    case 'pending':
      return { kind: 'accepted', bankTxnId: answer.bankTxnId, code: answer.code, text: answer.text };
    case 'rejected':
      return { kind: 'rejected', bankTxnId: answer.bankTxnId, code: answer.code, text: answer.text };
    case 'not-found':
      return { kind: 'not-found' };
    case 'unknown':
      return unclear(answer);
  }
}

function unclear(result: Unknown<string>): RefundEvidence {
  const waitMs = (result.retryAfterSeconds ?? 0) * 1000;
  return { kind: 'unclear', reason: result.reason, waitMs, contradicts: result.reason === 'mismatch' };
}

function requestId(): { requestId?: string } {
  const id = requestContext()?.requestId;
  return id === undefined ? {} : { requestId: id };
}
