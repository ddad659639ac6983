import { addDays } from '../../../src/domain/calendar/ist-day';
import DayInput from './day-input';
import type { DayPickerProps } from './day-picker';
import classes from './day-picker.module.css';
import { Button } from '../ui/controls';

/** One day up to today, with its neighbours. */
export default function DayPickerInputs({ day, today, asked = () => day, onChange }: DayPickerProps) {
  const step = (days: number) => {
    const next = addDays(asked(), days);
    if (next <= today) onChange(next);
  };
  return (
    <div className={classes.picker} role="group" aria-label="Day">
      <Button variant="default" onClick={() => step(-1)}>
        Day before
      </Button>
      <DayInput
        label="Day"
        value={day}
        today={today}
        max={today}
        required
        offers="days"
        onRange={({ startDate }) => onChange(startDate)}
        onChange={onChange}
      />
      <Button variant="default" disabled={day >= today} onClick={() => step(1)}>
        Day after
      </Button>
    </div>
  );
}
