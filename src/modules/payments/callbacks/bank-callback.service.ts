import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { ERROR_CODES, type ErrorCode } from '../../../contracts/error-codes.js';
import { CUSTOMER_MESSAGES } from '../../../contracts/messages-customers.js';
import type { PageProps } from '../../../contracts/pages.js';
import type { VerifyData } from '../../../contracts/after-payment.js';
import { ROUTES } from '../../../contracts/routes.js';
import { tokenNumberOf } from '../../../domain/payment/token-catalogue.js';
import { callerNetwork } from '../../../http/index.js';
import { RateLimiter } from '../../../runtime/rate-limits/rate-limiter.js';
import { BackgroundTasks } from '../../../runtime/background.js';
import { PUBLIC_ID } from '../../../runtime/ids.js';
import { recordSecurityEvent } from '../../../runtime/security-log.js';
import { CallbackBurstGate } from '../../../runtime/callback-burst-gate.js';
import { CallbacksService } from './callbacks.service.js';
import { StatusChecker } from '../status-checks/status-checker.service.js';
import { refused, type Verification, VerificationService } from './verification.service.js';
import { MINUTE_MS } from '../../../domain/calendar/durations.js';

export type BankPost = Request & { rawBody?: string };

interface Answer {
  status: number;
  body: unknown;
}

type BankChannel = 'return' | 'advice';

const FORM = 'application/x-www-form-urlencoded';
/** Customers at an event share one address, and each page polls every few seconds. */
const PER_ADDRESS_A_MINUTE = 1200;
const PER_EVENT_A_MINUTE = 60;
const RETRY_SECONDS = 3;
/** Limit of concurrent checks that callbacks trigger, so that a flood cannot starve the bank or the database. */
const MAX_CHECKS = 8;
/** Delay before the success page, docs/product.md#completion. */
const REDIRECT_AFTER_MS = 3000;
/** A query with one of these fields is a return by GET; any other is a bare visit. */
const RETURN_FIELDS = ['invoiceNo', 'paymentID', 'responseCode', 'txnID', 'merchantTxnNo', 'secureHash', 'securehash'];

/** Receives returns and callbacks, stores them and triggers the check (docs/product.md#completion). */
@Injectable()
export class BankCallbackService {
  private checksUnderWay = 0;

  constructor(
    private readonly notices: CallbacksService,
    private readonly verification: VerificationService,
    private readonly checker: StatusChecker,
    private readonly burstGate: CallbackBurstGate,
    private readonly background: BackgroundTasks,
    private readonly limiter: RateLimiter,
  ) {}

  /** @returns the path to redirect the browser to */
  async takeReturn(request: BankPost): Promise<string> {
    const notice = await this.takeIn('return', request.rawBody ?? '', request);
    return ROUTES.verifyEvent(notice.publicId);
  }

  /** Stores a return by GET, so that the bank's fields leave the address bar by a redirect. @returns null for a bare visit */
  async takeQuery(request: BankPost, query: Record<string, unknown>): Promise<string | null> {
    if (query.event !== undefined || !RETURN_FIELDS.some((name) => name in query)) return null;
    const text = request.originalUrl.slice(request.originalUrl.indexOf('?') + 1);
    const notice = await this.takeIn('return', text, request, FORM);
    return ROUTES.verifyEvent(notice.publicId);
  }

  async page(event: unknown): Promise<PageProps['Public/Verify']> {
    const eventId = typeof event === 'string' && PUBLIC_ID.test(event) ? event : null;
    const { known, payment, refunded } = eventId ? await this.verification.look(eventId) : NOTHING_NAMED;
    const paymentId = payment?.publicId ?? null;
    return {
      state: known ? PAGE_STATE[known.state] : 'loading',
      eventId,
      reason: known?.reason ?? null,
      paymentId,
      tokenNumber: known?.state === 'completed' && known.payment ? tokenNumberOf(known.payment) : null,
      tokenType: payment?.tokenType ?? null,
      successUrl: known?.state === 'completed' && paymentId ? successUrlOf(paymentId) : null,
      redirectAfterMs: REDIRECT_AFTER_MS,
      retrySeconds: RETRY_SECONDS,
      unclear: known?.unclear ?? null,
      failure: known?.failure ?? null,
      returning: known?.returning ?? null,
      refunded,
    };
  }

