import { Injectable } from '@nestjs/common';
import type { SelectedPayment, Selection } from '../../../contracts/bulk.js';
import { denialWords } from '../../../contracts/denials.js';
import { LIST_MESSAGES } from '../../../contracts/messages-list.js';
import { UnitOfWork } from '../../../database/unit-of-work.js';
import { toRupees } from '../../../domain/money/money.js';
import { type BulkAction, BULK_LIMITS, bulkDenial } from '../../../domain/payment/bulk-actions.js';
import { NEWEST_FIRST } from '../../../domain/payment/payment-sort.js';
import type { Principal } from '../../../http/index.js';
import { Clock } from '../../../runtime/clock.js';
import {
  denialsOf,
  type ListedPayment,
  type PaymentFilter,
  PaymentLists,
  readPaymentRows,
  type PaymentIdPage,
} from '../../payment-lists/index.js';
import { AdminQueries } from '../admin.queries.js';
import { readBulkAction, readChosenQuery } from '../admin-filter.js';

/** Rows of one statement. */
const READ_AT_ONCE = 250;
/** While payments are made between two reads, the count is made again. */
const TRIES = 3;

/**
 * Counts the payments that an action is for and names them, so that what is made or changes its status later is not caught. The
 * action itself is the single one, called for each of them: there is no other way to change a payment. An export names none: its file
 * asks the filter again when it is saved, up to the last id that was counted.
 */
@Injectable()
export class SelectionService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly lists: PaymentLists,
    private readonly queries: AdminQueries,
    private readonly clock: Clock,
  ) {}

  /** @throws FILTER_INVALID, SEARCH_TOO_WIDE */
  async select(user: Principal, query: Record<string, unknown>): Promise<Selection> {
    const action = readBulkAction(query);
    const { filter, isChosen } = readChosenQuery(query, user.projectIds);
    const limit = BULK_LIMITS[action];
    const { found, upTo } = await this.count(filter, limit ?? 1);
    const isListed = limit !== null && found.totalCount <= limit;
    return {
      action,
      total: found.totalCount,
      limit,
      payments: isListed ? await this.read(found.ids, action) : [],
      upTo: isChosen ? '' : String(upTo),
    };
  }

  /** The newest id is the same before and after, so that ids, total and `upTo` are of one moment. */
  private async count(filter: PaymentFilter, most: number): Promise<{ found: PaymentIdPage; upTo: number }> {
    for (let tries = 1; ; tries += 1) {
      const before = await this.queries.newestId();
      const found = await this.lists.page(filter, { page: 1, limit: most }, NEWEST_FIRST, { exact: true });
      const upTo = await this.queries.newestId();
      if (before === upTo || tries === TRIES) return { found, upTo };
    }
  }

  private async read(ids: number[], action: BulkAction): Promise<SelectedPayment[]> {
    const now = this.clock.now();
    const payments: SelectedPayment[] = [];
    for (let at = 0; at < ids.length; at += READ_AT_ONCE) {
      const rows = await readPaymentRows(this.uow, ids.slice(at, at + READ_AT_ONCE));
      payments.push(...rows.map((row) => presentSelected(row, action, now)));
    }
    return payments;
  }
}

function presentSelected(row: ListedPayment, action: BulkAction, now: Date): SelectedPayment {
  const { publicId, customer, tokenType, amount, status } = row.payment;
  const denials = denialWords(denialsOf(row, now));
  return {
    paymentId: publicId,
    customerName: customer.name,
    tokenType,
    amount: toRupees(amount),
    denial: bulkDenial(action, { status, denials }, LIST_MESSAGES.bulk.paid),
  };
}
