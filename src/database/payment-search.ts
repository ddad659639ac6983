import { Injectable } from '@nestjs/common';
import { normaliseEmail } from '../domain/email.js';
import { normalisePhone } from '../domain/phone.js';
import { Clock } from '../runtime/clock.js';
import { escapeLike } from './escape-like.js';
import { CustomerText } from './customer-text.js';
import type { FoundRows } from './payment-filter.js';
import { SearchTooWide } from './search-too-wide.js';
import { UnitOfWork } from './unit-of-work.js';

/** So many customers match that their payments are recognised among all payments, instead of being gathered. */
export interface DenseSearch {
  kind: 'dense';
  parts: string[];
}

export type FoundBySearch = FoundRows | DenseSearch;

const PAYMENT_ID = /^[0-9a-z]{26}$/i;
const TOKEN_NUMBER = /^[A-Z]{2}-\d{6,9}$/i;
const BANK_NUMBER = /^[A-Za-z0-9-]{6,40}$/;
const PHONE_PART = /^\d{4,12}$/;
/** Of customers that do not fit into memory so many are looked up. */
const MOST_SCANNED = 10_000;

/**
 * What people type into a search box, led by its shape: whole numbers and addresses go to their unique or ordinary index,
 * anything else is looked for as a part of the customers' names, e-mail addresses and telephone numbers. What is typed is
 * always meant literally.
 */
@Injectable()
export class PaymentSearch {
  readonly text: CustomerText;
  /** More matching customers make a search dense. Tests lower it. */
  fewCustomers = 1000;

  constructor(
    private readonly uow: UnitOfWork,
    clock: Clock,
  ) {
    this.text = new CustomerText(uow, clock);
  }

  /** @returns null when there is nothing to search for @throws SearchTooWide */
  async resolve(typed: string | undefined): Promise<FoundBySearch | null> {
    // No stored text holds a NUL, and SQLite's driver refuses to look for one.
    const search = typed?.replaceAll('\0', '').trim();
    if (!search) return null;
    return (await this.byNumber(search)) ?? (await this.byAddress(search)) ?? this.byParts(partsOf(search));
  }

  /** Tells of single payments whether the search finds them. @throws SearchTooWide */
  async matcher(typed: string | undefined): Promise<(payment: { id: number; customerId: number }) => boolean> {
    const found = await this.resolve(typed);
    if (found === null) return () => true;
    if (found.kind === 'dense') return ({ customerId }) => this.text.has(customerId, found.parts);
    const ids = new Set(found.ids);
    return ({ id, customerId }) => ids.has(found.kind === 'payments' ? id : customerId);
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
    const most = this.fewCustomers + 1;
    const column = email === null ? 'phone' : 'email_key';
    const ids = await this.ids(`SELECT id FROM customers WHERE ${column} = ? LIMIT ${Math.trunc(most)}`, [
      email ?? phone ?? '',
    ]);
    return ids.length > 0 && ids.length <= this.fewCustomers ? { kind: 'customers', ids } : null;
  }

  private async byParts(parts: string[]): Promise<FoundBySearch> {
    const fits = await this.text.refresh();
    const ids = fits ? this.text.find(parts, this.fewCustomers + 1) : await this.scan(parts);
    return fits && ids.length > this.fewCustomers ? { kind: 'dense', parts } : { kind: 'customers', ids };
  }

  /** For more customers than are kept in memory. @throws SearchTooWide when too many match to be looked up one by one */
  private async scan(parts: string[]): Promise<number[]> {
    const columns = ['name_key', 'email_key', 'phone'];
    const either = parts.flatMap(() => columns.map((column) => `${column} LIKE ? ESCAPE '!'`)).join(' OR ');
    const values = parts.flatMap((part) => columns.map(() => `%${escapeLike(part)}%`));
    const ids = await this.ids(`SELECT id FROM customers WHERE ${either} LIMIT ${MOST_SCANNED + 1}`, values);
    if (ids.length > MOST_SCANNED) throw new SearchTooWide();
    return ids;
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
