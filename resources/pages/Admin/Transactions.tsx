import { Button, Loader } from '@mantine/core';
import { MESSAGES } from '../../../src/contracts/messages';
import { OFFICE_MESSAGES } from '../../../src/contracts/messages-office';
import type { PageProps } from '../../../src/contracts/pages';
import { ROUTES } from '../../../src/contracts/routes';
import classes from '../../components/analysis/analysis.module.css';
import { DayRange } from '../../components/analysis/day-range';
import { Funnel } from '../../components/analysis/funnel';
import { HoursChart, LateChart, ManagersChart } from '../../components/analysis/late-chart';
import { FailuresTable, HoursTable } from '../../components/analysis/tables';
import { ManagersTable } from '../../components/dashboard/managers-table';
import { Callout } from '../../components/ui/callout';
import { EmptyState } from '../../components/ui/empty-state';
import { RefreshIcon } from '../../components/ui/icons';
import { PageHeader } from '../../components/ui/page-header';
import { Panel } from '../../components/ui/panel';
import { StatTiles } from '../../components/ui/stat-tiles';
import { useListVisit } from '../../hooks/use-list-visit';
import { StaffLayout } from '../../layouts/staff-layout';
import { formatClockTime, formatCount, formatRupees } from '../../lib/format';
import type { ListProblem } from '../../lib/list-problem';

const MEASURED = [
  'keyMetrics',
  'salesManagerChartData',
  'money',
  'managers',
  'funnel',
  'failures',
  'hours',
  'asOf',
  'today',
];
const BY_STATUS: Readonly<Record<number, string>> = {
  401: MESSAGES.auth.required,
  403: MESSAGES.auth.denied,
  404: OFFICE_MESSAGES.analysis.notFound,
};

function words(problem: ListProblem): string {
  if (problem.kind === 'throttled') return MESSAGES.general.throttled(problem.seconds);
  const own = BY_STATUS[problem.status] ?? problem.message;
  return problem.status >= 500 && own === OFFICE_MESSAGES.analysis.failed ? OFFICE_MESSAGES.analysis.unknown : own;
}

export default function AdminTransactions(props: PageProps['Admin/Transactions']) {
  const { keyMetrics, money, managers, funnel, failures, hours, asOf, filters } = props;
  const list = useListVisit({
    path: ROUTES.adminTransactions,
    only: MEASURED,
    failed: OFFICE_MESSAGES.analysis.failed,
  });
  return (
    <>
      <PageHeader
        title="Transaction Analysis"
        subtitle="Visual overview of transactions and sales performance"
        actions={
          <Button
            variant="default"
            leftSection={list.loading ? <Loader size={18} color="currentColor" /> : <RefreshIcon size={18} />}
            disabled={list.loading}
            onClick={() => list.visit({ ...filters }, { replace: true })}
          >
            Refresh
          </Button>
        }
      />
      <DayRange value={filters} today={props.today} onChange={(days) => list.visit({ ...days })} />
      {asOf && (
        <p className={classes.asOf}>
          Figures as of <time dateTime={asOf}>{formatClockTime(asOf)}</time>, Indian time.
        </p>
      )}
      {list.problem && (
        <Callout
          tone="error"
          title="Error:"
          action={
            <Button size="sm" variant="default" onClick={list.retry}>
              Retry
            </Button>
          }
        >
          {words(list.problem)}
        </Callout>
      )}
      <p className="td-hidden" role="status">
        {list.loading ? 'Loading the figures' : ''}
      </p>
      <div className={classes.fading} aria-busy={list.loading}>
        <StatTiles
          label="Key figures"
          stats={[
            { label: 'Total Transactions', value: formatCount(keyMetrics.totalTransactions) },
            { label: 'Total Revenue', value: formatRupees(keyMetrics.totalRevenue), note: 'Less refunds', long: true },
            { label: 'Avg. Transaction Value', value: formatRupees(Math.round(keyMetrics.averageTransactionValue)) },
          ]}
        />
        <StatTiles
          label="Revenue and refunds"
          stats={[
            { label: 'Gross', value: formatRupees(money.gross), minor: true, note: 'Paid in these days' },
            { label: 'Refunded', value: formatRupees(money.refunded), minor: true, note: 'Of those payments' },
            { label: 'Net', value: formatRupees(money.net), minor: true, note: 'Is the revenue' },
          ]}
        />
        <Panel title="Sales Manager Performance">
          <p className={classes.note}>By the day of payment, Indian time.</p>
          {managers.length > 0 ? (
            <>
              <LateChart>
                <ManagersChart data={props.salesManagerChartData} />
              </LateChart>
              <ManagersTable managers={managers} />
            </>
          ) : (
            <EmptyState title="Nothing to compare yet" hint="The first completed payment of these days shows here." />
          )}
        </Panel>
        <div className={classes.columns}>
          <Panel title="From link to payment">
            <p className={classes.note}>Links made in these days, and how far each has come by now.</p>
            <Funnel funnel={funnel} />
          </Panel>
          <Panel title="Why links were not paid">
            <p className={classes.note}>Links made in these days that failed or were cancelled.</p>
            {failures.length > 0 ? (
              <FailuresTable failures={failures} />
            ) : (
              <EmptyState title="No failures" hint="None of these links has failed or was cancelled." />
            )}
          </Panel>
        </div>
        <Panel title="By hour of the day">
          <p className={classes.note}>Indian time: links by the hour they were made, payments by the hour they came.</p>
          <LateChart>
            <HoursChart hours={hours} />
          </LateChart>
          <details className={classes.more}>
            <summary>Show the figures by hour</summary>
            <HoursTable hours={hours} />
          </details>
        </Panel>
      </div>
    </>
  );
}

AdminTransactions.layout = [StaffLayout];
