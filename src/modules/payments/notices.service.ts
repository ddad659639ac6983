import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { GatewayNoticeEntity } from '../../database/entities/gateway-notice.entity.js';
import { UnitOfWork } from '../../database/unit-of-work.js';
import { isDatabaseUnavailable } from '../../http/index.js';
import { PUBLIC_ID } from '../../runtime/ids.js';
import { MicroBatch } from '../../runtime/micro-batch.js';
import { Rush } from '../../runtime/rush.js';
import { GatewaySettings, readNotice } from '../gateway/index.js';
import { NoticeLimits } from './notice-limits.js';
import { type IncomingNotice, type JudgedNotice, NoticeStore, type Stored, type StoredNotice } from './notice-store.js';

/** Few enough for one short transaction. */
const MOST_TOGETHER = 64;
/** At some thousand a second this is a wait of a second; the bank repeats an advice that was turned away. */
const MOST_WAITING = 2000;

/** Takes in what arrives through the browser or from the bank: stored first, raw, before anything is made of it. */
@Injectable()
export class NoticesService {
  private readonly batch: MicroBatch<JudgedNotice, Stored>;

  constructor(
    private readonly uow: UnitOfWork,
    private readonly bank: GatewaySettings,
    private readonly limits: NoticeLimits,
    private readonly rush: Rush,
    store: NoticeStore,
  ) {
    this.batch = new MicroBatch({
      name: "the bank's messages",
      most: MOST_TOGETHER,
      waiting: MOST_WAITING,
      work: (judged) => store.storeAll(judged),
      // One by one, a message that cannot be stored fails alone, and one that another instance has just stored is found.
      isDivisible: (error) => !isDatabaseUnavailable(error),
    });
  }

  /**
   * The same message twice is one row. The attempt it names becomes due for a check in the same unit of work. Messages that
   * arrive together share one; none is acknowledged before its commit.
   * @throws TooManyRequests for a new one where too many have come
   */
  async receive(incoming: IncomingNotice): Promise<StoredNotice> {
    const notice = readNotice({ rawBody: incoming.rawBody, contentType: incoming.contentType }, this.bank);
    if (notice.hashValid) this.rush.note();
    const digest = createHash('sha256').update(incoming.rawBody).digest('hex');
    const room = await this.limits.roomFor(notice, incoming.address);
    const stored = await this.batch.add({ incoming, notice, digest, room });
    if (stored.kind === 'refused') throw stored.error;
    if (stored.kind === 'new') await this.limits.count(notice, incoming.address, stored.row.attemptId);
    return stored.row;
  }

  async find(publicId: string): Promise<GatewayNoticeEntity | null> {
    if (!PUBLIC_ID.test(publicId)) return null;
    return this.uow.manager.getRepository(GatewayNoticeEntity).findOneBy({ publicId });
  }
}
