import { Refusal } from '../../domain/errors.js';
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
    super('conflict', 'OPEN_BUSINESS', `The customer has open business:\n${left.map(lineOf).join('\n')}`);
  }
}

export class CustomerChanged extends Refusal {
  constructor() {
    super('conflict', 'CUSTOMER_CHANGED', 'A payment of the customer changed at the same moment. Run it again.');
  }
}

function lineOf({ paymentId, reason }: OpenBusiness): string {
  return `  payment ${paymentId}: ${TEXTS[reason]}`;
}
