import { MESSAGES } from '../../contracts/messages.js';
import { Refusal } from '../../domain/errors.js';

const WORDS = MESSAGES.upgrade;

export class NoUpgradeAvailable extends Refusal {
  constructor() {
    super('invalid', 'UPGRADE_NOT_AVAILABLE', WORDS.none);
  }
}

export class TokenNotPaid extends Refusal {
  constructor() {
    super('conflict', 'TOKEN_NOT_PAID', WORDS.notPaid);
  }
}

export class TokenHasRefund extends Refusal {
  constructor() {
    super('conflict', 'TOKEN_HAS_REFUND', WORDS.refundExists);
  }
}

export class TokenAlreadyUpgraded extends Refusal {
  constructor() {
    super('conflict', 'ALREADY_UPGRADED', WORDS.alreadyUpgraded);
  }
}

/** `details` name the existing link. */
export class UpgradePending extends Refusal {
  constructor(details: { upgradeLink: string; upgradePaymentId: string }) {
    super('conflict', 'UPGRADE_PENDING', WORDS.pending, { details });
  }
}

/** The upgrade was superseded by another one or by a refund. */
export class UpgradeClosed extends Refusal {
  constructor() {
    super('conflict', 'UPGRADE_CLOSED', WORDS.closed);
  }
}

/** For staff: a reversal of the gold payment is undecided. */
export class TokenReversalUndecided extends Refusal {
  constructor() {
    super('conflict', 'REVERSAL_UNDECIDED', WORDS.reversalOpen);
  }
}

/** For the customer: the same. */
export class UpgradeOnHold extends Refusal {
  constructor() {
    super('conflict', 'REVERSAL_UNDECIDED', WORDS.onHold);
  }
}

export class NothingToReset extends Refusal {
  constructor() {
    super('conflict', 'NO_FAILED_UPGRADE', WORDS.nothingToReset);
  }
}

/** Lost too many races for the token. */
export class TokenBusy extends Refusal {
  constructor() {
    super('conflict', 'CONFLICT', MESSAGES.general.conflict);
  }
}
