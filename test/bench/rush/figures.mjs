// One step of the rush as figures, and whether its bounds were kept: pure.
import { percentile } from '../support/stats.mjs';

/** Of a hundred, ninety-nine. */
export const SHARE = 0.99;
export const BOUNDS = { qrMs: 1000, receiptMs: 3000 };

/** Share of values at most so large; what never came is Infinity. Nothing at all keeps no bound. */
export function within(values, most) {
  return values.length === 0 ? 0 : values.filter((value) => value <= most).length / values.length;
}

/**
 * @param times milliseconds: `qr` and `receipt` per sale, Infinity where it never came
 * @param isWhole the books balance and nobody gave up
 */
export function judgeStep({ times, isWhole }) {
  const qr = within(times.qr, BOUNDS.qrMs);
  const receipt = within(times.receipt, BOUNDS.receiptMs);
  const missed = [];
  if (qr < SHARE) missed.push('QR');
  if (receipt < SHARE) missed.push('receipt');
  if (!isWhole) missed.push('balance');
  return { isHeld: missed.length === 0, missed, p99: { qr: percentile(times.qr, SHARE), receipt: percentile(times.receipt, SHARE) } };
}

/**
 * Says which bound gave way and what was busy then.
 * @param load shares of one processor: `main` (the product's busiest main thread), `product`, `database`, `load`, `others`
 */
export function givesFirst({ missed, load, cores }) {
  const percent = (share) => `${Math.round(share * 100)} %`;
  const parts = [`main thread ${percent(load.main)}`, `product ${percent(load.product)}`];
  if (Number.isFinite(load.database)) parts.push(`database ${percent(load.database)}`);
  parts.push(`load ${percent(load.load)}`, `others ${percent(load.others)} of ${cores} cores`);
  return `${missed.join(', ') || 'nothing'}; ${parts.join(', ')}`;
}
