import { Button, Modal } from '@mantine/core';
import { useMounted } from '@mantine/hooks';
import type { AdminPaymentDetails } from '../../../../src/contracts/admin-details';
import { MESSAGES } from '../../../../src/contracts/messages';
import { API } from '../../../../src/contracts/routes';
import { useLoaded } from '../../../hooks/use-loaded';
import { DialogBody, DialogFoot } from '../../ui/dialog-parts';
import { LoadFailed } from '../../ui/load-failed';
import { DetailsRefunds } from './details-refunds';
import { DetailsSummary } from './details-summary';
import classes from './details.module.css';
import { TechnicalDetails } from './technical-details';
import { Timeline } from './timeline';

interface PaymentDetailsDialogProps {
  paymentId: string | null;
  onClose: () => void;
}

export default function PaymentDetailsDialog({ paymentId, onClose }: PaymentDetailsDialogProps) {
  const opened = useMounted() && paymentId !== null;
  return (
    <Modal opened={opened} onClose={onClose} title="Payment details" size="52rem" xOffset="0.75rem" returnFocus={false}>
      {paymentId !== null && <Body key={paymentId} paymentId={paymentId} onClose={onClose} />}
    </Modal>
  );
}

function Body({ paymentId, onClose }: { paymentId: string; onClose: () => void }) {
  const path = API.adminDetails(encodeURIComponent(paymentId));
  const { data, problem, loading, reload } = useLoaded<AdminPaymentDetails>(path, MESSAGES.admin.detailsFailed);
  return (
    <DialogBody>
      {problem && (
        <LoadFailed
          title={MESSAGES.admin.detailsFailed}
          problem={problem}
          truth="Nothing was changed."
          loading={loading}
          onRetry={reload}
        />
      )}
      {!data && loading && <Skeleton />}
      {data && (
        <>
          <DetailsSummary details={data} />
          <DetailsRefunds refunds={data.refunds} />
          <section aria-labelledby="details-timeline">
            <h3 id="details-timeline" className={classes.heading}>
              Timeline
            </h3>
            <Timeline entries={data.timeline} />
          </section>
          <TechnicalDetails details={data} />
          {data.isShortened && <p className={classes.soft}>Only the newest entries are shown.</p>}
        </>
      )}
      <p className="td-hidden" role="status">
        {loading ? 'Loading the payment details' : ''}
      </p>
      <DialogFoot>
        <Button variant="default" onClick={reload} loading={loading && data !== null}>
          Refresh
        </Button>
        <Button variant="default" onClick={onClose}>
          Close
        </Button>
      </DialogFoot>
    </DialogBody>
  );
}

function Skeleton() {
  return (
    <div className={classes.body} aria-hidden="true">
      <span className={classes.blank} />
      <span className={classes.blank} />
    </div>
  );
}
