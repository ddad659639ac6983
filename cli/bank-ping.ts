import type { PaymentGateway, StatusResult } from '../src/modules/gateway/index.js';
import { newBankReference } from '../src/runtime/ids.js';

export interface PingResult {
  works: boolean;
  answer: StatusResult['kind'];
  meaning: string;
}

/** One signed STATUS query for an unknown reference. */
export async function pingBank(gateway: PaymentGateway, merchantProfile: string | null): Promise<PingResult> {
  const answer = await gateway.queryStatus({ merchantProfile, originalTxnNo: newBankReference('TD') });
  const works = answer.kind === 'not-found' || answer.kind === 'pending';
  return { works, answer: answer.kind, meaning: meaningOf(answer) };
}

function meaningOf(answer: StatusResult): string {
  switch (answer.kind) {
    case 'not-found':
    case 'pending':
      return 'the bank answered with a valid hash';
    case 'unknown':
      return meaningOfSilence(answer);
    case 'mismatch':
      return `the bank answered for another ${answer.field}`;
    case 'error-state':
      return `an answer that a fresh reference should not get (${said(answer.code, answer.text) || answer.kind})`;
    default:
      return `an answer that a fresh reference should not get (${answer.kind})`;
  }
}

function meaningOfSilence({ reason, detail, code }: StatusResult & { kind: 'unknown' }): string {
  if (reason === 'bad-hash')
    return 'the bank answered, but not with a hash that this key makes: wrong key, merchant id or hash version';
  return reason === 'refused-question'
    ? `the bank refused the query (${said(code, detail)}): ${likelyWrong(detail)}`
    : `no usable answer (${reason}: ${detail})`;
}

function said(code: string | undefined, text: string): string {
  return [code, text && `"${text}"`].filter(Boolean).join(' ');
}

/** As far as the bank's words for a refused query tell. */
function likelyWrong(text: string): string {
  if (/merchant/i.test(text)) return 'wrong merchant id, or a base URL where it is not known';
  if (/hash|signature/i.test(text)) return 'wrong key or hash version';
  return 'wrong merchant id, key or hash version';
}
