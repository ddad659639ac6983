import { Injectable, Logger } from '@nestjs/common';
import type { EvidenceSource } from '../../../domain/payment/payment-decisions.js';
import { Clock } from '../../../runtime/clock.js';
import { PaymentTransitions } from '../transitions/payment-transitions.service.js';
import { AttemptSchedule } from './attempt-schedule.repository.js';

const SWEEP_BATCH = 200;

/** What each run of the poll job does besides asking the bank. */
@Injectable()
export class PollUpkeep {
  private readonly logger = new Logger(PollUpkeep.name);
  /** Payments whose expiry failed in the last run. */
  private readonly stuck = new Set<number>();

  constructor(
    private readonly clock: Clock,
    private readonly schedule: AttemptSchedule,
    private readonly transitions: PaymentTransitions,
  ) {}

  /** Checks that a clock which ran ahead has put off become due. */
  recallFarAhead(): Promise<void> {
    return this.schedule.recallFarAhead();
  }

  /** Links without an open attempt have nothing to ask about; they expire at once. */
  async expireLinksWithoutAttempt(source: EvidenceSource): Promise<number> {
    const ids = await this.schedule.findExpiredUnsent(this.clock.now(), [...this.stuck], SWEEP_BATCH);
    // Failed ones are skipped until all others were tried.
    if (ids.length < SWEEP_BATCH) this.stuck.clear();
    let expired = 0;
    for (const id of ids) if (await this.expireLink(id, source)) expired += 1;
    return expired;
  }

  /** A failure of one link does not stop the run. */
  private async expireLink(paymentId: number, source: EvidenceSource): Promise<boolean> {
    try {
      return await this.transitions.expireLink(paymentId, source);
    } catch (error) {
      this.stuck.add(paymentId);
      this.logger.error({ msg: 'link expiry failed', payment: paymentId, err: error });
      return false;
    }
  }
}
