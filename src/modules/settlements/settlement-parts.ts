import type { BankPayoutLine } from '../gateway/index.js';
import type { ReportedPayout } from './settlement-report.js';

export interface KeyedLine {
  /** The line's identity within its payout. */
  key: string;
  line: BankPayoutLine;
}

/** Lines of one payout for one unit of work. */
export interface PayoutPart {
  payout: ReportedPayout;
  lines: KeyedLine[];
}

/**
 * Groups of parts with a limited number of lines: a large payout is split, small ones share a group. A payout without lines
 * counts as one.
 */
export function* partsOf(payouts: Iterable<ReportedPayout>, most: number): Generator<PayoutPart[]> {
  let group: PayoutPart[] = [];
  let size = 0;
  for (const payout of payouts) {
    const keys = lineKeys(payout.lines);
    for (let from = 0; from === 0 || from < payout.lines.length;) {
      const lines: KeyedLine[] = [];
      for (const line of payout.lines.slice(from, from + most - size)) lines.push({ key: keys.next().value!, line });
      group.push({ payout, lines });
      from += Math.max(lines.length, 1);
      size += Math.max(lines.length, 1);
      if (size < most) continue;
      yield group;
      group = [];
      size = 0;
    }
  }
  if (group.length > 0) yield group;
}

/**
 * The transaction, by what every source names: our number may be missing in a file, so it is no part of it
 * (docs/adr/0012-settlements-and-closed-days.md).
 */
export function lineNameOf(kind: BankPayoutLine['kind'], bankTxnId: string): string {
  return `${kind}|${bankTxnId}`;
}

/** @param place among the payout's lines with that name, from 1: a repetition is a line of its own, so that it is reported */
export function lineKeyOf(name: string, place: number): string {
  return `${name}|${place}`;
}

function* lineKeys(lines: readonly BankPayoutLine[]): Generator<string, undefined> {
  const places = new Map<string, number>();
  for (const { kind, bankTxnId } of lines) {
    const name = lineNameOf(kind, bankTxnId);
    const place = (places.get(name) ?? 0) + 1;
    places.set(name, place);
    yield lineKeyOf(name, place);
  }
  return undefined;
}

/** Ranges of consecutive ids. @param ids in ascending order */
export function rangesOf(ids: readonly number[]): { from: number; to: number }[] {
  const ranges: { from: number; to: number }[] = [];
  for (const id of ids) {
    const last = ranges.at(-1);
    if (last && last.to === id - 1) last.to = id;
    else ranges.push({ from: id, to: id });
  }
  return ranges;
}
