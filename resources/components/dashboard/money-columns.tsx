import type { DashboardRow } from '../../../src/contracts/payments';
import { isPaid } from '../../../src/domain/payment/payment-status';
import type { Column } from '../ui/data-table';
import { Money } from '../ui/money';
import { type PaymentColumnNeeds, paymentColumns } from './payment-columns';

const NET: Column<DashboardRow> = {
  key: 'net',
  header: 'Net',
  align: 'end',
  wideOnly: true,
  render: ({ status, amount, refundedAmount }) =>
    isPaid(status) ? <Money amount={Math.round((amount - refundedAmount) * 100) / 100} /> : '–',
};

/** A seller's list read for its money: what is left of each payment, instead of when its link was created. */
export function moneyColumns(needs: PaymentColumnNeeds): Column<DashboardRow>[] {
  return paymentColumns(needs).flatMap((column) => {
    if (column.key === 'date') return [];
    return column.key === 'amount' ? [column, NET] : [column];
  });
}
