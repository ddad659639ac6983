import { LINK_LIFETIMES, type LinkLifetime } from '../../src/contracts/links';

/** Empty: the installation's usual time. */
export type LifetimeChoice = LinkLifetime | '';

const LABELS: Readonly<Record<LinkLifetime, string>> = {
  '4h': '4 hours',
  today: 'Today',
  '24h': '24 hours',
  '72h': '72 hours',
  '7d': '7 days',
};
const HOURS: Readonly<Partial<Record<number, LinkLifetime>>> = { 4: '4h', 24: '24h', 72: '72h', 168: '7d' };

/** The choice that is the installation's usual time; empty where none is. */
export function usualLifetime(hours: number): LifetimeChoice {
  return HOURS[hours] ?? '';
}

/** @param hours the installation's usual time; null where it is not known */
export function lifetimeOptions(hours: number | null): { value: LifetimeChoice; label: string }[] {
  const options = LINK_LIFETIMES.map((value) => ({ value, label: LABELS[value] }));
  if (hours !== null && usualLifetime(hours)) return options;
  return [{ value: '', label: hours === null ? 'As usual' : `${hours} hours` }, ...options];
}

export function isLifetimeChoice(value: unknown): value is LifetimeChoice {
  return value === '' || LINK_LIFETIMES.some((lifetime) => lifetime === value);
}
