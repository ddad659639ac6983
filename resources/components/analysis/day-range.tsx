import { Button, TextInput } from '@mantine/core';
import type { DayRange as Days } from '../../../src/contracts/analysis';
import { addDays, isIstDay } from '../../../src/domain/calendar/ist-day';
import classes from './analysis.module.css';

interface DayRangeProps {
  value: Days;
  /** The Indian day of the server. */
  today: string;
  onChange: (days: Days) => void;
}

const same = (a: Days, b: Days) => a.startDate === b.startDate && a.endDate === b.endDate;

function presetsOf(today: string): { label: string; days: Days }[] {
  const yesterday = addDays(today, -1);
  return [
    { label: 'Today', days: { startDate: today, endDate: today } },
    { label: 'Yesterday', days: { startDate: yesterday, endDate: yesterday } },
    { label: '7 days', days: { startDate: addDays(today, -6), endDate: today } },
    { label: '30 days', days: { startDate: addDays(today, -29), endDate: today } },
    { label: 'All', days: { startDate: '', endDate: '' } },
  ];
}

/** Days of the Indian calendar, wherever the reader is. */
export function DayRange({ value, today, onChange }: DayRangeProps) {
  const set = (name: keyof Days, text: string) => {
    if (text !== '' && !isIstDay(text)) return;
    const next = { ...value, [name]: text };
    // Two ends that crossed: the one just chosen counts.
    const crossed = next.startDate !== '' && next.endDate !== '' && next.startDate > next.endDate;
    onChange(crossed ? { startDate: text, endDate: text } : next);
  };
  return (
    <div className={classes.range} role="group" aria-label="Days">
      <div className={classes.presets}>
        {presetsOf(today).map(({ label, days }) => (
          <Button
            key={label}
            variant={same(days, value) ? 'filled' : 'default'}
            aria-pressed={same(days, value)}
            onClick={() => onChange(days)}
          >
            {label}
          </Button>
        ))}
      </div>
      <div className={classes.days}>
        <TextInput
          key={`from ${value.startDate}`}
          type="date"
          label="From"
          max={today}
          defaultValue={value.startDate}
          onChange={(event) => set('startDate', event.currentTarget.value)}
        />
        <TextInput
          key={`to ${value.endDate}`}
          type="date"
          label="To"
          max={today}
          defaultValue={value.endDate}
          onChange={(event) => set('endDate', event.currentTarget.value)}
        />
      </div>
    </div>
  );
}
