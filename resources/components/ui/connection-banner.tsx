import { usePage } from '@inertiajs/react';
import { MESSAGES } from '../../../src/contracts/messages';
import { useConnection } from '../../hooks/use-connection';
import { formatTime } from '../../lib/format';
import classes from './connection-banner.module.css';
import { AlertIcon } from './icons';

const WORDS = MESSAGES.connection;
const SALES_FORM = 'Customers/New';

/** There as long as the silence lasts, and gone by itself. */
export function ConnectionBanner() {
  const { state, since } = useConnection();
  const isForm = usePage().component === SALES_FORM;
  return (
    <div role="status">
      {state !== 'fine' && (
        <p className={classes.banner}>
          <AlertIcon />
          <span>
            <strong>{state === 'offline' ? WORDS.offline : WORDS.unreachable}</strong>{' '}
            {isForm ? WORDS.selling : WORDS.kept(formatTime(new Date(since).toISOString()))}
          </span>
        </p>
      )}
    </div>
  );
}
