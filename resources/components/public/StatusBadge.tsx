import type { Tone } from './StatusBanner';

const TONES: Record<string, Tone> = {
  completed: 'green',
  pending: 'amber',
  initiated: 'blue',
  failed: 'red',
};

export function StatusBadge({ status, label }: { status: string; label: string }) {
  return <span className={`pub-badge pub-tone-${TONES[status] ?? 'grey'}`}>{label}</span>;
}
