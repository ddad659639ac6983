import { WITHDRAWALS } from '../../domain/payment/link-care.js';
import type { PaymentSortOrder } from '../../domain/payment/payment-sort.js';
import type { PaymentStatus } from '../../domain/payment/payment-status.js';
import { REFUNDS_UNDER_WAY } from '../../domain/refund/refund-rules.js';
import type { TokenType } from '../../domain/payment/token-catalogue.js';
import { BY_ID } from './index-hint.js';
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

export type ListPart = Conditions & { index: string };

export interface ListPlan extends Conditions {
  /** Identity of the plan: equal for equal conditions and order. */
  name: string;
  /** The index in the list's order, or that of a short list, which is sorted; null: the database chooses. */
  index: string | null;
  /** The same list project by project, each part in the list's order off an index of its own; null: it is read as a whole. */
  parts: readonly ListPart[] | null;
  /** Columns of the order, the row number last. */
  order: string[];
  /** Its length is a payment counter. */
  isCounted: boolean;
  /** More is filtered than its index is led by: rows are read in vain, of a project at most. */
  isSparse: boolean;
  /** Rows only join at its newest end; no change of a payment moves one. */
  growsAtEnd: boolean;
  /**
   * Filtered by seller, tier, status, project, event and creation time alone: the counters' version shows whether rows may have
   * joined or left.
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

/** @param isMost the filter's projects, or its event, hold at least half of all payments */
export function planOf(
  filter: PaymentFilter,
  { sort }: PaymentSortOrder,
  found: FoundRows | null,
  isMost = false,
): ListPlan {
  const { where, parameters } = conditionsOf(filter);
  const counted = equalOf(filter).length + Number(filter.projectIds !== undefined);
  const isCounted = found === null && where.length === counted;
  const fixed = [filter.createdFrom, filter.createdBefore, filter.eventId].filter((value) => value !== undefined);
  const isVersioned = found === null && where.length === counted + fixed.length;
  const order = [...LEADING[sort], 'p.created_at', 'p.id'];
  if (found) {
    where.push(
      `${found.kind === 'payments' ? 'p.id' : 'p.customer_id'} IN (${found.ids.map(Number).join(', ') || 'NULL'})`,
    );
  }
  const name = JSON.stringify([order, where, parameters]);
  const growsAtEnd = sort === 'date' && !filter.status;
  const isFixed = isVersioned && !filter.status;
  const way = found ? { index: indexOfFound(found), parts: null } : wayOf(filter, sort, isMost);
  const isSparse = filter.projectIds !== undefined && equalOf(filter) !== '';
  return { where, parameters, name, ...way, order, isCounted, isSparse, growsAtEnd, isVersioned, isFixed };
}

/** The equality filters that an index of {@link INDEXES} serves. */
function equalOf({ salesManagerId, tokenType, status }: PaymentFilter): string {
  return `${salesManagerId === undefined ? '' : 'm'}${tokenType ? 't' : ''}${status ? 's' : ''}`;
}

/**
 * A list of projects or of an event is read off their own index, which holds what else is filtered by or is led by the seller; one
 * that holds most payments off the index of the other filters, where few rows are read in vain.
 */
function wayOf(
  filter: PaymentFilter,
  sort: PaymentSortOrder['sort'],
  isMost: boolean,
): Pick<ListPlan, 'index' | 'parts'> {
  const { projectIds, eventId } = filter;
  const equal = equalOf(filter);
  const usual = INDEXES[`${sort} ${equal}`] ?? null;
  // What is named, the refunds under way and the links that end soon are few.
  if (filter.publicIds) return { index: 'uq_payments_public_id', parts: null };
  if (filter.refundPending) return { index: BY_ID, parts: null };
  if (filter.expiring) return { index: 'ix_payments_expiry', parts: null };
  if (projectIds?.length === 0) return { index: null, parts: null };
  if (filter.needsReview) return { index: 'ix_payments_review', parts: null };
  if (sort !== 'date' || (projectIds === undefined && eventId === undefined)) return { index: usual, parts: null };
  if (isMost && (equal !== '' || eventId === undefined)) return { index: usual, parts: null };
  if (eventId !== undefined) return { index: 'ix_payments_event', parts: null };
  if (projectIds?.length === 1) return { index: ofProject(filter), parts: null };
  return { index: usual, parts: partsOf(filter) };
}

/** The payments or customers that a search has found. */
export function indexOfFound({ kind }: Pick<FoundRows, 'kind'>): string {
  return kind === 'payments' ? BY_ID : 'ix_payments_customer';
}

function ofProject({ salesManagerId }: PaymentFilter): string {
  return salesManagerId === undefined ? 'ix_payments_project' : 'ix_payments_project_manager';
}

function partsOf({ projectIds = [], ...filter }: PaymentFilter): ListPart[] {
  return projectIds.map((id) => ({ ...conditionsOf({ ...filter, projectIds: [id] }), index: ofProject(filter) }));
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

/** As a condition with a placeholder for each value; no values, no rows. */
export function isIn(column: string, values: readonly unknown[]): string {
  if (values.length === 1) return `${column} = ?`;
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
