import { Head, Link, router } from '@inertiajs/react';
import { Button } from '@mantine/core';
import { useEffect, useId, useRef, useState } from 'react';
import { MESSAGES } from '../../../src/contracts/messages';
import type { PageProps } from '../../../src/contracts/pages';
import { ROUTES } from '../../../src/contracts/routes';
import { homeOf } from '../../../src/domain/people/roles';
import { RowDialogHost } from '../../components/dashboard/row-dialog-host';
import { DeskCare } from '../../components/desk/desk-care';
import { DeskFacts } from '../../components/desk/desk-facts';
import { DeskPicture } from '../../components/desk/desk-picture';
import { DeskStatus } from '../../components/desk/desk-status';
import classes from '../../components/desk/desk.module.css';
import { SharePanel } from '../../components/sharing/share-panel';
import { Callout } from '../../components/ui/callout';
import { useDesk } from '../../hooks/use-desk';
import { useRowDesk } from '../../hooks/use-row-desk';
import { useSharedProps } from '../../hooks/use-shared-props';
import { StaffLayout } from '../../layouts/staff-layout';
import { type DeskState, deskState } from '../../lib/desk-state';

const { title, paidBy, failedFor, endedFor } = MESSAGES.desk;

function headlineOf({ look, words }: DeskState, canPay: boolean, customer: string): string {
  if (look === 'paid') return paidBy(customer);
  if (look === 'failed') return failedFor(words, customer);
  return canPay ? title(customer) : endedFor(customer);
}

export default function DeskShow({ desk: initial }: PageProps['Desk/Show']) {
  const { auth } = useSharedProps();
  const { desk, problem, refresh } = useDesk(initial);
  const rows = useRowDesk(refresh);
  const state = deskState(desk);
  const [arrivedAs] = useState(state.look);
  const statusId = useId();
  const nextButton = useRef<HTMLButtonElement>(null);
  useEffect(() => nextButton.current?.focus({ preventScroll: true }), []);
  const headline = headlineOf(state, desk.canPay, desk.customerName);

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
      <div className={classes.columns}>
        <section className={classes.card} data-look={state.look} aria-label="Payment">
          <div className={classes.picture}>
            <DeskPicture desk={desk} state={state} celebrates={state.look === 'paid' && arrivedAs !== 'paid'} />
          </div>
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
            <Button component={Link} href={homeOf(auth.user?.role ?? 'sales_manager')} size="lg" variant="subtle">
              Back
            </Button>
          </div>
          <DeskFacts desk={desk} />
        </section>
        <div className={classes.side}>
          {desk.canPay && (
            <section className={classes.card} aria-labelledby="share-title">
              <h2 id="share-title" className={classes.heading}>
                Share the link
              </h2>
              <SharePanel desk={desk} onMailed={() => void refresh()} onWindowClosed={() => void refresh()} />
            </section>
          )}
          <DeskCare desk={desk} rows={rows} />
        </div>
      </div>
      <RowDialogHost desk={rows} />
    </>
  );
}

DeskShow.layout = [StaffLayout];
