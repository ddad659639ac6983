import { Injectable } from '@nestjs/common';
import type { Response } from 'express';
import type { PageProps } from '../../contracts/pages.js';
import { ROUTES } from '../../contracts/routes.js';
import { textsIn } from '../../contracts/words/index.js';
import type { Language } from '../../contracts/words/languages.js';
import { Refusal, isRefusal } from '../../runtime/refusal.js';
import { callerNetwork, csrfTokenOf, languageOf } from '../../http/index.js';
import { RateLimiter } from '../../runtime/rate-limits/rate-limiter.js';
import type { Inertia } from '../../inertia/index.js';
import { PublicPagesService } from '../payments/index.js';
import { fileNameOf, ReceiptEmails } from './receipt-emails.service.js';
import { ReceiptPdfRenderer } from './receipt-pdf-renderer.js';
import { receiptQr } from './receipt-qr.js';
import { Receipts } from './receipts.service.js';
import { MINUTE_MS } from '../../domain/calendar/durations.js';

const PDFS_PER_ADDRESS_A_MINUTE = 60;

/** The receipt in the browser, and as a file. */
@Injectable()
export class ReceiptPages {
  constructor(
    private readonly receipts: Receipts,
    private readonly printer: ReceiptPdfRenderer,
    private readonly mails: ReceiptEmails,
    private readonly pages: PublicPagesService,
    private readonly limiter: RateLimiter,
  ) {}

  async show(inertia: Inertia, paymentId: string, outcome: unknown, response: Response): Promise<void> {
    const props = await this.propsOf(paymentId, outcome, response);
    if (props === 'unknown') return this.pages.missing(inertia, paymentId, response);
    const words = textsIn(languageOf(response.req)).receipt;
    if (props === 'not-yet') {
      const head = { title: words.notYet };
      const [frame, returning] = await Promise.all([this.pages.frameOf(paymentId), this.pages.findReturn(paymentId)]);
      return inertia.render('Public/ReceiptMissing', { ...frame, paymentId, returning }, { status: 404, head });
    }
    const frame = await this.pages.frameOf(paymentId);
    return inertia.render(
      'Public/Receipt',
      { ...frame, ...props },
      { head: { title: words.head(props.receipt.number) } },
    );
  }

  /** The page behind the code on a receipt; the same for an unknown payment as for one that is not paid. */
  async check(inertia: Inertia, paymentId: string, language: Language): Promise<void> {
    const { head, unknownTitle } = textsIn(language).receiptCheck;
    try {
      const check = await this.receipts.check(paymentId);
      const frame = await this.pages.frameOf(paymentId);
      return await inertia.render('Public/ReceiptCheck', { ...frame, check }, { head: { title: head } });
    } catch (error) {
      if (!isRefusal(error, 'PAYMENT_NOT_FOUND') && !isRefusal(error, 'NO_RECEIPT_YET')) throw error;
      return inertia.render('Public/ReceiptCheck', { check: null }, { status: 404, head: { title: unknownTitle } });
    }
  }

  /** @throws PAYMENT_NOT_FOUND, NO_RECEIPT_YET, TooManyRequests, Overloaded */
  async file(
    paymentId: string,
    language: Language,
    address: string | undefined,
  ): Promise<{ name: string; content: Buffer }> {
    await this.limiter.require(`receipt-pdf:${callerNetwork(address)}`, PDFS_PER_ADDRESS_A_MINUTE, MINUTE_MS);
    const document = await this.receipts.publicDocument(paymentId, language);
    return { name: fileNameOf(document.receipt.number), content: await this.printer.print(document) };
  }

  /** The mail button without JavaScript. @returns the path to redirect to @throws PAYMENT_NOT_FOUND */
  async mail(paymentId: string, language: Language, address: string | undefined): Promise<string> {
    return `${ROUTES.receipt(paymentId)}?mail=${await this.mailed(paymentId, language, address)}`;
  }

  private async mailed(paymentId: string, language: Language, address: string | undefined): Promise<string> {
    try {
      await this.mails.send(paymentId, language, address);
      return 'sent';
    } catch (error) {
      if (!(error instanceof Refusal) || isRefusal(error, 'PAYMENT_NOT_FOUND')) throw error;
      if (error.code === 'RECEIPTS_BUSY') return 'busy';
      return error.status === 429 ? 'throttled' : 'failed';
    }
  }

  private async propsOf(
    paymentId: string,
    outcome: unknown,
    response: Response,
  ): Promise<PageProps['Public/Receipt'] | 'unknown' | 'not-yet'> {
    try {
      const { receipt } = await this.receipts.get(paymentId);
      const notice = noticeOf(outcome, receipt.customer.email, languageOf(response.req));
      const { side, path } = receiptQr(this.receipts.checkUrl(paymentId));
      return { receipt, formToken: csrfTokenOf(response), notice, qr: { side, path } };
    } catch (error) {
      if (isRefusal(error, 'PAYMENT_NOT_FOUND')) return 'unknown';
      if (isRefusal(error, 'NO_RECEIPT_YET')) return 'not-yet';
      throw error;
    }
  }
}

/** The notice for a known outcome code; nothing else of the address is shown. */
function noticeOf(outcome: unknown, email: string, language: Language): PageProps['Public/Receipt']['notice'] {
  const { receipt } = textsIn(language);
  switch (outcome) {
    case 'sent':
      return { ok: true, text: receipt.sent(email) };
    case 'throttled':
      return { ok: false, text: receipt.throttled };
    case 'busy':
      return { ok: false, text: receipt.busy };
    case 'failed':
      return { ok: false, text: receipt.sendFailed };
    default:
      return null;
  }
}
