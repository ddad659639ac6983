import type { SessionRow } from '../../../src/contracts/accounts';
import { formatDateTime } from '../../lib/format';
import { Button } from '../ui/controls';
import classes from './account.module.css';

interface SessionListProps {
  sessions: SessionRow[];
  /** The one that is being ended. */
  busy: string | null;
  onEnd: (session: SessionRow) => void;
}

export function SessionList({ sessions, busy, onEnd }: SessionListProps) {
  if (sessions.length === 0) return <p className={classes.soft}>Nobody is signed in.</p>;
  return (
    <ul className={classes.sessions}>
      {sessions.map((session) => (
        <li key={session.id} className={classes.session}>
          <div className={classes.what}>
            <p className={classes.strong}>
              {session.device}
              {session.isCurrent && ' (this session)'}
              {session.kind === 'bearer' && ', API'}
            </p>
            <p className={classes.soft}>
              {session.address ? `${session.address} · ` : ''}last seen {formatDateTime(session.lastSeenAt)}
            </p>
            <p className={classes.soft}>signed in {formatDateTime(session.createdAt)}</p>
          </div>
          {!session.isCurrent && (
            <Button
              variant="default"
              aria-label={`End session: ${session.device}, signed in ${formatDateTime(session.createdAt)}`}
              loading={busy === session.id}
              onClick={() => onEnd(session)}
            >
              End
            </Button>
          )}
        </li>
      ))}
    </ul>
  );
}
