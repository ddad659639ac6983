import type { AnalysisData } from '../../../src/contracts/analysis';
import { istShortDay, istShortMonth } from '../../../src/domain/calendar/ist-parts';

/** `22 Nov`, or `Nov 2026` of a month. */
export function trendLabel(day: string, unit: AnalysisData['trend']['unit']): string {
  return unit === 'day' ? istShortDay(day) : istShortMonth(day);
}
