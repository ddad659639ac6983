import { Injectable } from '@nestjs/common';
import type { RefundEntity } from '../../database/entities/refund.entity.js';
import type { RefundStatus } from '../../domain/refund-rules.js';

/** A refund as it was before the change but for the bank's number of it, and what it has become. */
export interface RefundChange {
  refund: RefundEntity;
  to: RefundStatus;
}

type Effect = (change: RefundChange) => Promise<void>;

/** What is written when a refund changes, in the same unit of work: a failing effect undoes the change. */
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
