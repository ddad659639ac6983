import { TIER_CODE } from '../../src/domain/catalogue/tier-code';
import { REFERENCE_TYPES } from '../../src/domain/payment/token-catalogue';
import type { CustomerForm } from './customer-form';
import { isLifetimeChoice } from './lifetimes';

const KEY = 'tokendesk.last-choice';

type Choice = Pick<CustomerForm, 'tierCode' | 'referenceType' | 'expiry'>;

/** What the last customer got: most often the next one gets the same. For this browser session alone. */
export function lastChoice(): Partial<Choice> {
  try {
    const stored = JSON.parse(sessionStorage.getItem(KEY) ?? '{}') as Record<string, unknown> | null;
    const code = typeof stored?.['tierCode'] === 'string' ? stored['tierCode'] : '';
    const referenceType = REFERENCE_TYPES.find((type) => type === stored?.referenceType);
    const expiry = isLifetimeChoice(stored?.expiry) ? stored.expiry : undefined;
    return {
      ...(TIER_CODE.test(code) && { tierCode: code }),
      ...(referenceType && { referenceType }),
      ...(expiry && { expiry }),
    };
  } catch {
    return {};
  }
}

export function rememberChoice({ tierCode, referenceType, expiry }: Choice): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ tierCode, referenceType, expiry }));
  } catch {
    // Without storage the next form starts empty.
  }
}
