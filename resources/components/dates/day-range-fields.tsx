import { type ReactNode, useState } from 'react';
import type { IstDays } from '../../../src/domain/calendar/day-ranges';
import { type LoadPart, useLatePart } from '../../hooks/use-late-part';
import { ANY_DAY, dayText } from './any-day';
import classes from './day-field.module.css';
import { TextInput } from '../ui/controls';

export interface DayRangeFieldsProps {
  /** `YYYY-MM-DD` each, Indian calendar, both included; empty for no limit. */
  value: IstDays;
  /** Not called while the two contradict each other. */
  onChange: (days: IstDays) => void;
  labels?: { from: string; to: string };
  /** The Indian day of the server, where the page has it. */
  today?: string;
  max?: string;
  /** What the server says about either. */
  problems?: { from?: string | undefined; to?: string | undefined };
  className?: string;
  /** The label of the end that has the focus already. */
  focused?: string | undefined;
}

const PLAIN = { from: 'From', to: 'To' };
const load: LoadPart<DayRangeFieldsProps> = () => import('./day-range-inputs');

/** The two ends of a range of days, typed or chosen; what reads and offers days comes after the page. The calendar of either offers the usual ranges. */
export function DayRangeFields(props: DayRangeFieldsProps) {
  const { Part } = useLatePart(load);
  const [focused, setFocused] = useState<string>();
  // Whoever has gone to the place goes on in the field.
  if (Part) return <Part {...props} focused={focused} />;
  const { labels = PLAIN, value, className } = props;
  return (
    <>
      {[['from', value.startDate] as const, ['to', value.endDate] as const].map(([end, day]) => (
        <Place
          key={end}
          label={labels[end]}
          value={day}
          className={className}
          error={props.problems?.[end]}
          onFocus={() => setFocused(labels[end])}
        />
      ))}
    </>
  );
}

interface PlaceProps {
  label: string;
  value: string;
  error: ReactNode;
  className: string | undefined;
  onFocus: () => void;
}

function Place({ label, value, error, className, onFocus }: PlaceProps) {
  return (
    <TextInput
      className={className}
      classNames={{ input: classes.input }}
      label={label}
      value={dayText(value)}
      placeholder={ANY_DAY}
      error={error}
      readOnly
      onFocus={onFocus}
    />
  );
}

/** Moves the focus to the first day of a form that cannot be sent. @returns whether there is one */
export function focusUnreadDay(form: HTMLFormElement): boolean {
  const field = form.querySelector<HTMLElement>('input[data-unread]');
  field?.focus();
  return field !== null;
}
