import { Injectable } from '@nestjs/common';
import { SERVER_MESSAGES } from '../../contracts/messages-server.js';
import { isInProgress, type PaymentStatus } from '../../domain/payment/payment-status.js';
import { medalOfCode, tierCodeOf, type Tiered } from '../../domain/catalogue/tier-code.js';
import type { PaymentType } from '../../domain/payment/token-catalogue.js';
import { type UnitHolder, type UnitMove, unitMoves, unitsLeft } from '../../domain/quota/quota-rules.js';
import { Refusal } from '../../runtime/refusal.js';
import { Catalogues } from '../catalogue/index.js';
import { QuotaCountersRepository } from './quota-counters.repository.js';
import { QuotaPublisher } from './quota-publisher.js';

interface UnitPayment extends Tiered {
  id: number;
  projectId: number;
  paymentType: PaymentType;
  catalogueVersionId: number;
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
    private readonly catalogues: Catalogues,
  ) {}

  /** @param keepsUnit it stands in for a payment that has given its unit back in this unit of work @throws QUOTA_SOLD_OUT */
  async created(payment: UnitPayment, status: PaymentStatus, keepsUnit: boolean): Promise<void> {
    if (!(await this.counters.hasQuotas(payment.projectId))) return;
    // The tier that an upgrade leaves is not touched before it is paid.
    const moves = unitMoves({ tierCode: tierCodeOf(payment), upgradeFrom: null }, null, status);
    await this.moveAll(payment, keepsUnit ? whateverTheLimit(moves) : moves);
  }

  /** Before anything else of the change is written. @throws QUOTA_SOLD_OUT */
  async changed(payment: UnitPayment, from: PaymentStatus, to: PaymentStatus): Promise<void> {
    const isReturn = to === 'refunded';
    const holder = { tierCode: tierCodeOf(payment), upgradeFrom: null };
    if (!isReturn && unitMoves(holder, from, to).length === 0) return;
    if (!(await this.counters.hasQuotas(payment.projectId))) return;
    const token = isReturn ? await this.counters.heldTokenOf(payment.id) : null;
    const moves = unitMoves(await this.holderOf(payment), from, to, token);
    const hasUnit = to === 'completed' && !isInProgress(from) && (await this.isHeldForToken(payment));
    await this.moveAll(payment, hasUnit ? whateverTheLimit(moves) : moves);
  }

  /** For a payment that holds no unit. Locks the tier's counter, so that the answer stays true until the end of the unit of work. */
  async isSoldOut(payment: UnitPayment): Promise<boolean> {
    const { projectId } = payment;
    if (!(await this.counters.hasQuotas(projectId))) return false;
    const counter = await this.counters.lock(projectId, tierCodeOf(payment));
    if (counter === null || unitsLeft({ ...counter, limit: counter.unitLimit }) > 0) return false;
    return !(await this.isHeldForToken(payment));
  }

  /**
   * Late money for an upgrade takes the unit that a newer link of its token holds: that link can no longer be completed, and gives its own
   * back when it ends. Until then the tier counts one more than it will use.
   */
  private isHeldForToken(payment: UnitPayment): Promise<boolean> {
    if (payment.paymentType !== 'upgrade') return Promise.resolve(false);
    return this.counters.isHeldByOtherUpgrade(payment.id, tierCodeOf(payment));
  }

  private async moveAll(payment: UnitPayment, moves: UnitMove[]): Promise<void> {
    for (const move of moves) await this.move(payment, move);
  }

  private async move(payment: UnitPayment, move: UnitMove): Promise<void> {
    const { projectId } = payment;
    if (await this.counters.move(projectId, move)) return this.publisher.changed(projectId, move.tierCode);
    if (!move.mustFit || !(await this.counters.find(projectId, move.tierCode))) return;
    // Only the payment's own tier has to fit.
    const tier = medalOfCode(move.tierCode) ?? (await this.catalogues.tierNameOf(payment));
    throw new Refusal('QUOTA_SOLD_OUT', { message: SERVER_MESSAGES.quota.soldOut(tier) });
  }

  private async holderOf(payment: UnitPayment): Promise<UnitHolder> {
    const isUpgrade = payment.paymentType === 'upgrade';
    return {
      tierCode: tierCodeOf(payment),
      upgradeFrom: isUpgrade ? await this.counters.tierBeforeUpgrade(payment.id) : null,
    };
  }
}

function whateverTheLimit(moves: UnitMove[]): UnitMove[] {
  return moves.map((move) => ({ ...move, mustFit: false }));
}
