import { statusOf } from './payment-words';
import type { Tone } from './StatusBanner';
import { useWords } from './use-words';

const TONES: Record<string, Tone> = {
  completed: 'green',
  pending: 'amber',
  initiated: 'blue',
  failed: 'red',
};

export function StatusBadge({ status }: { status: string }) {
  return <span className={`pub-badge pub-tone-${TONES[status] ?? 'grey'}`}>{statusOf(status, useWords())}</span>;
}
