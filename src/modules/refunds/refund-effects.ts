import { Injectable } from '@nestjs/common';
import type { RefundEntity } from '../../database/entities/refund.entity.js';
import type { RefundStatus } from '../../domain/refund/refund-rules.js';

/** The refund before the change, with the bank's number already set, and its new status. */
export interface RefundChange {
  refund: RefundEntity;
  to: RefundStatus;
}

type Effect = (change: RefundChange) => Promise<void>;

/** Effects of a refund's change, in the same unit of work: a failing effect rolls it back. */
@Injectable()
export class RefundEffects {
  private readonly effects: Effect[] = [];

  register(effect: Effect): void {
    this.effects.push(effect);
  }

  async run(change: RefundChange): Promise<void> {
    for (const effect of this.effects) await effect(change);
  }
}
