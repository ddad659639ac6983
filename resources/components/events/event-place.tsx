import type { Workplace } from '../../../src/contracts/events';
import { PinIcon } from '../ui/icons';
import classes from './event-place.module.css';

interface EventPlaceProps {
  workplace: Workplace;
  folded: boolean;
  onChange: () => void;
}

/** The event that the person works in, beside the menu; a press leads to the others. */
export function EventPlace({ workplace, folded, onChange }: EventPlaceProps) {
  const { name, project, mustChoose, canChange } = workplace;
  const title = name ?? (mustChoose ? 'Choose your event' : 'No event');
  const note = project ?? (mustChoose ? 'Nothing can be sold before' : 'Ask an admin to assign you');
  const words = (
    <>
      <PinIcon />
      <span className={classes.words}>
        <span className={classes.name}>{title}</span>
        <span className={classes.project}>{note}</span>
      </span>
      {canChange && name !== null && <span className={classes.change}>Change</span>}
    </>
  );
  const shown = {
    className: classes.place,
    title: folded ? title : undefined,
    'data-folded': folded || undefined,
    'data-missing': mustChoose || undefined,
  };
  if (!canChange) return <div {...shown}>{words}</div>;
  return (
    <button type="button" {...shown} onClick={onChange}>
      {words}
    </button>
  );
}
