import { Injectable, Logger } from '@nestjs/common';
import type { RefundEntity } from '../../database/entities/refund.entity.js';
import type { EvidenceSource } from '../../domain/payment/payment-decisions.js';
import { NOT_SENT } from '../../domain/refund/unsent-refunds.js';
import { Clock } from '../../runtime/clock.js';
import { GatewaySettings } from '../gateway/index.js';
import { type Asked, RefundBank, type RefundEvidence, type Sent } from './refund-bank.js';
import { RefundTransitions } from './refund-transitions.js';
import { RefundsRepository } from './refunds.repository.js';
import { MINUTE_MS } from '../../domain/calendar/durations.js';

/** Query, order, query. */
const CALLS_AT_MOST = 3;
const LEASE_MARGIN_MS = 10_000;
/** How far STATUS may lag behind an order that the bank has accepted. */
const STATUS_LAG_MS = 15 * MINUTE_MS;

const LEASE_LOST = 'lease_lost';
const ORDER_FAILED = 'order_failed';

type Refused = RefundEvidence & { kind: 'rejected' };

/** Sends a leased refund or queries its STATUS, and passes the result to the transitions (docs/product.md#refunds). */
@Injectable()
export class RefundSender {
  private readonly logger = new Logger(RefundSender.name);

  constructor(
    private readonly bank: RefundBank,
    private readonly refunds: RefundsRepository,
    private readonly transitions: RefundTransitions,
    private readonly clock: Clock,
    private readonly settings: GatewaySettings,
  ) {}

  get leaseMs(): number {
    return CALLS_AT_MOST * this.settings.timeoutMs + LEASE_MARGIN_MS;
  }

  /**
   * Sends a new refund. Never throws: an error after the commit would read like "not refunded" and invite a second one. The poll
   * job continues after a failure.
   */
  async sendNew(refund: RefundEntity, source: EvidenceSource): Promise<RefundEntity> {
    try {
      await this.refunds.requireLease(refund);
      const sent = await this.bank.send(refund);
      // Only of a first order does this prove that the bank has nothing.
      if (sent.kind === 'not-sent')
        return await this.transitions.apply(refund, { kind: 'rejected', code: sent.code, text: sent.text }, source);
      if (sent.kind === 'rejected') this.warn(refund, sent);
      return await this.transitions.apply(refund, await this.withoutDoubt(refund, sent), source);
    } catch (error) {
      this.logger.error({ msg: 'refund outcome not stored', refund: refund.id, err: error });
      return refund;
    }
  }

  /** Checks a refund that was, or may have been, sent before. */
  async check(refund: RefundEntity, source: EvidenceSource): Promise<RefundEntity> {
    const asked = await this.bank.ask(refund);
    // A completed refund is never sent again, whatever STATUS says later.
    if (refund.status === 'completed') return this.transitions.confirm(refund, asked, source);
    const evidence = asked.kind === 'not-found' ? await this.afterNotFound(refund) : asked;
    return this.transitions.apply(refund, evidence, source);
  }

  /** An answer that is not usable is followed by a query at once; silence is not. */
  private async withoutDoubt(refund: RefundEntity, sent: Exclude<Sent, { kind: 'not-sent' }>): Promise<RefundEvidence> {
    if (sent.kind === 'failed') return unclear(ORDER_FAILED);
    const isAnswer = sent.kind === 'duplicate' || (sent.kind === 'unclear' && sent.reason === 'bad-hash');
    if (!isAnswer) return sent;
    return orUnclear(await this.bank.ask(refund));
  }

  private async afterNotFound(refund: RefundEntity): Promise<RefundEvidence> {
    // The bank accepted it before, so "not found" proves nothing.
    if (refund.status === 'processing') return unclear('not_found');
    const failure = failureOf(refund);
    if (failure !== null) {
      // Not sent again: each order that fails may be the one that is carried out.
      await this.refunds.noteOrdered(refund, this.earlierOrder(refund));
      return this.onceStatusKnows(refund, failure, ORDER_FAILED);
    }
    await this.refunds.requireLease(refund);
    if (!(await this.refunds.noteOrdered(refund, this.clock.now()))) return unclear(LEASE_LOST);
    const sent = await this.bank.send(refund);
    if (sent.kind === 'failed') return this.afterSecondFailure(refund, sent);
    if (sent.kind !== 'not-sent' && sent.kind !== 'rejected') return this.withoutDoubt(refund, sent);
    // This order moved nothing; an earlier one still counts.
    await this.refunds.noteOrdered(refund, this.earlierOrder(refund));
    return sent.kind === 'rejected' ? this.afterSecondRefusal(refund, sent) : unclear(NOT_SENT);
  }

  /** This order may have been carried out all the same: its answer is stored, and STATUS alone decides from now on. */
  private async afterSecondFailure(
    refund: RefundEntity,
    { code, text }: Sent & { kind: 'failed' },
  ): Promise<RefundEvidence> {
    const asked = await this.bank.ask(refund);
    const evidence = asked.kind === 'not-found' ? unclear(ORDER_FAILED) : asked;
    return evidence.kind === 'unclear' ? { ...evidence, failure: { code, text } } : evidence;
  }

  /** An earlier order may have arrived and be the reason for this refusal, while STATUS lags behind. */
  private async afterSecondRefusal(refund: RefundEntity, refused: Refused): Promise<RefundEvidence> {
    const asked = await this.bank.ask(refund);
    return asked.kind === 'not-found' ? this.onceStatusKnows(refund, refused, 'refused_again') : asked;
  }

  /** STATUS does not know the refund: that counts when it has had time to know the last order. */
  private onceStatusKnows(refund: RefundEntity, refused: Refused, reason: string): RefundEvidence {
    const lastOrder = refund.orderedAt ?? refund.createdAt;
    if (this.clock.now().getTime() - lastOrder.getTime() < STATUS_LAG_MS) return unclear(reason);
    this.warn(refund, refused);
    return refused;
  }

  /** A time in the future (clock ran ahead) would keep the refund unclear until then. */
  private earlierOrder({ orderedAt, createdAt }: RefundEntity): Date | null {
    const now = this.clock.now();
    return (orderedAt ?? createdAt) > now ? now : orderedAt;
  }

  private warn(refund: RefundEntity, { code, text }: { code: string; text: string }): void {
    this.logger.warn({ msg: 'refund refused by the bank', refund: refund.id, code, text });
  }
}

/** The answer to the last order, when that was sent again and failed: nothing else stores one before the bank accepts or refuses. */
function failureOf({ responseCode, responseText }: RefundEntity): Refused | null {
  return responseCode === null ? null : { kind: 'rejected', code: responseCode, text: responseText ?? '' };
}

function orUnclear(asked: Asked): RefundEvidence {
  return asked.kind === 'not-found' ? unclear('not_found') : asked;
}

function unclear(reason: string): RefundEvidence {
  return { kind: 'unclear', reason, waitMs: 0, contradicts: false };
}
