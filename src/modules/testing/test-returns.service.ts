import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { ROUTES } from '../../contracts/routes.js';
import type { ShownFields, TestReturn } from '../../contracts/testing.js';
import { callerNetwork, RateLimiter } from '../../http/index.js';
import { GatewaySettings, maskedFields, type Notice, readNotice } from '../gateway/index.js';
import { NoticesService } from '../payments/index.js';
import { BankTraces } from './bank-traces.js';
import { TestPageHidden } from './testing.errors.js';

export type BankPost = Request & { rawBody?: string };

const FORM = 'application/x-www-form-urlencoded';
const MINUTE_MS = 60_000;
const RETURNS_A_MINUTE = 60;
const RETURN_FIELDS = ['invoiceNo', 'merchantTxnNo', 'responseCode', 'secureHash', 'securehash'];

/** Takes the browser in that the bank sends back from a test payment: stored raw, then shown without its hash. */
@Injectable()
export class TestReturns {
  constructor(
    private readonly notices: NoticesService,
    private readonly traces: BankTraces,
    private readonly bank: GatewaySettings,
    private readonly limiter: RateLimiter,
  ) {}

  /** @returns where the browser goes next @throws TestPageHidden for a message about anything but a test payment */
  async take(request: BankPost): Promise<string> {
    return this.store(request.rawBody ?? '', request.headers['content-type'] ?? FORM, request.ip);
  }

  /** The bank's fields in the address: stored and led away from. Null for a plain visit, such as Back at the bank. */
  async takeQuery(request: Request, query: Record<string, unknown>): Promise<string | null> {
    if (query.event !== undefined || !RETURN_FIELDS.some((name) => name in query)) return null;
    const text = request.originalUrl.slice(request.originalUrl.indexOf('?') + 1);
    return this.store(text, FORM, request.ip);
  }

  async find(event: unknown): Promise<TestReturn | null> {
    const stored = typeof event === 'string' ? await this.notices.find(event) : null;
    if (stored?.channel !== 'test') return null;
    const notice = readNotice({ rawBody: stored.rawBody, contentType: stored.contentType }, this.bank);
    return {
      reference: referenceOf(notice),
      receivedAt: stored.receivedAt.toISOString(),
      hashValid: stored.hashValid,
      problem: stored.problem,
      responseCode: stored.responseCode,
      responseText: notice.known.responseText,
      fields: maskedFields(notice.fields) as ShownFields,
    };
  }

  private async store(rawBody: string, contentType: string, ip: string | undefined): Promise<string> {
    await this.limiter.require(`test-return|ip:${callerNetwork(ip)}`, RETURNS_A_MINUTE, MINUTE_MS);
    const reference = referenceOf(readNotice({ rawBody, contentType }, this.bank));
    // A message with a wrong hash is what these pages are for; a message about a sale is not.
    if (!(await this.traces.isTestPayment(reference))) throw new TestPageHidden();
    const stored = await this.notices.receive({ channel: 'test', rawBody, contentType });
    return ROUTES.testReturnEvent(stored.publicId);
  }
}

function referenceOf(notice: Notice): string {
  return notice.known.invoiceNo ?? notice.known.merchantTxnNo ?? '';
}
