import { router } from '@inertiajs/react';
import { type FormEvent, useRef, useState } from 'react';
import type { EventData, EventSeller } from '../../../src/contracts/events';
import { API } from '../../../src/contracts/routes';
import { EVENT_FIELDS, EVENT_LIMITS, type EventField } from '../../../src/domain/projects/event-rules';
import { useAct } from '../../hooks/use-act';
import { newKey } from '../../lib/keys';
import DayInput from '../dates/day-input';
import { focusUnreadDay } from '../dates/day-range-fields';
import { Callout } from '../ui/callout';
import { CheckField } from '../ui/check-field';
import { Button, TextInput } from '../ui/controls';
import classes from './projects.module.css';

type DayField = 'firstDay' | 'lastDay';
type TextField = Exclude<EventField, DayField>;

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
  /** What the fields were filled from. */
  const [first] = useState(() => ({ texts: textsOf(event), sellers: (event?.sellers ?? []).map(({ id }) => id) }));
  const [texts, setTexts] = useState(first.texts);
  const [chosen, setChosen] = useState(first.sellers);
  const act = useAct();
  /** The same entries whose answer was lost must not make a second event. */
  const key = useRef<{ value: string; of: string } | null>(null);
  const faults = act.problem?.details ?? {};
  // Assigned, but their account is not active: they stay until they are taken out.
  const gone = (event?.sellers ?? []).filter(({ id }) => !sellers.some((seller) => seller.id === id));

  const set = (field: EventField, text: string) => {
    setTexts((all) => ({ ...all, [field]: text }));
    act.forget();
  };
  const assign = (id: string, isChosen: boolean) =>
    setChosen((all) => (isChosen ? [...all, id] : all.filter((one) => one !== id)));
  const save = (submit: FormEvent<HTMLFormElement>) => {
    submit.preventDefault();
    if (focusUnreadDay(submit.currentTarget)) return;
    const done = () => {
      router.reload();
      onClose();
    };
    if (event === null) {
      const body = { ...texts, sellers: chosen };
      const of = JSON.stringify(body);
      if (key.current?.of !== of) key.current = { value: newKey(), of };
      void act.run(API.projectEvents(code), body, done, 'post', key.current.value);
      return;
    }
    const added = chosen.filter((id) => !first.sellers.includes(id));
    const removed = first.sellers.filter((id) => !chosen.includes(id));
    // Nothing else: what another admin has changed meanwhile stays.
    const changed = {
      ...Object.fromEntries(Object.entries(texts).filter(([field, text]) => text !== first.texts[field as EventField])),
      ...(added.length > 0 && { addSellers: added }),
      ...(removed.length > 0 && { removeSellers: removed }),
    };
    void act.run(API.adminEvent(event.id), changed, done, 'put');
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

function textsOf(event: EventData | null): Record<EventField, string> {
  return Object.fromEntries(EVENT_FIELDS.map((field) => [field, event?.[field] ?? ''])) as Record<EventField, string>;
}
