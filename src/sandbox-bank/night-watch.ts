import { Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { AdviceDesk } from './advice-desk.js';
import { Portal } from './portal.js';
import { RefundDesk } from './refund-desk.js';
import { SettlementDesk } from './settlement-desk.js';

const TICK_MS = 200;

/** Does what the bank's clock says is due: open payments, refunds, payouts, advices. */
@Injectable()
export class NightWatch implements OnApplicationBootstrap, OnModuleDestroy {
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly portal: Portal,
    private readonly refunds: RefundDesk,
    private readonly advices: AdviceDesk,
    private readonly settlements: SettlementDesk,
  ) {}

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => this.tick(), TICK_MS);
    this.timer.unref();
  }

  onModuleDestroy(): void {
    clearInterval(this.timer);
  }

  /** Also called before each request, so that an answer never lags behind the clock. */
  tick(): void {
    this.portal.resolveDue();
    this.refunds.settleDue();
    this.settlements.nightIfDue();
    void this.advices.deliverDue();
  }
}
