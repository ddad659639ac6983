import { refundDenialWords } from '../../contracts/denial-words.js';
import { MESSAGES } from '../../contracts/messages.js';
import { Refusal } from '../../domain/errors.js';
import { formatInr, toRupees } from '../../domain/money/money.js';
import type { RefundDenial } from '../../domain/refund/refund-rules.js';

const TEXT = MESSAGES.refund;

export class RefundsDisabled extends Refusal {
  constructor() {
    super('forbidden', 'REFUNDS_DISABLED', TEXT.disabled);
  }
}

class RefundNotPositive extends Refusal {
  constructor() {
    super('invalid', 'REFUND_NOT_POSITIVE', TEXT.notPositive, { details: { refundAmount: TEXT.notPositive } });
  }
}

/** @param rest paise, here and below */
class RefundExceedsPayment extends Refusal {
  constructor(rest: number) {
    super('invalid', 'REFUND_EXCEEDS_PAYMENT', TEXT.atMost(formatInr(rest)), { details: atMost(rest) });
  }
}

/** Other refunds reserve too much of the payment. */
class RefundExceedsRest extends Refusal {
  constructor(rest: number) {
    super('conflict', 'REFUND_EXCEEDS_REST', refundDenialWords('exceeds_rest', rest), { details: atMost(rest) });
  }
}

class RefundOfUnpaid extends Refusal {
  constructor() {
    super('conflict', 'NOT_PAID', TEXT.notPaid);
  }
}

class AlreadyRefunded extends Refusal {
  constructor() {
    super('conflict', 'ALREADY_REFUNDED', TEXT.alreadyRefunded);
  }
}

class TokenUpgraded extends Refusal {
  constructor() {
    super('conflict', 'TOKEN_UPGRADED', TEXT.upgraded);
  }
}

class UpgradeOpen extends Refusal {
  constructor() {
    super('conflict', 'UPGRADE_OPEN', TEXT.upgradeOpen);
  }
}

/** A review of the capture's reversal is open: refunding it too would return the money twice. */
export class ReversalUndecided extends Refusal {
  constructor() {
    super('conflict', 'REVERSAL_UNDECIDED', TEXT.reversalOpen);
  }
}

export class DuplicateChargeNotFound extends Refusal {
  constructor() {
    super('not-found', 'DUPLICATE_CHARGE_NOT_FOUND', TEXT.chargeNotFound);
  }
}

/** The bank refused; the reservation is released. */
export class BankRefusedRefund extends Refusal {
  constructor(bankText: string | null) {
    super('conflict', 'REFUND_REFUSED', TEXT.refused(bankText ?? ''));
  }
}

/** The order was certainly not sent; the reservation is released. */
export class RefundNotSent extends Refusal {
  constructor() {
    super('bank-unavailable', 'BANK_UNAVAILABLE', TEXT.bankUnavailable, { retryAfterSeconds: 30 });
  }
}

export class RefundKeyReused extends Refusal {
  constructor() {
    super('unprocessable', 'IDEMPOTENCY_MISMATCH', MESSAGES.general.idempotencyMismatch);
  }
}

export class PermissionNotFound extends Refusal {
  constructor() {
    super('not-found', 'PERMISSION_NOT_FOUND', MESSAGES.permission.notFound);
  }
}

export class PermissionChanged extends Refusal {
  constructor() {
    super('conflict', 'CONFLICT', MESSAGES.general.conflict);
  }
}

function atMost(rest: number): Record<string, string> {
  return { refundAmount: TEXT.atMost(formatInr(rest)), refundableAmount: String(toRupees(rest)) };
}

/** @param rest paise that could still be refunded */
export function refundRefusal(denial: RefundDenial, rest: number): Refusal {
  switch (denial) {
    case 'not_positive':
      return new RefundNotPositive();
    case 'exceeds_payment':
      return new RefundExceedsPayment(rest);
    case 'exceeds_rest':
      return new RefundExceedsRest(rest);
    case 'not_paid':
      return new RefundOfUnpaid();
    case 'already_refunded':
      return new AlreadyRefunded();
    case 'upgraded':
      return new TokenUpgraded();
    case 'upgrade_open':
      return new UpgradeOpen();
  }
}
