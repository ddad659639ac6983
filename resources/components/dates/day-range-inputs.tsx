import { useState } from 'react';
import { MESSAGES } from '../../../src/contracts/messages';
import type { IstDays } from '../../../src/domain/calendar/day-ranges';
import { istDayOf } from '../../../src/domain/calendar/ist-day';
import type { DayRangeFieldsProps } from './day-range-fields';
import DayInput from './day-input';

const PLAIN = { from: 'From', to: 'To' };

/** The two ends of a range of days; the calendar of either offers the usual ranges. */
export default function DayRangeInputs(props: DayRangeFieldsProps) {
  const { value, onChange, labels = PLAIN, problems = {}, max, className } = props;
  const [here] = useState(() => istDayOf(new Date()));
  const today = props.today ?? here;
  const [days, setDays] = useState(value);
  const [shown, setShown] = useState(value);
  if (shown.startDate !== value.startDate || shown.endDate !== value.endDate) {
    setShown(value);
    setDays(value);
  }
  const reversed = days.startDate !== '' && days.endDate !== '' && days.endDate < days.startDate;
  const change = (part: Partial<IstDays>) => {
    const next = { ...days, ...part };
    setDays(next);
    const contradict = next.startDate !== '' && next.endDate !== '' && next.endDate < next.startDate;
    if (!contradict) onChange(next);
  };
  const shared = { today, className, offers: 'ranges' as const, onRange: change, ...(max && { max }) };
  return (
    <>
      <DayInput
        {...shared}
        takesFocus={props.focused === labels.from}
        label={labels.from}
        value={days.startDate}
        error={problems.from}
        onChange={(startDate) => change({ startDate })}
      />
      <DayInput
        {...shared}
        takesFocus={props.focused === labels.to}
        label={labels.to}
        value={days.endDate}
        contradicts={reversed}
        error={reversed ? MESSAGES.admin.datesReversed : problems.to}
        onChange={(endDate) => change({ endDate })}
      />
    </>
  );
}
