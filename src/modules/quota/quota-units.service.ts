import { Injectable } from '@nestjs/common';
import { SERVER_MESSAGES } from '../../contracts/messages-server.js';
import type { PaymentStatus } from '../../domain/payment/payment-status.js';
import type { TokenType } from '../../domain/payment/token-catalogue.js';
import { type UnitHolder, type UnitMove, unitMoves, unitsLeft } from '../../domain/quota/quota-rules.js';
import { Refusal } from '../../runtime/refusal.js';
import { QuotaCountersRepository } from './quota-counters.repository.js';
import { QuotaPublisher } from './quota-publisher.js';

interface UnitPayment extends UnitHolder {
  id: number;
  projectId: number;
}

/**
 * Moves the units of limited tiers with their payments, in the unit of work of each change (docs/product.md#quota). A project
 * without limits costs one statement, and a change that moves no unit none. Lock order: payments (an upgrade's token among them),
 * project, the counters of a tier and of the one below it, number series.
 */
@Injectable()
export class QuotaUnits {
  constructor(
    private readonly counters: QuotaCountersRepository,
    private readonly publisher: QuotaPublisher,
  ) {}

  /** @param keepsUnit it stands in for a payment that has given its unit back in this unit of work @throws QUOTA_SOLD_OUT */
  async created(payment: UnitPayment, status: PaymentStatus, keepsUnit: boolean): Promise<void> {
    if (!(await this.counters.hasQuotas(payment.projectId))) return;
    const moves = unitMoves(payment, null, status);
    await this.moveAll(payment, keepsUnit ? moves.map((move) => ({ ...move, mustFit: false })) : moves);
  }

  /** Before anything else of the change is written. @throws QUOTA_SOLD_OUT */
  async changed(payment: UnitPayment, from: PaymentStatus, to: PaymentStatus): Promise<void> {
    const isReturn = to === 'refunded';
    if (!isReturn && unitMoves(payment, from, to).length === 0) return;
    if (!(await this.counters.hasQuotas(payment.projectId))) return;
    const token = isReturn ? await this.counters.heldTokenOf(payment.id) : null;
    await this.moveAll(payment, unitMoves(payment, from, to, token));
  }

  /** For a payment that holds no unit. Locks the tier's counter, so that the answer stays true until the end of the unit of work. */
  async isSoldOut({ projectId, tokenType }: UnitPayment): Promise<boolean> {
    if (!(await this.counters.hasQuotas(projectId))) return false;
    const counter = await this.counters.lock(projectId, tokenType);
    return counter !== null && unitsLeft({ ...counter, limit: counter.unitLimit }) === 0;
  }

  private async moveAll(payment: UnitPayment, moves: UnitMove[]): Promise<void> {
    for (const move of moves) await this.move(payment.projectId, move);
  }

  private async move(projectId: number, move: UnitMove): Promise<void> {
    if (await this.counters.move(projectId, move)) return this.publisher.changed(projectId, move.tokenType);
    if (move.mustFit && (await this.counters.find(projectId, move.tokenType))) throw soldOut(move.tokenType);
  }
}

function soldOut(tokenType: TokenType): Refusal {
  return new Refusal('QUOTA_SOLD_OUT', { message: SERVER_MESSAGES.quota.soldOut(tokenType) });
}
