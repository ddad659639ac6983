import mysql, { type Connection, type RowDataPacket } from 'mysql2/promise';
import { sqliteFileOf } from '../../src/database/options.js';
import { LibsqlShim } from '../../src/database/sqlite/libsql-shim.js';
import { migratedDatabase } from '../support/test-database.js';
import { type Records, emptyRecords, type VersionRecord } from './records.js';

export type Row = Record<string, string | number | null>;
/** Of every table. */
export type Rows = ReadonlyMap<string, Row[]>;

const STAFF = [
  { id: 1, name: 'Anita', email: 'admin@tokendesk.test', role: 'admin' },
  { id: 2, name: 'Priya', email: 'priya@tokendesk.test', role: 'sales_manager' },
  { id: 3, name: 'Rahul', email: 'rahul@tokendesk.test', role: 'sales_manager' },
] as const;
const APPEND_ONLY = [
  'audit_log',
  'terms_versions',
  'terms_agreements',
  'catalogue_versions',
  'catalogue_tiers',
  'catalogue_upgrade_paths',
];
const LONG_AGO = '2020-01-01 00:00:00.000';

/** Reads the product's database past the product, and puts it back for the next run. */
export class SimDatabase {
  /** The run has projects of its own; in the others nothing of them is read. */
  hasLaunch = false;

  private constructor(
    readonly url: string,
    private readonly connection: SideConnection,
    private readonly drop: () => Promise<void>,
    /** Every table with its rows before anybody was here. */
    readonly empty: Rows,
  ) {}

  static async make(): Promise<SimDatabase> {
    const { url, drop } = await migratedDatabase();
    const side = await SideConnection.open(url);
    // That rows of some tables are only added to is tested elsewhere; here they are cleared between runs.
    for (const table of APPEND_ONLY)
      for (const end of ['no_delete', 'no_update']) await side.run(`DROP TRIGGER IF EXISTS ${table}_${end}`);
    for (const { id, name, email, role } of STAFF)
      await side.run(
        `INSERT INTO users (id, name, email, email_key, role, password_hash, password_changed_at, created_at, updated_at)
          VALUES (${id}, '${name}', '${email}', '${email}', '${role}', 'none', '${LONG_AGO}', '${LONG_AGO}', '${LONG_AGO}')`,
      );
    const tables = (await side.tables()).filter((name) => name !== 'schema_migrations');
    return new SimDatabase(url, side, drop, await rowsOf(side, tables));
  }

  get isSqlite(): boolean {
    return this.url.startsWith('sqlite:');
  }

  async reset(rows: Rows): Promise<void> {
    await this.connection.unguarded(async () => {
      for (const table of rows.keys()) await this.connection.run(`DELETE FROM ${table}`);
      for (const [table, all] of rows) for (const row of all) await this.connection.insert(table, row);
    });
  }

  /** Everything that is stored now. */
  async rows(): Promise<Rows> {
    return rowsOf(this.connection, [...this.empty.keys()]);
  }

  /** Far above what a run sells: what is judged is that the counters follow every payment. */
  async limitTiers(): Promise<void> {
    for (const tier of ['gold', 'silver', 'platinum'])
      await this.execute(
        `INSERT INTO quota_counters (project_id, token_type, unit_limit, reserved, sold) VALUES (1, '${tier}', 1000, 0, 0)`,
      );
    await this.execute('UPDATE projects SET has_quotas = 1 WHERE id = 1');
  }

  query<T = Row>(sql: string): Promise<T[]> {
    return this.connection.all(sql) as Promise<T[]>;
  }

  execute(sql: string): Promise<void> {
    return this.connection.run(sql);
  }

  /** Everything that the model has an opinion about. */
  async records(): Promise<Records> {
    const records = emptyRecords();
    const [payments, attempts, refunds, reviews, [permission]] = [
      await this.query(PAYMENTS),
      await this.query(ATTEMPTS),
      await this.query(REFUNDS),
      await this.query(REVIEWS),
      await this.query("SELECT is_enabled AS enabled FROM permissions WHERE name = 'refunds'"),
    ];
    records.refundsOn = Number(permission?.['enabled'] ?? 0) === 1;
    for (const row of payments) records.payments.set(String(row['id']), paymentOf(row) as never);
    for (const row of attempts) records.attempts.set(String(row['invoice']), attemptOf(row) as never);
    for (const row of refunds) records.refunds.set(String(row['reference']), refundOf(row) as never);
    if (this.hasLaunch) await this.readLaunch(records);
    records.reviews = reviews.map(
      (row) => ({ ...row, amount: Number(row['amount']), confirmed: Number(row['confirmed']) }) as never,
    );
    return records;
  }

