import { MESSAGES } from '../../../src/contracts/messages';
import { useConnection } from '../../hooks/use-connection';
import { formatTime } from '../../lib/format';
import classes from './connection-banner.module.css';
import { AlertIcon } from './icons';

const WORDS = MESSAGES.connection;

/** There as long as the silence lasts, and gone by itself. */
export function ConnectionBanner() {
  const { state, since } = useConnection();
  return (
    <div role="status">
      {state !== 'fine' && (
        <p className={classes.banner}>
          <AlertIcon />
          <span>
            <strong>{state === 'offline' ? WORDS.offline : WORDS.unreachable}</strong>{' '}
            {WORDS.kept(formatTime(new Date(since).toISOString()))}
          </span>
        </p>
      )}
    </div>
  );
}
