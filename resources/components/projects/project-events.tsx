import { useState } from 'react';
import type { EventData, EventSeller } from '../../../src/contracts/events';
import type { EventState } from '../../../src/domain/projects/event-rules';
import { formatDay } from '../../lib/format';
import { Button } from '../ui/controls';
import { EmptyState } from '../ui/empty-state';
import { late } from '../ui/late';
import { Pill, type PillTone } from '../ui/pill';
import classes from './projects.module.css';
import { Section } from './section';

const EventForm = late(() => import('./event-form'));

const STATES: Readonly<Record<EventState, { label: string; tone: PillTone }>> = {
  planned: { label: 'Planned', tone: 'blue' },
  running: { label: 'Running', tone: 'green' },
  over: { label: 'Over', tone: 'grey' },
};

interface ProjectEventsProps {
  code: string;
  events: EventData[];
  sellers: EventSeller[];
  today: string;
}

/** Where and when the project is sold, and by whom. */
export function ProjectEvents({ code, events, sellers, today }: ProjectEventsProps) {
  /** Id of the event that is changed, or `new`. */
  const [edited, setEdited] = useState<string | null>(null);
  const close = () => setEdited(null);
  const form = { code, sellers, today, onClose: close };
  return (
    <Section title="Events">
      <p className={classes.note}>
        A seller sells in the events to which they are assigned, on their days. Sellers who are assigned to none, and
        admins, sell in the default event of the default project.
      </p>
      {events.length === 0 && <EmptyState title="No events" hint="Nothing can be sold in this project without one." />}
      <ul className={classes.versions}>
        {events.map((event) => (
          <li key={event.id}>
            <EventLine event={event} onEdit={() => setEdited(event.id)} />
            {edited === event.id && <EventForm event={event} {...form} />}
          </li>
        ))}
      </ul>
      {edited === 'new' ? (
        <EventForm event={null} {...form} />
      ) : (
        <div className={classes.form}>
          <div className={classes.foot}>
            <Button variant="default" onClick={() => setEdited('new')}>
              New event
            </Button>
          </div>
        </div>
      )}
    </Section>
  );
}

function EventLine({ event, onEdit }: { event: EventData; onEdit: () => void }) {
  const { label, tone } = STATES[event.state];
  return (
    <div className={classes.event}>
      <span className={classes.number}>{event.name}</span>
      <Pill tone={tone}>{label}</Pill>
      <span className={classes.facts}>{factsOf(event)}</span>
      <Button variant="default" onClick={onEdit} aria-label={`Change ${event.name}`}>
        Change
      </Button>
    </div>
  );
}

function factsOf({ place, firstDay, lastDay, hours, isDefault, sellers }: EventData): string {
  const days = firstDay || lastDay ? `${dayOf(firstDay, 'open')} to ${dayOf(lastDay, 'open')}` : 'no days set';
  const who = sellers.map(({ name }) => name).join(', ');
  return [place, days, hours, who || (isDefault ? 'every seller who is assigned to none' : 'no sellers')]
    .filter((fact) => fact !== null)
    .join(' · ');
}

function dayOf(day: string | null, open: string): string {
  return day === null ? open : formatDay(day);
}
