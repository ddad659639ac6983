import type { AuditRow } from '../../../src/contracts/audit';
import { ROUTES } from '../../../src/contracts/routes';
import type { Column } from '../ui/data-table';
import { DateTime } from '../ui/date-time';
import classes from './audit.module.css';

export const AUDIT_COLUMNS: Column<AuditRow>[] = [
  { key: 'at', header: 'Time (IST)', card: 'figure', render: (row) => <DateTime iso={row.at} /> },
  {
    key: 'what',
    header: 'What',
    card: 'title',
    render: (row) => (
      <span className={classes.what}>
        <span className={classes.strong}>{row.actionLabel}</span>
        {(row.from ?? row.to) && (
          <span className={classes.soft}>
            {row.from ?? 'nothing'} → {row.to ?? 'nothing'}
          </span>
        )}
        {row.reason && <span className={classes.soft}>{row.reason}</span>}
      </span>
    ),
  },
  {
    key: 'who',
    header: 'Who',
    card: 'state',
    render: (row) => (
      <span className={classes.who}>
        <span>{row.actor.label}</span>
        {row.actor.email && <span className={classes.soft}>{row.actor.email}</span>}
      </span>
    ),
  },
  { key: 'subject', header: 'Subject', render: (row) => <Subject subject={row.subject} /> },
  {
    key: 'request',
    header: 'Request',
    wideOnly: true,
    render: (row) => <span className={classes.id}>{row.requestId ?? '–'}</span>,
  },
  {
    key: 'seq',
    header: 'Sealed as',
    align: 'end',
    card: 'mark',
    render: (row) => <span className={classes.soft}>{row.seq === null ? 'not sealed yet' : `#${row.seq}`}</span>,
  },
];

function Subject({ subject }: { subject: AuditRow['subject'] }) {
  const { paymentId, label } = subject;
  if (!paymentId) return <span className={classes.id}>{label}</span>;
  return (
    <a className={`${classes.link} ${classes.id}`} href={ROUTES.sale(paymentId)}>
      {label}
    </a>
  );
}
