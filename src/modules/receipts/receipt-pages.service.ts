import { Injectable } from '@nestjs/common';
import type { Response } from 'express';
import { MESSAGES } from '../../contracts/messages.js';
import type { PageProps } from '../../contracts/pages.js';
import { ROUTES } from '../../contracts/routes.js';
import { Refusal } from '../../domain/errors.js';
import { csrfTokenOf, RateLimiter } from '../../http/index.js';
import type { Inertia } from '../../inertia/index.js';
import { PaymentNotFound, PublicPages } from '../payments/index.js';
import { fileNameOf, ReceiptMails } from './receipt-mails.service.js';
import { ReceiptPrinter } from './receipt-printer.js';
import { ReceiptNotYet } from './receipts.errors.js';
import { Receipts } from './receipts.service.js';

const MINUTE_MS = 60_000;
const PDFS_PER_ADDRESS_A_MINUTE = 60;

/** What the wish for a mail may have come to, by the word in the address: nothing else in it is ever shown. */
const OUTCOMES: Readonly<Record<string, (email: string) => { ok: boolean; text: string }>> = {
  sent: (email) => ({ ok: true, text: MESSAGES.receipt.sent(email) }),
  throttled: () => ({ ok: false, text: MESSAGES.receipt.throttled }),
  failed: () => ({ ok: false, text: MESSAGES.receipt.sendFailed }),
};

/** The receipt in the browser, and as a file. */
@Injectable()
export class ReceiptPages {
  constructor(
    private readonly receipts: Receipts,
    private readonly printer: ReceiptPrinter,
    private readonly mails: ReceiptMails,
    private readonly pages: PublicPages,
    private readonly limiter: RateLimiter,
  ) {}

  async show(inertia: Inertia, paymentId: string, outcome: unknown, response: Response): Promise<void> {
    const props = await this.propsOf(paymentId, outcome, response);
    if (props === 'unknown') return this.pages.missing(inertia, paymentId);
    if (props === 'not-yet') {
      const head = { title: MESSAGES.receipt.notYet };
      return inertia.render('Public/ReceiptMissing', { paymentId }, { status: 404, head });
    }
    return inertia.render('Public/Receipt', props, { head: { title: `Receipt ${props.receipt.number}` } });
  }

  /** @throws PaymentNotFound, ReceiptNotYet, TooManyRequests, Overloaded */
  async file(paymentId: string, address: string | undefined): Promise<{ name: string; content: Buffer }> {
    await this.limiter.require(`receipt-pdf:${address ?? 'unknown'}`, PDFS_PER_ADDRESS_A_MINUTE, MINUTE_MS);
    const document = await this.receipts.publicDocument(paymentId);
    return { name: fileNameOf(document.receipt.number), content: await this.printer.print(document) };
  }

  /** The mail button where no script runs. @returns where the browser goes next @throws PaymentNotFound */
  async mail(paymentId: string, address: string | undefined): Promise<string> {
    return `${ROUTES.receipt(paymentId)}?mail=${await this.mailed(paymentId, address)}`;
  }

  private async mailed(paymentId: string, address: string | undefined): Promise<string> {
    try {
      await this.mails.send(paymentId, address);
      return 'sent';
    } catch (error) {
      if (!(error instanceof Refusal) || error instanceof PaymentNotFound) throw error;
      return error.kind === 'throttled' ? 'throttled' : 'failed';
    }
  }

  private async propsOf(
    paymentId: string,
    outcome: unknown,
    response: Response,
  ): Promise<PageProps['Public/Receipt'] | 'unknown' | 'not-yet'> {
    try {
      const { receipt } = await this.receipts.get(paymentId);
      const known = typeof outcome === 'string' && Object.hasOwn(OUTCOMES, outcome) ? OUTCOMES[outcome] : undefined;
      return { receipt, formToken: csrfTokenOf(response), notice: known?.(receipt.customer.email) ?? null };
    } catch (error) {
      if (error instanceof PaymentNotFound) return 'unknown';
      if (error instanceof ReceiptNotYet) return 'not-yet';
      throw error;
    }
  }
}
