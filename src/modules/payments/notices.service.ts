import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { GatewayNoticeEntity } from '../../database/entities/gateway-notice.entity.js';
import type { PaymentAttemptEntity } from '../../database/entities/payment-attempt.entity.js';
import { isUniqueViolation, UnitOfWork } from '../../database/unit-of-work.js';
import { Clock } from '../../runtime/clock.js';
import { newPublicId, PUBLIC_ID } from '../../runtime/ids.js';
import { GatewaySettings, type Notice, readNotice } from '../gateway/index.js';
import { AttemptsRepository } from './attempts.repository.js';

export interface IncomingNotice {
  channel: GatewayNoticeEntity['channel'];
  rawBody: string;
  contentType: string;
}

/** Takes in what arrives through the browser or from the bank: stored first, raw, before anything is made of it. */
@Injectable()
export class NoticesService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly clock: Clock,
    private readonly attempts: AttemptsRepository,
    private readonly bank: GatewaySettings,
  ) {}

  /** The same message twice is one row. The attempt it names becomes due for a check in the same unit of work. */
  async receive(incoming: IncomingNotice): Promise<GatewayNoticeEntity> {
    const notice = readNotice({ rawBody: incoming.rawBody, contentType: incoming.contentType }, this.bank);
    const attempt = notice.hashValid ? await this.attempts.findByBankReference(referencesOf(notice)) : null;
    const digest = createHash('sha256').update(incoming.rawBody).digest('hex');
    try {
      return await this.uow.run(() => this.store(incoming, notice, attempt, digest));
    } catch (error) {
      if (!isUniqueViolation(error)) throw error;
      return this.uow.run(() => this.repeat(incoming.channel, digest, notice, attempt));
    }
  }

  async find(publicId: string): Promise<GatewayNoticeEntity | null> {
    return PUBLIC_ID.test(publicId) ? this.repository.findOneBy({ publicId }) : null;
  }

  private async store(
    incoming: IncomingNotice,
    notice: Notice,
    attempt: PaymentAttemptEntity | null,
    digest: string,
  ): Promise<GatewayNoticeEntity> {
    const row = {
      publicId: newPublicId(),
      channel: incoming.channel,
      contentType: incoming.contentType.slice(0, 100),
      rawBody: storable(incoming.rawBody),
      digest,
      hashValid: notice.hashValid,
      problem: notice.problem ?? null,
      responseCode: notice.known.responseCode ?? null,
      responseText: notice.hashValid ? notice.known.responseText || null : null,
      complete: notice.complete,
      attemptId: attempt?.id ?? null,
      paymentId: attempt?.paymentId ?? null,
      receivedAt: this.clock.now(),
    };
    await this.repository.insert(row);
    if (attempt) await this.makeDue(attempt, notice);
    return this.repository.findOneByOrFail({ publicId: row.publicId });
  }

  private async repeat(
    channel: GatewayNoticeEntity['channel'],
    digest: string,
    notice: Notice,
    attempt: PaymentAttemptEntity | null,
  ): Promise<GatewayNoticeEntity> {
    await this.repository.increment({ channel, digest }, 'deliveries', 1);
    if (attempt) await this.makeDue(attempt, notice);
    return this.repository.findOneByOrFail({ channel, digest });
  }

  private async makeDue(attempt: PaymentAttemptEntity, notice: Notice): Promise<void> {
    // Nothing new can follow from a success that is stored already; a failure after it may be a reversal.
    const { claimsSuccess, txnId } = notice.known;
    if (attempt.status === 'captured' && claimsSuccess && (!txnId || txnId === attempt.bankTxnId)) return;
    const named = await this.foreignReference(attempt, notice);
    await this.attempts.update(attempt.id, {
      nextCheckAt: this.clock.now(),
      ...(named ? { bankMerchantTxnNo: named } : {}),
    });
  }

  /** The bank's own number for the payment. Never one of ours: a re-cut message must not point at another payment. */
  private async foreignReference(attempt: PaymentAttemptEntity, notice: Notice): Promise<string | null> {
    const named = notice.ok ? notice.known.merchantTxnNo : undefined;
    if (!named || named === attempt.invoiceNo) return null;
    return (await this.attempts.findByBankReference([named])) ? null : named;
  }

  private get repository() {
    return this.uow.manager.getRepository(GatewayNoticeEntity);
  }
}

const MOST_BYTES = 65_000;

/**
 * As received, but for what a text column cannot hold: NUL, which SQLite's driver refuses, and more bytes than MySQL's TEXT
 * has room for. Neither can be part of a message with a valid hash; the digest is of the message as it came.
 */
function storable(rawBody: string): string {
  const text = rawBody.replaceAll('\0', '\ufffd');
  if (Buffer.byteLength(text) <= MOST_BYTES) return text;
  return Buffer.from(text)
    .subarray(0, MOST_BYTES - 3)
    .toString('utf8');
}

/** The invoice number decides; the merchant's transaction number only where no invoice number is named. */
function referencesOf(notice: Notice): string[] {
  const reference = notice.known.invoiceNo ?? notice.known.merchantTxnNo;
  return reference ? [reference] : [];
}
