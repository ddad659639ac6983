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
      return answer.reason === 'bad-hash'
        ? 'the bank answered, but not with a hash that this key makes: wrong key, merchant id or hash version'
        : `no usable answer (${answer.reason}: ${answer.detail})`;
    case 'mismatch':
      return `the bank answered for another ${answer.field}`;
    default:
      return `an answer that a fresh reference should not get (${answer.kind})`;
  }
}
