import { statusOf } from './payment-words';
import type { Tone } from './status-banner';
import { useWords } from './use-words';

const TONES: Record<string, Tone> = {
  completed: 'green',
  pending: 'amber',
  initiated: 'blue',
  failed: 'red',
  returning: 'amber',
  undecided: 'amber',
};

function textOf(status: string, words: ReturnType<typeof useWords>): string {
  if (status === 'undecided') return words.returning.badgeUndecided;
  return status === 'returning' ? words.returning.badge : statusOf(status, words);
}

export function StatusBadge({ status }: { status: string }) {
  const words = useWords();
  return <span className={`pub-badge pub-tone-${TONES[status] ?? 'grey'}`}>{textOf(status, words)}</span>;
}
