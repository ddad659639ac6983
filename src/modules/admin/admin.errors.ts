import { MESSAGES } from '../../contracts/messages.js';
import { Refusal } from '../../domain/errors.js';

export class FilterInvalid extends Refusal {
  constructor(details: Record<string, string>) {
    super('unprocessable', 'FILTER_INVALID', MESSAGES.general.invalid, { details });
  }
}

/** One export runs at a time, and a few wait. */
export class ExportsBusy extends Refusal {
  constructor() {
    super('throttled', 'EXPORTS_BUSY', MESSAGES.admin.exportBusy, { retryAfterSeconds: 60 });
  }
}

/** The answer of every address for an unknown payment. */
export class PaymentUnknown extends Refusal {
  constructor() {
    super('not-found', 'PAYMENT_NOT_FOUND', MESSAGES.payment.notFound);
  }
}
