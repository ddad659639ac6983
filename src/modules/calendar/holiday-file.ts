import type { BankHoliday } from '../../contracts/calendar.js';
import { OFFICE_MESSAGES } from '../../contracts/messages-office.js';
import { readCsv } from '../../domain/files/csv-reader.js';

const MAX_ROWS = 1000;
const TEXT = OFFICE_MESSAGES.holidays;

export interface HolidayFault {
  /** From 1. */
  line: number;
  message: string;
}

interface HolidayFile {
  holidays: BankHoliday[];
  faults: HolidayFault[];
}

/** Reads lines `YYYY-MM-DD,name`; a first line that names the columns is skipped. */
export function readHolidayFile(text: string, faultOf: (holiday: BankHoliday) => 'day' | 'name' | null): HolidayFile {
  const found: HolidayFile = { holidays: [], faults: [] };
  const seen = new Set<string>();
  for (const { line, cells, fault: broken } of readCsv(text)) {
    if (broken !== null) {
      found.faults.push({ line, message: broken });
      continue;
    }
    const [day = '', name = ''] = cells.map((cell) => cell.normalize('NFC').trim());
    if (line === 1 && day.toLowerCase() === 'day') continue;
    if (found.holidays.length === MAX_ROWS) {
      found.faults.push({ line, message: TEXT.tooMany(MAX_ROWS) });
      break;
    }
    const fault = cells.length === 2 ? faultOf({ day, name }) : 'columns';
    if (fault) found.faults.push({ line, message: TEXT[fault] });
    else if (seen.has(day)) found.faults.push({ line, message: TEXT.twice(day) });
    seen.add(day);
    found.holidays.push({ day, name });
  }
  if (found.holidays.length === 0 && found.faults.length === 0) found.faults.push({ line: 1, message: TEXT.empty });
  return found;
}
