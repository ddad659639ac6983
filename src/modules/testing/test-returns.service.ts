import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { ROUTES } from '../../contracts/routes.js';
import type { ShownFields, TestReturn } from '../../contracts/testing.js';
import { callerNetwork } from '../../http/index.js';
import { RateLimiter } from '../../runtime/rate-limits/rate-limiter.js';
import { GatewaySettings, maskFields, type Notice, readCallback } from '../gateway/index.js';
import { CallbacksService } from '../payments/index.js';
import { BankTraces } from './bank-traces.js';
import { Refusal } from '../../runtime/refusal.js';
import { MINUTE_MS } from '../../domain/calendar/durations.js';

export type BankPost = Request & { rawBody?: string };

const FORM = 'application/x-www-form-urlencoded';
const RETURNS_A_MINUTE = 60;
const RETURN_FIELDS = ['invoiceNo', 'merchantTxnNo', 'responseCode', 'secureHash', 'securehash'];

/** Receives the return of a test payment: stored raw, then shown without its hash. */
@Injectable()
export class TestReturns {
  constructor(
    private readonly notices: CallbacksService,
    private readonly traces: BankTraces,
    private readonly bank: GatewaySettings,
    private readonly limiter: RateLimiter,
  ) {}

  /** @returns the path to redirect to @throws NOT_FOUND for a message about anything but a test payment */
  async take(request: BankPost): Promise<string> {
    return this.store(request.rawBody ?? '', request.headers['content-type'] ?? FORM, request.ip);
  }

  /** A return by GET: stored, then redirected. Null for a plain visit, such as Back at the bank. */
  async takeQuery(request: Request, query: Record<string, unknown>): Promise<string | null> {
    if (query.event !== undefined || !RETURN_FIELDS.some((name) => name in query)) return null;
    const text = request.originalUrl.slice(request.originalUrl.indexOf('?') + 1);
    return this.store(text, FORM, request.ip);
  }

  async find(event: unknown): Promise<TestReturn | null> {
    const stored = typeof event === 'string' ? await this.notices.find(event) : null;
    if (stored?.channel !== 'test') return null;
    const notice = readCallback({ rawBody: stored.rawBody, contentType: stored.contentType }, this.bank);
    return {
      reference: referenceOf(notice),
      receivedAt: stored.receivedAt.toISOString(),
      hashValid: stored.hashValid,
      problem: stored.problem,
      responseCode: stored.responseCode,
      responseText: notice.known.responseText,
      fields: maskFields(notice.fields) as ShownFields,
    };
  }

  private async store(rawBody: string, contentType: string, ip: string | undefined): Promise<string> {
    await this.limiter.require(`test-return|ip:${callerNetwork(ip)}`, RETURNS_A_MINUTE, MINUTE_MS);
    const reference = referenceOf(readCallback({ rawBody, contentType }, this.bank));
    // Messages with a wrong hash are tested here; messages about a sale are refused.
    if (!(await this.traces.isTestPayment(reference))) throw new Refusal('NOT_FOUND');
    const stored = await this.notices.receive({ channel: 'test', rawBody, contentType });
    return ROUTES.testReturnEvent(stored.publicId);
  }
}

function referenceOf(notice: Notice): string {
  return notice.known.invoiceNo ?? notice.known.merchantTxnNo ?? '';
}
