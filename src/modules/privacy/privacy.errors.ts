import { Refusal } from '../../runtime/refusal.js';
import type { OpenBusiness, OpenReason } from './open-business.js';

const TEXTS: Readonly<Record<OpenReason, string>> = {
  open_link: 'its link can still be paid: cancel it first',
  at_bank: 'the bank is still asked about it',
  refund_under_way: 'a refund is under way',
  duplicate_charge: 'a duplicate charge has not been given back',
};

/** Somebody may still have to contact this person, or owes them money. */
export class OpenBusinessLeft extends Refusal {
  constructor(readonly left: OpenBusiness[]) {
    super('OPEN_BUSINESS', { message: `The customer has open business:\n${left.map(lineOf).join('\n')}` });
  }
}

function lineOf({ paymentId, reason }: OpenBusiness): string {
  return `  payment ${paymentId}: ${TEXTS[reason]}`;
}
