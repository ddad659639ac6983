import { Injectable } from '@nestjs/common';
import { BankContext } from './bank-context.js';
import { isSignedBy, type Message } from './bank-message.js';
import { isCaptured, tellingTransaction, type Invoice } from './bank-records.js';
import type { Fault } from './fault-registry.js';
import { refusal } from './refusals.js';
import { parseRupees, rupeeText } from './rupees.js';
import { endOfIstDay } from './sandbox-clock.js';

export interface IncomingRequest {
  fields: Readonly<Record<string, string>>;
  rawBody: string;
  hashHeader: string | undefined;
}

/** Creates invoices and reports their status. */
@Injectable()
export class InvoiceService {
  constructor(private readonly bank: BankContext) {}

  /** Checks in the order of the real bank, which decides the code of a request with two faults. */
  create(request: IncomingRequest, fault?: Fault): Message {
    const { fields } = request;
    const echo = { merchantId: fields['merchantId'] ?? '', invoiceNo: fields['invoiceNo'] ?? '' };
    const stranger = this.refuseStranger(request, echo);
    if (stranger !== null) return stranger;
    const problem = invoiceProblem(fields, this.bank.clock.nowMs(), this.bank.settings.asciiOnly);
    if (problem !== null) return refusal('P1006', problem, echo);
    const known = this.bank.state.invoice(echo.invoiceNo, this.bank.ownerNamed(fields));
    if (known !== undefined) {
      return refusal('405', 'Invoice number already exists', {
        ...echo,
        redirectionURL: this.bank.pageUrl(known.token),
      });
    }
    const invoice = this.open(fields);
    const link = fault?.kind === 'other-host' ? 'https://pay.evil.example/pg/i/1' : this.bank.pageUrl(invoice.token);
    return {
      responseCode: '0000',
      respDescription: 'Invoice created successfully',
      ...echo,
      ...(fault?.kind === 'no-link' ? {} : { redirectionURL: link }),
    };
  }

  /** `0000` once paid; the code before is unpublished. */
  status(request: IncomingRequest): Message {
    const { fields } = request;
    const echo = { merchantId: fields['merchantId'] ?? '', invoiceNo: fields['invoiceNo'] ?? '' };
    const stranger = this.refuseStranger(request, echo);
    if (stranger !== null) return stranger;
    const invoice = this.bank.state.invoice(echo.invoiceNo, this.bank.ownerNamed(fields));
    const transaction = invoice && tellingTransaction(invoice);
    if (invoice === undefined || transaction === undefined)
      return refusal(this.bank.settings.unpaidInvoiceCode, 'No payment yet', echo);
    if (!isCaptured(transaction)) return refusal(transaction.code, transaction.text, echo);
    const amount = rupeeText(transaction.amountPaise);
    const paid = { txnID: transaction.txnId, paymentID: transaction.paymentId ?? '', amount, invoiceStatus: 'PAID' };
    return { responseCode: '0000', respDescription: 'Invoice paid', ...echo, ...paid };
  }

  private refuseStranger(request: IncomingRequest, echo: Message): Message | null {
    const { merchantId } = request.fields;
    const merchant = merchantId === undefined ? undefined : this.bank.merchantNamed({ merchantId });
    if (merchant === undefined) return refusal('P1006', 'Invalid merchant', echo);
    if (isSignedBy(merchant.secretKey, request.fields, request.rawBody, request.hashHeader)) return null;
    return refusal(this.bank.settings.hashErrorCode, 'Secure hash mismatch', echo);
  }

  private open(fields: Readonly<Record<string, string>>): Invoice {
    const { state, clock, settings } = this.bank;
    const invoiceNo = fields['invoiceNo'] ?? '';
    const owner = this.bank.ownerNamed(fields);
    const invoice: Invoice = {
      ...(owner === undefined ? {} : { owner }),
      invoiceNo,
      merchantTxnNo: settings.ownMerchantTxnNo ? `MT${100000 + state.nextNumber()}` : invoiceNo,
      token: state.newToken(),
      amountPaise: parseRupees(fields['chargeAmount']) ?? 0,
      description: fields['desc'] ?? '',
      userName: fields['userName'] ?? '',
      email: fields['emailID'] ?? '',
      mobile: fields['mobileNo'] ?? '',
      returnUrl: fields['paymentReturnURL'] ?? '',
      addlParam1: fields['addlParam1'] ?? '',
      addlParam2: fields['addlParam2'] ?? '',
      dueAt: endOfIstDay(fields['dueDate'] ?? '') ?? 0,
      createdAt: clock.nowMs(),
      transactions: [],
    };
    state.addInvoice(invoice);
    state.save();
    return invoice;
  }
}

function invoiceProblem(fields: Readonly<Record<string, string>>, nowMs: number, asciiOnly: boolean): string | null {
  const text = (name: string) => fields[name] ?? '';
  const amount = parseRupees(fields['chargeAmount']);
  if (amount === null || amount === 0) return 'Invalid chargeAmount';
  const heads = Object.keys(fields).filter((name) => /^chargeHead([1-9]|1[0-2])$/.test(name));
  const parts = heads.map((name) => parseRupees(fields[name]));
  if (!heads.includes('chargeHead1') || parts.includes(null)) return 'Invalid chargeHead';
  if (parts.reduce<number>((sum, part) => sum + (part ?? 0), 0) !== amount) return 'Charge heads do not add up';
  if (text('currencyCode') !== '356') return 'Invalid currencyCode';
  const dueAt = endOfIstDay(text('dueDate'));
  if (dueAt === null || dueAt < nowMs) return 'Invalid dueDate';
  if (!/^https?:\/\//.test(text('paymentReturnURL')) || !URL.canParse(text('paymentReturnURL')))
    return 'Invalid paymentReturnURL';
  if (!/^[A-Za-z0-9-]{1,32}$/.test(text('invoiceNo'))) return 'Invalid invoiceNo';
  if (text('desc') === '') return 'Invalid desc';
  if (!/^[A-Za-z0-9 .-]{1,45}$/.test(text('userName')) && asciiOnly) return 'Invalid userName';
  if (text('emailID') === '' && text('mobileNo') === '') return 'emailID or mobileNo is required';
  if (asciiOnly && Object.values(fields).some((value) => /[^\x20-\x7e]/.test(value))) return 'Invalid characters';
  return null;
}
