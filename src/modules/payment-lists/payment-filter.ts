import { WITHDRAWALS } from '../../domain/payment/link-care.js';
import type { PaymentSortOrder } from '../../domain/payment/payment-sort.js';
import type { PaymentStatus } from '../../domain/payment/payment-status.js';
import { REFUNDS_UNDER_WAY } from '../../domain/refund/refund-rules.js';
import type { TokenType } from '../../domain/payment/token-catalogue.js';
import { sqlInstant } from '../../database/instants.js';

export interface PaymentFilter {
  salesManagerId?: number;
  /** Part of a name, email or phone; a whole token number, payment id, invoice number or bank transaction id. */
  search?: string;
  status?: PaymentStatus;
  /** Only payments with a refund under way. */
  refundPending?: boolean;
  tokenType?: TokenType;
  /** Created at this instant or later … */
  createdFrom?: Date;
  /** … and before this one. */
  createdBefore?: Date;
  /** Payable links that expire in this span. */
  expiring?: { after: Date; upTo: Date };
  /** Only payments with an open review. */
  needsReview?: boolean;
  /** Only payments with these public ids; not together with a search. */
  publicIds?: string[];
  /** Only payments of these projects; of none when the list is empty. */
  projectIds?: readonly number[];
  /** Only payments of this event. */
  eventId?: number;
  /** Only payments up to this id: those made later are left out. */
  upToId?: number;
}

/** A search result: payments, or all payments of these customers. */
export type FoundRows = { kind: 'payments'; ids: number[] } | { kind: 'customers'; ids: number[] };

export interface Conditions {
  where: string[];
  parameters: (string | number)[];
}

export interface ListPlan extends Conditions {
  /** Identity of the plan: equal for equal conditions and order. */
  name: string;
  /** The index in the list's order; null leaves the choice to the database, for short lists. */
  index: string | null;
  /** Columns of the order, the row number last. */
  order: string[];
  /** Its length is a payment counter. */
  isCounted: boolean;
  /** Rows only join at its newest end; no change of a payment moves one. */
  growsAtEnd: boolean;
  /**
   * Filtered by seller, tier, status and creation time alone: the counters' version shows whether rows may have joined or left.
   */
  isVersioned: boolean;
  /** The same without status: no change of a payment affects it. */
  isFixed: boolean;
}

/** Index by the equality filters (m: seller, t: tier, s: status) and the sort column. */
const INDEXES: Readonly<Record<string, string>> = {
  'date ': 'ix_payments_created',
  'date s': 'ix_payments_status',
  'date t': 'ix_payments_type_date',
  'date ts': 'ix_payments_type',
  'date m': 'ix_payments_manager',
  'date ms': 'ix_payments_manager_status',
  'date mt': 'ix_payments_manager_type_date',
  'date mts': 'ix_payments_manager_type_status',
  'status ': 'ix_payments_status',
  'status t': 'ix_payments_type',
  'status m': 'ix_payments_manager_status',
  'status mt': 'ix_payments_manager_type_status',
  'tokenType ': 'ix_payments_type_date',
  'tokenType m': 'ix_payments_manager_type_date',
  'amount ': 'ix_payments_amount',
  'amount s': 'ix_payments_status_amount',
  'amount t': 'ix_payments_type_amount',
  'amount ts': 'ix_payments_type_status_amount',
};

const LEADING: Readonly<Record<PaymentSortOrder['sort'], string[]>> = {
  date: [],
  amount: ['p.amount'],
  status: ['p.status'],
  tokenType: ['p.token_type'],
};

export function planOf(filter: PaymentFilter, { sort }: PaymentSortOrder, found: FoundRows | null): ListPlan {
  const { where, parameters } = conditionsOf(filter);
  const equal = `${filter.salesManagerId === undefined ? '' : 'm'}${filter.tokenType ? 't' : ''}${filter.status ? 's' : ''}`;
  const isCounted = found === null && where.length === equal.length;
  const bounds = Number(filter.createdFrom !== undefined) + Number(filter.createdBefore !== undefined);
  const isVersioned = found === null && where.length === equal.length + bounds;
  const order = [...LEADING[sort], 'p.created_at', 'p.id'];
  let index: string | null = INDEXES[`${sort} ${equal}`] ?? null;
  if (filter.needsReview) index = 'ix_payments_review';
  // Driven by the refunds under way, which are few.
  if (filter.refundPending || filter.publicIds || filter.projectIds || filter.eventId !== undefined) index = null;
  if (found) {
    where.push(
      `${found.kind === 'payments' ? 'p.id' : 'p.customer_id'} IN (${found.ids.map(Number).join(', ') || 'NULL'})`,
    );
    index = null;
  }
  const name = JSON.stringify([order, where, parameters]);
  const growsAtEnd = sort === 'date' && !filter.status;
  const isFixed = isVersioned && !filter.status;
  return { where, parameters, name, index, order, isCounted, growsAtEnd, isVersioned, isFixed };
}

export const CREATED_FROM = 'p.created_at >= ?';
export const CREATED_BEFORE = 'p.created_at < ?';

type Add = (condition: string, ...values: (string | number)[]) => void;

/** All conditions except the search. */
export function conditionsOf(filter: PaymentFilter): Conditions {
  const where: string[] = [];
  const parameters: (string | number)[] = [];
  const add = (condition: string, ...values: (string | number)[]) => {
    where.push(condition);
    parameters.push(...values);
  };
  if (filter.salesManagerId !== undefined) add('p.sales_manager_id = ?', filter.salesManagerId);
  if (filter.tokenType) add('p.token_type = ?', filter.tokenType);
  if (filter.status) add('p.status = ?', filter.status);
  if (filter.createdFrom) add(CREATED_FROM, sqlInstant(filter.createdFrom));
  if (filter.createdBefore) add(CREATED_BEFORE, sqlInstant(filter.createdBefore));
  if (filter.needsReview) add('p.review_reason IS NOT NULL');
  if (filter.refundPending) addRefundPending(add);
  if (filter.expiring) addExpiring(add, filter.expiring);
  if (filter.publicIds) add(isIn('p.public_id', filter.publicIds), ...filter.publicIds);
  if (filter.projectIds) add(isIn('p.project_id', filter.projectIds), ...filter.projectIds);
  if (filter.eventId !== undefined) add('p.event_id = ?', filter.eventId);
  if (filter.upToId !== undefined) add('p.id <= ?', filter.upToId);
  return { where, parameters };
}

function isIn(column: string, values: readonly unknown[]): string {
  return values.length === 0 ? '1 = 0' : `${column} IN (${values.map(() => '?').join(', ')})`;
}

/** Decided by the payment's sums, so a refund of an excess capture does not count. */
function addRefundPending(add: Add): void {
  add(
    `p.id IN (SELECT f.payment_id FROM refunds f WHERE f.status IN (${REFUNDS_UNDER_WAY.map(() => '?').join(', ')}))`,
    ...REFUNDS_UNDER_WAY,
  );
  add('p.refund_reserved > p.refunded_amount');
}

function addExpiring(add: Add, { after, upTo }: NonNullable<PaymentFilter['expiring']>): void {
  add('p.expires_at > ?', sqlInstant(after));
  add('p.expires_at <= ?', sqlInstant(upTo));
  add("p.status IN ('pending', 'initiated', 'failed', 'cancelled')");
  const withdrawn = WITHDRAWALS.map((reason) => `'${reason}'`).join(', ');
  add(`NOT (p.status = 'cancelled' AND COALESCE(p.status_reason, '') IN (${withdrawn}))`);
}
