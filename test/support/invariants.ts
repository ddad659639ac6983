import { expect } from '@jest/globals';
import { DataSource } from 'typeorm';
import { expectCountersRight } from './counters.js';
import type { TestApp } from './test-app.js';
import type { TestBank } from './test-bank.js';

type Row = Record<string, string | number | null>;

/** Rows that must not exist, whatever happened. */
export const MUST_BE_EMPTY: Record<string, string> = {
  'a completed payment has exactly one capture of its own amount': `
    SELECT p.id FROM payments p WHERE p.status IN ('completed', 'refunded') AND (
      SELECT COUNT(*) FROM payment_attempts a
       WHERE a.payment_id = p.id AND a.status = 'captured' AND a.excess = 0
         AND a.amount = p.amount AND a.bank_txn_id IS NOT NULL) <> 1`,
  'an unpaid payment has no capture but money that could not be used: for an upgrade, or after the last unit was sold': `
    SELECT p.id FROM payments p JOIN payment_attempts a ON a.payment_id = p.id AND a.status = 'captured'
     WHERE p.status NOT IN ('completed', 'refunded') AND (a.excess = 0
        OR (p.payment_type <> 'upgrade' AND NOT EXISTS (SELECT 1 FROM reviews r WHERE r.payment_id = p.id AND r.reason = 'quota_sold_out'))
        OR (a.invoice_no <> a.bank_txn_id AND NOT EXISTS (SELECT 1 FROM reviews r WHERE r.payment_id = p.id
              AND r.reference = a.bank_txn_id AND r.reason IN ('upgrade_duplicate', 'upgrade_source_refunded', 'quota_sold_out'))))`,
  'a tier with a limit counts the links that can be paid and the valid tokens': `
    SELECT q.token_type FROM quota_counters q WHERE q.reserved <> (
        SELECT COUNT(*) FROM payments p WHERE p.project_id = q.project_id AND COALESCE(p.tier_code, p.token_type) = q.token_type
           AND p.status IN ('pending', 'initiated'))
      OR q.sold <> (SELECT COUNT(*) FROM payments p JOIN tokens t ON t.payment_id = p.id AND t.status = 'active'
         WHERE p.project_id = q.project_id AND COALESCE(p.tier_code, p.token_type) = q.token_type)`,
  'a payment has the code of its tier only where it is not the medal': `
    SELECT id FROM payments WHERE tier_code = token_type OR tier_code = ''`,
  'a project says whether a tier has a limit': `
    SELECT j.id FROM projects j WHERE (j.has_quotas = 1) <> EXISTS (SELECT 1 FROM quota_counters q WHERE q.project_id = j.id)`,
  'money that could not be used has no mail of a sale': `
    SELECT p.id FROM payments p JOIN mail_outbox m ON m.dedupe_key IN (CONCAT('receipt:', p.public_id), CONCAT('payment-late:', p.public_id))
     WHERE p.paid_at IS NULL`,
  'an upgrade whose money could not be used is not open': `
    SELECT u.id FROM upgrades u JOIN payment_attempts a ON a.payment_id = u.upgrade_payment_id AND a.status = 'captured' AND a.excess = 1
      JOIN payments p ON p.id = u.upgrade_payment_id WHERE p.paid_at IS NULL AND u.status <> 'failed'`,
  'a token number exists exactly for payments that were paid': `
    SELECT id FROM payments WHERE (paid_at IS NULL) <> (token_number IS NULL)`,
  'every token number is in the register, and the other way round': `
    SELECT p.id FROM payments p LEFT JOIN tokens t ON t.payment_id = p.id AND t.token_number = p.token_number
     WHERE p.token_number IS NOT NULL AND t.id IS NULL
    UNION ALL SELECT t.id FROM tokens t LEFT JOIN payments p ON p.id = t.payment_id AND p.token_number = t.token_number
     WHERE p.id IS NULL`,
  'no number is skipped or reused': `
    SELECT s.prefix FROM number_series s JOIN token_counters c
        ON c.token_type = CASE WHEN s.prefix IN ('GO', 'SI', 'PL') THEN s.token_type ELSE s.prefix END
     WHERE c.last_number <> (SELECT COUNT(*) FROM tokens t WHERE t.token_number LIKE CONCAT(s.prefix, '-%'))
    UNION ALL SELECT t.token_number FROM tokens t JOIN payments p ON p.id = t.payment_id WHERE NOT EXISTS
        (SELECT 1 FROM number_series s WHERE t.token_number LIKE CONCAT(s.prefix, '-%')
          AND s.token_type = COALESCE(p.tier_code, p.token_type))`,
  'a token has the series of its tier in the version of its payment': `
    SELECT t.token_number FROM tokens t JOIN payments p ON p.id = t.payment_id
      LEFT JOIN catalogue_tiers k ON k.version_id = p.catalogue_version_id AND k.token_type = t.token_type
        AND k.code = COALESCE(p.tier_code, '')
     WHERE k.id IS NULL OR t.token_type <> p.token_type OR t.token_number NOT LIKE CONCAT(k.prefix, '-%')`,
  'every payment that was paid has exactly one receipt over its amount, and no other has one': `
    SELECT p.id FROM payments p WHERE (SELECT COUNT(*) FROM receipts r WHERE r.payment_id = p.id AND r.amount = p.amount)
        <> (CASE WHEN p.status IN ('completed', 'refunded') THEN 1 ELSE 0 END)
    UNION ALL SELECT r.id FROM receipts r JOIN payments p ON p.id = r.payment_id WHERE p.paid_at IS NULL`,
  'receipt numbers are unique, and none is skipped or reused': `
    SELECT receipt_number FROM receipts GROUP BY receipt_number HAVING COUNT(*) > 1
    UNION ALL SELECT token_type FROM token_counters c WHERE c.token_type = 'receipt' AND (
      c.last_number <> (SELECT COUNT(*) FROM receipts)
      OR c.last_number <> (SELECT COALESCE(MAX(sequence), 0) FROM receipts))`,
  'refunds never exceed what was paid': `
    SELECT id FROM payments WHERE refunded_amount > refund_reserved OR refund_reserved > amount`,
  'every status change has one event and one audit row': `
    SELECT p.id FROM payments p WHERE
      (SELECT COUNT(*) FROM payment_events e WHERE e.payment_id = p.id AND e.type LIKE 'status.%') <>
      (SELECT COUNT(*) FROM audit_log l WHERE l.subject_type = 'payment' AND l.subject_id = p.public_id
          AND l.from_value IS NOT NULL)`,
  'the last event tells the status': `
    SELECT p.id FROM payments p JOIN payment_events e ON e.id =
      (SELECT MAX(x.id) FROM payment_events x WHERE x.payment_id = p.id AND x.type LIKE 'status.%')
     WHERE e.to_status <> p.status`,
  'a replaced payment was ended for it, or paid late, and has the same project, seller, tier and price': `
    SELECT n.id FROM payments n LEFT JOIN payments o ON o.id = n.replaces_id
     WHERE n.replaces_id IS NOT NULL AND (o.id IS NULL OR o.sales_manager_id <> n.sales_manager_id
        OR o.project_id <> n.project_id OR o.event_id <> n.event_id OR o.catalogue_version_id <> n.catalogue_version_id
        OR o.token_type <> n.token_type OR COALESCE(o.tier_code, '') <> COALESCE(n.tier_code, '') OR o.amount <> n.amount
        OR NOT (o.paid_at IS NOT NULL OR (o.status = 'cancelled' AND o.status_reason = 'contact_corrected')))`,
  'a payment ended for another contact has exactly one in its place': `
    SELECT o.id FROM payments o WHERE o.status = 'cancelled' AND o.status_reason = 'contact_corrected'
       AND (SELECT COUNT(*) FROM payments n WHERE n.replaces_id = o.id) <> 1`,
  'nobody was sent to the bank on a link that staff had taken back': `
    SELECT p.id FROM payments p JOIN payment_attempts a ON a.open_payment_id = p.id AND a.sent_at IS NOT NULL
     WHERE p.status = 'cancelled' AND p.status_reason IN ('cancelled_by_staff', 'contact_corrected')`,
  'as many links were mailed as were counted': `
    SELECT p.id FROM payments p WHERE p.link_mail_count <> (
      SELECT COUNT(*) FROM payment_events e WHERE e.payment_id = p.id AND e.type = 'link.mailed')`,
  'an attempt is open or closed, never both': `
    SELECT id FROM payment_attempts WHERE (open_payment_id IS NULL) = (status IN ('creating', 'open', 'unknown'))`,
  'a payment holds back exactly its refunds that are not rejected': `
    SELECT p.id FROM payments p WHERE p.refund_reserved <> (
      SELECT COALESCE(SUM(r.amount), 0) FROM refunds r JOIN payment_attempts a ON a.id = r.attempt_id AND a.excess = 0
       WHERE r.payment_id = p.id AND r.status <> 'rejected')`,
  'a payment counts as refunded exactly what the bank has given back': `
    SELECT p.id FROM payments p WHERE p.refunded_amount <> (
      SELECT COALESCE(SUM(r.amount), 0) FROM refunds r JOIN payment_attempts a ON a.id = r.attempt_id AND a.excess = 0
       WHERE r.payment_id = p.id AND r.status = 'completed')`,
  'a capture holds back exactly its refunds that are not rejected': `
    SELECT a.id FROM payment_attempts a WHERE a.refund_reserved <> (
      SELECT COALESCE(SUM(r.amount), 0) FROM refunds r WHERE r.attempt_id = a.id AND r.status <> 'rejected')`,
  'refunded means that the whole amount was given back': `
    SELECT id FROM payments WHERE (status = 'refunded') <> (refunded_amount = amount)`,
  'the token of a refunded payment is void, and of no other': `
    SELECT p.id FROM payments p JOIN tokens t ON t.payment_id = p.id
     WHERE (p.status = 'refunded') <> (t.status = 'void') AND NOT EXISTS (
       SELECT 1 FROM upgrades u
        WHERE u.upgrade_payment_id = p.id AND u.status = 'completed' AND u.completed_source_id IS NULL)`,
  'a refund that has ended is not asked about, any other is': `
    SELECT id FROM refunds WHERE (next_check_at IS NULL) <> (status IN ('completed', 'rejected'))
        OR (settled_at IS NULL) = (status = 'completed')`,
  'every change of a refund has one event and one audit row': `
    SELECT p.id FROM payments p WHERE
      (SELECT COUNT(*) FROM payment_events e WHERE e.payment_id = p.id AND e.type LIKE 'refund.%') <>
      (SELECT COUNT(*) FROM audit_log l JOIN refunds r ON r.public_id = l.subject_id
        WHERE l.subject_type = 'refund' AND r.payment_id = p.id)`,
  'the last audit row of a refund tells its status': `
    SELECT r.id FROM refunds r WHERE r.status <> (
      SELECT l.to_value FROM audit_log l WHERE l.id = (
        SELECT MAX(x.id) FROM audit_log x WHERE x.subject_type = 'refund' AND x.subject_id = r.public_id))`,
  'an upgraded gold token has no refund': `
    SELECT p.id FROM payments p JOIN upgrades u ON u.completed_source_id = p.id
      JOIN payments q ON q.id = u.upgrade_payment_id AND q.status <> 'refunded' WHERE p.refund_reserved > 0`,
  'an upgrade has a payment of its own, in the same project, for the same customer, seller and price': `
    SELECT p.id FROM payments p LEFT JOIN upgrades u ON u.upgrade_payment_id = p.id
      LEFT JOIN payments g ON g.id = u.source_payment_id
     WHERE p.payment_type = 'upgrade' AND (u.id IS NULL OR u.amount <> p.amount OR g.customer_id <> p.customer_id
        OR g.project_id <> p.project_id OR g.event_id <> p.event_id OR g.sales_manager_id <> p.sales_manager_id OR u.upgrade_type <> CONCAT(g.token_type, '_to_', p.token_type)
        OR p.upgrade_from <> g.token_type OR p.upgrade_to <> p.token_type OR g.payment_type = 'upgrade' OR g.token_number <> p.original_token_number)
    UNION ALL SELECT u.id FROM upgrades u JOIN payments p ON p.id = u.upgrade_payment_id WHERE p.payment_type <> 'upgrade'`,
  'a token has at most one open and one completed upgrade': `
    SELECT source_payment_id FROM upgrades GROUP BY source_payment_id
    HAVING SUM(CASE WHEN status = 'pending' THEN 1 ELSE 0 END) > 1 OR COUNT(completed_source_id) > 1`,
  'an upgrade is open exactly while it is pending, and then for its own token': `
    SELECT id FROM upgrades WHERE (open_source_id IS NULL) = (status = 'pending')
        OR open_source_id <> source_payment_id OR completed_source_id <> source_payment_id
        OR (completed_source_id IS NOT NULL AND status <> 'completed')`,
  'an open upgrade is being paid, for a token without refund': `
    SELECT u.id FROM upgrades u JOIN payments p ON p.id = u.upgrade_payment_id JOIN payments g ON g.id = u.source_payment_id
     WHERE u.status = 'pending' AND (p.status NOT IN ('pending', 'initiated')
        OR g.status <> 'completed' OR g.refund_reserved > 0)`,
  'an upgrade is completed exactly when its payment was paid': `
    SELECT u.id FROM upgrades u JOIN payments p ON p.id = u.upgrade_payment_id
     WHERE (u.status = 'completed') <> (p.paid_at IS NOT NULL)`,
  'a gold token counts as upgraded exactly while a paid upgrade stands': `
    SELECT t.id FROM tokens t LEFT JOIN upgrades u ON u.completed_source_id = t.payment_id
      LEFT JOIN payments p ON p.id = u.upgrade_payment_id
     WHERE (t.status = 'upgraded') <> (u.id IS NOT NULL) OR (u.id IS NOT NULL AND p.status <> 'completed')`,
  'a customer never holds two valid tokens of one line': `
    SELECT u.id FROM upgrades u JOIN tokens a ON a.payment_id = u.source_payment_id AND a.status <> 'upgraded'
      JOIN tokens b ON b.payment_id = u.upgrade_payment_id AND b.status = 'active'`,
  'money for an upgrade that could not be given is shown to a person': `
    SELECT p.id FROM payments p JOIN upgrades u ON u.upgrade_payment_id = p.id
     WHERE p.status = 'completed' AND u.completed_source_id IS NULL
       AND NOT EXISTS (SELECT 1 FROM reviews r WHERE r.payment_id = p.id AND r.reason LIKE 'upgrade_%')`,
  'a payment is flagged exactly while one of its reviews is not over': `
    SELECT p.id FROM payments p WHERE (p.review_reason IS NOT NULL) <>
      EXISTS (SELECT 1 FROM reviews r WHERE r.payment_id = p.id AND r.state <> 'decided')`,
  'every charge too many is or was shown to a person': `
    SELECT a.id FROM payment_attempts a WHERE a.excess = 1
       AND NOT EXISTS (SELECT 1 FROM reviews r WHERE r.payment_id = a.payment_id AND r.reference = a.bank_txn_id)`,
  'a review that waits has its refund on the way': `
    SELECT v.id FROM reviews v LEFT JOIN refunds r ON r.id = v.refund_id
     WHERE v.state = 'waiting' AND (r.id IS NULL OR r.status IN ('completed', 'rejected'))`,
  'what was given back without an order of ours is on the word of a decided review': `
    SELECT r.id FROM refunds r WHERE r.origin <> 'order' AND (r.status <> 'completed' OR NOT EXISTS (
      SELECT 1 FROM reviews v JOIN payment_attempts a ON a.id = r.attempt_id AND a.bank_txn_id = v.reference
       WHERE v.payment_id = r.payment_id AND v.decision IN ('confirm_reversal', 'settled_outside')))`,
};

