import { Injectable } from '@nestjs/common';
import { normaliseEmail } from '../domain/email.js';
import type { PageRequest } from '../domain/pagination.js';
import type { PaymentOrder } from '../domain/payment-sort.js';
import { normalisePhone } from '../domain/phone.js';
import { Clock } from '../runtime/clock.js';
import { escapeLike } from './escape-like.js';
import { CustomerText } from './customer-text.js';
import { type FoundRows, type PaymentFilter, planOf } from './payment-filter.js';
import type { PaymentIdPage } from './payment-list.js';
import { PlanReader } from './plan-reader.js';
import { UnitOfWork } from './unit-of-work.js';

/** So many customers match that their payments are recognised while walking the list, instead of being gathered. */
export interface DenseSearch {
  kind: 'dense';
  parts: string[];
}

export type FoundBySearch = FoundRows | DenseSearch;

const PAYMENT_ID = /^[0-9a-z]{26}$/i;
const TOKEN_NUMBER = /^[A-Z]{2}-\d{6,9}$/i;
const BANK_NUMBER = /^[A-Za-z0-9-]{6,40}$/;
const PHONE_PART = /^\d{4,12}$/;
/** More customers than this make a search dense. */
const FEW = 2000;
const WALKED_AT_ONCE = 1000;
/** What a dense search is said to have found at least. */
const AT_LEAST = 1000;
const MOST_PAGED = 10_000;

/**
 * What people type into a search box, led by its shape: whole numbers and addresses go to their unique or ordinary index,
 * anything else is looked for as a part of the customers' names, e-mail addresses and telephone numbers. What is typed is
 * always meant literally.
 */
@Injectable()
export class PaymentSearch {
  private readonly text: CustomerText;
  private readonly reader: PlanReader;

  constructor(
    private readonly uow: UnitOfWork,
    clock: Clock,
  ) {
    this.text = new CustomerText(uow, clock);
    this.reader = new PlanReader(uow);
  }

  /** @returns null when there is nothing to search for */
  async resolve(typed: string | undefined): Promise<FoundBySearch | null> {
    // No stored text holds a NUL, and SQLite's driver refuses to look for one.
    const search = typed?.replaceAll('\0', '').trim();
    if (!search) return null;
    return (await this.byNumber(search)) ?? (await this.byAddress(search)) ?? this.byParts(partsOf(search));
  }

  /** Newest or oldest first, recognising the customers on the way: what so many customers match comes soon. */
  async walk(
    filter: PaymentFilter,
    { parts }: DenseSearch,
    page: PageRequest,
    { direction }: PaymentOrder,
  ): Promise<PaymentIdPage> {
    const plan = planOf(filter, { sort: 'date', direction }, null);
    const offset = (page.page - 1) * page.limit;
    const wanted = Math.min(offset, MOST_PAGED) + page.limit + 1;
    const ids: number[] = [];
    for (let key = null as null | (string | number)[], ended = false; ids.length < wanted && !ended;) {
      const rows = await this.reader.walk(plan, direction, key, { length: WALKED_AT_ONCE, customer: true });
      for (const row of rows) if (this.text.has(row.customerId, parts)) ids.push(row.id);
      key = rows.at(-1)?.key ?? null;
      ended = rows.length < WALKED_AT_ONCE;
      if (ended) return { ids: pageOf(ids, offset, page), totalCount: ids.length, totalIsCapped: false };
    }
    const totalCount = Math.min(
      MOST_PAGED,
      plan.isCounted && plan.where.length === 0 ? Math.max(AT_LEAST, ids.length) : ids.length,
    );
    return { ids: offset >= MOST_PAGED ? [] : pageOf(ids, offset, page), totalCount, totalIsCapped: true };
  }

  private async byNumber(search: string): Promise<FoundRows | null> {
    const lookups: [sql: string, value: string][] = [];
    if (PAYMENT_ID.test(search)) lookups.push(['SELECT id FROM payments WHERE public_id = ?', search.toLowerCase()]);
    if (TOKEN_NUMBER.test(search))
      lookups.push(['SELECT id FROM payments WHERE token_number = ?', search.toUpperCase()]);
    if (BANK_NUMBER.test(search)) {
      lookups.push(['SELECT payment_id AS id FROM payment_attempts WHERE invoice_no = ?', search.toUpperCase()]);
      lookups.push(['SELECT payment_id AS id FROM payment_attempts WHERE bank_txn_id = ?', search]);
    }
    if (lookups.length === 0) return null;
    const rows = await this.ids(
      lookups.map(([sql]) => sql).join(' UNION '),
      lookups.map(([, value]) => value),
    );
    return rows.length > 0 ? { kind: 'payments', ids: rows } : null;
  }

  /** Whole e-mail addresses and telephone numbers. One that nobody has may still be a part of another. */
  private async byAddress(search: string): Promise<FoundRows | null> {
    const email = normaliseEmail(search);
    const phone = email === null ? normalisePhone(search) : null;
    if (email === null && phone === null) return null;
    const column = email === null ? 'phone' : 'email_key';
    const ids = await this.ids(`SELECT id FROM customers WHERE ${column} = ? LIMIT ${FEW + 1}`, [email ?? phone ?? '']);
    return ids.length > 0 && ids.length <= FEW ? { kind: 'customers', ids } : null;
  }

  private async byParts(parts: string[]): Promise<FoundBySearch> {
    const fits = await this.text.refresh();
    const ids = fits ? this.text.find(parts, FEW + 1) : await this.scan(parts);
    return fits && ids.length > FEW ? { kind: 'dense', parts } : { kind: 'customers', ids };
  }

  /** For more customers than are kept in memory: the newest that match. */
  private scan(parts: string[]): Promise<number[]> {
    const columns = ['name_key', 'email_key', 'phone'];
    const either = parts.flatMap(() => columns.map((column) => `${column} LIKE ? ESCAPE '!'`)).join(' OR ');
    const values = parts.flatMap((part) => columns.map(() => `%${escapeLike(part)}%`));
    return this.ids(`SELECT id FROM customers WHERE ${either} ORDER BY id DESC LIMIT ${MOST_PAGED}`, values);
  }

  private async ids(sql: string, parameters: string[]): Promise<number[]> {
    const rows = (await this.uow.manager.query(sql, parameters)) as { id: number }[];
    return rows.map(({ id }) => Number(id));
  }
}

/** As names and addresses are stored for comparison: the text itself, and for digits the telephone number they may be. */
export function partsOf(search: string): string[] {
  const text = search.replaceAll('\0', '').trim().normalize('NFC').toLowerCase().replace(/\s+/g, ' ');
  const digits = search.replace(/[\s+-]/g, '');
  return PHONE_PART.test(digits) && digits !== text ? [text, digits] : [text];
}

function pageOf(ids: number[], offset: number, { limit }: PageRequest): number[] {
  return ids.slice(offset, offset + limit);
}
