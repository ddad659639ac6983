import { useLayoutEffect, useRef, useState } from 'react';
import { WAITING_MESSAGES as WORDS } from '../../../src/contracts/messages-waiting';
import { useDialog } from '../../hooks/use-dialog';
import { useOnline } from '../../hooks/use-online';
import { useWaitingSales } from '../../hooks/use-waiting-sales';
import { formatMoment, formatRupees } from '../../lib/format';
import { mendSale } from '../../lib/mend-sale';
import { showDesk } from '../../lib/show-desk';
import { rememberStripHeight } from '../../lib/strip-height';
import { isUnsent, tierNameOf, type WaitingSale, waitingSales } from '../../lib/waiting-sales';
import { lateDialog } from '../ui/late';
import classes from './waiting-strip.module.css';
import { Button, CloseButton } from '../ui/controls';

const DiscardDialog = lateDialog(() => import('./discard-dialog'));

/** More would push the form of the next customer away. */
const SHOWN = 2;

interface WaitingStripProps {
  personId: string;
  /** False on the page that opens without a network, where nobody knows whether the session still holds. */
  isSignedIn?: boolean;
  /** It is known what waits: no other room is needed for it. */
  onRead?: () => void;
}

/** What this person has sold on this device and has no link yet, what got its link meanwhile, and what could not be sent in time. */
export default function WaitingStrip({ personId, isSignedIn = true, onRead }: WaitingStripProps) {
  const { sales, sending, isLasting, isRead } = useWaitingSales(personId, isSignedIn);
  const [showsAll, setShowsAll] = useState(false);
  const isOnline = useOnline();
  const dialog = useDialog();
  const [chosen, setChosen] = useState<WaitingSale | null>(null);
  const strip = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    if (strip.current) rememberStripHeight(strip.current.getBoundingClientRect().height);
    if (isRead) onRead?.();
  });
  if (sales.length === 0) return null;

  const unsent = sales.filter(isUnsent);
  const urgent = sales.filter(({ state }) => state.kind !== 'waiting' && state.kind !== 'signedOut');
  const patient = sales.filter((sale) => !urgent.includes(sale));
  const shown = [...urgent, ...(showsAll ? patient : patient.slice(0, Math.max(0, SHOWN - urgent.length)))];
  const hidden = sales.length - shown.length;
  const discard = (sale: WaitingSale) => {
    setChosen(sale);
    dialog.open();
  };

  return (
    <section
      ref={strip}
      aria-label="Sales on this device"
      className={classes.strip}
      data-calm={isCalm(sales) || undefined}
    >
      <div className={classes.head}>
        <p className={classes.words} role="status">
          <strong>{headingOf(sales, unsent)}</strong>
          {unsent.length > 0 && ` ${isLasting ? WORDS.explained : WORDS.goesWithTab}`}
        </p>
        {unsent.some(({ state }) => state.kind === 'waiting') && isOnline && (
          <Button variant="default" loading={sending.size > 0} onClick={() => void waitingSales.sendAll()}>
            Send now
          </Button>
        )}
      </div>
      <ul className={classes.list}>
        {shown.map((sale) => (
          <Row key={sale.key} sale={sale} isSending={sending.has(sale.key)} onDiscard={() => discard(sale)} />
        ))}
      </ul>
      {(hidden > 0 || showsAll) && (
        <Button variant="subtle" aria-expanded={showsAll} onClick={() => setShowsAll(!showsAll)}>
          {showsAll ? 'Show fewer' : `Show ${hidden} more`}
        </Button>
      )}
      {dialog.wanted && chosen && <DiscardDialog opened={dialog.opened} onClose={dialog.close} sale={chosen} />}
    </section>
  );
}

interface RowProps {
  sale: WaitingSale;
  isSending: boolean;
  onDiscard: () => void;
}

function Row({ sale, isSending, onDiscard }: RowProps) {
  const { key, state, request, firstName } = sale;
  const customer = request?.customerData.name ?? firstName;
  const needsAnswer = state.kind === 'question' || state.kind === 'refused';
  const mendWord = state.kind === 'question' ? 'Answer' : 'Correct';
  return (
    <li className={classes.sale} data-state={state.kind}>
      <p className={classes.who}>
        {customer !== '' && (
          <>
            <strong>{customer}</strong>, {tierNameOf(sale)}
            {request && ` ${formatRupees(request.amount)}`}
          </>
        )}
        <span className={classes.state} role="status">
          {wordsOf(sale, isSending)}
        </span>
      </p>
      <span className={classes.acts}>
        {state.kind === 'sent' && (
          <Button
            aria-label={customer === '' ? 'Show QR' : `Show QR: ${customer}`}
            onClick={() => void show(key, state.paymentId)}
          >
            Show QR
          </Button>
        )}
        {needsAnswer && (
          <Button aria-label={`${mendWord}: ${customer}`} onClick={() => mendSale(key)}>
            {mendWord}
          </Button>
        )}
        {isUnsent(sale) ? (
          <Button variant="subtle" color="red" aria-label={`Discard: ${customer}`} onClick={onDiscard}>
            Discard
          </Button>
        ) : (
          <CloseButton
            size="xl"
            aria-label={customer === '' ? 'Dismiss' : `Dismiss: ${customer}`}
            onClick={() => void waitingSales.dismiss(key)}
          />
        )}
      </span>
    </li>
  );
}

async function show(key: string, paymentId: string): Promise<void> {
  if (await showDesk(paymentId, { replace: false })) await waitingSales.dismiss(key);
}

const momentOf = (ms: number) => formatMoment(new Date(ms).toISOString());

function isCalm(sales: readonly WaitingSale[]): boolean {
  return sales.every(({ state }) => state.kind === 'sent');
}

function headingOf(sales: readonly WaitingSale[], unsent: readonly WaitingSale[]): string {
  if (unsent.length > 0) return `${WORDS.count(unsent.length)}.`;
  const over = sales.filter(({ state }) => state.kind === 'over').length;
  return over > 0 ? `${WORDS.notSent(over)}.` : `${WORDS.ready(sales.length)}.`;
}

function wordsOf(sale: WaitingSale, isSending: boolean): string {
  const { state, madeAt, mayExist, notBefore, firstName } = sale;
  if (isSending) return WORDS.sending;
  switch (state.kind) {
    case 'waiting':
      if (notBefore > Date.now()) return WORDS.busy(momentOf(notBefore));
      return mayExist ? WORDS.unanswered : WORDS.waiting;
    case 'question':
      return state.message;
    case 'refused':
      // The text of a field may be the whole message.
      return [...new Set([state.message, ...Object.values(state.details)])].join(' ');
    case 'over': {
      const words = WORDS.over(tierNameOf(sale), momentOf(madeAt));
      return mayExist ? `${words} ${WORDS.mayExist}` : words;
    }
    case 'signedOut':
      return WORDS.signedOut;
    case 'sent':
      return firstName === '' ? WORDS.sentLate(tierNameOf(sale), momentOf(madeAt)) : WORDS.sent;
  }
}
