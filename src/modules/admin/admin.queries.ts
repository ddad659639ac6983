import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import type { AdminStats } from '../../contracts/admin.js';
import { PaymentEntity } from '../../database/entities/payment.entity.js';
import { findPaymentPage, type PaymentFilter } from '../../database/payment-list.js';
import { UnitOfWork } from '../../database/unit-of-work.js';
import type { PageRequest } from '../../domain/pagination.js';
import type { TokenType } from '../../domain/token-catalogue.js';

/** What admins read: everything, across all sellers. */
@Injectable()
export class AdminQueries {
  constructor(private readonly uow: UnitOfWork) {}

  async list(filter: PaymentFilter, page: PageRequest): Promise<{ rows: PaymentEntity[]; totalCount: number }> {
    const { ids, totalCount } = await findPaymentPage(this.uow.manager, filter, page);
    if (ids.length === 0) return { rows: [], totalCount };
    const rows = await this.uow.manager.getRepository(PaymentEntity).find({
      where: { id: In(ids) },
      relations: { customer: true, salesManager: true },
    });
    const byId = new Map(rows.map((row) => [row.id, row]));
    return { rows: ids.flatMap((id) => byId.get(id) ?? []), totalCount };
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
}
