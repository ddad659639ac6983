import type { ReactNode } from 'react';
import type { AdminPaymentDetails, AttemptDetails, ExchangeDetails } from '../../../src/contracts/admin-details';
import { bankCodeMeaning } from '../../../src/domain/bank-hash/bank-code-meanings';
import { formatDateTime, formatDay, formatRupees } from '../../lib/format';
import classes from './details.module.css';

/** For whoever has to follow a payment to the bank: closed until it is wanted. */
export function TechnicalDetails({ details }: { details: AdminPaymentDetails }) {
  const { attempts, exchanges, audit } = details;
  return (
    <>
      <Group title="Attempts at the bank" count={attempts.length} empty="The bank has not been asked yet.">
        {attempts.map((attempt) => (
          <Attempt key={attempt.number} attempt={attempt} />
        ))}
      </Group>
      <Group title="Exchanges with the bank" count={exchanges.length} empty="No exchange has been recorded.">
        {exchanges.map((exchange) => (
          <Exchange key={exchange.id} exchange={exchange} />
        ))}
      </Group>
      <Group title="Audit" count={audit.length} empty="No audit row belongs to it.">
        {audit.map((row, index) => (
          <li key={index} className={classes.record}>
            <p className={classes.title}>
              {row.action}
              {row.to && ` (${row.from ? `${row.from} → ` : ''}${row.to})`}
            </p>
            <p className={classes.soft}>
              {formatDateTime(row.at)} · {row.actor}
              {row.reason && ` · ${row.reason}`}
            </p>
            {row.requestId && <p className={classes.mono}>Request {row.requestId}</p>}
          </li>
        ))}
      </Group>
    </>
  );
}

function Group(props: { title: string; count: number; empty: string; children: ReactNode }) {
  const { title, count, empty, children } = props;
  return (
    <details className={classes.group}>
      <summary>
        {title} ({count})
      </summary>
      {count === 0 ? <p className={classes.soft}>{empty}</p> : <ol className={classes.records}>{children}</ol>}
    </details>
  );
}

function Attempt({ attempt }: { attempt: AttemptDetails }) {
  const { responseCode: code, responseText } = attempt;
  const bank = [code && `${code} (${bankCodeMeaning(code)})`, responseText].filter(Boolean).join(' ');
  return (
    <li className={classes.record}>
      <p className={classes.title}>
        {attempt.number}. {attempt.excess ? 'Duplicate charge' : attempt.status} · {formatRupees(attempt.amount)}
      </p>
      <p className={classes.mono}>
        Invoice {attempt.invoiceNo}
        {attempt.bankTxnId && ` · bank ${attempt.bankTxnId}`}
      </p>
      <p className={classes.soft}>
        {formatDateTime(attempt.createdAt)} · asked {attempt.checkCount === 1 ? 'once' : `${attempt.checkCount} times`}
        {bank && ` · ${bank}`}
      </p>
      {attempt.settlement && (
        <p className={classes.mono}>
          Paid out in {attempt.settlement.id}
          {attempt.settlement.utr && ` · UTR ${attempt.settlement.utr}`}
          {attempt.settlement.date && ` · ${formatDay(attempt.settlement.date)}`}
          {attempt.settlement.amount !== null && ` · ${formatRupees(attempt.settlement.amount)}`}
        </p>
      )}
    </li>
  );
}

function Exchange({ exchange }: { exchange: ExchangeDetails }) {
  return (
    <li className={classes.record}>
      <p className={classes.title}>
        {exchange.kind}: {exchange.outcome}
      </p>
      <p className={classes.soft}>
        {formatDateTime(exchange.at)} · HTTP {exchange.httpStatus ?? 'none'} · {exchange.durationMs} ms
      </p>
      <details>
        <summary>Technical details</summary>
        <pre className={classes.raw} tabIndex={0} aria-label="Request, masked">
          {exchange.request}
        </pre>
        <pre className={classes.raw} tabIndex={0} aria-label="Response, masked">
          {exchange.response}
        </pre>
        {exchange.requestId && <p className={classes.mono}>Request {exchange.requestId}</p>}
      </details>
    </li>
  );
}
