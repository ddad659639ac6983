import type { ReactNode } from 'react';
import type { PaymentSort } from '../../../src/domain/payment/payment-sort';
import { isInProgress, isPaid } from '../../../src/domain/payment/payment-status';
import type { TokenType } from '../../../src/domain/payment/token-catalogue';
import type { ServerClock } from '../../hooks/use-now';
import type { RowDesk } from '../../hooks/use-row-desk';
import type { StatusChecks } from '../../hooks/use-status-checks';
import type { RowSubject } from '../../lib/row-subject';
import { saleWords } from '../../lib/sale-words';
import type { Column } from '../ui/data-table';
import { DateTime } from '../ui/date-time';
import { AmountCell } from './amount-cell';
import { RowActions } from './row-actions';
import { type ListedSale, StatusCell } from './status-cell';
import { TokenCell, type TokenCellProps } from './token-cell';

/** What every list knows of a payment. */
interface ListedPayment extends ListedSale {
  paymentId: string;
  tokenType: TokenType;
  tierName: string;
  amount: number;
  tokenVoid: boolean;
}

interface RowColumnNeeds<Row> {
  checks: StatusChecks;
  desk: RowDesk;
  customer: (row: Row) => ReactNode;
  token?: (row: Row) => Partial<TokenCellProps>;
  clock?: ServerClock;
  subject: (row: Row) => RowSubject;
  /** The customer's payment page. */
  url: (row: Row) => string;
  onWindowClosed: () => void;
  /** The orders that the list can be read in. */
  sorts?: readonly PaymentSort[];
  /** Columns of one list alone, between the state and the time. */
  between?: Column<Row>[];
}

/** The columns of a list of payments, whoever reads it. */
export function rowColumns<Row extends ListedPayment>(needs: RowColumnNeeds<Row>): Column<Row>[] {
  const { checks, desk, sorts = [] } = needs;
  const sort = (by: PaymentSort) => (sorts.includes(by) ? by : undefined);
  return [
    { key: 'customer', header: 'Customer', card: 'title', render: needs.customer },
    {
      key: 'token',
      header: 'Token',
      sort: sort('tokenType'),
      card: 'mark',
      render: (row) => (
        <TokenCell
          type={row.tokenType}
          name={row.tierName}
          number={row.tokenNumber}
          isVoid={row.tokenVoid}
          isSaid={!isPaid(row.status) || saleWords(row, 0).number !== null}
          {...needs.token?.(row)}
        />
      ),
    },
    {
      key: 'amount',
      header: 'Amount',
      sort: sort('amount'),
      align: 'end',
      card: 'figure',
      render: (row) => <AmountCell amount={row.amount} refunded={row.refundedAmount} />,
    },
    {
      key: 'status',
      header: 'Status',
      sort: sort('status'),
      card: 'state',
      render: (row) => <StatusCell sale={row} fault={checks.faults[row.paymentId]} clock={needs.clock} />,
    },
    ...(needs.between ?? []),
    {
      key: 'date',
      header: 'Created',
      sort: sort('date'),
      wideOnly: true,
      render: (row) => <DateTime iso={row.createdAt} />,
    },
    {
      key: 'actions',
      header: 'Actions',
      quietHeader: true,
      card: 'actions',
      render: (row) => (
        <RowActions
          subject={needs.subject(row)}
          desk={desk}
          url={needs.url(row)}
          onCheck={isInProgress(row.status) ? () => void checks.checkOne(row.paymentId) : undefined}
          checking={checks.busy.includes(row.paymentId)}
          onWindowClosed={needs.onWindowClosed}
        />
      ),
    },
  ];
}
