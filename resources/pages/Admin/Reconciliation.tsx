import { OFFICE_MESSAGES } from '../../../src/contracts/messages-office';
import type { PageProps } from '../../../src/contracts/pages';
import { API, ROUTES } from '../../../src/contracts/routes';
import { RunForm } from '../../components/settlements/run-form';
import { ExceptionsTable, RunsTable } from '../../components/settlements/run-tables';
import classes from '../../components/settlements/settlements.module.css';
import { ProjectLine } from '../../components/project-filter/project-line';
import { Callout } from '../../components/ui/callout';
import { DayPicker } from '../../components/dates/day-picker';
import { Button } from '../../components/ui/controls';
import { EmptyState } from '../../components/ui/empty-state';
import { ErrorState } from '../../components/ui/error-state';
import { lateDialog } from '../../components/ui/late';
import { PageHeader } from '../../components/ui/page-header';
import { Panel } from '../../components/ui/panel';
import { StatTiles } from '../../components/ui/stat-tiles';
import { useDialog } from '../../hooks/use-dialog';
import { useListVisit } from '../../hooks/use-list-visit';
import { StaffLayout } from '../../layouts/staff-layout';
import { formatCount, formatDateTime, formatDay, formatRupees } from '../../lib/format';

const HolidaysDialog = lateDialog(() => import('../../components/settlements/holidays-dialog'));
const EVERYTHING = { project: '', event: '' };
const SHOWN = ['day', 'today', 'run', 'exceptions', 'openExceptions', 'runs'];

export default function Reconciliation(props: PageProps['Admin/Reconciliation']) {
  const { day, today, run, exceptions, openExceptions, runs, merchantProfiles, projects, filters = EVERYTHING } = props;
  const list = useListVisit({
    path: ROUTES.adminReconciliation,
    only: SHOWN,
    failed: OFFICE_MESSAGES.settlements.loadFailed,
  });
  const wanted = () => list.wantedFilters({ ...filters, day });
  const asked = () => (list.loading ? wanted().day : day);
  const holidays = useDialog();
  return (
    <>
      <PageHeader
        title="Reconciliation"
        subtitle="What the bank has paid out, against what was sold here"
        actions={
          <Button variant="default" onClick={holidays.open}>
            Bank holidays
          </Button>
        }
      />
      <DayPicker
        day={day}
        today={today}
        asked={asked}
        onChange={(chosen) => list.visit({ ...wanted(), day: chosen })}
      />
      {list.problem?.kind === 'failed' && <ErrorState message={list.problem.message} onRetry={list.retry} />}
      {run ? (
        <RunSummary run={run} />
      ) : (
        <Callout tone="info">{`${formatDay(day)} has not been reconciled yet.`}</Callout>
      )}
      <RunForm
        key={day}
        day={day}
        isRunning={run?.status === 'running'}
        merchantProfiles={merchantProfiles}
        refresh={list.refresh}
      />
      <ProjectLine projects={projects} value={filters} onChange={(chosen) => list.visit({ ...wanted(), ...chosen })} />
      <Panel title="Open exceptions">
        {exceptions.length > 0 ? (
          <>
            <p className={classes.links}>
              <a href={API.settlementExceptions(filters)} download>
                Download as CSV
              </a>
            </p>
            <ExceptionsTable rows={exceptions} />
            {openExceptions > exceptions.length && (
              <p className={classes.note}>{`${formatCount(openExceptions)} in all; the rest is in the file.`}</p>
            )}
          </>
        ) : (
          <EmptyState
            title="No open exceptions"
            hint={
              filters.project || filters.event
                ? 'None is about a payment of this choice. Those without a payment of ours are of no project.'
                : 'What does not fit between the bank and our books shows here.'
            }
          />
        )}
      </Panel>
      <Panel title="Earlier runs">
        {runs.length > 0 ? (
          <RunsTable rows={runs} />
        ) : (
          <EmptyState
            title="No runs yet"
            hint="Each reconciliation is kept, with who started it and what came of it."
          />
        )}
      </Panel>
      {holidays.wanted && <HolidaysDialog opened={holidays.opened} onClose={holidays.close} />}
    </>
  );
}

function RunSummary({ run }: { run: NonNullable<PageProps['Admin/Reconciliation']['run']> }) {
  return (
    <>
      {run.status === 'incomplete' && (
        <Callout tone="warning" title={OFFICE_MESSAGES.settlements.incomplete}>
          {run.problem}
        </Callout>
      )}
      <StatTiles
        label={`Last run for ${formatDay(run.day)}`}
        stats={[
          {
            label: 'Matched',
            value: `${formatCount(run.matched)} of ${formatCount(run.lines)}`,
            note: formatRupees(run.matchedAmount),
          },
          { label: 'Exceptions', value: formatCount(run.exceptions), note: formatDateTime(run.startedAt) },
          {
            label: 'Paid out',
            value: formatRupees(run.settledAmount),
            note: `Charges ${formatRupees(run.charges)}, tax ${formatRupees(run.tax)}`,
            long: true,
          },
        ]}
      />
      {run.recovered > 0 && (
        <Callout tone="success">
          {run.recovered === 1
            ? '1 open payment was confirmed and completed.'
            : `${formatCount(run.recovered)} open payments were confirmed and completed.`}
        </Callout>
      )}
    </>
  );
}

Reconciliation.layout = [StaffLayout];
