import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { GatewayCallbackEntity } from '../../../database/entities/gateway-callback.entity.js';
import { isUniqueViolation } from '../../../database/unit-of-work.js';
import { isDatabaseUnavailable } from '../../../http/index.js';
import { PUBLIC_ID } from '../../../runtime/ids.js';
import { MicroBatch } from '../../../runtime/micro-batch.js';
import { CallbackBurstGate } from '../../../runtime/callback-burst-gate.js';
import { chosenNotice, Merchants, noticesBy } from '../../gateway/index.js';
import { CallbackLimits } from './callback-limits.js';
import {
  type IncomingCallback,
  type VerifiedCallback,
  CallbacksRepository,
  type Stored,
  type StoredCallback,
} from './callbacks.repository.js';

/** Keeps the transaction short. */
const MAX_BATCH_SIZE = 64;
/** About a second of waiting at full load; the bank repeats a refused callback. */
const MAX_WAITING = 2000;

/** Receives returns and callbacks: raw storage first, interpretation afterwards. */
@Injectable()
export class CallbacksService {
  private readonly batch: MicroBatch<VerifiedCallback, Stored>;

  constructor(
    private readonly merchants: Merchants,
    private readonly limits: CallbackLimits,
    private readonly burstGate: CallbackBurstGate,
    private readonly store: CallbacksRepository,
  ) {
    this.batch = new MicroBatch({
      name: "the bank's messages",
      most: MAX_BATCH_SIZE,
      waiting: MAX_WAITING,
      work: (judged) => storeOrFind(store, judged),
      // One by one, a message that cannot be stored fails alone.
      isDivisible: (error) => !isDatabaseUnavailable(error),
    });
  }

  /**
   * Idempotent by digest. The named attempt becomes due for a check in the same unit of work. Concurrent messages share a unit of
   * work; none is acknowledged before its commit.
   * @throws TooManyRequests for a new message over the limit
   */
  async receive(incoming: IncomingCallback): Promise<StoredCallback> {
    const { rawBody, contentType } = incoming;
    const notices = noticesBy({ rawBody, contentType }, this.merchants.all());
    const notice = chosenNotice(notices, null);
    if (notice.hashValid) this.burstGate.recordCallback();
    const digest = createHash('sha256').update(incoming.rawBody).digest('hex');
    const room = await this.limits.roomFor(notice, incoming.address);
    const stored = await this.batch.add({ incoming, notice, notices, digest, room });
    if (stored.kind === 'refused') throw stored.error;
    if (stored.kind === 'new') await this.limits.count(notice, incoming.address, stored.row.attemptId);
    return stored.row;
  }

  async find(publicId: string): Promise<GatewayCallbackEntity | null> {
    if (!PUBLIC_ID.test(publicId)) return null;
    return this.store.findByPublicId(publicId);
  }
}

/** Another instance may store the same message at the same moment: a second look finds its row. */
async function storeOrFind(store: CallbacksRepository, judged: VerifiedCallback[]): Promise<Stored[]> {
  try {
    return await store.storeAll(judged);
  } catch (error) {
    if (judged.length > 1 || !isUniqueViolation(error)) throw error;
    return store.storeAll(judged);
  }
}
