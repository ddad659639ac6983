import { router } from '@inertiajs/react';
import { type FormEvent, useState } from 'react';
import type { EventData, EventSeller } from '../../../src/contracts/events';
import { API } from '../../../src/contracts/routes';
import { EVENT_LIMITS } from '../../../src/domain/projects/event-rules';
import { useAct } from '../../hooks/use-act';
import DayInput from '../dates/day-input';
import { Callout } from '../ui/callout';
import { CheckField } from '../ui/check-field';
import { Button, TextInput } from '../ui/controls';
import classes from './projects.module.css';

type TextField = 'name' | 'place' | 'hours';
type DayField = 'firstDay' | 'lastDay';

const TEXTS: readonly { field: TextField; label: string; hint: string }[] = [
  { field: 'name', label: 'Name of the event', hint: 'Shown to staff alone.' },
  { field: 'place', label: 'Place', hint: 'Where sellers go.' },
  { field: 'hours', label: 'Opening hours', hint: 'As people read them, e.g. 10:00 to 19:00.' },
];
const DAYS: readonly { field: DayField; label: string }[] = [
  { field: 'firstDay', label: 'First day (India)' },
  { field: 'lastDay', label: 'Last day (India)' },
];

interface EventFormProps {
  code: string;
  /** Null for a new one. */
  event: EventData | null;
  sellers: EventSeller[];
  today: string;
  onClose: () => void;
}

/** Makes or changes an event. Empty days are open. */
export default function EventForm({ code, event, sellers, today, onClose }: EventFormProps) {
  const [texts, setTexts] = useState<Record<TextField | DayField, string>>({
    name: event?.name ?? '',
    place: event?.place ?? '',
    hours: event?.hours ?? '',
    firstDay: event?.firstDay ?? '',
    lastDay: event?.lastDay ?? '',
  });
  const [chosen, setChosen] = useState<string[]>(() => (event?.sellers ?? []).map(({ id }) => id));
  const act = useAct();
  const faults = act.problem?.details ?? {};
  // Assigned before their account was disabled: they stay until they are taken out.
  const gone = (event?.sellers ?? []).filter(({ id }) => !sellers.some((seller) => seller.id === id));

  const set = (field: TextField | DayField, text: string) => {
    setTexts((all) => ({ ...all, [field]: text }));
    act.forget();
  };
  const assign = (id: string, isChosen: boolean) =>
    setChosen((all) => (isChosen ? [...all, id] : all.filter((one) => one !== id)));
  const save = (submit: FormEvent) => {
    submit.preventDefault();
    const path = event ? API.adminEvent(event.id) : API.projectEvents(code);
    const done = () => {
      router.reload();
      onClose();
    };
    void act.run(path, { ...texts, sellers: chosen }, done, event ? 'put' : 'post');
  };

  return (
    <form className={classes.form} onSubmit={save} noValidate aria-label={event ? `Change ${event.name}` : 'New event'}>
      <div className={classes.pair}>
        {TEXTS.map(({ field, label, hint }) => (
          <TextInput
            key={field}
            name={field}
            label={label}
            description={hint}
            maxLength={EVENT_LIMITS[field]}
            value={texts[field]}
            error={faults[field]}
            onChange={(change) => set(field, change.currentTarget.value)}
          />
        ))}
        {DAYS.map(({ field, label }) => (
          <DayInput
            key={field}
            name={field}
            label={label}
            today={today}
            value={texts[field]}
            error={faults[field]}
            onChange={(day) => set(field, day)}
          />
        ))}
      </div>
      <fieldset className={classes.sellers}>
        <legend>Sellers</legend>
        {[...sellers, ...gone].map(({ id, name }) => (
          <CheckField key={id} label={name} checked={chosen.includes(id)} onChange={(is) => assign(id, is)} />
        ))}
        {sellers.length + gone.length === 0 && <p>There are no sellers with an active account.</p>}
      </fieldset>
      {act.problem && <Callout tone="error">{act.problem.message}</Callout>}
      <div className={classes.foot}>
        <Button type="button" variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" loading={act.busy}>
          {event ? 'Save the event' : 'Make the event'}
        </Button>
      </div>
    </form>
  );
}
