import { MESSAGES } from '../../../src/contracts/messages';
import type { PaymentHistoryData } from '../../../src/contracts/histories';
import { API } from '../../../src/contracts/routes';
import { useLoaded } from '../../hooks/use-loaded';
import type { RowSubject } from '../../lib/row-subject';
import type { RowDialogProps } from '../dashboard/row-dialog-host';
import { Button } from '../ui/controls';
import { Modal } from '../ui/modal';
import { DialogBody, DialogFoot, DialogSubject } from '../ui/dialog-parts';
import { LoadFailed } from '../ui/load-failed';
import { PhoneLink } from '../ui/phone-link';
import classes from './payment-history.module.css';
import { HistoryList } from './history-list';
import { HistorySkeleton } from './history-skeleton';
import { HistorySummary } from './history-summary';

const WORDS = MESSAGES.history;

export default function PaymentHistoryDialog({ opened, onClose, subject, opening }: RowDialogProps) {
  return (
    <Modal opened={opened} onClose={onClose} title="Payment History" size="46rem" xOffset="0.75rem" returnFocus={false}>
      <Body key={opening} subject={subject} onClose={onClose} />
    </Modal>
  );
}

/** What staff need to call the customer, and to compare a document. */
function HistoryContact({ customer }: Pick<PaymentHistoryData, 'customer'>) {
  const { name, phone, pan } = customer;
  return (
    <>
      {phone && (
        <>
          {' · '}
          <PhoneLink phone={phone} of={name} />
        </>
      )}
      {pan && <span className={classes.number}> · PAN {pan}</span>}
    </>
  );
}

function Body({ subject, onClose }: { subject: RowSubject; onClose: () => void }) {
  const { customerName, tokenNumber, tokenVoid } = subject;
  const path = tokenNumber && API.paymentHistory(tokenNumber);
  const { data, problem, loading, reload } = useLoaded<PaymentHistoryData>(path, WORDS.failed);
  return (
    <DialogBody>
      <DialogSubject name={customerName} tokenNumber={tokenNumber} tokenVoid={tokenVoid}>
        {data && <HistoryContact customer={data.customer} />}
      </DialogSubject>
      {problem && (
        <LoadFailed
          title={WORDS.failed}
          problem={data ? WORDS.failed : problem}
          truth={data ? 'What stands below was read before.' : 'Nothing was changed.'}
          loading={loading}
          onRetry={reload}
        />
      )}
      {data && <HistorySummary summary={data.summary} />}
      {data && data.history.length > 0 && <HistoryList history={data.history} />}
      {(data?.history.length === 0 || path === null) && <p className={classes.empty}>{WORDS.empty}</p>}
      {!data && loading && <HistorySkeleton />}
      <p className="td-hidden" role="status">
        {loading ? 'Loading the payment history' : ''}
      </p>
      <DialogFoot>
        <Button variant="default" onClick={onClose}>
          Close
        </Button>
        <Button variant="default" onClick={reload} loading={loading && data !== null} disabled={path === null}>
          Refresh
        </Button>
      </DialogFoot>
    </DialogBody>
  );
}
