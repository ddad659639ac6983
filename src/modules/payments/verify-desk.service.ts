import { Injectable, Logger } from '@nestjs/common';
import type { Request } from 'express';
import { MESSAGES } from '../../contracts/messages.js';
import type { PageProps } from '../../contracts/pages.js';
import type { VerifyData } from '../../contracts/payments.js';
import { ROUTES } from '../../contracts/routes.js';
import { RateLimiter } from '../../http/index.js';
import { BackgroundTasks } from '../../runtime/background.js';
import { PUBLIC_ID } from '../../runtime/ids.js';
import { NoticesService } from './notices.service.js';
import { StatusChecker } from './status-checker.service.js';
import { tokenNumberOf } from './payment.presenter.js';
import { refused, type Verification, VerificationService } from './verification.service.js';

export type BankPost = Request & { rawBody?: string };

interface Answer {
  status: number;
  body: unknown;
}

type BankChannel = 'return' | 'advice';

const FORM = 'application/x-www-form-urlencoded';
const MINUTE_MS = 60_000;
/** A hall full of customers shares one address; one customer's page asks every few seconds. */
const PER_ADDRESS_A_MINUTE = 1200;
const PER_EVENT_A_MINUTE = 60;
const RETRY_SECONDS = 3;
/** Spec section 9. */
const REDIRECT_AFTER_MS = 3000;
/** A query that carries one of these is the bank's return by GET; anything else is a bare visit. */
const RETURN_FIELDS = ['invoiceNo', 'paymentID', 'responseCode', 'txnID', 'merchantTxnNo', 'secureHash', 'securehash'];

/** Takes the bank's messages in at the edge and says what became of them. */
@Injectable()
export class VerifyDesk {
  private readonly logger = new Logger(VerifyDesk.name);

  constructor(
    private readonly notices: NoticesService,
    private readonly verification: VerificationService,
    private readonly checker: StatusChecker,
    private readonly background: BackgroundTasks,
    private readonly limiter: RateLimiter,
  ) {}

  /** @returns where the browser goes next */
  async takeReturn(request: BankPost): Promise<string> {
    const notice = await this.takeIn('return', request.rawBody ?? '', request.headers['content-type'] ?? FORM);
    return ROUTES.verifyEvent(notice.publicId);
  }

  /** The bank's fields must not stay in the address bar: stored, then redirected. Null when there are none. */
  async takeQuery(request: BankPost, query: Record<string, unknown>): Promise<string | null> {
    if (query.event !== undefined || !RETURN_FIELDS.some((name) => name in query)) return null;
    const text = request.originalUrl.slice(request.originalUrl.indexOf('?') + 1);
    const notice = await this.takeIn('return', text, FORM);
    return ROUTES.verifyEvent(notice.publicId);
  }

  async page(event: unknown): Promise<PageProps['Public/Verify']> {
    const eventId = typeof event === 'string' && PUBLIC_ID.test(event) ? event : null;
    const known = eventId ? await this.verification.lookForPage(eventId) : missing();
    const paymentId = known?.payment?.publicId ?? (eventId ? await this.verification.findPaymentId(eventId) : null);
    return {
      state: known ? PAGE_STATE[known.state] : 'loading',
      eventId,
      reason: known?.reason ?? null,
      paymentId,
      successUrl: known?.state === 'completed' && paymentId ? successUrlOf(paymentId) : null,
      redirectAfterMs: REDIRECT_AFTER_MS,
      retrySeconds: RETRY_SECONDS,
      unclear: known?.unclear ?? null,
      failure: known?.failure ?? null,
    };
  }

  /** The page's own call: an event id, or the bank's fields as the page would have read them from its address. */
  async verify(body: unknown, request: BankPost): Promise<Answer> {
    await this.limiter.require(`verify:${request.ip ?? 'unknown'}`, PER_ADDRESS_A_MINUTE, MINUTE_MS);
    const eventId = eventIdOf(body) ?? (await this.eventOfFields(body, request));
    if (!eventId) return answerOf(missing());
    await this.limiter.require(`verify:event:${eventId}`, PER_EVENT_A_MINUTE, MINUTE_MS);
    return answerOf(await this.verification.verify(eventId));
  }

  /** Answered at once, repeated or not: everything else follows from the stored row. */
  async takeAdvice(request: BankPost): Promise<Answer> {
    const notice = await this.takeIn('advice', request.rawBody ?? '', request.headers['content-type'] ?? FORM);
    if (notice.hashValid) return { status: 200, body: { success: true, data: { received: true } } };
    this.logger.warn({ msg: 'an advice was refused', problem: notice.problem });
    return { status: 400, body: { success: false, message: MESSAGES.verify.failed, error: 'BAD_HASH' } };
  }

  private async takeIn(channel: BankChannel, rawBody: string, contentType: string) {
    const notice = await this.notices.receive({ channel, rawBody, contentType });
    const { attemptId, receivedAt } = notice;
    if (attemptId !== null) {
      // The customer without JavaScript sees the outcome at the next look; the poll job repeats what is lost here.
      this.background.start('check after notice', () => this.checker.checkAttempt(attemptId, channel, receivedAt));
    }
    return notice;
  }

  private async eventOfFields(body: unknown, request: BankPost): Promise<string | null> {
    if (typeof body !== 'object' || body === null || Array.isArray(body)) return null;
    const notice = await this.notices.receive({
      channel: 'return',
      rawBody: request.rawBody ?? JSON.stringify(body),
      contentType: 'application/json',
    });
    return notice.publicId;
  }
}

const PAGE_STATE = { completed: 'success', confirming: 'confirming', failed: 'error' } as const;

function missing(): Verification {
  return refused(MESSAGES.verify.missing);
}

function successUrlOf(publicId: string): string {
  return `${ROUTES.success}?payment=${publicId}`;
}

function eventIdOf(body: unknown): string | null {
  if (typeof body !== 'object' || body === null) return null;
  const { eventId, event } = body as { eventId?: unknown; event?: unknown };
  const id = eventId ?? event;
  return typeof id === 'string' && PUBLIC_ID.test(id) ? id : null;
}

/**
 * `success` is true for one thing only: the bank has confirmed the payment. Not knowing yet is 202, so that no reader can
 * take it for money.
 */
function answerOf(result: Verification): Answer {
  const paymentId = result.payment?.publicId ?? null;
  const data: VerifyData = {
    state: result.state,
    paymentId,
    tokenNumber: result.payment ? tokenNumberOf(result.payment) : null,
    successUrl: result.state === 'completed' && paymentId ? successUrlOf(paymentId) : null,
    unclear: result.unclear,
    failure: result.failure,
  };
  if (result.state === 'completed') {
    return { status: 200, body: { success: true, data, message: MESSAGES.verify.successToast } };
  }
  if (result.state === 'confirming') {
    const body = { success: false, message: MESSAGES.verify.confirming, error: 'PAYMENT_CONFIRMING', data };
    return { status: 202, body };
  }
  const message = result.reason ?? MESSAGES.verify.failed;
  return { status: 400, body: { success: false, message, error: 'VERIFICATION_FAILED', data } };
}
