import { Injectable } from '@nestjs/common';
import type { Holidays } from '../../domain/calendar/bank-days.js';
import { Clock } from '../../runtime/clock.js';
import { BankHolidaysRepository } from './bank-holidays.repository.js';
import { MINUTE_MS } from '../../domain/calendar/durations.js';

const CACHE_TTL_MS = MINUTE_MS;

/** The bank holidays, cached for a minute: a change reaches other instances within that time. */
@Injectable()
export class BankCalendar {
  private cached: { at: number; holidays: Holidays } | null = null;

  constructor(
    private readonly repository: BankHolidaysRepository,
    private readonly clock: Clock,
  ) {}

  async holidays(): Promise<Holidays> {
    const now = this.clock.now().getTime();
    const { cached } = this;
    if (cached && Math.abs(now - cached.at) < CACHE_TTL_MS) return cached.holidays;
    const holidays = new Set((await this.repository.list()).map(({ day }) => day));
    this.cached = { at: now, holidays };
    return holidays;
  }

  /** Drops the cache after a change in this process. */
  invalidate(): void {
    this.cached = null;
  }
}
