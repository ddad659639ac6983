import { Injectable } from '@nestjs/common';
import type { BankHoliday, BankHolidayList } from '../../contracts/calendar.js';
import { AuditService } from '../audit/index.js';
import { isUniqueViolation, UnitOfWork } from '../../database/unit-of-work.js';
import { isIstDay } from '../../domain/calendar/ist-day.js';
import { istDayText } from '../../domain/calendar/ist-parts.js';
import { hasUnwantedCharacters } from '../../http/index.js';
import { Clock } from '../../runtime/clock.js';
import { requestContext } from '../../runtime/request-context.js';
import { BankCalendar } from './bank-calendar.service.js';
import { BankHolidaysRepository } from './bank-holidays.repository.js';
import { type HolidayFault, readHolidayFile } from './holiday-file.js';
import { Refusal } from '../../runtime/refusal.js';
import { OFFICE_MESSAGES } from '../../contracts/messages-office.js';

const MAX_NAME = 60;

export interface HolidayImport {
  added: number;
  /** Days that were listed before; their names stay. */
  known: number;
}

/** The list of bank holidays that admins keep. Each change is an audit entry. */
@Injectable()
export class BankHolidays {
  constructor(
    private readonly repository: BankHolidaysRepository,
    private readonly calendar: BankCalendar,
    private readonly audit: AuditService,
    private readonly uow: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  async list(): Promise<BankHolidayList> {
    const rows = await this.repository.list();
    return { holidays: rows.map(({ day, name }) => ({ day, name })) };
  }

  /** @throws FIELD_ERRORS, HOLIDAY_LISTED */
  async add(holiday: BankHoliday): Promise<BankHolidayList> {
    const checked = checkedHoliday(holiday);
    try {
      await this.uow.run(() => this.insert(checked, null));
    } catch (error) {
      throw isUniqueViolation(error)
        ? new Refusal('HOLIDAY_LISTED', { message: OFFICE_MESSAGES.holidays.listed(istDayText(checked.day)) })
        : error;
    }
    return this.changed();
  }

  /** @throws NOT_FOUND */
  async remove(day: string): Promise<BankHolidayList> {
    await this.uow.run(async () => {
      const row = isIstDay(day) ? await this.repository.findByDay(day) : null;
      if (!row || !(await this.repository.remove(day))) {
        const shown = isIstDay(day) ? istDayText(day) : day;
        throw new Refusal('NOT_FOUND', { message: OFFICE_MESSAGES.holidays.unknown(shown) });
      }
      await this.audit.write({
        action: 'holiday.removed',
        subjectType: 'holiday',
        subjectId: day,
        fromValue: row.name,
      });
    });
    return this.changed();
  }

  /**
   * Imports a file, all of it or nothing; listed days are left as they are.
   * @returns the faults by line instead, when there are any
   * @throws HOLIDAY_LISTED when one of them is added concurrently
   */
  async importFile(text: string): Promise<HolidayImport | { faults: HolidayFault[] }> {
    const { holidays, faults } = readHolidayFile(text, (holiday) => faultOf(holiday));
    if (faults.length > 0) return { faults };
    const known = new Set((await this.repository.list()).map(({ day }) => day));
    const fresh = holidays.filter(({ day }) => !known.has(day));
    try {
      await this.uow.run(async () => {
        for (const holiday of fresh) await this.insert(checkedHoliday(holiday), 'imported from a file');
      });
    } catch (error) {
      throw isUniqueViolation(error)
        ? new Refusal('HOLIDAY_LISTED', { message: OFFICE_MESSAGES.holidays.listed('One of the days') })
        : error;
    }
    this.calendar.invalidate();
    return { added: fresh.length, known: holidays.length - fresh.length };
  }

  private async insert({ day, name }: BankHoliday, reason: string | null): Promise<void> {
    const createdBy = requestContext()?.principal?.userId ?? null;
    await this.repository.insert({ day, name, createdBy, createdAt: this.clock.now() });
    await this.audit.write({
      action: 'holiday.added',
      subjectType: 'holiday',
      subjectId: day,
      toValue: name,
      reason,
    });
  }

  private changed(): Promise<BankHolidayList> {
    this.calendar.invalidate();
    return this.list();
  }
}

/** @throws FIELD_ERRORS */
function checkedHoliday({ day, name }: BankHoliday): BankHoliday {
  const holiday = { day, name: name.normalize('NFC').trim() };
  const fault = faultOf(holiday);
  const text = fault && OFFICE_MESSAGES.holidays[fault];
  if (fault && text) throw new Refusal('FIELD_ERRORS', { message: text, details: { [fault]: text } });
  return holiday;
}

function faultOf({ day, name }: BankHoliday): 'day' | 'name' | null {
  const length = [...name].length;
  if (!isIstDay(day)) return 'day';
  return length < 2 || length > MAX_NAME || hasUnwantedCharacters(name) ? 'name' : null;
}
