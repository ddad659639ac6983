// What was measured against what it has to reach: pure.
import { rounded } from './stats.mjs';

/**
 * A goal is one of `{ ratioAtMost }`, `{ ratioAtLeast }` (ours by the floor's), `{ atMost }`, `{ atLeast }` (ours, in the row's unit) or
 * `{ holds: true }` (ours is a boolean). A row without one is told, not judged.
 */
export function judge(row) {
  const { ours, floor, goal, unit = '' } = row;
  const ratio = typeof ours === 'number' && typeof floor === 'number' ? rounded(ours / floor) : null;
  return { ...row, unit, floor: floor ?? null, ratio, goalText: goalText(goal, unit), met: isMet(goal, ours, floor) };
}

function isMet(goal, ours, floor) {
  if (!goal) return null;
  if (goal.holds) return ours === true;
  // A figure that could not be had meets nothing.
  if (typeof ours !== 'number' || !Number.isFinite(ours)) return false;
  if (goal.atMost !== undefined) return ours <= goal.atMost;
  if (goal.atLeast !== undefined) return ours >= goal.atLeast;
  if (typeof floor !== 'number' || !(floor > 0)) return false;
  return goal.ratioAtMost === undefined ? ours / floor >= goal.ratioAtLeast : ours / floor <= goal.ratioAtMost;
}

function goalText(goal, unit) {
  if (!goal) return '';
  if (goal.holds) return 'holds';
  const of = unit && ` ${unit}`;
  if (goal.atMost !== undefined) return `≤ ${goal.atMost}${of}`;
  if (goal.atLeast !== undefined) return `≥ ${goal.atLeast}${of}`;
  return goal.ratioAtMost === undefined ? `≥ ${goal.ratioAtLeast}x` : `≤ ${goal.ratioAtMost}x`;
}
