import { MESSAGES } from '../../../src/contracts/messages';
import { OFFICE_MESSAGES } from '../../../src/contracts/messages-office';
import type { PageProps } from '../../../src/contracts/pages';
import { istClockTime } from '../../../src/domain/calendar/ist-parts';
import { ROUTES } from '../../../src/contracts/routes';
import { tokenLabel } from '../../../src/domain/payment/token-catalogue';
import classes from '../../components/analysis/analysis.module.css';
import { AnalysisFilters } from '../../components/analysis/analysis-filters';
import { comparedWords } from '../../components/analysis/change';
import { FigureCards } from '../../components/analysis/figure-cards';
import { Funnel } from '../../components/analysis/funnel';
import { HoursChart, LateChart, ManagersChart, TrendChart } from '../../components/analysis/late-chart';
import { FailuresTable, HoursTable, TrendTable } from '../../components/analysis/tables';
import { ManagersTable } from '../../components/dashboard/managers-table';
import { Callout } from '../../components/ui/callout';
import { Button, Loader } from '../../components/ui/controls';
import { EmptyState } from '../../components/ui/empty-state';
import { PrintIcon, RefreshIcon } from '../../components/ui/icons';
import { PageHeader } from '../../components/ui/page-header';
import { Panel } from '../../components/ui/panel';
import { useListVisit } from '../../hooks/use-list-visit';
import { StaffLayout } from '../../layouts/staff-layout';
import { formatDay } from '../../lib/format';
import type { ListProblem } from '../../lib/list-problem';
import { eventWords, projectWords } from '../../lib/project-choice';

const MEASURED = [
  'keyMetrics',
  'salesManagerChartData',
  'money',
  'before',
  'trend',
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

/** These figures are counted by project and event, and not by seller and tier. */
function everybodyWords({ tokenType, salesManager, project, event }: PageProps['Admin/Transactions']['filters']) {
  if (!tokenType && !salesManager) return '';
  const place = event ? ' of this event' : project ? ' of this project' : '';
  return `, of all tokens and all sales managers${place}`;
}

/** What was chosen, for paper. */
function chosenWords({ filters, sellers, projects = [] }: PageProps['Admin/Transactions']): string {
  const { startDate, endDate, tokenType, salesManager, project = '', event = '' } = filters;
  const days = [startDate && `from ${formatDay(startDate)}`, endDate && `to ${formatDay(endDate)}`].filter(Boolean);
  const seller = sellers.find(({ id }) => id === salesManager)?.name;
  const place = [projectWords(projects, project), eventWords(projects, event)];
  return [days.join(' ') || 'All days', tokenType && tokenLabel(tokenType), seller, ...place]
    .filter(Boolean)
    .join(' · ');
}

function words(problem: ListProblem): string {
  if (problem.kind === 'throttled') return MESSAGES.general.throttled(problem.seconds);
  const own = BY_STATUS[problem.status] ?? problem.message;
  return problem.status >= 500 && own === OFFICE_MESSAGES.analysis.failed ? OFFICE_MESSAGES.analysis.unknown : own;
}

export default function AdminTransactions(props: PageProps['Admin/Transactions']) {
  const { managers, funnel, failures, hours, asOf, filters, before, trend, today } = props;
  const isRunning = filters.startDate <= today && (filters.endDate || today) >= today;
  const everybody = everybodyWords(filters);
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
          <>
            <Button variant="default" leftSection={<PrintIcon size={18} />} onClick={() => window.print()}>
              Print
            </Button>
            <Button
              variant="default"
              leftSection={list.loading ? <Loader size={18} /> : <RefreshIcon size={18} />}
              disabled={list.loading}
              onClick={() => list.visit({ ...list.wantedFilters(filters) }, { replace: true })}
            >
              Refresh
            </Button>
          </>
        }
      />
      <AnalysisFilters
        value={filters}
        today={today}
        sellers={props.sellers}
        projects={props.projects}
        onChange={(change) => list.visit({ ...list.wantedFilters(filters), ...change })}
      />
      <p className={classes.chosen}>{chosenWords(props)}</p>
      {asOf && (
        <p className={classes.asOf}>
          Figures as of <time dateTime={asOf}>{istClockTime(asOf)}</time>, Indian time.
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
        <p className={classes.asOf}>
          {before ? comparedWords(before) : 'Nothing comes before these days to compare with.'}
          {isRunning && ' Today is not over: its figures still grow.'}
        </p>
        <FigureCards data={props} isTodayAlone={isRunning && filters.startDate === today} />
        <div className={classes.columns}>
          <Panel title="Sales Manager Performance">
            <p className={classes.note}>By the day of payment, Indian time.</p>
            {managers.length > 0 ? (
              <>
                <LateChart bars={managers.length}>
                  <ManagersChart data={props.salesManagerChartData} />
                </LateChart>
                <details className={classes.more}>
                  <summary>Show the figures by sales manager</summary>
                  <ManagersTable managers={managers} />
                </details>
              </>
            ) : (
              <EmptyState title="Nothing to compare yet" hint="The first completed payment of these days shows here." />
            )}
          </Panel>
          <Panel title={trend.unit === 'day' ? 'Trend by day' : 'Trend by month'}>
            <p className={classes.note}>By the day of payment, Indian time.</p>
            {trend.points.length > 0 ? (
              <>
                <LateChart>
                  <TrendChart trend={trend} />
                </LateChart>
                <details className={classes.more}>
                  <summary>{`Show the figures by ${trend.unit}`}</summary>
                  <TrendTable trend={trend} />
                </details>
              </>
            ) : (
              <EmptyState title="These days have not come yet" hint="Choose a range that has begun." />
            )}
          </Panel>
        </div>
        <div className={classes.columns}>
          <Panel title="From link to payment">
            <p className={classes.note}>Links made in these days, and how far each has come by now.</p>
            <Funnel funnel={funnel} />
          </Panel>
          <Panel title="Why links were not paid">
            <p className={classes.note}>Links made in these days that failed or were cancelled{everybody}.</p>
            {failures.length > 0 ? (
              <FailuresTable failures={failures} />
            ) : (
              <EmptyState title="No failures" hint="None of these links has failed or was cancelled." />
            )}
          </Panel>
        </div>
        <Panel title="By hour of the day">
          <p className={classes.note}>
            Indian time: links by the hour they were made, payments by the hour they came{everybody}.
          </p>
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
