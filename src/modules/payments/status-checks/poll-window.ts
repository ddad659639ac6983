import type { PaymentAttemptEntity } from '../../../database/entities/payment-attempt.entity.js';

interface QueueLimits {
  batch: number;
  limit: number;
}

/**
 * Hands out leased rows one by one and fetches the next batch while a quarter is left, so that no bank slot waits for the
 * database.
 */
export class LeaseQueue {
  private rows: PaymentAttemptEntity[] = [];
  private fetched = 0;
  private dry = false;
  private fetching: Promise<void> | null = null;

  constructor(
    private readonly fetch: (size: number) => Promise<PaymentAttemptEntity[]>,
    private readonly limits: QueueLimits,
  ) {}

  async next(): Promise<PaymentAttemptEntity | undefined> {
    while (this.rows.length === 0 && !this.dry) await this.refill();
    const row = this.rows.shift();
    // A failed refill surfaces when the rows run out.
    if (!this.dry && this.rows.length <= this.limits.batch / 4) this.refill().catch(() => undefined);
    return row;
  }

  private refill(): Promise<void> {
    this.fetching ??= this.fetchMore().finally(() => {
      this.fetching = null;
    });
    return this.fetching;
  }

  private async fetchMore(): Promise<void> {
    const size = Math.min(this.limits.batch, this.limits.limit - this.fetched);
    const rows = size > 0 ? await this.fetch(size) : [];
    this.fetched += rows.length;
    this.rows.push(...rows);
    this.dry = rows.length === 0;
  }
}

/** Bounds the work that follows checks: when the database is slower than the bank, checks wait. */
export class CheckWindow {
  private readonly underWay = new Set<Promise<void>>();

  /** @param most concurrent pieces of work */
  constructor(private readonly most: number) {}

  /** Starts the work, and waits only while the window is full. @param work never rejects */
  async follow(work: () => Promise<void>): Promise<void> {
    const task = work().finally(() => this.underWay.delete(task));
    this.underWay.add(task);
    if (this.underWay.size > this.most) await Promise.race(this.underWay);
  }

  async settle(): Promise<void> {
    await Promise.all(this.underWay);
  }
}
