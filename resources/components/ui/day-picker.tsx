import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import { addDays, isIstDay } from '../../../src/domain/calendar/ist-day';
import classes from './day-picker.module.css';

interface DayPickerProps {
  /** `YYYY-MM-DD`, Indian calendar. */
  day: string;
  today: string;
  onChange: (day: string) => void;
}

export function DayPicker({ day, today, onChange }: DayPickerProps) {
  const [typed, setTyped] = useState(day);
  const [shown, setShown] = useState(day);
  if (shown !== day) {
    setShown(day);
    setTyped(day);
  }
  return (
    <div className={classes.picker} role="group" aria-label="Day">
      <Button variant="default" onClick={() => onChange(addDays(day, -1))}>
        Day before
      </Button>
      <TextInput
        type="date"
        label="Day"
        max={today}
        value={typed}
        onChange={(event) => {
          const { value } = event.currentTarget;
          setTyped(value);
          if (isIstDay(value) && value <= today) onChange(value);
        }}
      />
      <Button variant="default" disabled={day >= today} onClick={() => onChange(addDays(day, 1))}>
        Day after
      </Button>
    </div>
  );
}
