import type { AdminFilters } from '../../contracts/admin.js';
import { MESSAGES } from '../../contracts/messages.js';
import { SERVER_MESSAGES } from '../../contracts/messages-server.js';
import type { PaymentFilter } from '../payment-lists/index.js';
import { istDayEnd, istDayStart } from '../../domain/calendar/ist-day.js';
import { PAGE_SIZE, type PageRequest, pageRequest } from '../../domain/files/pagination.js';
import {
  PAYMENT_SORTS,
  type PaymentSortOrder,
  servedSorts,
  SORT_DIRECTIONS,
} from '../../domain/payment/payment-sort.js';
import { REFUND_PENDING, STATUS_FILTERS, statusCondition } from '../../domain/payment/status-filter.js';
import { BULK_ACTIONS, type BulkAction, MAX_CHOSEN } from '../../domain/payment/bulk-actions.js';
import { TOKEN_TYPES } from '../../domain/payment/token-catalogue.js';
import { isInternalId, projectFilterOf, type ProjectScope } from '../../domain/projects/project-filter.js';
import { PUBLIC_ID } from '../../runtime/ids.js';
import { Refusal } from '../../runtime/refusal.js';
import { clipped } from '../../domain/files/clipped.js';

type Parameters = Readonly<Record<string, unknown>>;

export interface AdminQuery {
  filter: PaymentFilter;
  order: PaymentSortOrder;
  page: PageRequest;
  /** The exact total is waited for. */
  exact: boolean;
  /** The same filters, as the page shows them and repeats them in addresses. */
  shown: AdminFilters;
}

const WORDS = SERVER_MESSAGES.admin;

const MAX_SEARCHED = 100;
const FLAGS: Readonly<Record<string, boolean>> = { '': false, false: false, '0': false, true: true, '1': true };

/**
 * Parses the query of the admin's list and export. Page and limit fall back to defaults; any other unreadable parameter is
 * refused, since ignoring a filter would show more than was asked for.
 * @param scope the projects whose payments may be seen; any other one is answered as one without payments
 * @param pageSize rows a page where the query names no limit
 * @throws FILTER_INVALID with a text for each parameter
 */
export function readAdminQuery(query: Parameters, scope: ProjectScope, pageSize: number = PAGE_SIZE.admin): AdminQuery {
  const reader = new ParameterReader(query);
  const shown = {
    search: reader.text('search'),
    status: reader.oneOf('status', STATUS_FILTERS),
    tokenType: reader.oneOf('tokenType', TOKEN_TYPES),
    salesManager: reader.matching('salesManager', isInternalId, WORDS.unknownValue),
    project: reader.matching('project', isInternalId, WORDS.unknownValue),
    event: reader.matching('event', isInternalId, WORDS.unknownValue),
    startDate: reader.matching('startDate', (text) => istDayStart(text) !== null, WORDS.badDate),
    endDate: reader.matching('endDate', (text) => istDayStart(text) !== null, WORDS.badDate),
    needsReview: reader.flag('needsReview'),
    sort: reader.oneOf('sort', PAYMENT_SORTS) || 'date',
    direction: reader.oneOf('direction', SORT_DIRECTIONS) || 'desc',
  };
  const exact = reader.oneOf('total', ['exact']) === 'exact';
  const { startDate, endDate, sort, direction } = shown;
  if (startDate && endDate && endDate < startDate) reader.refuse('endDate', MESSAGES.admin.datesReversed);
  if (!isServed(shown)) reader.refuse('sort', WORDS.notSortable);
  reader.finish();
  const page = pageRequest(query['page'], query['limit'], pageSize);
  return {
    filter: filterOf(shown, scope),
    order: { sort, direction },
    page,
    exact,
    shown: { ...shown, page: page.page },
  };
}

/** What an action on many payments is for: the list's filter, or payments chosen one by one. */
export interface ChosenQuery {
  filter: PaymentFilter;
  isChosen: boolean;
}

/**
 * Parses the filters of the list, together with `ids` (public ids, separated by commas) for chosen payments, which go without other
 * filters, and `upTo`, the last id that counts.
 * @throws FILTER_INVALID with a text for each parameter
 */
