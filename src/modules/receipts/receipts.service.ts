import { Inject, Injectable } from '@nestjs/common';
import { SETTINGS, type Settings } from '../../config/settings.token.js';
import type { PublicReceipt } from '../../contracts/after-payment.js';
import { ROUTES } from '../../contracts/routes.js';
import type { PaymentEntity } from '../../database/entities/payment.entity.js';
import { PUBLIC_ID } from '../../runtime/ids.js';
import { CustomerPaymentQueries, PaymentsQueries } from '../payments/index.js';
import type { ReceiptDocument } from './receipt-document.js';
import { bankReferenceOf, presentReceipt } from './receipt.presenter.js';
import { Refusal } from '../../runtime/refusal.js';

interface Found {
  receipt: PublicReceipt;
  /** With its customer loaded. */
  payment: PaymentEntity;
  /** In full. */
  bankReference: string | null;
}

/** The receipt of a payment, for the holder of the link and for its payer by mail. */
@Injectable()
export class Receipts {
  constructor(
    private readonly payments: PaymentsQueries,
    private readonly records: CustomerPaymentQueries,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /** @throws PAYMENT_NOT_FOUND, NO_RECEIPT_YET */
  async get(publicId: string): Promise<Found> {
    if (!PUBLIC_ID.test(publicId)) throw new Refusal('PAYMENT_NOT_FOUND');
    const payment = await this.payments.get(publicId, null);
    const record = await this.records.of(payment);
    if (record.receipt === null) throw new Refusal('NO_RECEIPT_YET');
    return {
      receipt: presentReceipt(payment, record.receipt, record),
      payment,
      bankReference: bankReferenceOf(record.attempts),
    };
  }

  /** For the holder of the link. @throws PAYMENT_NOT_FOUND, NO_RECEIPT_YET */
  async publicDocument(publicId: string): Promise<ReceiptDocument> {
    const { receipt } = await this.get(publicId);
    const { bankReferenceEnd: end, customer } = receipt;
    return this.documentOf(receipt, customer, end && `•••• ${end}`);
  }

  /** With the full name and reference: only for the recorded address. @throws PAYMENT_NOT_FOUND, NO_RECEIPT_YET */
  async payersDocument(publicId: string): Promise<ReceiptDocument> {
    const { receipt, payment, bankReference } = await this.get(publicId);
    const { name = '', email = '' } = payment.customer ?? {};
    return this.documentOf(receipt, { name, email }, bankReference);
  }

  private documentOf(
    receipt: PublicReceipt,
    payer: ReceiptDocument['payer'],
    bankReference: string | null,
  ): ReceiptDocument {
    const { appUrl, company, sandboxGateway: sandbox } = this.settings;
    return { receipt, payer, bankReference, company, sandbox, url: `${appUrl}${ROUTES.receipt(receipt.paymentId)}` };
  }
}
