import { type KeyboardEvent, type ReactNode, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import {
  addMonths,
  type DayPreset,
  dayPresets,
  type IstDays,
  monthEnd,
  monthStart,
} from '../../../src/domain/calendar/day-ranges';
import { addDays } from '../../../src/domain/calendar/ist-day';
import { istMonth } from '../../../src/domain/calendar/ist-parts';
import { istWeekday } from '../../../src/domain/calendar/ist-time';
import { ChevronLeftIcon, ChevronRightIcon } from '../ui/icons';
import classes from './day-dialog.module.css';

interface DayDialogProps {
  label: string;
  /** `YYYY-MM-DD`, Indian calendar; empty for none. */
  value: string;
  today: string;
  min: string;
  max: string;
  offers: 'ranges' | 'days' | undefined;
  onRange: (days: IstDays) => void;
  onChoose: (day: string) => void;
  onClose: () => void;
}

const WEEKDAYS = [
  ['Mo', 'Monday'],
  ['Tu', 'Tuesday'],
  ['We', 'Wednesday'],
  ['Th', 'Thursday'],
  ['Fr', 'Friday'],
  ['Sa', 'Saturday'],
  ['Su', 'Sunday'],
] as const;

/** 0 is Monday. */
const weekdayOf = (day: string) => (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7;

/** The weeks of a month, Monday first, with the days before and after it that fill them. */
function weeksOf(month: string): string[][] {
  const first = addDays(monthStart(month), -weekdayOf(monthStart(month)));
  return Array.from({ length: 6 }, (_, week) =>
    Array.from({ length: 7 }, (_day, index) => addDays(first, week * 7 + index)),
  );
}

const MOVES: Readonly<Record<string, (day: string, shift: boolean) => string>> = {
  ArrowLeft: (day) => addDays(day, -1),
  ArrowRight: (day) => addDays(day, 1),
  ArrowUp: (day) => addDays(day, -7),
  ArrowDown: (day) => addDays(day, 7),
  Home: (day) => addDays(day, -weekdayOf(day)),
  End: (day) => addDays(day, 6 - weekdayOf(day)),
  PageUp: (day, shift) => addMonths(day, shift ? -12 : -1),
  PageDown: (day, shift) => addMonths(day, shift ? 12 : 1),
};

function presetsOf(offers: DayDialogProps['offers'], today: string): DayPreset[] {
  if (!offers) return [];
  const isOne = ({ days }: DayPreset) => days.startDate !== '' && days.startDate === days.endDate;
  return dayPresets(today).filter((preset) => offers === 'ranges' || isOne(preset));
}

/** A date grid in a modal dialog, by the pattern of the ARIA Authoring Practices. The browser's own dialog keeps the focus. */
export default function DayDialog(props: DayDialogProps) {
  const { label, value, today, min, max, onRange, onChoose, onClose } = props;
  const within = (day: string) => (day < min ? min : day > max ? max : day);
  const [active, setActive] = useState(within(value || today));
  const presets = presetsOf(props.offers, today);
  const title = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const grid = useRef<HTMLDivElement>(null);
  const moved = useRef(true);

  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    // Gives the focus back, before it is gone.
    return () => element?.close();
  }, []);
  // A click beside it: the keyboard has Escape.
  useEffect(() => {
    const element = dialog.current;
    const leave = (event: Event) => {
      if (event.target === element) onClose();
    };
    element?.addEventListener('click', leave);
    return () => element?.removeEventListener('click', leave);
  }, [onClose]);
  useEffect(() => {
    if (!moved.current) return;
    moved.current = false;
    grid.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus();
  }, [active]);

  const onKeyDown = (event: KeyboardEvent) => {
    const move = MOVES[event.key];
    if (!move) return;
    event.preventDefault();
    moved.current = true;
    setActive(within(move(active, event.shiftKey)));
  };
  const turn = (months: number) => setActive(within(addMonths(active, months)));

  return (
    <dialog
      ref={dialog}
      className={classes.dialog}
      aria-label={`Choose a day: ${label}`}
      aria-modal="true"
      // A dialog around this one stays open.
      data-mantine-stop-propagation="true"
      onCancel={(event) => {
        event.preventDefault();
        event.stopPropagation();
        onClose();
      }}
    >
      <div className={classes.body}>
        {presets.length > 0 && (
          <ul className={classes.presets} aria-label="Ranges of days">
            {presets.map(({ label: name, days }) => (
              <li key={name}>
                <Plain className={classes.preset} onClick={() => onRange(days)}>
                  {name}
                </Plain>
              </li>
            ))}
          </ul>
        )}
        <div className={classes.calendar}>
          <div className={classes.head}>
            <Plain
              className={classes.turn}
              label="Month before"
              disabled={monthStart(active) <= min}
              onClick={() => turn(-1)}
            >
              <ChevronLeftIcon />
            </Plain>
            <h2 id={title} className={classes.month} aria-live="polite">
              {istMonth(active)}
            </h2>
            <Plain
              className={classes.turn}
              label="Month after"
              disabled={monthEnd(active) >= max}
              onClick={() => turn(1)}
            >
              <ChevronRightIcon />
            </Plain>
          </div>
          <div ref={grid} role="grid" className={classes.grid} aria-labelledby={title}>
            <div role="row" className={classes.week}>
              {WEEKDAYS.map(([short, whole]) => (
                <span key={short} role="columnheader" className={classes.weekday} aria-label={whole}>
                  {short}
                </span>
              ))}
            </div>
            {weeksOf(active).map((week) => (
              <div key={week[0]} role="row" className={classes.week}>
                {week.map((day) => (
                  <Day
                    key={day}
                    day={day}
                    active={day === active}
                    chosen={day === value}
                    isToday={day === today}
                    isOther={monthStart(day) !== monthStart(active)}
                    disabled={day < min || day > max}
                    onChoose={onChoose}
                    onKeyDown={onKeyDown}
                  />
                ))}
              </div>
            ))}
          </div>
          <div className={classes.foot}>
            {presets.length === 0 && (
              <Plain className={classes.preset} disabled={today < min || today > max} onClick={() => onChoose(today)}>
                Today
              </Plain>
            )}
            <Plain className={classes.preset} onClick={onClose}>
              Close
            </Plain>
          </div>
        </div>
      </div>
    </dialog>
  );
}