export function readChosenQuery(query: Parameters, scope: ProjectScope): ChosenQuery {
  const { filter, shown } = readAdminQuery(query, null);
  const reader = new ParameterReader(query);
  const ids = reader.matching('ids', areIds, WORDS.unknownValue);
  const upTo = reader.matching('upTo', (text) => /^[1-9]\d{0,14}$/.test(text), WORDS.unknownValue);
  if (ids && Object.keys(filter).length > 0) reader.refuse('ids', WORDS.idsAlone);
  reader.finish();
  const visible = projectFilterOf(shown, scope);
  if (ids) return { filter: { publicIds: [...new Set(ids.split(','))], ...visible }, isChosen: true };
  return { filter: { ...filter, ...visible, ...(upTo && { upToId: Number(upTo) }) }, isChosen: false };
}

/** @throws FILTER_INVALID */
export function readBulkAction(query: Parameters): BulkAction {
  const reader = new ParameterReader(query);
  const action = reader.oneOf('action', BULK_ACTIONS);
  if (action === '') reader.refuse('action', WORDS.unknownValue);
  reader.finish();
  return action || 'check';
}

function areIds(text: string): boolean {
  const ids = text.split(',');
  return ids.length <= MAX_CHOSEN && ids.every((id) => PUBLIC_ID.test(id));
}

type Shown = Omit<AdminFilters, 'page'>;

function filterOf(shown: Shown, scope: ProjectScope): PaymentFilter {
  const { search, status, tokenType, salesManager, project, event, needsReview } = shown;
  const createdFrom = istDayStart(shown.startDate);
  const createdBefore = istDayEnd(shown.endDate);
  return {
    ...(search && { search }),
    ...statusCondition(status),
    ...(tokenType && { tokenType }),
    ...(salesManager && { salesManagerId: Number(salesManager) }),
    ...projectFilterOf({ project, event }, scope),
    ...(createdFrom && { createdFrom }),
    ...(createdBefore && { createdBefore }),
    ...(needsReview && { needsReview }),
  };
}

function isServed({
  search,
  status,
  tokenType,
  salesManager,
  project,
  event,
  startDate,
  endDate,
  needsReview,
  sort,
}: Shown): boolean {
  const isPending = status === REFUND_PENDING;
  const other =
    search !== '' || project !== '' || event !== '' || startDate !== '' || endDate !== '' || needsReview || isPending;
  const active = {
    status: status !== '' && !isPending,
    tokenType: tokenType !== '',
    salesManager: salesManager !== '',
    other,
  };
  return servedSorts(active).includes(sort);
}

class ParameterReader {
  private readonly refused: Record<string, string> = {};

  constructor(private readonly query: Parameters) {}

  /** Only the first hundred characters are searched for. */
  text(name: string): string {
    return clipped(this.given(name).replaceAll('\0', '').trim(), MAX_SEARCHED);
  }

  oneOf<Known extends string>(name: string, known: readonly Known[]): Known | '' {
    const value = this.given(name);
    const found = known.find((each) => each === value);
    if (value !== '' && found === undefined) this.refuse(name, WORDS.unknownValue);
    return found ?? '';
  }

  matching(name: string, isFine: (text: string) => boolean, fault: string): string {
    const value = this.given(name);
    if (value === '' || isFine(value)) return value;
    this.refuse(name, fault);
    return '';
  }

  flag(name: string): boolean {
    const value = this.given(name);
    if (!Object.hasOwn(FLAGS, value)) this.refuse(name, WORDS.unknownValue);
    return FLAGS[value] ?? false;
  }

  refuse(name: string, fault: string): void {
    this.refused[name] ??= fault;
  }

  finish(): void {
    if (Object.keys(this.refused).length > 0) throw new Refusal('FILTER_INVALID', { details: this.refused });
  }

  /** A repeated parameter arrives as a list and is ignored. */
  private given(name: string): string {
    const value = Object.hasOwn(this.query, name) ? this.query[name] : '';
    if (typeof value === 'string') return value;
    if (value !== undefined) this.refuse(name, WORDS.unknownValue);
    return '';
  }
}
