import { Injectable } from '@nestjs/common';
import { normaliseEmail } from '../../../domain/people/email.js';
import { normalisePhone } from '../../../domain/people/phone.js';
import { Clock } from '../../../runtime/clock.js';
import { escapeLike } from '../../../database/escape-like.js';
import { CustomerSearchIndex } from './customer-search-index.js';
import { BY_ID, indexHint } from '../index-hint.js';
import { type Conditions, conditionsOf, type FoundRows, type PaymentFilter } from '../payment-filter.js';
import { UnitOfWork } from '../../../database/unit-of-work.js';
import { Refusal } from '../../../runtime/refusal.js';

/** Many customers match: their payments are matched in memory instead of being collected. */
export interface DenseSearch {
  kind: 'dense';
  parts: string[];
}

export type FoundBySearch = FoundRows | DenseSearch;

const PAYMENT_ID = /^[0-9a-z]{26}$/i;
const TOKEN_NUMBER = /^[A-Z][A-Z0-9]{0,3}-\d{3,10}$/i;
const BANK_NUMBER = /^[A-Za-z0-9-]{6,40}$/;
const PHONE_PART = /^\d{4,12}$/;
/** Limit of lookups for customers that do not fit into memory. */
const MAX_SCANNED = 10_000;

/** What a search needs of a filter: its text, and whose payments it is about. */
export type SearchedFilter = Pick<PaymentFilter, 'search' | 'salesManagerId' | 'projectIds'>;

/**
 * Resolves a search text by its shape: whole numbers and addresses use an index, anything else is a substring search in customer
 * names, emails and phones. The text is always literal. A whole number or address counts as known only when the filter's seller
 * and projects have a payment of it: what others have sold changes nothing.
 */
@Injectable()
export class PaymentSearch {
  readonly text: CustomerSearchIndex;
  /** Above this number of customers a search is dense. Tests lower it. */
  fewCustomers = 1000;

  constructor(
    private readonly uow: UnitOfWork,
    clock: Clock,
  ) {
    this.text = new CustomerSearchIndex(uow, clock);
  }

  /** @returns null for an empty search; what is found may belong to others too @throws SEARCH_TOO_WIDE */
  async resolve({ search: typed, salesManagerId, projectIds }: SearchedFilter): Promise<FoundBySearch | null> {
    // No stored text contains NUL, and SQLite's driver refuses it in a query.
    const search = typed?.replaceAll('\0', '').trim();
    if (!search) return null;
    const scope = conditionsOf({
      ...(salesManagerId !== undefined && { salesManagerId }),
      ...(projectIds && { projectIds }),
    });
    const found = (await this.byNumber(search, scope)) ?? (await this.byAddress(search, scope));
    return found ?? this.byParts(partsOf(search));
  }

  /** A predicate for single payments of the filter. @throws SEARCH_TOO_WIDE */
  async matcher(filter: SearchedFilter): Promise<(payment: { id: number; customerId: number }) => boolean> {
    const found = await this.resolve(filter);
    if (found === null) return () => true;
    if (found.kind === 'dense') return ({ customerId }) => this.text.has(customerId, found.parts);
    const ids = new Set(found.ids);
    return ({ id, customerId }) => ids.has(found.kind === 'payments' ? id : customerId);
  }

  private async byNumber(search: string, { where, parameters }: Conditions): Promise<FoundRows | null> {
    const scoped = where.map((condition) => ` AND ${condition}`).join('');
    const lookups: [sql: string, value: string][] = [];
    const ofPayments = (column: string, value: string) =>
      lookups.push([
        `SELECT p.id AS id FROM payments p${indexHint(this.uow, `uq_payments_${column}`)} WHERE p.${column} = ?${scoped}`,
        value,
      ]);
    const ofAttempts = (column: string, value: string) =>
      lookups.push([
        `SELECT p.id AS id FROM payment_attempts a JOIN payments p${indexHint(this.uow, BY_ID)} ON p.id = a.payment_id
          WHERE a.${column} = ?${scoped}`,
        value,
      ]);
    if (PAYMENT_ID.test(search)) ofPayments('public_id', search.toLowerCase());
    if (TOKEN_NUMBER.test(search)) ofPayments('token_number', search.toUpperCase());
    if (BANK_NUMBER.test(search)) {
      ofAttempts('invoice_no', search.toUpperCase());
      ofAttempts('bank_txn_id', search);
    }
    if (lookups.length === 0) return null;
    const rows = await this.ids(
      lookups.map(([sql]) => sql).join(' UNION '),
      lookups.flatMap(([, value]) => [value, ...parameters]),
    );
    return rows.length > 0 ? { kind: 'payments', ids: rows } : null;
  }

  /** Whole emails and phone numbers. An unknown one may still be part of another. */
  private async byAddress(search: string, { where, parameters }: Conditions): Promise<FoundRows | null> {
    const email = normaliseEmail(search);
    const phone = email === null ? normalisePhone(search) : null;
    if (email === null && phone === null) return null;
    const most = this.fewCustomers + 1;
    const column = email === null ? 'phone' : 'email_key';
    const own = ['p.customer_id = c.id', ...where].join(' AND ');
    const ids = await this.ids(
      `SELECT c.id AS id FROM customers c WHERE c.${column} = ?
          AND EXISTS (SELECT 1 FROM payments p${indexHint(this.uow, 'ix_payments_customer')} WHERE ${own})
        LIMIT ${Math.trunc(most)}`,
      [email ?? phone ?? '', ...parameters],
    );
    return ids.length > 0 && ids.length <= this.fewCustomers ? { kind: 'customers', ids } : null;
  }

  private async byParts(parts: string[]): Promise<FoundBySearch> {
    const fits = await this.text.refresh();
    const ids = fits ? this.text.find(parts, this.fewCustomers + 1) : await this.scan(parts);
    return fits && ids.length > this.fewCustomers ? { kind: 'dense', parts } : { kind: 'customers', ids };
  }

  /** For more customers than fit into memory. @throws SEARCH_TOO_WIDE when too many match */
  private async scan(parts: string[]): Promise<number[]> {
    const columns = ['name_key', 'email_key', 'phone'];
    const either = parts.flatMap(() => columns.map((column) => `${column} LIKE ? ESCAPE '!'`)).join(' OR ');
    const values = parts.flatMap((part) => columns.map(() => `%${escapeLike(part)}%`));
    const ids = await this.ids(`SELECT id FROM customers WHERE ${either} LIMIT ${MAX_SCANNED + 1}`, values);
    if (ids.length > MAX_SCANNED) throw new Refusal('SEARCH_TOO_WIDE');
    return ids;
  }

  private async ids(sql: string, parameters: (string | number)[]): Promise<number[]> {
    const rows = (await this.uow.manager.query(sql, parameters)) as { id: number }[];
    return rows.map(({ id }) => Number(id));
  }
}

/** The forms in which a text is compared: the text itself and, for digits, the phone number they may be. */
export function partsOf(search: string): string[] {
  const text = search.replaceAll('\0', '').trim().normalize('NFC').toLowerCase().replace(/\s+/g, ' ');
  const digits = search.replace(/[\s+-]/g, '');
  return PHONE_PART.test(digits) && digits !== text ? [text, digits] : [text];
}
