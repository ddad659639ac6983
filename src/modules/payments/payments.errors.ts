import { MESSAGES } from '../../contracts/messages.js';
import { Refusal } from '../../domain/errors.js';

export class PaymentNotFound extends Refusal {
  constructor() {
    super('not-found', 'PAYMENT_NOT_FOUND', MESSAGES.payment.notFound);
  }
}

export class PaymentAlreadyPaid extends Refusal {
  constructor() {
    super('conflict', 'ALREADY_PAID', MESSAGES.payment.alreadyPaid);
  }
}

export class PaymentRefunded extends Refusal {
  constructor() {
    super('conflict', 'REFUNDED', MESSAGES.payment.refunded);
  }
}

export class LinkExpired extends Refusal {
  constructor() {
    super('conflict', 'LINK_EXPIRED', MESSAGES.payment.expired);
  }
}

/** For the customer: staff have cancelled the link. */
export class LinkWithdrawn extends Refusal {
  constructor() {
    super('conflict', 'LINK_WITHDRAWN', MESSAGES.payment.withdrawn);
  }
}

/** For the customer: the link was replaced by one that only staff may name. */
export class LinkReplaced extends Refusal {
  constructor() {
    super('conflict', 'LINK_REPLACED', MESSAGES.payment.replaced);
  }
}

export class LinkStillLive extends Refusal {
  constructor() {
    super('conflict', 'LINK_STILL_LIVE', MESSAGES.link.stillLive);
  }
}

/** The bank's page is unavailable now; nothing was charged. */
export class BankPageUnavailable extends Refusal {
  constructor(retryAfterSeconds = 10) {
    super('bank-unavailable', 'BANK_UNAVAILABLE', MESSAGES.payment.urlNotYet, { retryAfterSeconds });
  }
}

export class BankRefusedInvoice extends Refusal {
  constructor() {
    super('bank-unavailable', 'BANK_REFUSED', MESSAGES.payment.initiateFailed, { retryAfterSeconds: 60 });
  }
}

export class AmountDiffersFromPrice extends Refusal {
  constructor() {
    super('invalid', 'AMOUNT_MISMATCH', MESSAGES.form.amount, { details: { amount: MESSAGES.form.amount } });
  }
}
