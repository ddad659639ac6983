import { Injectable } from '@nestjs/common';
import type { DayCloseData, DayClosing } from '../../contracts/day-close.js';
import type { DayCloseEntity } from '../../database/entities/day-close.entity.js';
import { canonicalDay, changesOf, type DayFigures, readCanonicalDay } from '../../domain/settlement/day-figures.js';
import { addDays, isIstDay, istDayOf, type IstDay } from '../../domain/calendar/ist-day.js';
import { toRupees } from '../../domain/money/money.js';
import { Clock } from '../../runtime/clock.js';
import { dayCsv, presentChange, presentRows, presentTotal } from './day-close.presenter.js';
import { DayCloses } from './day-closes.repository.js';
import { DayFiguresQueries } from './day-figures.queries.js';
import { Refusal } from '../../runtime/refusal.js';

const WHO: Readonly<Record<string, string>> = { cli: 'Command line', system: 'The product' };

/** Figures of an IST day, and its close (docs/product.md#reconciliation). */
@Injectable()
export class DayCloseService {
  constructor(
    private readonly clock: Clock,
    private readonly figures: DayFiguresQueries,
    private readonly closes: DayCloses,
  ) {}

  /** @param day from the address; an invalid or future one shows yesterday */
  async overview(day: unknown): Promise<DayCloseData> {
    const today = this.today();
    return this.show(isIstDay(day) && day <= today ? day : addDays(today, -1));
  }

  /** @throws INVALID_DAY */
  async day(day: unknown): Promise<DayCloseData> {
    if (!isIstDay(day) || day > this.today()) throw new Refusal('INVALID_DAY');
    return this.show(day);
  }

  /** Idempotent: a second close answers the first. @throws INVALID_DAY, DAY_NOT_OVER */
  async close(day: unknown): Promise<{ data: DayCloseData; isNew: boolean }> {
    if (!isIstDay(day)) throw new Refusal('INVALID_DAY');
    if (day >= this.today()) throw new Refusal('DAY_NOT_OVER');
    const { isNew } = await this.closes.close(day, canonicalDay(day, await this.figures.of(day)));
    return { data: await this.show(day), isNew };
  }

  async csv(day: unknown): Promise<string> {
    const { day: shown, rows, total } = await this.day(day);
    return dayCsv(shown, rows, total);
  }

  private async show(day: IstDay): Promise<DayCloseData> {
    const now = await this.figures.of(day);
    const names = await this.figures.sellerNames();
    const close = await this.closes.find(day);
    const stored = close && readCanonicalDay(close.figures);
    const rows = stored ?? now;
    return {
      day,
      today: this.today(),
      canClose: close === null && day < this.today(),
      rows: presentRows(rows, names),
      total: presentTotal(rows),
      closing: close && (await this.closingOf(close, stored, now, names)),
      computedAt: this.clock.now().toISOString(),
    };
  }

  private async closingOf(
    close: DayCloseEntity,
    stored: DayFigures[] | null,
    now: DayFigures[],
    names: ReadonlyMap<number, string>,
  ): Promise<DayClosing> {
    const later = await this.figures.later(close.day, close.closedAt);
    return {
      sequence: close.sequence,
      closedAt: close.closedAt.toISOString(),
      closedBy: names.get(close.closedBy ?? 0) ?? WHO[close.actorKind] ?? 'Unknown',
      hash: close.figuresHash,
      previousHash: close.previousHash,
      isIntact: stored !== null && (await this.closes.isIntact(close)),
      changes: changesOf(stored ?? [], now).map((change) => presentChange(change, names)),
      later: {
        paid: later.paid,
        paidAmount: toRupees(later.paidPaise),
        refunds: later.refunds,
        refundedAmount: toRupees(later.refundedPaise),
      },
    };
  }

  private today(): IstDay {
    return istDayOf(this.clock.now());
  }
}
