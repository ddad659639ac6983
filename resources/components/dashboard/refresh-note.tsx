import { useNow } from '../../hooks/use-now';
import { useOutdated } from '../../hooks/use-connection';
import { useOnline } from '../../hooks/use-online';
import type { ListVisit } from '../../hooks/use-list-visit';
import classes from './refresh-note.module.css';

const RECENT_SECONDS = 15;
const TICK_MS = 5000;
/** As tall as words: a note that comes later moves nothing. */
const NOTHING = '\u00A0';

interface RefreshNoteProps {
  list: ListVisit;
  /** The list renews itself while a payment is in progress. */
  live: boolean;
  /** Changes show at once. */
  connected: boolean;
}

function age(refreshedAt: number | null, nowMs: number): string {
  const seconds = refreshedAt ? Math.round((nowMs - refreshedAt) / 1000) : 0;
  if (seconds < RECENT_SECONDS) return 'Updated just now';
  return seconds < 90 ? `Updated ${seconds} s ago` : `Updated ${Math.round(seconds / 60)} min ago`;
}

export function RefreshNote({ list, live, connected }: RefreshNoteProps) {
  const online = useOnline();
  const outdated = useOutdated();
  const nowMs = useNow(TICK_MS);
  const failing = list.problem?.kind === 'failed' && list.problem.quiet;
  if (!online) return <Note tone="warn">Offline: this is the last list we had</Note>;
  if (outdated) return <Note>No longer renewed</Note>;
  if (failing) return <Note tone="warn">Could not update the list; trying again soon</Note>;
  if (list.problem) return <Note>{NOTHING}</Note>;
  if (connected) return <Note tone="live">Live: changes show at once</Note>;
  if (!live) return list.refreshedAt ? <Note>{age(list.refreshedAt, nowMs)}</Note> : <Note>{NOTHING}</Note>;
  return <Note tone="live">{age(list.refreshedAt, nowMs)}</Note>;
}

function Note({ tone, children }: { tone?: 'warn' | 'live'; children: string }) {
  // Other words are another note: the same one, longer, would have moved.
  return (
    <p key={children} className={classes.note} data-tone={tone} role={tone === 'warn' ? 'status' : undefined}>
      {children}
    </p>
  );
}
