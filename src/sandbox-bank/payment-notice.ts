import type { BankContext } from './bank-context.js';
import type { Message } from './bank-message.js';
import type { Invoice, Transaction } from './bank-records.js';
import { rupeeText } from './rupees.js';
import { istStamp } from './sandbox-clock.js';

/** Unsigned fields of a return and of an advice: all text, some undocumented. */
export function paymentNotice(invoice: Invoice, transaction: Transaction, bank: BankContext): Message {
  const { merchantId, aggregatorId = '' } = bank.merchantOf(invoice);
  const amount = rupeeText(transaction.amountPaise);
  return {
    responseCode: transaction.code,
    respDescription: transaction.text,
    merchantId,
    ...(aggregatorId === '' ? {} : { aggregatorID: aggregatorId }),
    merchantTxnNo: invoice.merchantTxnNo,
    invoiceNo: invoice.invoiceNo,
    invoiceStatus: transaction.status === 'SUC' ? 'PAID' : 'OPEN',
    addlParam1: invoice.addlParam1,
    addlParam2: invoice.addlParam2,
    customerEmailID: invoice.email,
    customerMobileNo: invoice.mobile,
    txnID: transaction.txnId,
    ...(transaction.paymentId === null || transaction.status !== 'SUC' ? {} : { paymentID: transaction.paymentId }),
    paymentMode: transaction.mode,
    paymentSubInstType: transaction.bank,
    bankCode: '',
    paymentDateTime: istStamp(transaction.at),
    amount,
    chargeAmount: amount,
    TransmissionDateTime: istStamp(bank.clock.nowMs()),
    acqName: 'SANDBOX',
    oth_charge: 'false',
  };
}
