import { Button, Loader } from '@mantine/core';
import { MESSAGES } from '../../../src/contracts/messages';
import type { PageProps } from '../../../src/contracts/pages';
import { ROUTES } from '../../../src/contracts/routes';
import { ManagersTable } from '../../components/dashboard/managers-table';
import { Callout } from '../../components/ui/callout';
import { EmptyState } from '../../components/ui/empty-state';
import { RefreshIcon } from '../../components/ui/icons';
import { PageHeader } from '../../components/ui/page-header';
import { Panel } from '../../components/ui/panel';
import { StatTiles } from '../../components/ui/stat-tiles';
import { useListVisit } from '../../hooks/use-list-visit';
import { StaffLayout } from '../../layouts/staff-layout';
import { formatCount, formatRupees } from '../../lib/format';
import type { ListProblem } from '../../lib/list-problem';

const MEASURED = ['keyMetrics', 'managers'];
const BY_STATUS: Readonly<Record<number, string>> = {
  401: MESSAGES.auth.required,
  403: MESSAGES.auth.denied,
  404: MESSAGES.analysis.notFound,
};

function words(problem: ListProblem): string {
  if (problem.kind === 'throttled') return MESSAGES.general.throttled(problem.seconds);
  return BY_STATUS[problem.status] ?? problem.message;
}

export default function AdminTransactions({ keyMetrics, managers }: PageProps['Admin/Transactions']) {
  const list = useListVisit({
    path: ROUTES.adminTransactions,
    only: MEASURED,
    failed: MESSAGES.analysis.failed,
  });
  const reload = () => list.visit({}, { replace: true });

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
            onClick={reload}
          >
            Refresh
          </Button>
        }
      />
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
      <StatTiles
        label="Key figures"
        stats={[
          { label: 'Total Transactions', value: formatCount(keyMetrics.totalTransactions) },
          { label: 'Total Revenue', value: formatRupees(keyMetrics.totalRevenue), note: 'Less refunds', long: true },
          { label: 'Avg. Transaction Value', value: formatRupees(Math.round(keyMetrics.averageTransactionValue)) },
        ]}
      />
      <Panel title="Sales Manager Performance">
        {managers.length > 0 ? (
          <ManagersTable managers={managers} />
        ) : (
          <EmptyState title="Nothing to compare yet" hint="The first completed payment shows here." />
        )}
      </Panel>
    </>
  );
}

AdminTransactions.layout = [StaffLayout];
