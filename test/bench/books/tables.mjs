// Which columns the books fill, and with what. A column that is not named keeps its default.
import {
  customerOf,
  customersFor,
  FAR,
  FIRST_DAY,
  instantText,
  mixed,
  publicIdOf,
  salesOf,
  ADMINS,
  SELLERS,
  adminEmailOf,
} from './rows.mjs';

const HOUR = 3_600_000;
const START = instantText(FIRST_DAY);
const MODES = ['CC', 'UPI', 'NB', 'DC'];

const columns = (text) => text.trim().split(/[\s,]+/);

/** Tables that are filled by sale: columns, and the rows of one sale. In an order that foreign keys allow. */
export const SALE_TABLES = {
  payments: {
    columns: columns(`id public_id customer_id sales_manager_id token_type payment_type amount status status_reason
      version refunded_amount refund_reserved token_number original_token_number upgrade_from upgrade_to reference_type
      gateway expires_at opened_at initiated_at paid_at review_reason created_at updated_at project_id event_id`),
    rows: (sale) => [paymentRow(sale)],
  },
  payment_attempts: {
    columns: columns(`id payment_id number invoice_no status open_payment_id amount redirect_url bank_txn_id
      bank_payment_id payment_mode response_code response_text refund_reserved sent_at captured_at closed_at
      next_check_at check_count created_at updated_at settlement_id settlement_utr settled_date settled_amount`),
    rows: (sale) => sale.attempts.map((attempt) => attemptRow(sale, attempt)),
  },
  tokens: {
    columns: columns('token_number token_type sequence payment_id status issued_at'),
    rows: ({ n, token, type, status, paidAt }) =>
      token ? [[token.number, type, token.sequence, n, status === 'refunded' ? 'void' : 'active', instantText(paidAt)]] : [],
  },
  receipts: {
    columns: columns('receipt_number sequence payment_id amount issued_at'),
    rows: ({ n, receipt, amount, paidAt }) =>
      receipt ? [[`RC-${String(receipt).padStart(6, '0')}`, receipt, n, amount, instantText(paidAt)]] : [],
  },
  payment_events: {
    columns: columns('payment_id attempt_id type source from_status to_status created_at'),
    rows: eventRows,
  },
  refunds: {
    columns: columns(`public_id payment_id attempt_id bank_reference amount reason status requested_by settled_at
      created_at updated_at`),
    rows: refundRows,
  },
  upgrades: {
    columns: columns(`source_payment_id upgrade_payment_id open_source_id completed_source_id upgrade_type amount
      status created_by completed_at created_at updated_at`),
    rows: upgradeRows,
  },
  reviews: {
    columns: columns('public_id payment_id reason reference open_key attempt_id amount state evidence opened_at'),
    rows: reviewRows,
  },
};

export const CUSTOMER_COLUMNS = columns(
  'id sales_manager_id name name_key email email_key phone created_at updated_at',
);
export const USER_COLUMNS = columns(
  'id name email email_key role password_hash password_changed_at created_at updated_at',
);

export function* customerRows(size) {
  for (let c = 1; c <= customersFor(size); c += 1) {
    const { seller, name, email, phone } = customerOf(c);
    yield [c, seller, name, name.toLowerCase(), email, email, phone, START, START];
  }
}

export function userRows(passwordHash) {
  const row = (id, name, email, role) => [id, name, email, email, role, passwordHash, START, START, START];
  const sellers = Array.from({ length: SELLERS }, (_, at) => at + 2);
  const others = Array.from({ length: ADMINS - 1 }, (_, at) => at + 1);
  return [
    row(1, 'Bench Admin', adminEmailOf(0), 'admin'),
    ...sellers.map((id) => row(id, `Seller ${id}`, `seller${id}@bench.example`, 'sales_manager')),
    ...others.map((n) => row(SELLERS + 1 + n, `Bench Admin ${n + 1}`, adminEmailOf(n), 'admin')),
  ];
}

/** The last number of each series, as the product continues them. */
export function lastNumbersOf(size) {
  const last = { gold: 0, silver: 0, platinum: 0, receipt: 0 };
  for (const { token, type, receipt } of salesOf(size)) {
    if (!token) continue;
    last[type] = token.sequence;
    last.receipt = receipt;
  }
  return last;
}

