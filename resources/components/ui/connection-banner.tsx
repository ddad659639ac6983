import { usePage } from '@inertiajs/react';
import { MESSAGES } from '../../../src/contracts/messages';
import { useConnection } from '../../hooks/use-connection';
import { formatTime } from '../../lib/format';
import classes from './connection-banner.module.css';
import { AlertIcon } from './icons';

const WORDS = MESSAGES.connection;
const SALES_FORM = 'Customers/New';

/** There as long as the page cannot be kept up to date. Silence ends by itself. */
export function ConnectionBanner() {
  const { state, since } = useConnection();
  const { component, url } = usePage();
  const isForm = component === SALES_FORM;
  return (
    <div role="status">
      {state !== 'fine' && (
        <p className={classes.banner}>
          <AlertIcon />
          <span>
            <strong>{WORDS[state]}</strong>{' '}
            {state === 'outdated' ? (
              <a href={url}>{WORDS.reload}</a>
            ) : isForm ? (
              WORDS.selling
            ) : (
              WORDS.kept(formatTime(new Date(since).toISOString()))
            )}
          </span>
        </p>
      )}
    </div>
  );
}
