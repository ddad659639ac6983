import { isIstDay } from '../../../src/domain/calendar/ist-day';
import { istDayText } from '../../../src/domain/calendar/ist-parts';

/** What stands in a field for days that holds none and needs none. */
export const ANY_DAY = 'Any day';

/** A day as people write it; what an address holds in its place is shown as it is. */
export function dayText(day: string): string {
  return isIstDay(day) ? istDayText(day) : day;
}
