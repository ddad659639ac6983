import { Injectable } from '@nestjs/common';
import type { AdminStats } from '../../contracts/admin.js';
import type { PageProps } from '../../contracts/pages.js';
import { findPaymentPage, type PaymentFilter } from '../../database/payment-list.js';
import { type ListedPayment, readPaymentRows } from '../../database/payment-rows.js';
import { NUMBERS } from '../../database/payment-numbers.js';
import { UnitOfWork } from '../../database/unit-of-work.js';
import { toRupees } from '../../domain/money.js';
import type { PageRequest } from '../../domain/pagination.js';
import type { TokenType } from '../../domain/token-catalogue.js';

type Analysis = PageProps['Admin/Transactions'];

/** What admins read: everything, across all sellers. */
@Injectable()
export class AdminQueries {
  constructor(private readonly uow: UnitOfWork) {}

  async list(filter: PaymentFilter, page: PageRequest): Promise<{ rows: ListedPayment[]; totalCount: number }> {
    const { ids, totalCount } = await findPaymentPage(this.uow.manager, filter, page);
    return { rows: await readPaymentRows(this.uow.manager, ids), totalCount };
  }

  /** Unique customer-and-token-type pairs among completed payments; a customer is an e-mail address. */
  async stats(): Promise<AdminStats> {
    const rows = (await this.uow.manager.query(
      `SELECT p.token_type AS type, COUNT(DISTINCT c.email_key) AS total
         FROM payments p JOIN customers c ON c.id = p.customer_id
        WHERE p.status = 'completed' GROUP BY p.token_type`,
    )) as { type: TokenType; total: number | string }[];
    const stats: AdminStats = { total: 0, gold: 0, silver: 0, platinum: 0 };
    for (const row of rows) {
      stats[row.type] = Number(row.total);
      stats.total += Number(row.total);
    }
    return stats;
  }

  async analysis(): Promise<Analysis> {
    const rows = (await this.uow.manager.query(
      `SELECT u.name AS label, ${NUMBERS.revenue} AS revenue, ${NUMBERS.transactions} AS transactions
         FROM payments p JOIN users u ON u.id = p.sales_manager_id
        GROUP BY u.id, u.name ORDER BY revenue DESC, u.id`,
    )) as { label: string; revenue: number | string; transactions: number | string }[];
    const managers = rows.map((row) => ({
      label: row.label,
      paise: Number(row.revenue),
      transactions: Number(row.transactions),
    }));
    const paise = managers.reduce((sum, row) => sum + row.paise, 0);
    const totalTransactions = managers.reduce((sum, row) => sum + row.transactions, 0);
    return {
      keyMetrics: {
        totalTransactions,
        totalRevenue: toRupees(paise),
        averageTransactionValue: totalTransactions === 0 ? 0 : toRupees(Math.round(paise / totalTransactions)),
      },
      managers: managers.map((row) => ({
        label: row.label,
        revenue: toRupees(row.paise),
        transactions: row.transactions,
      })),
    };
  }
}
