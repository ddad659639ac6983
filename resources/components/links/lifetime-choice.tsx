import { lifetimeOptions, type LifetimeChoice as Choice } from '../../lib/lifetimes';
import { ChoiceGroup } from '../ui/choice-group';

interface LifetimeChoiceProps {
  value: Choice;
  /** The installation's usual hours; null where they are not known. */
  usualHours: number | null;
  error?: string;
  onChange: (value: Choice) => void;
}

export function LifetimeChoice({ usualHours, ...choice }: LifetimeChoiceProps) {
  const options = lifetimeOptions(usualHours);
  return <ChoiceGroup name="expiry" legend="The link works for" look="pills" options={options} {...choice} />;
}