interface DayProps {
  day: string;
  active: boolean;
  chosen: boolean;
  isToday: boolean;
  isOther: boolean;
  disabled: boolean;
  onChoose: (day: string) => void;
  onKeyDown: (event: KeyboardEvent) => void;
}

function Day({ day, active, chosen, isToday, isOther, disabled, onChoose, onKeyDown }: DayProps) {
  return (
    <span role="gridcell" aria-selected={chosen}>
      <button
        type="button"
        className={classes.day}
        tabIndex={active ? 0 : -1}
        aria-label={istWeekday(day)}
        aria-current={isToday ? 'date' : undefined}
        aria-disabled={disabled || undefined}
        data-chosen={chosen || undefined}
        data-other={isOther || undefined}
        data-mantine-stop-propagation="true"
        onClick={() => !disabled && onChoose(day)}
        onKeyDown={onKeyDown}
      >
        {Number(day.slice(8))}
      </button>
    </span>
  );
}

interface PlainProps {
  className: string | undefined;
  label?: string;
  disabled?: boolean;
  onClick: () => void;
  children: ReactNode;
}

function Plain({ className, label, disabled, onClick, children }: PlainProps) {
  return (
    <button
      type="button"
      className={className}
      aria-label={label}
      disabled={disabled}
      data-mantine-stop-propagation="true"
      onClick={onClick}
    >
      {children}
    </button>
  );
}
