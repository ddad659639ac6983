// Who comes to an event and when, and which of them meet with trouble: pure.

/** Peaks are so much above the mean rate, and troughs as much below it. */
const SWELL = 0.6;

/** Shares of all sales. What is lost here stays below one in a hundred for whoever waits for a receipt. */
export const FATES = {
  declined: 0.05,
  /** The tab is closed at the bank, which advises us. */
  'advice-only': 0.015,
  /** The tab is closed and the bank says nothing: only the poll job can find the money. */
  silent: 0.015,
  'lost-create': 0.005,
  'lost-invoice': 0.005,
  'lost-return': 0.005,
  'lost-status': 0.005,
};

/** Fates under which somebody waits for a receipt, or is sent one at once. */
export const isTold = (fate) => fate !== 'declined' && fate !== 'silent';

/** Numbers from 0 to below 1, the same for the same seed (mulberry32). */
export function randomOf(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Rate at a moment of the window by the mean rate: two waves, with peaks at a quarter and at three quarters. @param share 0 to 1 */
export function waveAt(share) {
  return 1 - SWELL * Math.cos(4 * Math.PI * share);
}

/**
 * Seconds at which customers come, in order. Given their number, the arrivals of a Poisson process are independent draws from its
 * rate; the number is fixed, so that steps of a search differ by their rate alone.
 */
export function arrivalTimes({ count, seconds, random }) {
  const times = [];
  while (times.length < count) {
    const share = random();
    if (random() * (1 + SWELL) < waveAt(share)) times.push(share * seconds);
  }
  return times.sort((a, b) => a - b);
}

/** A fate for each of so many sales: whole numbers of each, in any order; the others are `usual`. */
export function dealFates(count, random) {
  const fates = Object.entries(FATES).flatMap(([fate, share]) => Array.from({ length: Math.round(share * count) }, () => fate));
  const all = [...fates, ...Array.from({ length: Math.max(0, count - fates.length) }, () => 'usual')].slice(0, count);
  for (let at = all.length - 1; at > 0; at -= 1) {
    const other = Math.floor(random() * (at + 1));
    [all[at], all[other]] = [all[other], all[at]];
  }
  return all;
}
