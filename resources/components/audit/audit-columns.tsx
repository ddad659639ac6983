import type { ReactNode } from 'react';
import type { AuditRow } from '../../../src/contracts/audit';
import { ROUTES } from '../../../src/contracts/routes';
import type { Column } from '../ui/data-table';
import { DateTime } from '../ui/date-time';
import classes from './audit.module.css';

export const AUDIT_COLUMNS: Column<AuditRow>[] = [
  { key: 'at', header: 'Time (IST)', card: 'figure', render: (row) => <DateTime iso={row.at} /> },
  { key: 'what', header: 'What happened', card: 'title', render: (row) => <Entry row={row} /> },
  {
    key: 'seq',
    header: 'Sealed as',
    align: 'end',
    card: 'mark',
    render: (row) => <span className={classes.soft}>{row.seq === null ? 'not sealed yet' : `#${row.seq}`}</span>,
  },
];

/** The sentence, and what is stored behind a click. */
function Entry({ row }: { row: AuditRow }) {
  const { paymentId } = row.subject;
  return (
    <div className={classes.what}>
      <p className={classes.sentence}>{row.sentence}</p>
      <details className={classes.details}>
        <summary>
          Details<span className="td-hidden"> of entry {row.id}</span>
        </summary>
        <dl className={classes.facts}>
          <Fact name="Action">
            {row.actionLabel} <span className={classes.id}>{row.action}</span>
          </Fact>
          <Fact name="Who">
            {row.actor.label} {row.actor.email && <span className={classes.soft}>{row.actor.email}</span>}
          </Fact>
          <Fact name="Subject">
            {paymentId ? (
              <a className={`${classes.link} ${classes.id}`} href={ROUTES.sale(paymentId)}>
                {row.subject.label}
              </a>
            ) : (
              <span className={classes.id}>{row.subject.label}</span>
            )}
          </Fact>
          {(row.from ?? row.to) && (
            <Fact name="Change">
              {row.from ?? 'nothing'} → {row.to ?? 'nothing'}
            </Fact>
          )}
          {row.bankCode && (
            <Fact name="Bank code">
              <span className={classes.id}>{row.bankCode.code}</span> {row.bankCode.meaning}
            </Fact>
          )}
          {row.reason && <Fact name="Reason">{row.reason}</Fact>}
          {row.requestId && (
            <Fact name="Request">
              <span className={classes.id}>{row.requestId}</span>
            </Fact>
          )}
        </dl>
      </details>
    </div>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
