import { Injectable } from '@nestjs/common';
import { BankContext } from './bank-context.js';
import { isSignedBy, type Message } from './bank-message.js';
import { tellingTransaction, type Invoice, type Owned, type Refund, type Transaction } from './bank-records.js';
import type { Fault } from './fault-registry.js';
import type { IncomingRequest } from './invoice.service.js';
import { refusal } from './refusals.js';
import { rupeeText } from './rupees.js';
import { istStamp } from './sandbox-clock.js';

/** Answers STATUS about payments and refunds. */
@Injectable()
export class CommandService {
  constructor(private readonly bank: BankContext) {}

  /** Null when the request is valid. */
  refuseStranger(request: IncomingRequest): Message | null {
    const { fields } = request;
    const echo = {
      merchantId: fields['merchantID'] ?? fields['merchantId'] ?? '',
      merchantTxnNo: fields['merchantTxnNo'] ?? '',
    };
    const merchant = this.bank.merchantNamed(fields);
    if (merchant === undefined) return refusal('P1006', 'Invalid merchant', echo);
    if (!isSignedBy(merchant.secretKey, fields, request.rawBody, request.hashHeader))
      return refusal('P1006', 'Invalid secure hash', echo);
    return null;
  }

  status(fields: Readonly<Record<string, string>>, fault?: Fault): Message {
    const asked = fields['originalTxnNo'] ?? fields['merchantTxnNo'] ?? '';
    const owner = this.bank.ownerNamed(fields);
    const refund = this.bank.state.refund(asked, owner);
    if (refund !== undefined) return bentStatus(this.refundStatus(refund), refund.at, this.bank.clock.nowMs(), fault);
    const found = this.find(asked, owner);
    if (found === undefined) {
      const { merchantId } = this.bank.merchantOf({ ...(owner && { owner }) });
      if (fault?.kind === 'req' && fault.code)
        return { responseCode: '000', merchantId, merchantTxnNo: asked, txnStatus: 'REQ', txnResponseCode: fault.code };
      if (this.bank.state.invoiceByTxnNo(asked, owner) === undefined) return this.notFound(asked, merchantId);
      return refusal(this.bank.settings.unpaidInvoiceCode, 'No payment yet', { merchantId, merchantTxnNo: asked });
    }
    const answer = this.saleStatus(found.invoice, found.transaction);
    return bentStatus(answer, found.transaction.decidedAt ?? found.transaction.at, this.bank.clock.nowMs(), fault);
  }

  private find(asked: string, owner: string | undefined): { invoice: Invoice; transaction: Transaction } | undefined {
    const invoice = this.bank.state.invoiceByTxnNo(asked, owner);
    const transaction = invoice && tellingTransaction(invoice);
    return invoice && transaction ? { invoice, transaction } : this.bank.state.transactionById(asked, owner);
  }

  private notFound(asked: string, merchantId: string): Message {
    return refusal('P0039', 'No such transaction', { merchantId, merchantTxnNo: asked });
  }

  private saleStatus(invoice: Invoice, transaction: Transaction): Message {
    return {
      ...this.answerHead(invoice, invoice.merchantTxnNo, transaction.at),
      txnStatus: transaction.status,
      txnResponseCode: transaction.code,
      txnRespDescription: transaction.text,
      txnID: transaction.txnId,
      ...(transaction.paymentId === null ? {} : { paymentID: transaction.paymentId, txnAuthID: transaction.paymentId }),
      amount: rupeeText(transaction.amountPaise),
      // The real bank sends a boolean, which is not hashed.
      oth_charge: this.bank.settings.otherCharge ?? false,
      paymentMode: transaction.mode,
      paymentSubInstType: transaction.bank,
      transactionType: 'SALE',
      customerEmailID: invoice.email,
      customerMobileNo: invoice.mobile,
    };
  }

  private refundStatus(refund: Refund): Message {
    return {
      ...this.answerHead(refund, refund.refundRef, refund.at),
      txnStatus: refund.status,
      txnResponseCode: refund.code,
      txnRespDescription: refund.status === 'REJ' ? 'Transaction not permitted to card holder' : 'Refund request',
      txnID: refund.bankTxnId,
      amount: rupeeText(refund.amountPaise),
      transactionType: refund.type,
    };
  }

  private answerHead(record: Owned, merchantTxnNo: string, at: number): Message {
    const { merchantId, aggregatorId = '' } = this.bank.merchantOf(record);
    return {
      responseCode: '000',
      respDescription: 'Request processed successfully',
      merchantId,
      ...(aggregatorId === '' ? {} : { aggregatorID: aggregatorId }),
      merchantTxnNo,
      paymentDateTime: istStamp(at),
      TransmissionDateTime: istStamp(this.bank.clock.nowMs()),
      acqName: 'SANDBOX',
    };
  }
}

/** Applies a fault to a STATUS answer, which is signed correctly. */
function bentStatus(message: Message, decidedAt: number, nowMs: number, fault: Fault | undefined): Message {
  if (fault?.kind === 'lag-not-found') {
    const lagging = fault.ms === undefined || nowMs < decidedAt + fault.ms;
    const { merchantId = '', merchantTxnNo = '' } = message;
    return lagging ? refusal('P0039', 'No such transaction', { merchantId, merchantTxnNo }) : message;
  }
  if (fault?.kind === 'different-amount')
    return { ...message, amount: fault.text ?? oneMorePaisa(String(message['amount'])) };
  const { txnID: _txnID, ...withoutTxnId } = message;
  if (fault?.kind === 'no-txn-id') return withoutTxnId;
  return { ...message, ...BENT_FIELDS[fault?.kind ?? ''], ...statedBy(fault) };
}

/** Word and code of the answer, where the fault names its own. */
function statedBy(fault: Fault | undefined): Message {
  if (fault?.kind !== 'req' && fault?.kind !== 'refund-type') return {};
  return { ...(fault.text && { txnStatus: fault.text }), ...(fault.code && { txnResponseCode: fault.code }) };
}

const BENT_FIELDS: Readonly<Record<string, Message>> = {
  'oth-charge': { oth_charge: '35.17' },
  'boolean-oth-charge': { oth_charge: false },
  err: { txnStatus: 'ERR', txnResponseCode: '9999' },
  reversed: { txnStatus: 'REJ', txnResponseCode: '039', txnRespDescription: 'Transaction reversed' },
  'unknown-word': { txnStatus: 'XYZ' },
  req: { txnStatus: 'REQ', txnResponseCode: 'R1000' },
  'other-currency': { currencyCode: '840' },
  'refund-type': { transactionType: 'REFUND' },
};

function oneMorePaisa(amount: string): string {
  return rupeeText(Number(amount.replace('.', '')) + 1);
}