  private async readLaunch(records: Records): Promise<void> {
    for (const { project, tier, units } of await this.query(LIMITS))
      records.limits.set(`${project} ${tier}`, Number(units));
    for (const { code } of await this.query("SELECT code FROM projects WHERE state = 'closed'"))
      records.closed.add(String(code));
    const terms = await this.query(TERMS);
    const [tiers, paths] = [await this.query(TIERS), await this.query(PATHS)];
    records.terms = terms.map((row) => ({
      project: String(row['project']),
      number: Number(row['number']),
      from: String(row['from_day']),
    }));
    const versions = new Map<number, VersionRecord>();
    for (const row of tiers) {
      const id = Number(row['id']);
      const known = versions.get(id) ?? {
        project: String(row['project']),
        number: Number(row['number']),
        from: String(row['from_day']),
        tiers: {},
        paths: paths.filter((path) => Number(path['id']) === id).map(pathOf),
      };
      const series = `${row['prefix']}-${'0'.repeat(Number(row['width']))}`;
      const medal = row['medal'];
      const tier = { medal, price: Number(row['price']), offered: Number(row['offered']) === 1, series };
      versions.set(id, { ...known, tiers: { ...known.tiers, [String(row['tier'])]: tier } as never });
    }
    records.versions = [...versions.values()];
  }

  async close(): Promise<void> {
    await this.connection.close();
    await this.drop();
  }
}

async function rowsOf(side: SideConnection, tables: string[]): Promise<Rows> {
  const rows = new Map<string, Row[]>();
  for (const table of tables) rows.set(table, await side.all(`SELECT * FROM ${table}`));
  return rows;
}

const PAYMENTS = `SELECT p.public_id AS id, p.sales_manager_id AS seller, COALESCE(p.tier_code, p.token_type) AS tier, p.token_type AS medal, p.amount AS amount, p.status AS status, j.code AS project, p.token_number AS number, CONCAT(k.code, ' ', v.number) AS version,
    p.status_reason AS reason, p.late AS late, p.expires_at AS expiresAt, p.refund_reserved AS reserved,
    p.refunded_amount AS refunded, COALESCE(t.status, 'none') AS token, g.public_id AS source, u.status AS upgrade,
    CASE WHEN u.completed_source_id IS NULL THEN 0 ELSE 1 END AS stands, o.public_id AS replaces
  FROM payments p JOIN projects j ON j.id = p.project_id JOIN catalogue_versions v ON v.id = p.catalogue_version_id
    JOIN projects k ON k.id = v.project_id LEFT JOIN tokens t ON t.payment_id = p.id LEFT JOIN upgrades u ON u.upgrade_payment_id = p.id
    LEFT JOIN payments g ON g.id = u.source_payment_id LEFT JOIN payments o ON o.id = p.replaces_id ORDER BY p.id`;
const ATTEMPTS = `SELECT a.invoice_no AS invoice, p.public_id AS payment, a.status AS status,
    CASE WHEN a.sent_at IS NULL THEN 0 ELSE 1 END AS sent, a.bank_txn_id AS txn, a.amount AS amount, a.excess AS excess,
    a.refund_reserved AS reserved, a.merchant_profile AS merchant FROM payment_attempts a JOIN payments p ON p.id = a.payment_id ORDER BY a.id`;
const REFUNDS = `SELECT r.public_id AS id, r.bank_reference AS reference, p.public_id AS payment, a.bank_txn_id AS txn,
    r.amount AS amount, r.status AS status, r.origin AS origin, r.created_at AS createdAt
  FROM refunds r JOIN payments p ON p.id = r.payment_id JOIN payment_attempts a ON a.id = r.attempt_id ORDER BY r.id`;
const REVIEWS = `SELECT v.public_id AS id, p.public_id AS payment, v.reason AS reason, v.reference AS reference, v.state AS state,
    v.decision AS decision, v.confirmed_at IS NOT NULL AS confirmed, v.amount AS amount, r.public_id AS refund, a.invoice_no AS invoice FROM reviews v JOIN payments p ON p.id = v.payment_id
    LEFT JOIN refunds r ON r.id = v.refund_id LEFT JOIN payment_attempts a ON a.id = v.attempt_id ORDER BY v.id`;

const LIMITS = `SELECT j.code AS project, q.token_type AS tier, q.unit_limit AS units FROM quota_counters q
  JOIN projects j ON j.id = q.project_id ORDER BY j.id, q.token_type`;
const TERMS = `SELECT j.code AS project, v.number AS number, v.effective_from AS from_day FROM terms_versions v
  JOIN projects j ON j.id = v.project_id ORDER BY v.id`;
const TIERS = `SELECT v.id AS id, j.code AS project, v.number AS number, v.effective_from AS from_day, CASE WHEN t.code = '' THEN t.token_type ELSE t.code END AS tier,
    t.token_type AS medal, t.price AS price, t.offered AS offered, t.prefix AS prefix, t.width AS width
  FROM catalogue_versions v JOIN projects j ON j.id = v.project_id JOIN catalogue_tiers t ON t.version_id = v.id ORDER BY v.id, t.id`;