function paymentRow(sale) {
  const { n, at, status, source, paid, paidAt, refunded } = sale;
  const isOpen = status === 'pending' || status === 'initiated';
  const opened = status !== 'pending' || mixed(n, 20) % 3 === 0 ? instantText(at + 60_000) : null;
  const ended = { cancelled: 'link_expired', failed: 'declined' }[status] ?? null;
  return [
    n,
    sale.publicId,
    sale.customer,
    sale.seller,
    sale.type,
    source ? 'upgrade' : 'initial',
    sale.amount,
    status,
    ended,
    paid ? 3 : 1,
    refunded,
    refunded,
    sale.token?.number ?? null,
    source?.token.number ?? null,
    source ? 'gold' : null,
    source ? 'platinum' : null,
    mixed(n, 21) % 4 === 0 ? 'channelPartner' : 'direct',
    'icici',
    isOpen ? FAR : instantText(at + 72 * HOUR),
    opened,
    status === 'pending' ? null : instantText(at + 90_000),
    paidAt === null ? null : instantText(paidAt),
    isReviewed(sale) ? 'excess_capture' : null,
    instantText(at),
    instantText(paidAt ?? at + 90_000),
    sale.place.project,
    sale.place.event,
  ];
}

function attemptRow({ n, refunded, status }, attempt) {
  const captured = attempt.status === 'captured';
  const isOpen = attempt.status === 'open';
  const at = instantText(attempt.at);
  const settledDay = captured ? new Date(attempt.paidAt + 24 * HOUR).toISOString().slice(0, 10) : null;
  return [
    attempt.id,
    n,
    attempt.number,
    attempt.invoice,
    attempt.status,
    isOpen ? n : null,
    attempt.amount,
    `https://pgpay.bench.example/pg/portal/${attempt.invoice}`,
    attempt.txn,
    captured ? `P${attempt.txn}` : null,
    captured ? MODES[mixed(n, 22) % 4] : null,
    attempt.code,
    attempt.code === null ? null : captured ? 'Transaction successful' : 'Transaction declined',
    captured ? refunded : 0,
    isOpen && status === 'pending' ? null : at,
    captured ? instantText(attempt.paidAt) : null,
    isOpen ? null : instantText(captured ? attempt.paidAt : attempt.at + 60_000),
    isOpen ? FAR : null,
    isOpen ? 0 : 1,
    at,
    at,
    captured ? `S${settledDay.replaceAll('-', '')}` : null,
    captured ? `UTR${settledDay.replaceAll('-', '')}` : null,
    settledDay,
    captured ? attempt.amount : null,
  ];
}

function eventRows({ n, at, status, paid, paidAt, attempts }) {
  const rows = [[n, null, 'created', 'staff', null, 'pending', instantText(at)]];
  if (paid) rows.push([n, attempts.at(-1).id, 'status.completed', 'poll', 'initiated', 'completed', instantText(paidAt)]);
  else if (status !== 'pending')
    rows.push([n, attempts.at(-1).id, `status.${status}`, 'poll', 'pending', status, instantText(at + 90_000)]);
  return rows;
}

function refundRows({ n, refunded, seller, attempts, paidAt }) {
  if (refunded === 0) return [];
  const at = instantText(paidAt + 48 * HOUR);
  const reference = `RF${String(n).padStart(18, '0')}`;
  const capture = attempts.at(-1).id;
  return [[publicIdOf(n, 1), n, capture, reference, refunded, 'Asked for', 'completed', seller, at, at, at]];
}

function upgradeRows({ n, source, seller, amount, at, paidAt }) {
  if (!source) return [];
  const done = instantText(paidAt);
  const made = instantText(at);
  return [[source.n, n, null, source.n, 'gold_to_platinum', amount, 'completed', seller, done, made, done]];
}

function isReviewed({ n, status }) {
  return status === 'completed' && mixed(n, 23) % 5000 === 0;
}

function reviewRows(sale) {
  if (!isReviewed(sale)) return [];
  const { n, attempts, amount, paidAt } = sale;
  const { id, txn } = attempts.at(-1);
  const key = `${n}:excess_capture:${txn}`;
  return [[publicIdOf(n, 2), n, 'excess_capture', txn, key, id, amount, 'open', '{}', instantText(paidAt)]];
}
