import { Injectable } from '@nestjs/common';
import type { SendReceiptData } from '../../contracts/after-payment.js';
import type { Language } from '../../contracts/words/languages.js';
import { UnitOfWork } from '../../database/unit-of-work.js';
import { Refusal } from '../../runtime/refusal.js';
import { firstName } from '../../domain/people/masking.js';
import { tokenNumberOf } from '../../domain/payment/token-catalogue.js';
import { callerNetwork } from '../../http/index.js';
import { RateLimiter } from '../../runtime/rate-limits/rate-limiter.js';
import { MailAttachments, type MailDocument, MailOutbox } from '../../mail/index.js';
import { newPublicId } from '../../runtime/ids.js';
import { tierNameOf } from '../catalogue/index.js';
import { PaymentsRepository } from '../payments/index.js';
import { ReceiptPdfRenderer } from './receipt-pdf-renderer.js';
import { Receipts } from './receipts.service.js';
import { CUSTOMER_MESSAGES } from '../../contracts/messages-customers.js';
import { HOUR_MS, MINUTE_MS } from '../../domain/calendar/durations.js';

const PER_PAYMENT_AN_HOUR = 3;
/** Customers at an event share one address; the limit of each payment protects its mailbox. */
const PER_ADDRESS_A_MINUTE = 300;

/** The receipt by mail: with the confirmation, and again on request. Only to the recorded address. */
@Injectable()
export class ReceiptEmails {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly receipts: Receipts,
    private readonly printer: ReceiptPdfRenderer,
    private readonly payments: PaymentsRepository,
    private readonly outbox: MailOutbox,
    private readonly limiter: RateLimiter,
    attachments: MailAttachments,
  ) {
    for (const template of ['receipt', 'receipt-copy'] as const) {
      attachments.register(template, ({ paymentId, language = 'en' }) => this.attach(paymentId, language));
    }
  }

  /** @throws PAYMENT_NOT_FOUND, NO_RECEIPT_YET, RECEIPTS_BUSY, THROTTLED, NO_USABLE_ADDRESS */
  async send(publicId: string, language: Language, address: string | undefined): Promise<SendReceiptData> {
    await this.requireRoomFor(callerNetwork(address));
    const { receipt, payment, bankReference } = await this.receipts.get(publicId);
    const verdict = await this.limiter.consume(`receipt-mail:${publicId}`, PER_PAYMENT_AN_HOUR, HOUR_MS);
    if (!verdict.allowed)
      throw new Refusal('THROTTLED', {
        message: CUSTOMER_MESSAGES.receipt.throttled,
        retryAfterSeconds: verdict.retryAfterSeconds,
      });
    const { email = '', name = '' } = payment.customer ?? {};
    await this.uow.run(async () => {
      const queued = await this.outbox.enqueue({
        dedupeKey: `receipt-copy:${publicId}:${newPublicId()}`,
        to: email,
        template: 'receipt-copy',
        data: {
          language,
          firstName: firstName(name),
          customerName: name,
          tokenType: payment.tokenType,
          tierName: await tierNameOf(this.uow, payment),
          tokenNumber: tokenNumberOf(payment),
          tokenVoid: receipt.tokenVoid,
          replacedBy: receipt.replacedBy,
          amountPaise: payment.amount,
          paidAt: receipt.paidAt,
          paymentId: publicId,
          receiptNumber: receipt.number,
          bankReference,
        },
      });
      if (queued === 'refused') throw new Refusal('NO_USABLE_ADDRESS');
      await this.payments.addEvent({ paymentId: payment.id, type: 'receipt.mailed', source: 'customer' });
    });
    return { paymentId: publicId, receiptNumber: receipt.number, to: receipt.customer.email };
  }

  /** Not the words of the payment's own limit: whoever asks here may never have asked before. */
  private async requireRoomFor(network: string): Promise<void> {
    const verdict = await this.limiter.consume(`receipt-mail:address:${network}`, PER_ADDRESS_A_MINUTE, MINUTE_MS);
    if (!verdict.allowed) throw new Refusal('RECEIPTS_BUSY', { retryAfterSeconds: verdict.retryAfterSeconds });
  }

  /** A payment without a receipt has no attachment; the mail is sent all the same. */
  private async attach(publicId: string, language: Language): Promise<MailDocument<'receipt'> | null> {
    try {
      const document = await this.receipts.payersDocument(publicId, language);
      const { number, tokenVoid, replacedBy } = document.receipt;
      return {
        // The email may leave hours after it was queued: the money may be back by then, or the token upgraded.
        facts: { tokenVoid, replacedBy },
        print: async () => ({
          filename: fileNameOf(number),
          contentType: 'application/pdf',
          content: await this.printer.print(document),
        }),
      };
    } catch (error) {
      if (error instanceof Refusal) return null;
      throw error;
    }
  }
}

export function fileNameOf(receiptNumber: string): string {
  return `receipt-${receiptNumber}.pdf`;
}