const PATHS = `SELECT version_id AS id, from_type AS lower_tier, to_type AS higher_tier, price AS price
  FROM catalogue_upgrade_paths ORDER BY id`;

function pathOf(row: Row): VersionRecord['paths'][number] {
  const price = row['price'] === null ? null : Number(row['price']);
  return { from: String(row['lower_tier']), to: String(row['higher_tier']), price };
}

/** Stored times are UTC. */
export function instantOf(text: string | number | null | undefined): number {
  return Date.parse(`${String(text).replace(' ', 'T')}Z`);
}

function paymentOf(row: Row): Record<string, unknown> {
  const { number, ...rest } = row;
  return {
    ...rest,
    series: number === null ? null : String(number).replace(/\d/g, '0'),
    seller: String(row['seller']),
    amount: Number(row['amount']),
    late: Number(row['late']) === 1,
    expiresAt: instantOf(row['expiresAt']),
    reserved: Number(row['reserved']),
    refunded: Number(row['refunded']),
    stands: Number(row['stands']) === 1,
  };
}

function attemptOf(row: Row): Record<string, unknown> {
  const [sent, excess] = [Number(row['sent']) === 1, Number(row['excess']) === 1];
  return { ...row, sent, excess, amount: Number(row['amount']), reserved: Number(row['reserved']) };
}

function refundOf(row: Row): Record<string, unknown> {
  return { ...row, amount: Number(row['amount']), createdAt: instantOf(row['createdAt']) };
}

interface Statement {
  all(parameters?: unknown[]): Row[];
  run(parameters?: unknown[]): unknown;
  reader: boolean;
}

/** A connection of its own beside the product's. */
abstract class SideConnection {
  static async open(url: string): Promise<SideConnection> {
    const file = sqliteFileOf(url);
    if (file !== null) return new SqliteSideConnection(file);
    const connection = await mysql.createConnection({
      uri: url.replace(/^mariadb:/, 'mysql:'),
      dateStrings: true,
      supportBigNumbers: true,
      timezone: 'Z',
    });
    return new MysqlSideConnection(connection);
  }

  abstract all(sql: string): Promise<Row[]>;
  abstract run(sql: string, values?: unknown[]): Promise<void>;
  abstract tables(): Promise<string[]>;
  /** Without foreign keys, and all of it or nothing. */
  abstract unguarded(work: () => Promise<void>): Promise<void>;
  abstract close(): Promise<void>;

  insert(table: string, row: Row): Promise<void> {
    const columns = Object.keys(row);
    return this.run(
      `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`,
      Object.values(row),
    );
  }
}

class SqliteSideConnection extends SideConnection {
  private readonly database: LibsqlShim;
  private readonly statements = new Map<string, Statement>();

  constructor(file: string) {
    super();
    this.database = new LibsqlShim(file);
    this.prepared('PRAGMA busy_timeout = 5000').all();
  }

  async all(sql: string): Promise<Row[]> {
    return this.prepared(sql).all();
  }

  async run(sql: string, values: unknown[] = []): Promise<void> {
    this.prepared(sql).run(...(values as []));
  }

  async tables(): Promise<string[]> {
    const rows = await this.all("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'");
    return rows.map(({ name }) => String(name));
  }

  async unguarded(work: () => Promise<void>): Promise<void> {
    this.prepared('PRAGMA foreign_keys = OFF').run();
    this.prepared('BEGIN IMMEDIATE').run();
    await work();
    this.prepared('COMMIT').run();
  }

  async close(): Promise<void> {
    this.database.close();
  }

  private prepared(sql: string): Statement {
    const known = this.statements.get(sql);
    if (known) return known;
    const made = this.database.prepare(sql) as unknown as Statement;
    this.statements.set(sql, made);
    return made;
  }
}

class MysqlSideConnection extends SideConnection {
  constructor(private readonly connection: Connection) {
    super();
  }

  async all(sql: string): Promise<Row[]> {
    const [rows] = await this.connection.query<RowDataPacket[]>(sql);
    return rows as Row[];
  }

  async run(sql: string, values: unknown[] = []): Promise<void> {
    await this.connection.query(sql, values);
  }

  async tables(): Promise<string[]> {
    return (await this.all('SHOW TABLES')).map((row) => String(Object.values(row)[0]));
  }

  async unguarded(work: () => Promise<void>): Promise<void> {
    await this.connection.query('SET foreign_key_checks = 0');
    await this.connection.beginTransaction();
    await work();
    await this.connection.commit();
  }

  async close(): Promise<void> {
    await this.connection.end();
  }
}
