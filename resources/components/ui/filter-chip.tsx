import { CheckIcon } from './icons';
import classes from './filter-chip.module.css';

interface FilterChipProps {
  label: string;
  pressed: boolean;
  onToggle: (pressed: boolean) => void;
}

export function FilterChip({ label, pressed, onToggle }: FilterChipProps) {
  return (
    <button type="button" className={classes.chip} aria-pressed={pressed} onClick={() => onToggle(!pressed)}>
      {pressed && <CheckIcon size={16} />}
      {label}
    </button>
  );
}
