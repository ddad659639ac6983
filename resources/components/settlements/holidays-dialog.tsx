import { type FormEvent, useState } from 'react';
import type { BankHoliday, BankHolidayList } from '../../../src/contracts/calendar';
import { OFFICE_MESSAGES } from '../../../src/contracts/messages-office';
import { API } from '../../../src/contracts/routes';
import { useAct } from '../../hooks/use-act';
import { useLoaded } from '../../hooks/use-loaded';
import { formatWeekday } from '../../lib/format';
import DayInput from '../dates/day-input';
import { focusUnreadDay } from '../dates/day-range-fields';
import { Callout } from '../ui/callout';
import { Button, TextInput } from '../ui/controls';
import { Modal } from '../ui/modal';
import { DialogBody, DialogFoot, DialogForm } from '../ui/dialog-parts';
import { LoadFailed } from '../ui/load-failed';
import classes from './settlements.module.css';

interface HolidaysDialogProps {
  opened: boolean;
  onClose: () => void;
}

const EMPTY = { day: '', name: '' };
const TEXT = OFFICE_MESSAGES.holidays;

/** The list by which bank days are counted, in refunds, settlements and what customers are promised. */
export default function HolidaysDialog({ opened, onClose }: HolidaysDialogProps) {
  const { data, problem, loading, reload } = useLoaded<BankHolidayList>(API.bankHolidays, TEXT.loadFailed);
  const [changed, setChanged] = useState<BankHoliday[] | null>(null);
  const [typed, setTyped] = useState(EMPTY);
  const act = useAct(TEXT.failed);
  const holidays = changed ?? data?.holidays ?? null;
  const known = act.problem?.details ?? {};
  const take = (list: BankHolidayList) => setChanged(list.holidays);

  const add = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (focusUnreadDay(event.currentTarget)) return;
    void act.run<BankHolidayList>(API.bankHolidays, typed, (list) => {
      setTyped(EMPTY);
      take(list);
    });
  };
  const set = (change: Partial<typeof EMPTY>) => {
    setTyped((all) => ({ ...all, ...change }));
    act.forget();
  };

  return (
    <Modal opened={opened} onClose={onClose} title="Bank holidays" size="34rem">
      <DialogBody>
        <p>
          Sundays and the second and fourth Saturday are never bank days. The days listed here are not either: refunds
          and settlements are expected later.
        </p>
        {problem && (
          <LoadFailed
            title={TEXT.loadFailed}
            problem={problem}
            truth="The list itself is unchanged."
            loading={loading}
            onRetry={reload}
          />
        )}
        {loading && !holidays && <p role="status">Loading…</p>}
        {holidays?.length === 0 && <p>No bank holidays are listed.</p>}
        {holidays && holidays.length > 0 && (
          <ul className={classes.holidays} aria-label="Bank holidays">
            {holidays.map(({ day, name }) => (
              <li key={day}>
                <span className={classes.day}>{formatWeekday(day)}</span>
                <span>{name}</span>
                <Button
                  variant="subtle"
                  aria-label={`Remove ${name}, ${formatWeekday(day)}`}
                  loading={act.busy}
                  onClick={() => void act.run<BankHolidayList>(API.removeBankHoliday(day), {}, take)}
                >
                  Remove
                </Button>
              </li>
            ))}
          </ul>
        )}
      </DialogBody>
      <DialogForm onSubmit={add}>
        <DayInput
          name="day"
          label="Day"
          required
          value={typed.day}
          error={known.day}
          onChange={(day) => set({ day })}
        />
        <TextInput
          name="name"
          label="Name"
          required
          withAsterisk={false}
          minLength={2}
          maxLength={60}
          value={typed.name}
          error={known.name}
          onChange={(event) => set({ name: event.currentTarget.value })}
        />
        {act.problem && Object.keys(known).length === 0 && <Callout tone="error">{act.problem.message}</Callout>}
        <DialogFoot>
          <Button variant="default" onClick={onClose}>
            Close
          </Button>
          <Button type="submit" loading={act.busy}>
            Add holiday
          </Button>
        </DialogFoot>
      </DialogForm>
    </Modal>
  );
}