const LAWS = Object.keys(MUST_BE_EMPTY);
/** In one statement: most of the time of many small ones is spent between them. */
const ALL_LAWS = Object.values(MUST_BE_EMPTY)
  .map((sql, law) => `SELECT ${law} AS law, broken.* FROM (${sql.replace(/^\s*SELECT [\w.]+/, '$& AS id')}) broken`)
  .join(' UNION ALL ');

/** What must hold between our rows. Run after every test. */
export async function expectInvariants(test: TestApp): Promise<void> {
  await test.settle();
  await expectLawsHold(test.get(DataSource));
}

/** Every rupee that the bank has taken is known to us. Only once everything unclear has been followed to its end. */
export async function expectBooksAgree(test: TestApp): Promise<void> {
  await expectSameBooks(test.get(DataSource), test.bank);
}

export async function expectLawsHold(dataSource: DataSource): Promise<void> {
  const broken = (await dataSource.query(ALL_LAWS)) as Row[];
  expect(broken.map(({ law, id }) => ({ law: LAWS[Number(law)], id }))).toEqual([]);
  await expectCountersRight(dataSource);
}

export async function expectSameBooks(dataSource: DataSource, bank: TestBank): Promise<void> {
  const { invoices } = (await bank.list()) as {
    invoices: { transactions: { txnId: string; status: string; amountPaise: number }[] }[];
  };
  const rows = (await dataSource.query(
    "SELECT bank_txn_id AS txn, amount FROM payment_attempts WHERE status = 'captured'",
  )) as Row[];
  const ours = rows.map((row) => `${row.txn}:${Number(row.amount)}`).sort();
  const theirs = invoices
    .flatMap((invoice) => invoice.transactions)
    .filter((transaction) => transaction.status === 'SUC')
    .map((transaction) => `${transaction.txnId}:${transaction.amountPaise}`)
    .sort();
  expect(ours).toEqual(theirs);
}

