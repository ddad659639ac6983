export interface Step {
  rate: number;
  isHeld: boolean;
}

export function nextRate(
  steps: readonly Step[],
  options: { first: number; least?: number; fine?: number; maxSteps?: number },
): number | null;
export function heldRate(steps: readonly Step[]): number | null;
export function missedRate(steps: readonly Step[]): number | null;
