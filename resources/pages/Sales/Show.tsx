import { Head, Link, router } from '@inertiajs/react';
import { type MouseEvent, useEffect, useId, useRef, useState } from 'react';
import type { PageProps } from '../../../src/contracts/pages';
import { ROUTES } from '../../../src/contracts/routes';
import { isPaid } from '../../../src/domain/payment/payment-status';
import { homeOf } from '../../../src/domain/people/roles';
import { RowDialogHost } from '../../components/dashboard/row-dialog-host';
import { Button } from '../../components/ui/controls';
import { late, lateDialog } from '../../components/ui/late';
import { DeskCare } from '../../components/desk/desk-care';
import { DeskFacts } from '../../components/desk/desk-facts';
import { DeskPicture } from '../../components/desk/desk-picture';
import { DeskStatus } from '../../components/desk/desk-status';
import { QuickShare } from '../../components/desk/quick-share';
import { SaleActions } from '../../components/sales/sale-actions';
import classes from '../../components/desk/desk.module.css';
import { SharePanel } from '../../components/sharing/share-panel';
import { Callout } from '../../components/ui/callout';
import { useDesk } from '../../hooks/use-desk';
import { useDialog } from '../../hooks/use-dialog';
import { useRowDesk } from '../../hooks/use-row-desk';
import { useSharedProps } from '../../hooks/use-shared-props';
import { StaffLayout } from '../../layouts/staff-layout';
import { chime } from '../../lib/chime';
import { dropDeskSale } from '../../lib/desk-sales';
import { deskHeadline, deskState, deskVersion } from '../../lib/desk-state';
import { goBackToList, useLeavesSale } from '../../lib/way-back';

/** Below what a desk looks at first. */
const SaleRecord = late(() => import('../../components/sales/sale-record'));
const OpenSales = late(() => import('../../components/desk/open-sales'));
const CustomerScreen = lateDialog(() => import('../../components/desk/customer-screen'));

export default function SaleShow({ desk: initial }: PageProps['Sales/Show']) {
  const { auth } = useSharedProps();
  const { desk, problem, refresh } = useDesk(initial);
  const rows = useRowDesk(refresh);
  useLeavesSale(desk.paymentId);
  const role = auth.user?.role ?? 'sales_manager';
  const state = deskState(desk);
  const [arrivedAs] = useState(state.look);
  const hasTurnedGreen = state.look === 'paid' && arrivedAs !== 'paid';
  useEffect(() => {
    if (hasTurnedGreen) chime();
  }, [hasTurnedGreen]);
  const isSeenPaid = state.look === 'paid';
  useEffect(() => {
    if (isSeenPaid) dropDeskSale(desk.paymentId);
  }, [isSeenPaid, desk.paymentId]);
  const turned = useDialog();
  const [showsWays, setShowsWays] = useState(false);
  const statusId = useId();
  const nextButton = useRef<HTMLButtonElement>(null);
  useEffect(() => nextButton.current?.focus({ preventScroll: true }), []);
  const headline = deskHeadline(desk, state);

  return (
    <>
      <Head title={state.look === 'paid' ? state.words : headline} />
      <h1 className={classes.headline}>{headline}</h1>
      {desk.warning && <Callout tone="warning">{desk.warning}</Callout>}
      {problem && (
        <Callout
          tone="warning"
          title="This screen may be out of date"
          action={
            <Button variant="default" size="sm" onClick={() => void refresh()}>
              Retry
            </Button>
          }
        >
          {problem}
        </Callout>
      )}
      <OpenSales currentId={desk.paymentId} />
      <div className={classes.columns}>
        <section className={classes.card} data-look={state.look} aria-label="Payment">
          <div className={classes.picture}>
            <DeskPicture desk={desk} state={state} celebrates={hasTurnedGreen} />
          </div>
          {desk.canPay && <QuickShare desk={desk} onFullScreen={turned.open} />}
          <DeskStatus id={statusId} state={state} />
          <div className={classes.actions}>
            <Button
              ref={nextButton}
              size="lg"
              aria-describedby={statusId}
              onClick={() => router.visit(ROUTES.customerForm, { preserveState: false })}
            >
              Next customer<span className="td-hidden"> (Create Another)</span>
            </Button>
            <Button
              component={Link}
              href={homeOf(role)}
              size="lg"
              variant="subtle"
              onClick={(event: MouseEvent) => {
                if (goBackToList(desk.paymentId)) event.preventDefault();
              }}
            >
              Back
            </Button>
          </div>
          <DeskFacts desk={desk} showsSeller={role === 'admin'} />
        </section>
        <div className={classes.side}>
          {desk.canPay && (
            <section className={classes.card} aria-labelledby="share-title" data-folded={!showsWays || undefined}>
              <h2 id="share-title" className={classes.heading}>
                Share the link
              </h2>
              <Button
                variant="default"
                className={classes.unfold}
                aria-expanded={showsWays}
                onClick={() => setShowsWays(!showsWays)}
              >
                More ways to share
              </Button>
              <div className={classes.ways}>
                <SharePanel desk={desk} onMailed={() => void refresh()} onWindowClosed={() => void refresh()} />
              </div>
            </section>
          )}
          {isPaid(desk.status) && <SaleActions desk={desk} rows={rows} />}
          <DeskCare desk={desk} rows={rows} />
          <SaleRecord desk={desk} version={deskVersion(desk)} isAdmin={role === 'admin'} />
        </div>
      </div>
      <RowDialogHost desk={rows} />
      {turned.wanted && <CustomerScreen opened={turned.opened} onClose={turned.close} desk={desk} state={state} />}
    </>
  );
}

SaleShow.layout = [StaffLayout];