/** Everybody who paid is written to, once. */
export async function expectOneReceiptEach(dataSource: DataSource): Promise<void> {
  const paid = (await dataSource.query('SELECT public_id AS id FROM payments WHERE paid_at IS NOT NULL')) as Row[];
  const mails = (await dataSource.query(
    "SELECT dedupe_key AS about, status FROM mail_outbox WHERE template = 'receipt'",
  )) as Row[];
  const wanted = paid.map(({ id }) => `receipt:${id} sent`).sort();
  expect(mails.map(({ about, status }) => `${about} ${status}`).sort()).toEqual(wanted);
}

interface BankRefund {
  refundRef: string;
  amountPaise: number;
  status: 'REQ' | 'SUC' | 'REJ';
}

/** The bank refunds what we have asked for and nothing else. Only once everything unclear has been followed to its end. */
export async function expectRefundsAgree(test: TestApp): Promise<void> {
  const { refunds } = (await test.bank.list()) as { refunds: BankRefund[] };
  const theirs = refunds
    .filter(({ status }) => status !== 'REJ')
    .map(({ refundRef, amountPaise }) => `${refundRef}:${amountPaise}`);
  const rows = (await test
    .get(DataSource)
    .query('SELECT bank_reference AS reference, amount, status FROM refunds')) as Row[];
  const ours = rows
    .filter(({ status }) => status === 'completed' || status === 'processing')
    .map(({ reference, amount }) => `${reference}:${Number(amount)}`);
  expect(rows.filter(({ status }) => status === 'requested' || status === 'unknown')).toEqual([]);
  expect(ours.sort()).toEqual(theirs.sort());
  const settled = new Set(refunds.filter(({ status }) => status === 'SUC').map(({ refundRef }) => refundRef));
  const early = rows.filter(({ status, reference }) => status === 'completed' && !settled.has(String(reference)));
  expect(early).toEqual([]);
}
