import { NO_LONGER_TRUE } from '../../src/mail/index.js';
import { mailDigest } from '../../src/mail/mail-transport.js';
import { countersBeside } from '../support/counters.js';
import { MUST_BE_EMPTY } from '../support/invariants.js';
import { NORTH, SOUTH } from '../support/merchants.js';
import { MERCHANT } from './sim-bank.js';
import type { Row } from './sim-database.js';
import type { World } from './world.js';

/** Besides the invariants that every spec checks. */
const MORE: Record<string, string> = {
  'an open attempt has a next check, or a person was shown it': `
    SELECT a.id FROM payment_attempts a WHERE a.open_payment_id IS NOT NULL AND a.next_check_at IS NULL
      AND NOT EXISTS (SELECT 1 FROM reviews r WHERE r.payment_id = a.payment_id AND r.reason = 'unresolved_at_bank')`,
  'a mail that waits has a time for its next try': `
    SELECT id FROM mail_outbox WHERE status = 'queued' AND next_attempt_at IS NULL`,
  'no refund is ordered while refunds are switched off': `
    SELECT l.id FROM audit_log l JOIN refunds r ON r.public_id = l.subject_id AND r.origin = 'order'
     WHERE l.action = 'refund.requested' AND COALESCE((SELECT s.to_value FROM audit_log s WHERE s.id = (
       SELECT MAX(x.id) FROM audit_log x WHERE x.action = 'permission.toggled' AND x.subject_id = 'refunds' AND x.id < l.id)),
       'off') <> 'on'`,
  'whoever was sent to the bank had agreed to terms of the project': `
    SELECT a.id FROM payment_attempts a JOIN payments p ON p.id = a.payment_id WHERE a.last_sent_at IS NOT NULL
      AND EXISTS (SELECT 1 FROM terms_versions v WHERE v.project_id = p.project_id)
      AND NOT EXISTS (SELECT 1 FROM terms_agreements g JOIN terms_versions w ON w.id = g.terms_version_id
        WHERE g.payment_id = p.id AND w.project_id = p.project_id AND g.agreed_at <= a.last_sent_at)`,
  'a payout has captures of its own merchant alone': `
    SELECT l.id FROM settlement_lines l JOIN settlement_batches b ON b.id = l.batch_id
      JOIN payment_attempts a ON a.bank_txn_id = l.bank_txn_id
     WHERE COALESCE(a.merchant_profile, '-') <> COALESCE(b.merchant_profile, '-')`,
  'one transaction of the bank is one capture': `
    SELECT MIN(id) FROM payment_attempts WHERE bank_txn_id IS NOT NULL GROUP BY bank_txn_id HAVING COUNT(*) > 1`,
  'a token of an upgrade that stands is the only valid one of its customer line': `
    SELECT u.id FROM upgrades u JOIN tokens t ON t.payment_id = u.source_payment_id
     WHERE u.completed_source_id IS NOT NULL AND t.status <> 'upgraded'`,
};

/** One statement for all of them; its rows name the invariant that is broken. */
const ALL_INVARIANTS = Object.entries({ ...MUST_BE_EMPTY, ...MORE })
  .map(([name, sql], at) => `SELECT '${name.replaceAll("'", '’')}' AS invariant FROM (${sql}) q${at}`)
  .join('\nUNION ALL\n');

/** @param isWritten else our rows are those of the last time, and only the bank's may differ @returns what is broken */
export async function brokenInvariants(world: World, isWritten: boolean): Promise<string[]> {
  if (!isWritten) return wrongBooks(world);
  const rows = await world.database.query<{ invariant: string }>(ALL_INVARIANTS);
  return [
    ...new Set(rows.map(({ invariant }) => `invariant broken: ${invariant}`)),
    ...(await wrongCounters(world)),
    ...(await wrongBooks(world)),
  ];
}

async function wrongCounters({ database }: World): Promise<string[]> {
  const { found, wanted } = await countersBeside({ query: (sql: string) => database.query(sql) as never });
  return Object.keys(wanted).flatMap((name) => {
    const [own, recount] = [found[name]!, wanted[name]!];
    if (own.join() === recount.join()) return [];
    const wrong = [...own.filter((line) => !recount.includes(line)), ...recount.filter((line) => !own.includes(line))];
    return [`counters are not what a recount gives: ${name} ${wrong.join(', ').slice(0, 600)}`];
  });
}

