import { late } from '../ui/late';
import classes from './day-picker.module.css';

export interface DayPickerProps {
  /** `YYYY-MM-DD`, Indian calendar. */
  day: string;
  today: string;
  /** The day that was chosen last and may have no answer yet: its neighbours are gone to from there. */
  asked?: () => string;
  onChange: (day: string) => void;
}

/** One day up to today, with its neighbours. Its code comes after the page, which holds its place. */
export const DayPicker = late<DayPickerProps>(() => import('./day-picker-inputs'), {
  waiting: <div className={classes.place} />,
});
