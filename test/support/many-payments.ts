import type { DataSource } from 'typeorm';
import { recountPayments } from '../../src/database/payment-recount.js';
import { PAYMENT_STATUSES, type PaymentStatus } from '../../src/domain/payment/payment-status.js';
import { TOKEN_TYPES } from '../../src/domain/payment/token-catalogue.js';

const NAMES = ['Asha Rao', 'Vikram Iyer', 'Meera Nair', 'Imran Khan', 'Kavya Reddy', 'Zoë Śarmā', 'Tara_100% Sen'];
const AT_ONCE = 1000;
const FIRST_SECOND = Date.UTC(2026, 0, 1);
/** Most payments are completed, some are rare: as in life. */
const STATUSES: readonly PaymentStatus[] = [
  ...Array<PaymentStatus>(7).fill('completed'),
  ...PAYMENT_STATUSES.filter((status) => status !== 'completed'),
];

export interface ManyPayments {
  payments: number;
  sellers: number;
  /** Projects, the default one among them, each with two events; payments are spread over all events. Without: the default one alone. */
  projects?: number;
}

interface EventRow {
  id: number;
  projectId: number;
}

interface Bases {
  users: number;
  customers: number;
  payments: number;
  /** Payments of earlier fills. */
  made: number;
}

/**
 * Fills a database with payments a minute apart, three to a customer, so that every filter has rows: written in bulk,
 * counted afterwards. The same sizes give the same rows.
 */
export async function fillPayments(
  dataSource: DataSource,
  { payments, sellers, projects = 1 }: ManyPayments,
): Promise<void> {
  const insert = (table: string, columns: string, rows: unknown[][]) => insertAll(dataSource, table, columns, rows);
  const customers = Math.max(1, Math.ceil(payments / 3));
  const at = instantText(0);
  const base = await basesOf(dataSource);
  const events = await addProjects(dataSource, projects);
  await insert(
    'users',
    'id, name, email, email_key, role, password_hash, password_changed_at, created_at, updated_at',
    numbers(sellers).map((n) => {
      const email = `seller${base.users + n}@example.com`;
      return [base.users + n, `Seller ${n}`, email, email, 'sales_manager', 'x', at, at, at];
    }),
  );
  await insert(
    'customers',
    'id, sales_manager_id, name, name_key, email, email_key, phone, created_at, updated_at',
    numbers(customers).map((n) => {
      const name = `${NAMES[n % NAMES.length]} ${n}`;
      const email = `person${n}@mail${n % 50}.example`;
      const phone = `+9198${String(n).padStart(8, '0')}`;
      return [
        base.customers + n,
        base.users + sellerOf(n, sellers),
        name,
        name.normalize('NFC').toLowerCase(),
        email,
        email,
        phone,
        at,
        at,
      ];
    }),
  );
  await insert(
    'payments',
    PAYMENT_COLUMNS,
    numbers(payments).map((n) => paymentRow(n, customers, sellers, base, events)),
  );
  await recountPayments((sql) => dataSource.query(sql));
  if (dataSource.options.type !== 'better-sqlite3') await dataSource.query('ANALYZE TABLE payments, customers');
}

const PAYMENT_COLUMNS =
  'id, public_id, customer_id, sales_manager_id, project_id, event_id, token_type, payment_type, amount, status, token_number, reference_type,' +
  ' gateway, expires_at, paid_at, refund_reserved, refunded_amount, review_reason, created_at, updated_at';

/** Makes projects up to this number, each with two events, and the default one with its default event. @returns all events */
export async function addProjects(dataSource: DataSource, projects: number): Promise<EventRow[]> {
  const at = instantText(0);
  const events: EventRow[] = [{ id: 1, projectId: 1 }];
  if (projects === 1) return events;
  for (let id = 1; id <= projects; id += 1) {
    if (id > 1)
      await dataSource.query('INSERT INTO projects (id, code, name, created_at, updated_at) VALUES (?, ?, ?, ?, ?)', [
        id,
        `project-${id}`,
        `Project ${id}`,
        at,
        at,
      ]);
    for (let n = id === 1 ? 2 : 1; n <= 2; n += 1) {
      events.push({ id: events.length + 1, projectId: id });
      await dataSource.query(
        'INSERT INTO events (id, project_id, name, created_at, updated_at) VALUES (?, ?, ?, ?, ?)',
        [events.length, id, `Event ${n} of ${id}`, at, at],
      );
    }
  }
  return events;
}

function paymentRow(n: number, customers: number, sellers: number, base: Bases, events: EventRow[]): unknown[] {
  const customer = (n % customers) + 1;
  const type = TOKEN_TYPES[n % 3]!;
  const status = STATUSES[(n * 7 + (n >> 3)) % STATUSES.length]!;
  const paid = status === 'completed' || status === 'refunded';
  const amount = (n % 5 === 0 ? 49_000_00 : 51_000_00) + (n % 100);
  const at = instantText(n);
  const event = events[(n + (n >> 4)) % events.length]!;
  return [
    base.payments + n,
    `p${String(base.made + n).padStart(25, '0')}`,
    base.customers + customer,
    base.users + sellerOf(customer, sellers),
    event.projectId,
    event.id,
    type,
    'initial',
    amount,
    status,
    paid ? `${type.slice(0, 2).toUpperCase()}-${String(base.made + n).padStart(6, '0')}` : null,
    'direct',
    'icici',
    instantText(n + 5000),
    paid ? at : null,
    status === 'refunded' ? amount : 0,
    status === 'refunded' ? amount : 0,
    n % 97 === 0 ? 'amount_mismatch' : null,
    at,
    at,
  ];
}

/** In bulk. */
export async function insertAll(
  dataSource: DataSource,
  table: string,
  columns: string,
  rows: unknown[][],
): Promise<void> {
  // SQLite takes no more than 32766 parameters, and commits each statement by itself.
  const some = Math.min(AT_ONCE, Math.floor(32_000 / (rows[0]?.length ?? 1)));
  for (let from = 0; from < rows.length; from += some) {
    const part = rows.slice(from, from + some);
    const values = part.map((row) => `(${row.map(() => '?').join(', ')})`).join(', ');
    await dataSource.query(`INSERT INTO ${table} (${columns}) VALUES ${values}`, part.flat());
  }
}

async function basesOf(dataSource: DataSource): Promise<Bases> {
  const highest = async (table: string) => {
    const [row] = (await dataSource.query(`SELECT MAX(id) AS id FROM ${table}`)) as { id: unknown }[];
    return Number(row?.id ?? 0);
  };
  const [fills] = (await dataSource.query("SELECT COUNT(*) AS made FROM payments WHERE public_id LIKE 'p00%'")) as {
    made: unknown;
  }[];
  const made = Number(fills?.made ?? 0);
  return {
    made,
    users: await highest('users'),
    customers: await highest('customers'),
    payments: await highest('payments'),
  };
}

function sellerOf(customer: number, sellers: number): number {
  return (customer % sellers) + 1;
}

function instantText(minutes: number): string {
  return new Date(FIRST_SECOND + minutes * 60_000).toISOString().replace('T', ' ').replace('Z', '');
}

function numbers(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index + 1);
}
