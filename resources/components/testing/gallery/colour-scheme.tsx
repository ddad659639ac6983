import { useEffect, useState } from 'react';
import { type ChosenScheme, chooseScheme } from '../../../lib/colour-scheme';
import { FilterChip } from '../../ui/filter-chip';
import classes from './gallery.module.css';

const SCHEMES: readonly { value: ChosenScheme; label: string }[] = [
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
  { value: 'auto', label: 'As the device' },
];

/** For this page only: every other one follows the device. */
export function ColourScheme() {
  const [chosen, setChosen] = useState<ChosenScheme>('auto');
  const choose = (scheme: ChosenScheme) => {
    setChosen(scheme);
    chooseScheme(scheme);
  };
  useEffect(() => () => chooseScheme('auto'), []);
  return (
    <div role="group" aria-label="Colour scheme" className={classes.row}>
      {SCHEMES.map(({ value, label }) => (
        <FilterChip key={value} label={label} pressed={chosen === value} onToggle={() => choose(value)} />
      ))}
    </div>
  );
}