/** Nothing is ours that the bank has not taken, and nothing was ordered twice. */
async function wrongBooks({ database, bank, told }: World): Promise<string[]> {
  const ever = new Map(
    [...bank.invoices.values()].flatMap(({ transactions }) => transactions).map((each) => [each.txnId, each]),
  );
  const captured = await database.query(
    "SELECT bank_txn_id AS txn, amount, merchant_profile AS merchant FROM payment_attempts WHERE status = 'captured'",
  );
  const owners = new Map(
    [...bank.invoices.values()].flatMap((each) => each.transactions.map(({ txnId }) => [txnId, bank.merchantOf(each)])),
  );
  const elsewhere = captured.filter(
    ({ txn, merchant }) => owners.has(String(txn)) && owners.get(String(txn)) !== merchantIdOf(merchant),
  );
  const invented = captured.filter(
    ({ txn, amount }) => !ever.has(String(txn)) || !told.has(`${txn} ${Number(amount)}`),
  );
  const refunds = await database.query(
    "SELECT r.bank_reference AS reference, a.merchant_profile AS merchant FROM refunds r JOIN payment_attempts a ON a.id = r.attempt_id WHERE r.origin = 'order'",
  );
  const ours = new Map(refunds.map(({ reference, merchant }) => [String(reference), merchantIdOf(merchant)]));
  const astray = [...bank.refunds.values()].filter(
    (each) => ours.has(each.refundRef) && ours.get(each.refundRef) !== bank.merchantOf(each),
  );
  const strange = [...bank.refunds.keys()].filter((reference) => !ours.has(reference));
  return [
    ...invented.map((row) => `a capture that the bank does not know: ${JSON.stringify(row)}`),
    ...elsewhere.map((row) => `a capture at another merchant than its attempt's: ${JSON.stringify(row)}`),
    ...astray.map(({ refundRef }) => `a refund at another merchant than its capture's: ${refundRef}`),
    ...strange.map((reference) => `the bank was told of a refund that is not recorded: ${reference}`),
    ...[...ever.keys()].flatMap((txn) =>
      givenBackOf(bank, txn) > ever.get(txn)!.amountPaise ? [`more given back than taken: ${txn}`] : [],
    ),
  ];
}

function merchantIdOf(profile: string | number | null | undefined): string {
  return profile === 'north' ? NORTH.merchantId : profile === 'south' ? SOUTH.merchantId : MERCHANT.id;
}

function givenBackOf(bank: World['bank'], txn: string): number {
  return [...bank.refunds.values()]
    .filter((refund) => refund.txnId === txn && refund.status !== 'REJ')
    .reduce((sum, { amountPaise }) => sum + amountPaise, 0);
}

/** At the end, when the world has been honest for a while; what the bank left open for a week is left to an admin. @returns what has not settled */
export async function unsettled(world: World): Promise<string[]> {
  const { database, bank } = world;
  const open = await database.query<Row>(`
    SELECT 'a payment is still open' AS what, p.public_id AS id FROM payments p WHERE p.status IN ('pending', 'initiated')
      AND NOT EXISTS (SELECT 1 FROM reviews r WHERE r.payment_id = p.id AND r.reason = 'unresolved_at_bank' AND r.state = 'open')
    UNION ALL SELECT 'a refund is still under way', public_id FROM refunds WHERE status IN ('requested', 'processing', 'unknown')
    UNION ALL SELECT 'an attempt is still open', a.invoice_no FROM payment_attempts a WHERE a.open_payment_id IS NOT NULL
      AND NOT EXISTS (SELECT 1 FROM reviews r WHERE r.attempt_id = a.id AND r.reason = 'unresolved_at_bank' AND r.state = 'open')
    UNION ALL SELECT 'a mail is not sent', dedupe_key FROM mail_outbox WHERE status <> 'sent'
      AND COALESCE(last_error, '') <> '${NO_LONGER_TRUE}'
    UNION ALL SELECT 'a lease is still held', a.invoice_no FROM payment_attempts a JOIN instances i ON i.id = a.lease_instance WHERE a.lease_owner IS NOT NULL`);
  const rows = await database.query<Row>("SELECT bank_txn_id AS txn FROM payment_attempts WHERE status = 'captured'");
  const known = new Set(rows.map(({ txn }) => String(txn)));
  const reviews = world.stored.reviews.map(({ reference }) => reference);
  const missed = bank
    .captures()
    .filter(({ txnId }) => !known.has(txnId) && !reviews.some((each) => each.startsWith(txnId)));
  return [
    ...open.map(({ what, id }) => `${what}: ${id}`),
    ...missed.map(({ txnId, invoiceNo }) => `the bank has taken ${txnId} on ${invoiceNo}, and nobody knows`),
    ...(await wrongMails(world)),
  ];
}

/** Each thing is told once, and only what was committed; a crash may make it twice. */
async function wrongMails({ database, around, crashes }: World): Promise<string[]> {
  const times = new Map<string, number>();
  for (const { messageId } of around.mails.delivered) times.set(messageId, (times.get(messageId) ?? 0) + 1);
  const rows = await database.query<{ name: string; status: string }>(
    'SELECT dedupe_key AS name, status FROM mail_outbox',
  );
  // One that a crash has left in the queue after it was sent may be no longer true by the next attempt.
  const dropped = rows.filter(({ status }) => status === 'failed').map(({ name }) => mailDigest(name));
  const counted = [...times.keys()].filter((id) => !dropped.some((digest) => id.includes(digest))).length;
  const sent = rows.filter(({ status }) => status === 'sent').length;
  const wrong: string[] = [];
  if (crashes === 0) for (const [id, n] of times) if (n > 1) wrong.push(`a mail was sent ${n} times: ${id}`);
  if (sent !== counted) wrong.push(`${counted} mails were sent, ${sent} are recorded as sent`);
  return wrong;
}
