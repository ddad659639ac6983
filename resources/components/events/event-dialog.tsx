import { useState } from 'react';
import type { OfferedEventData } from '../../../src/contracts/events';
import { API } from '../../../src/contracts/routes';
import type { NoSaleReason } from '../../../src/domain/projects/event-rules';
import { useAct } from '../../hooks/use-act';
import { useLoaded } from '../../hooks/use-loaded';
import { formatDay } from '../../lib/format';
import { workIn } from '../../lib/work-in';
import { Callout } from '../ui/callout';
import { DialogBody } from '../ui/dialog-parts';
import { LoadFailed } from '../ui/load-failed';
import { Modal } from '../ui/modal';
import { Pill } from '../ui/pill';
import classes from './event-dialog.module.css';

const FAILED = 'The events could not be read.';
const UNSHOWN = 'The page could not be loaded for this event.';
const DENIALS: Readonly<Record<NoSaleReason, string>> = {
  PROJECT_NOT_SELLING: 'Not selling yet',
  PROJECT_CLOSED: 'Closed',
  EVENT_NOT_BEGUN: 'Not begun',
  EVENT_OVER: 'Over',
};

interface EventDialogProps {
  opened: boolean;
  onClose: () => void;
}

/** The events that one can sell in; one press chooses. */
export default function EventDialog({ opened, onClose }: EventDialogProps) {
  return (
    <Modal opened={opened} onClose={onClose} title="In which event are you selling?" size="32rem">
      <Body onClose={onClose} />
    </Modal>
  );
}

/** There while the dialog is open. */
function Body({ onClose }: Pick<EventDialogProps, 'onClose'>) {
  const { data, problem, loading, reload } = useLoaded<OfferedEventData[]>(API.ownEvents, FAILED);
  const act = useAct('The event was not changed. Try again.');
  /** As they are since the choice for which the page could not be loaded. */
  const [unshown, setUnshown] = useState<OfferedEventData[] | null>(null);
  const [showing, setShowing] = useState(false);
  const show = async (events: OfferedEventData[]) => {
    const chosen = events.find(({ isCurrent }) => isCurrent);
    setShowing(true);
    const isShown = chosen === undefined || (await workIn(chosen));
    setShowing(false);
    if (isShown) onClose();
    else setUnshown(events);
  };
  const choose = (eventId: string) =>
    void act.run<OfferedEventData[]>(API.ownEvent, { eventId }, (events) => void show(events), 'put');
  return (
    <DialogBody>
      {problem && (
        <LoadFailed title={FAILED} problem={problem} truth="Nothing was changed." loading={loading} onRetry={reload} />
      )}
      {unshown && (
        <LoadFailed
          title={UNSHOWN}
          problem={UNSHOWN}
          truth="You are selling in the event that you chose. Its tokens and prices show once the page is loaded."
          loading={showing}
          onRetry={() => void show(unshown)}
        />
      )}
      {act.problem && <Callout tone="error">{act.problem.message}</Callout>}
      <ul className={classes.events} aria-busy={loading}>
        {(unshown ?? data ?? []).map((event) => (
          <li key={event.id}>
            <button
              type="button"
              className={classes.event}
              aria-pressed={event.isCurrent}
              disabled={act.busy || showing}
              onClick={() => choose(event.id)}
            >
              <span className={classes.name}>{event.name}</span>
              {event.denial && <Pill tone="amber">{DENIALS[event.denial]}</Pill>}
              {event.isCurrent && <Pill tone="blue">You are here</Pill>}
              <span className={classes.facts}>{factsOf(event)}</span>
            </button>
          </li>
        ))}
      </ul>
      <p>New links belong to the event for good. Links that you made before stay in theirs.</p>
    </DialogBody>
  );
}

function factsOf({ project, place, firstDay, lastDay, hours }: OfferedEventData): string {
  return [project, place, daysText(firstDay, lastDay), hours].filter((fact) => fact !== null).join(' · ');
}

function daysText(first: string | null, last: string | null): string | null {
  if (first !== null && last !== null)
    return first === last ? formatDay(first) : `${formatDay(first)} to ${formatDay(last)}`;
  if (first !== null) return `from ${formatDay(first)}`;
  return last === null ? null : `until ${formatDay(last)}`;
}
