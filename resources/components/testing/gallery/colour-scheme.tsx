import { type MantineColorScheme, useMantineColorScheme } from '@mantine/core';
import { useEffect } from 'react';
import { FilterChip } from '../../ui/filter-chip';
import classes from './gallery.module.css';

const SCHEMES: readonly { value: MantineColorScheme; label: string }[] = [
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
  { value: 'auto', label: 'As the device' },
];

/** For this page only: every other one follows the device. */
export function ColourScheme() {
  const { colorScheme, setColorScheme, clearColorScheme } = useMantineColorScheme();
  useEffect(() => clearColorScheme, [clearColorScheme]);
  return (
    <div role="group" aria-label="Colour scheme" className={classes.row}>
      {SCHEMES.map(({ value, label }) => (
        <FilterChip key={value} label={label} pressed={colorScheme === value} onToggle={() => setColorScheme(value)} />
      ))}
    </div>
  );
}
