import type { EntityManager } from 'typeorm';
import type { PageRequest } from '../domain/pagination.js';
import { WITHDRAWALS } from '../domain/link-care.js';
import type { PaymentStatus } from '../domain/payment-status.js';
import type { TokenType } from '../domain/token-catalogue.js';

export interface PaymentFilter {
  salesManagerId?: number;
  /** Part of a name, e-mail or phone; a whole token number, payment id or invoice number. */
  search?: string;
  status?: PaymentStatus;
  tokenType?: TokenType;
  /** Links that can still be paid and run out in this span. */
  expiring?: { after: Date; upTo: Date };
}

export interface PaymentIdPage {
  ids: number[];
  totalCount: number;
}

/**
 * One page of payment ids, newest first. The page is found in the index alone; whoever shows it reads the ten rows by id
 * afterwards, because a join under ORDER BY … LIMIT makes the database sort everything.
 */
export async function findPaymentPage(
  manager: EntityManager,
  filter: PaymentFilter,
  page: PageRequest,
): Promise<PaymentIdPage> {
  const { sql, parameters } = conditionsOf(filter);
  const [counted] = (await manager.query(`SELECT COUNT(*) AS total ${sql}`, parameters)) as {
    total: number | string;
  }[];
  const rows = (await manager.query(
    `SELECT p.id AS id ${sql} ORDER BY p.created_at DESC, p.id DESC LIMIT ${page.limit} OFFSET ${(page.page - 1) * page.limit}`,
    parameters,
  )) as { id: number }[];
  return { ids: rows.map((row) => Number(row.id)), totalCount: Number(counted?.total ?? 0) };
}

function conditionsOf(filter: PaymentFilter): { sql: string; parameters: (string | number)[] } {
  const where: string[] = [];
  const parameters: (string | number)[] = [];
  const add = (condition: string, ...values: (string | number)[]) => {
    where.push(condition);
    parameters.push(...values);
  };
  if (filter.salesManagerId !== undefined) add('p.sales_manager_id = ?', filter.salesManagerId);
  if (filter.status) add('p.status = ?', filter.status);
  if (filter.tokenType) add('p.token_type = ?', filter.tokenType);
  if (filter.expiring) addExpiring(add, filter.expiring);
  // No stored text holds a NUL, and SQLite's driver refuses to look for one.
  const search = filter.search?.replaceAll('\0', '').trim();
  if (search) addSearch(add, search);
  const join = search ? 'JOIN customers c ON c.id = p.customer_id' : '';
  return { sql: `FROM payments p ${join} ${where.length > 0 ? `WHERE ${where.join(' AND ')}` : ''}`, parameters };
}

type Add = (condition: string, ...values: (string | number)[]) => void;

function addExpiring(add: Add, { after, upTo }: NonNullable<PaymentFilter['expiring']>): void {
  add('p.expires_at > ?', instantText(after));
  add('p.expires_at <= ?', instantText(upTo));
  add("p.status IN ('pending', 'initiated', 'failed', 'cancelled')");
  const withdrawn = WITHDRAWALS.map((reason) => `'${reason}'`).join(', ');
  add(`NOT (p.status = 'cancelled' AND COALESCE(p.status_reason, '') IN (${withdrawn}))`);
}

/** As both engines store and compare it; a plain query converts no dates. */
function instantText(instant: Date): string {
  return instant.toISOString().replace('T', ' ').replace('Z', '');
}

function addSearch(add: (condition: string, ...values: string[]) => void, search: string): void {
  const part = `%${escapeLike(search.normalize('NFC').toLowerCase().replace(/\s+/g, ' '))}%`;
  const digits = search.replace(/[\s+-]/g, '');
  const either = [
    "c.name_key LIKE ? ESCAPE '!'",
    "c.email_key LIKE ? ESCAPE '!'",
    'p.token_number = ?',
    'p.public_id = ?',
  ];
  const values = [part, part, search.toUpperCase(), search.toLowerCase()];
  if (/^\d{4,12}$/.test(digits)) {
    either.push("c.phone LIKE ? ESCAPE '!'");
    values.push(`%${digits}%`);
  }
  if (/^[A-Za-z0-9]{20}$/.test(search)) {
    either.push('p.id IN (SELECT a.payment_id FROM payment_attempts a WHERE a.invoice_no = ?)');
    values.push(search.toUpperCase());
  }
  add(`(${either.join(' OR ')})`, ...values);
}

/** For `LIKE … ESCAPE '!'`: what was typed is looked for literally. */
export function escapeLike(text: string): string {
  return text.replace(/[!%_]/g, (character) => `!${character}`);
}
