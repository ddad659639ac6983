import type { ReactNode } from 'react';
import { CheckCircleIcon, CrossCircleIcon, StopIcon } from '../ui/icons';
import { Pill, type PillTone } from '../ui/pill';

export type VerdictState = 'ok' | 'failed' | 'skipped';

const LOOKS: Readonly<Record<VerdictState, { tone: PillTone; icon: ReactNode; word: string }>> = {
  ok: { tone: 'green', icon: <CheckCircleIcon size={16} />, word: 'Right' },
  failed: { tone: 'red', icon: <CrossCircleIcon size={16} />, word: 'Wrong' },
  skipped: { tone: 'grey', icon: <StopIcon size={16} />, word: 'Not judged' },
};

/** @param ok null: there was nothing to judge */
export function verdictOf(ok: boolean | null): VerdictState {
  if (ok === null) return 'skipped';
  return ok ? 'ok' : 'failed';
}

export function Verdict({ state, label }: { state: VerdictState; label?: string }) {
  const look = LOOKS[state];
  return (
    <Pill tone={look.tone} icon={look.icon}>
      {label ?? look.word}
    </Pill>
  );
}
