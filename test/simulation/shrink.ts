import type { Plan, Step } from './plan.js';
import { type Outcome, runPlan, type Stage } from './run.js';

/** Runs that a failure is worth. */
const MAX_RUNS = 120;

/**
 * The fewest steps that still fail: halves, quarters and so on are left out, then single commands, faults of the bank and kills. Each
 * step draws from its own seed, so leaving one out changes nothing in the others.
 */
export async function shrink(failed: Outcome, stage: Stage, most = MAX_RUNS): Promise<Outcome> {
  let best = failed;
  let runs = 0;
  const kind = kindOf(failed);
  const attempt = async (steps: Step[]): Promise<boolean> => {
    if (runs >= most) return false;
    runs += 1;
    const outcome = await runPlan({ ...best.plan, steps }, stage);
    if (outcome.failure === null || kindOf(outcome) !== kind) return false;
    best = outcome;
    return true;
  };
  await attempt(best.plan.steps.slice(0, best.at + 1));
  for (let size = Math.ceil(best.plan.steps.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2))
    for (let from = best.plan.steps.length - size; from > -size; from -= size) {
      const at = Math.max(0, from);
      const steps = best.plan.steps.toSpliced(at, size);
      if (steps.length < best.plan.steps.length) await attempt(steps);
    }
  for (let at = 0; at < best.plan.steps.length; at += 1)
    for (const simpler of simplerThan(best.plan.steps[at]!)) await attempt(best.plan.steps.with(at, simpler));
  return best;
}

/** The same step with less in it. */
function simplerThan(step: Step): Step[] {
  return [
    ...(step.killAt === null ? [] : [{ ...step, killAt: null }]),
    ...(step.outage === null ? [] : [{ ...step, outage: null }]),
    ...step.bankFaults.map((_, at) => ({ ...step, bankFaults: step.bankFaults.toSpliced(at, 1) })),
    ...(step.commands.length === 1
      ? []
      : step.commands.map((_, at) => ({ ...step, commands: step.commands.toSpliced(at, 1) }))),
  ];
}

/** Another failure is another story: the words without names and numbers. */
function kindOf({ failure }: Outcome): string {
  return (failure ?? '')
    .split('\n')[0]!
    .replace(/[A-Z0-9a-z]{14,}|\d+/g, '#')
    .slice(0, 80);
}

export function planText({ seed, engine, steps }: Plan): string {
  const commands = steps.reduce((sum, step) => sum + step.commands.length, 0);
  return `seed ${seed} on ${engine}: ${commands} commands in ${steps.length} steps`;
}
