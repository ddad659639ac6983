import { istShortDay } from '../../../src/domain/calendar/ist-parts';
import { formatCount } from '../../lib/format';

export interface Change {
  /** Of the figure: up, down, or neither where there is nothing to compare. */
  direction: 'up' | 'down' | null;
  words: string;
}

interface Compared {
  now: number;
  earlier: number;
  /** The days that are compared with, both included. */
  days: { startDate: string; endDate: string };
  /** The range is today alone, which is not over: the whole of an earlier day says little about it. */
  isTodayAlone: boolean;
  /** Nothing was sold in the earlier days. */
  isEmpty: boolean;
  format: (figure: number) => string;
}

/** How a figure stands to the one of the days before. Pure. */
export function changeOf({ now, earlier, days, isTodayAlone, isEmpty, format }: Compared): Change {
  if (isEmpty) return { direction: null, words: `Nothing was paid ${spanWords(days)}` };
  if (isTodayAlone)
    return { direction: null, words: `So far; ${format(earlier)} on the whole of ${istShortDay(days.startDate)}` };
  const difference = now - earlier;
  if (difference === 0) return { direction: null, words: `The same ${spanWords(days)}` };
  const sign = difference > 0 ? '+' : '−';
  // A share of nothing, or of less than nothing, is no share.
  const share = earlier > 0 ? ` (${percent(Math.abs(difference) / earlier, sign)})` : '';
  return { direction: difference > 0 ? 'up' : 'down', words: `${sign}${format(Math.abs(difference))}${share}` };
}

function percent(share: number, sign: string): string {
  const points = share * 100;
  return points < 1 ? 'under 1 %' : `${sign}${formatCount(Math.round(points))} %`;
}

/** `from 10 Nov to 16 Nov`, or `on 22 Nov`. */
function spanWords({ startDate, endDate }: Compared['days']): string {
  return startDate === endDate
    ? `on ${istShortDay(startDate)}`
    : `from ${istShortDay(startDate)} to ${istShortDay(endDate)}`;
}

/** What the figures are compared with, as a sentence. */
export function comparedWords(days: Compared['days']): string {
  const { startDate, endDate } = days;
  return startDate === endDate
    ? `Compared with the day before, ${istShortDay(startDate)}.`
    : `Compared with the days before, ${spanWords(days)}.`;
}
