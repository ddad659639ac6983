import { MESSAGES } from '../../contracts/messages.js';
import { Refusal } from '../../domain/errors.js';

/** The payment is not paid yet. */
export class ReceiptNotYet extends Refusal {
  constructor() {
    super('not-found', 'NO_RECEIPT_YET', MESSAGES.receipt.notYet);
  }
}

/** The limit of mails of this receipt is reached. */
export class ReceiptSentOften extends Refusal {
  constructor(retryAfterSeconds: number) {
    super('throttled', 'THROTTLED', MESSAGES.receipt.throttled, { retryAfterSeconds });
  }
}

export class NoUsableAddress extends Refusal {
  constructor() {
    super('conflict', 'NO_USABLE_ADDRESS', MESSAGES.receipt.noAddress);
  }
}
