import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { DAY_MESSAGES as TEXT } from '../../../src/contracts/messages-days';
import type { IstDays } from '../../../src/domain/calendar/day-ranges';
import { istDayOf } from '../../../src/domain/calendar/ist-day';
import { istDayText } from '../../../src/domain/calendar/ist-parts';
import { isWholeTypedDay, readTypedDay } from '../../../src/domain/calendar/typed-day';
import { CalendarIcon } from '../ui/icons';
import { lateDialogOf } from '../ui/late';
import { ANY_DAY, dayText } from './any-day';
import classes from './day-field.module.css';
import { TextInput } from '../ui/controls';

/** Beyond these no day is asked for anywhere. */
const FIRST_DAY = '2000-01-01';
const LAST_DAY = '2099-12-31';

const DayDialog = lateDialogOf(
  () => import('./day-dialog'),
  ({ onClose }) => ({ opened: true, onClose }),
);

export interface DayInputProps {
  label: string;
  /** `YYYY-MM-DD`, Indian calendar; empty for none. */
  value: string;
  onChange: (day: string) => void;
  /** The Indian day of the server, where the page has it. */
  today?: string;
  min?: string;
  max?: string;
  required?: boolean;
  name?: string;
  error?: ReactNode;
  /** It cannot be sent beside what other fields hold. */
  contradicts?: boolean;
  className?: string;
  /** The calendar offers the usual ranges beside its days, or those of them that are one day. */
  offers?: 'ranges' | 'days';
  onRange?: (days: IstDays) => void;
  /** Whoever has gone to its place goes on in it. */
  takesFocus?: boolean;
}

/**
 * A day, typed or chosen. A text that is no day stays as it was typed, with what is wrong beside it, and the value is the one
 * before it. A day with its whole year counts while it is typed, any other once the field is left or Enter pressed.
 */
export default function DayInput(props: DayInputProps) {
  const {
    label,
    value,
    onChange,
    min = FIRST_DAY,
    max = LAST_DAY,
    required = false,
    error,
    contradicts = false,
  } = props;
  const { offers, onRange } = props;
  const [here] = useState(() => istDayOf(new Date()));
  const today = props.today ?? here;
  const input = useRef<HTMLInputElement>(null);
  const wantsFocus = useRef(props.takesFocus);
  useEffect(() => {
    if (wantsFocus.current) input.current?.focus();
  }, []);
  const [text, setText] = useState(dayText(value));
  const [problem, setProblem] = useState('');
  const [shown, setShown] = useState(value);
  const [opened, setOpened] = useState(false);
  if (shown !== value) {
    setShown(value);
    setProblem('');
    // Whoever is typing this very day keeps the text.
    if (readTypedDay(text, today) !== value) setText(dayText(value));
  }

  const problemOf = (typed: string): string => {
    if (typed.trim() === '') return required ? TEXT.missing : '';
    const day = readTypedDay(typed, today);
    if (day === null) return TEXT.unreadable;
    if (day > max) return TEXT.tooLate(istDayText(max));
    return day < min ? TEXT.tooEarly(istDayText(min)) : '';
  };
  const take = (typed: string) => {
    const day = typed.trim() === '' ? '' : readTypedDay(typed, today);
    if (day !== null && day !== value) onChange(day);
  };
  const type = (typed: string) => {
    setText(typed);
    setProblem('');
    if ((typed === '' || isWholeTypedDay(typed)) && problemOf(typed) === '') take(typed);
  };
  /** @returns whether the text is a day */
  const settle = (): boolean => {
    const found = problemOf(text);
    setProblem(found);
    if (found !== '') return false;
    take(text);
    const day = readTypedDay(text, today);
    setText(day === null ? '' : dayText(day));
    return true;
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown' && event.altKey) {
      event.preventDefault();
      setOpened(true);
    }
    // A form is not sent with what is no day.
    if (event.key === 'Enter' && !settle()) event.preventDefault();
  };
  const choose = (day: string) => {
    setOpened(false);
    setProblem('');
    setText(dayText(day));
    if (day !== value) onChange(day);
  };

  return (
    <>
      <TextInput
        ref={input}
        className={props.className}
        classNames={{ input: classes.input, section: classes.section }}
        data-calendar={opened || undefined}
        data-unread={problem !== '' || contradicts || undefined}
        label={label}
        name={props.name}
        value={text}
        error={problem || error}
        required={required}
        withAsterisk={false}
        autoComplete="off"
        spellCheck={false}
        placeholder={required ? 'e.g. 22 Nov 2026' : ANY_DAY}
        rightSection={
          <button
            type="button"
            className={classes.open}
            aria-label={`Calendar: ${label}${value ? `, ${dayText(value)}` : ''}`}
            aria-haspopup="dialog"
            onClick={() => setOpened(true)}
          >
            <CalendarIcon size={18} />
          </button>
        }
        onChange={(event) => type(event.currentTarget.value)}
        onBlur={settle}
        onKeyDown={onKeyDown}
      />
      {opened && (
        <DayDialog
          label={label}
          value={readTypedDay(text, today) ?? value}
          today={today}
          min={min}
          max={max}
          offers={offers}
          onRange={(days) => {
            setOpened(false);
            setProblem('');
            onRange?.(days);
          }}
          onChoose={choose}
          onClose={() => setOpened(false)}
        />
      )}
    </>
  );
}
