import { Inject, Injectable } from '@nestjs/common';
import { SETTINGS, type Settings } from '../../config/settings.token.js';
import type { PublicReceipt, ReceiptCheck } from '../../contracts/after-payment.js';
import { receiptCheckPath } from '../../contracts/receipt-check.js';
import { ROUTES } from '../../contracts/routes.js';
import type { Language } from '../../contracts/words/languages.js';
import type { PaymentEntity } from '../../database/entities/payment.entity.js';
import { PUBLIC_ID } from '../../runtime/ids.js';
import { Catalogues } from '../catalogue/index.js';
import { ALL_PAYMENTS } from '../payment-lists/index.js';
import { CustomerPaymentQueries, PaymentsQueries } from '../payments/index.js';
import { ProjectCompanies, type Seller } from '../projects/index.js';
import { Consents } from '../terms/index.js';
import type { ReceiptDocument } from './receipt-document.js';
import { bankReferenceOf, presentCheck, presentReceipt } from './receipt.presenter.js';
import { ReceiptTokenQueries } from './receipt-token.queries.js';
import { Refusal } from '../../runtime/refusal.js';

interface Found {
  receipt: PublicReceipt;
  /** With its customer, seller and token loaded. */
  payment: PaymentEntity;
  /** Who sells the project of the payment. */
  seller: Seller;
  /** In full. */
  bankReference: string | null;
}

/** The receipt of a payment, for the holder of the link and for its payer by mail. */
@Injectable()
export class Receipts {
  constructor(
    private readonly payments: PaymentsQueries,
    private readonly records: CustomerPaymentQueries,
    private readonly tokens: ReceiptTokenQueries,
    private readonly consents: Consents,
    private readonly companies: ProjectCompanies,
    private readonly catalogues: Catalogues,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /** @throws PAYMENT_NOT_FOUND, NO_RECEIPT_YET */
  async get(publicId: string): Promise<Found> {
    if (!PUBLIC_ID.test(publicId)) throw new Refusal('PAYMENT_NOT_FOUND');
    const payment = await this.payments.get(publicId, ALL_PAYMENTS);
    const record = await this.records.of(payment);
    if (record.receipt === null) throw new Refusal('NO_RECEIPT_YET');
    const seller = await this.companies.of(payment.projectId);
    const terms = await this.consents.ofReceipt(record.receipt);
    const token = {
      tier: await this.catalogues.tierNameOf(payment),
      before: await this.tokens.tierBeforeUpgrade(payment),
      replacedBy: await this.tokens.replacementOf(payment),
    };
    return {
      receipt: {
        ...presentReceipt(payment, token, record.receipt, record, seller.company),
        ...(terms && { terms }),
      },
      payment,
      seller,
      bankReference: bankReferenceOf(record.attempts),
    };
  }

  /** For the holder of the link. @throws PAYMENT_NOT_FOUND, NO_RECEIPT_YET */
  async publicDocument(publicId: string, language: Language): Promise<ReceiptDocument> {
    const { receipt, seller } = await this.get(publicId);
    const { bankReferenceEnd: end, customer } = receipt;
    return this.documentOf(receipt, seller, {
      payer: customer,
      seller: null,
      bankReference: end && `•••• ${end}`,
      language,
    });
  }

  /** With full name, reference and seller: only for the recorded address. @throws PAYMENT_NOT_FOUND, NO_RECEIPT_YET */
  async payersDocument(publicId: string, language: Language): Promise<ReceiptDocument> {
    const { receipt, payment, seller: from, bankReference } = await this.get(publicId);
    const { name = '', email = '' } = payment.customer ?? {};
    const seller = payment.salesManager?.name ?? null;
    return this.documentOf(receipt, from, { payer: { name, email }, seller, bankReference, language });
  }

  /** How a receipt stands now, for whoever was shown it. @throws PAYMENT_NOT_FOUND, NO_RECEIPT_YET */
  async check(publicId: string): Promise<ReceiptCheck> {
    return presentCheck((await this.get(publicId)).receipt);
  }

  /** The page that says whether the receipt is genuine. */
  checkUrl(publicId: string): string {
    return `${this.settings.appUrl}${receiptCheckPath(publicId)}`;
  }

  private async documentOf(
    receipt: PublicReceipt,
    seller: Seller,
    shown: Pick<ReceiptDocument, 'payer' | 'seller' | 'bankReference' | 'language'>,
  ): Promise<ReceiptDocument> {
    const { appUrl, usesSandbox: sandbox } = this.settings;
    const logo = await this.companies.logoOf(seller);
    const url = `${appUrl}${ROUTES.receipt(receipt.paymentId)}`;
    return {
      ...shown,
      company: seller.company,
      logo: logo && { digest: logo.digest, bytes: logo.bytes },
      receipt,
      sandbox,
      url,
      checkUrl: this.checkUrl(receipt.paymentId),
    };
  }
}
