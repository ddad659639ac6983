// Which arrival rate to try next: pure.

/** A rate is missed once it was missed so often: other work on the machine makes a single step miss. */
const TRIES = 2;

/**
 * Doubles until a rate is missed, then halves what lies between, until the two are close.
 * @param steps `{ rate, isHeld }` of the steps so far
 * @param first the first rate
 * @param least below it nothing is tried
 * @param fine rates are close when the missed one is at most so many times the held one
 * @returns null at the end
 */
export function nextRate(steps, { first, least = 0.5, fine = 1.25, maxSteps = 10 }) {
  if (steps.length >= maxSteps) return null;
  if (steps.length === 0) return first;
  const last = steps.at(-1);
  const { held, missed } = bounds(steps);
  if (!last.isHeld && !isMissed(steps, last.rate)) return last.rate;
  if (missed === null) return held * 2;
  if (held === null) return missed / 2 >= least ? missed / 2 : null;
  const middle = Math.round(held + missed) / 2;
  return missed / held <= fine || middle <= held || middle >= missed ? null : middle;
}

/** The highest rate that was held below every missed one; null when there is none. */
export function heldRate(steps) {
  return bounds(steps).held;
}

/** The lowest rate that was missed; null when there is none. */
export function missedRate(steps) {
  return bounds(steps).missed;
}

function bounds(steps) {
  const rates = [...new Set(steps.map(({ rate }) => rate))];
  const missedRates = rates.filter((rate) => isMissed(steps, rate));
  const missed = missedRates.length > 0 ? Math.min(...missedRates) : null;
  const held = steps.filter(({ rate, isHeld }) => isHeld && (missed === null || rate < missed)).map(({ rate }) => rate);
  return { missed, held: held.length > 0 ? Math.max(...held) : null };
}

function isMissed(steps, rate) {
  const tries = steps.filter((step) => step.rate === rate);
  return tries.length >= TRIES && tries.every(({ isHeld }) => !isHeld);
}
