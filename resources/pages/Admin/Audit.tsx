import type { ReactNode } from 'react';
import { OFFICE_MESSAGES } from '../../../src/contracts/messages-office';
import type { PageProps } from '../../../src/contracts/pages';
import { ROUTES } from '../../../src/contracts/routes';
import { AUDIT_COLUMNS } from '../../components/audit/audit-columns';
import { AuditFilters } from '../../components/audit/audit-filters';
import classes from '../../components/audit/audit.module.css';
import { ChainPanel } from '../../components/audit/chain-panel';
import { Button } from '../../components/ui/controls';
import { DataTable } from '../../components/ui/data-table';
import { EmptyState } from '../../components/ui/empty-state';
import { ErrorState } from '../../components/ui/error-state';
import { ChevronLeftIcon, ChevronRightIcon } from '../../components/ui/icons';
import panel from '../../components/ui/list-panel.module.css';
import { PageHeader } from '../../components/ui/page-header';
import { SkeletonRows } from '../../components/ui/skeleton-rows';
import { useDelayed } from '../../hooks/use-delayed';
import { useListVisit } from '../../hooks/use-list-visit';
import { StaffLayout } from '../../layouts/staff-layout';

const PAGE_SIZE = 25;
const LISTED = ['rows', 'newer', 'older', 'problems', 'chain'];
/** Faster answers show no skeleton: a flash of grey reads as a fault. */
const SKELETON_AFTER_MS = 150;

export default function AdminAudit(page: PageProps['Admin/Audit']) {
  const { rows, newer, older, filters, problems, chain } = page;
  const list = useListVisit({ path: ROUTES.adminAudit, only: LISTED, failed: OFFICE_MESSAGES.audit.failed });
  const waiting = useDelayed(list.loading, SKELETON_AFTER_MS);
  /** Filters that were applied and have no answer yet are asked for with the page. */
  const turn = (to: { before: string } | { after: string }) =>
    list.visit({ ...list.wantedFilters(filters), before: '', after: '', ...to });
  const isWrong = Object.keys(problems).length > 0;

  let body: ReactNode = (
    <DataTable
      caption="Audit log"
      columns={AUDIT_COLUMNS}
      rows={rows}
      rowKey={(row) => row.id}
      busy={list.loading}
      compact
    />
  );
  if (list.problem?.kind === 'failed') {
    body = <ErrorState message={list.problem.message} onRetry={list.retry} />;
  } else if (waiting) {
    body = <SkeletonRows rows={rows.length || PAGE_SIZE} />;
  } else if (rows.length === 0) {
    body = (
      <EmptyState
        title={isWrong ? 'The filters cannot be read' : 'No entries match'}
        hint={isWrong ? (Object.values(problems)[0] ?? '') : 'Try fewer filters or a longer time.'}
      />
    );
  }

  return (
    <>
      <PageHeader title="Audit Log" subtitle="Who did what, when and why. Entries are never changed or deleted." />
      <ChainPanel chain={chain} onChecked={() => void list.refresh()} />
      <section className={panel.panel} aria-labelledby="list-title">
        <div className={panel.head}>
          <h2 id="list-title" className={panel.title}>
            Entries, newest first
          </h2>
        </div>
        <div className={panel.toolbar}>
          <AuditFilters page={page} onApply={(chosen) => list.visit({ ...chosen })} />
        </div>
        {body}
        <footer className={panel.foot}>
          <p aria-live="polite" className={panel.count}>
            {list.loading ? 'Loading…' : `${rows.length} on this page`}
          </p>
          <nav className={classes.pages} aria-label="Audit log pages">
            <Button
              variant="default"
              leftSection={<ChevronLeftIcon />}
              disabled={newer === null}
              onClick={() => turn({ after: newer ?? '' })}
            >
              Newer
            </Button>
            <Button
              variant="default"
              rightSection={<ChevronRightIcon />}
              disabled={older === null}
              onClick={() => turn({ before: older ?? '' })}
            >
              Older
            </Button>
          </nav>
        </footer>
      </section>
    </>
  );
}

AdminAudit.layout = [StaffLayout];