  /** The page's own call: an event id, or the bank's fields as a page reads them from its address. */
  async verify(body: unknown, request: BankPost): Promise<Answer> {
    await this.limiter.require(`verify:${callerNetwork(request.ip)}`, PER_ADDRESS_A_MINUTE, MINUTE_MS);
    const eventId = eventIdOf(body) ?? (await this.eventOfFields(body, request));
    if (!eventId) return answerOf(missing());
    const notice = await this.notices.find(eventId);
    // Unknown ids are not counted: anybody can invent them.
    if (notice) await this.limiter.require(`verify:event:${eventId}`, PER_EVENT_A_MINUTE, MINUTE_MS);
    return answerOf(await this.verification.verify(notice));
  }

  /** Acknowledges a callback after it is stored, also a repetition; the rest follows from the stored row. */
  async takeAdvice(request: BankPost): Promise<Answer> {
    const notice = await this.takeIn('advice', request.rawBody ?? '', request);
    if (notice.hashValid) return { status: 200, body: { success: true, data: { received: true } } };
    return failed('BAD_HASH');
  }

  private async takeIn(
    channel: BankChannel,
    rawBody: string,
    request: BankPost,
    contentType = request.headers['content-type'] ?? FORM,
  ) {
    const notice = await this.receive({ channel, rawBody, contentType }, request);
    const { attemptId, receivedAt } = notice;
    // Shows the outcome to customers without JavaScript at the next load. The stored attempt is due anyway: what is lost or
    // throttled here the poll job does.
    if (attemptId !== null && this.checksUnderWay < MAX_CHECKS) {
      this.checksUnderWay += 1;
      this.background.start('check after notice', () =>
        this.burstGate
          .waitUntilQuiet()
          .then(() => this.checker.checkAttempt(attemptId, channel, receivedAt))
          .finally(() => (this.checksUnderWay -= 1)),
      );
    }
    return notice;
  }

  private async eventOfFields(body: unknown, request: BankPost): Promise<string | null> {
    if (typeof body !== 'object' || body === null || Array.isArray(body)) return null;
    const rawBody = request.rawBody ?? JSON.stringify(body);
    const notice = await this.receive({ channel: 'return', rawBody, contentType: 'application/json' }, request);
    return notice.publicId;
  }

  private async receive(incoming: { channel: BankChannel; rawBody: string; contentType: string }, request: BankPost) {
    const notice = await this.notices.receive({ ...incoming, address: request.ip ?? 'unknown' });
    if (notice.problem !== null)
      recordSecurityEvent('bank.bad-message', { channel: incoming.channel, problem: notice.problem });
    return notice;
  }
}

const PAGE_STATE = { completed: 'success', confirming: 'confirming', failed: 'error', returning: 'returning' } as const;

function missing(): Verification {
  return refused('missing');
}

const NOTHING_NAMED = { known: missing(), payment: null, refunded: null };

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
 * `success` is true only when the bank has confirmed the payment. An unknown outcome is 202, so that no client takes it for
 * money.
 */
function answerOf(result: Verification): Answer {
  const paymentId = result.payment?.publicId ?? null;
  const data: VerifyData = {
    state: result.state,
    reason: result.reason,
    paymentId,
    tokenNumber: result.payment ? tokenNumberOf(result.payment) : null,
    successUrl: result.state === 'completed' && paymentId ? successUrlOf(paymentId) : null,
    unclear: result.unclear,
    failure: result.failure,
    returning: result.returning,
    refund: result.refund,
  };
  if (result.state === 'completed') {
    return { status: 200, body: { success: true, data, message: CUSTOMER_MESSAGES.verify.successToast } };
  }
  if (result.state === 'confirming') {
    const body = { success: false, message: CUSTOMER_MESSAGES.verify.confirming, error: 'PAYMENT_CONFIRMING', data };
    return { status: 202, body };
  }
  if (result.returning) {
    return failed('MONEY_RETURNED', { message: result.returning.text, data });
  }
  return failed('VERIFICATION_FAILED', { message: messageOf(result), data });
}

/** With what is known, which a refusal cannot carry. */
function failed(code: ErrorCode, more: { message?: string; data?: VerifyData } = {}): Answer {
  const { status, message } = ERROR_CODES[code];
  return { status, body: { success: false, message, error: code, ...more } };
}

function messageOf({ reason, failure }: Verification): string {
  if (failure) return CUSTOMER_MESSAGES.verify.paymentFailed(failure.title);
  return reason === 'missing' ? CUSTOMER_MESSAGES.verify.missing : CUSTOMER_MESSAGES.verify.failed;
}
