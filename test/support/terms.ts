import { addDays, istDayOf } from '../../src/domain/calendar/ist-day.js';
import type { Client } from './client.js';
import { query } from './links.js';
import type { TestApp } from './test-app.js';

export const TERMS_PATH = '/api/admin/projects/default/terms';

export const TERMS_TEXTS = {
  summaryEn: 'A token holds a place in the queue. It is not an allotment.',
  bodyEn:
    '# What this token is\n\nIt holds a **place** in the queue.\n\n- It is no flat.\n- It is refundable.\n\n<b>Not bold</b>',
  summaryHi: 'टोकन कतार में आपकी जगह है। यह आवंटन नहीं है।',
  bodyHi: '# यह टोकन क्या है\n\nयह कतार में आपकी जगह है।',
};

/** Another text each time, or the version would be the one that is there. */
let texts = 0;

/** @param inDays when it begins, from today on. @returns the number of the version */
export async function makeTerms(test: TestApp, admin: Client, inDays = 0): Promise<string> {
  texts += 1;
  const effectiveFrom = addDays(istDayOf(test.clock.now()), inDays);
  const body = { ...TERMS_TEXTS, bodyEn: `${TERMS_TEXTS.bodyEn}\n\nText ${texts}`, effectiveFrom };
  const { status, text, body: answer } = await admin.post(TERMS_PATH, body);
  if (status !== 201) throw new Error(`a version was refused: ${text}`);
  return String((answer.data.terms as { number: number }[])[0]?.number);
}

export interface StoredAgreement {
  number: number;
  language: string;
  ip: string | null;
  agreedAt: unknown;
}

/** What is stored about the presses of Pay of one payment, oldest first. */
export async function agreementsOf(test: TestApp, paymentId: string): Promise<StoredAgreement[]> {
  const rows = await query<StoredAgreement>(
    test,
    `SELECT v.number AS number, g.language AS language, g.ip AS ip, g.agreed_at AS agreedAt FROM terms_agreements g
     JOIN terms_versions v ON v.id = g.terms_version_id JOIN payments p ON p.id = g.payment_id WHERE p.public_id = ? ORDER BY g.id`,
    [paymentId],
  );
  return rows.map((row) => ({ ...row, number: Number(row.number) }));
}
