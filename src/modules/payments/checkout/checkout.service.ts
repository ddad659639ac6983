import { Injectable } from '@nestjs/common';
import type { ApiSuccess } from '../../../contracts/common.js';
import type { InitiateData } from '../../../contracts/payments.js';
import { callerNetwork } from '../../../http/index.js';
import { IdempotencyService } from '../../../runtime/idempotency/idempotency.service.js';
import { RateLimiter } from '../../../runtime/rate-limits/rate-limiter.js';
import { PUBLIC_ID } from '../../../runtime/ids.js';
import { InitiateService } from './initiate.service.js';
import { Refusal } from '../../../runtime/refusal.js';
import { MINUTE_MS } from '../../../domain/calendar/durations.js';

/** Far above what a person presses, far below what burdens the bank. */
const PER_LINK_A_MINUTE = 20;
const PER_ADDRESS_A_MINUTE = 120;

/** The pay button, for API and page: rate limited and idempotent. */
@Injectable()
export class CheckoutService {
  constructor(
    private readonly service: InitiateService,
    private readonly idempotency: IdempotencyService,
    private readonly limiter: RateLimiter,
  ) {}

  async initiate(publicId: string, key: string | undefined, address: string | undefined) {
    if (!PUBLIC_ID.test(publicId)) throw new Refusal('PAYMENT_NOT_FOUND');
    await this.limiter.require(`initiate:address:${callerNetwork(address)}`, PER_ADDRESS_A_MINUTE, MINUTE_MS);
    await this.service.requireExisting(publicId);
    await this.limiter.require(`initiate:link:${publicId}`, PER_LINK_A_MINUTE, MINUTE_MS);
    const request = { caller: `payment:${publicId}`, operation: 'initiate', key, body: {} };
    const answer = await this.idempotency.run(request, async () => {
      const body: ApiSuccess<InitiateData> = {
        success: true,
        data: { paymentUrl: await this.service.initiate(publicId) },
      };
      return { status: 200, body };
    });
    return answer.body as ApiSuccess<InitiateData>;
  }
}
