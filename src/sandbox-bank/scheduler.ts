import { Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { AdviceSender } from './advice-sender.js';
import { Portal } from './portal.js';
import { BankRefundService } from './bank-refund.service.js';
import { BankSettlementService } from './bank-settlement.service.js';

const TICK_MS = 200;

/** Runs everything that is due by the bank's clock: pending payments, refunds, payouts, advices. */
@Injectable()
export class Scheduler implements OnApplicationBootstrap, OnModuleDestroy {
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly portal: Portal,
    private readonly refunds: BankRefundService,
    private readonly advices: AdviceSender,
    private readonly settlements: BankSettlementService,
  ) {}

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => this.tick(), TICK_MS);
    this.timer.unref();
  }

  onModuleDestroy(): void {
    clearInterval(this.timer);
  }

  /** Also called before each request, so that answers are current. */
  tick(): void {
    this.portal.resolveDue();
    this.refunds.settleDue();
    this.settlements.nightIfDue();
    void this.advices.deliverDue();
  }
}
