import type { FlowStep } from '../../contracts/testing.js';
import { type GatewaySettings, readCallback } from '../gateway/index.js';
import { DOCUMENTED_KEY, DOCUMENTED_RETURN } from './documented-vectors.js';

/**
 * Checks the verification of returns: the documented return is accepted under its own key, an altered one is not, nor is it under
 * the merchant's key. Signs nothing.
 */
export function callbackStep(bank: Pick<GatewaySettings, 'secretKey'>): FlowStep {
  const { fields, merchantId, expectedHash } = DOCUMENTED_RETURN;
  const documented = { secretKey: DOCUMENTED_KEY, merchantId };
  const judge = (values: Record<string, string>, keys: { secretKey: string; merchantId: string }) =>
    readCallback({ entries: Object.entries({ ...values, secureHash: expectedHash }) }, keys).hashValid;
  const checks = [
    judge(fields, documented),
    !judge({ ...fields, amount: '1.00' }, documented),
    bank.secretKey === DOCUMENTED_KEY || !judge(fields, { secretKey: bank.secretKey, merchantId }),
  ];
  const ok = checks.every(Boolean);
  const detail = ok
    ? 'The documented return is believed, an altered one is not.'
    : 'A return is judged wrongly: nothing that the bank sends back can be relied on.';
  return { name: 'Callback hash check', state: ok ? 'ok' : 'failed', detail, fields: null };
}
