import { SERVER_MESSAGES } from '../../../contracts/messages-server.js';
import { MESSAGES } from '../../../contracts/messages.js';
import { Refusal } from '../../../domain/errors.js';
import type { LinkDenial, Withdrawal } from '../../../domain/payment/link-care.js';
import { LinkReplaced, LinkStillLive, LinkWithdrawn, PaymentAlreadyPaid } from '../payments.errors.js';

/** Money may be under way, so the link cannot be ended now. */
class LinkAtBank extends Refusal {
  constructor() {
    super('conflict', 'LINK_AT_BANK', MESSAGES.link.atBank);
  }
}

/** STATUS, asked before a cancellation, does not rule out money under way. */
export class BankNotClear extends Refusal {
  /** @param isUnderWay the bank says that a payment is in progress; else it gave no usable answer */
  constructor(isUnderWay: boolean) {
    super(
      'conflict',
      'LINK_AT_BANK',
      isUnderWay ? SERVER_MESSAGES.link.underWayAtBank : SERVER_MESSAGES.link.bankNotClear,
    );
  }
}

/** STATUS, asked before a cancellation, shows a capture that cannot be used. */
export class MoneyArrived extends Refusal {
  constructor() {
    super('conflict', 'MONEY_ARRIVED', SERVER_MESSAGES.link.moneyArrived);
  }
}

class LinkAlreadyCancelled extends Refusal {
  constructor() {
    super('conflict', 'LINK_ALREADY_CANCELLED', MESSAGES.link.alreadyCancelled);
  }
}

export class LinkAlreadyReplaced extends Refusal {
  constructor() {
    super('conflict', 'LINK_REPLACED', MESSAGES.link.alreadyReplaced);
  }
}

class LinkOver extends Refusal {
  constructor() {
    super('conflict', 'LINK_EXPIRED', MESSAGES.link.over);
  }
}

class UpgradeContactFixed extends Refusal {
  constructor() {
    super('conflict', 'UPGRADE_CONTACT_FIXED', MESSAGES.link.upgradeContact);
  }
}

export class ContactUnchanged extends Refusal {
  constructor() {
    super('conflict', 'CONTACT_UNCHANGED', MESSAGES.link.contactUnchanged);
  }
}

/** A field error, so that the form shows it at the lifetime. */
export class TodayTooShort extends Refusal {
  constructor() {
    super('unprocessable', 'FIELD_ERRORS', MESSAGES.general.invalid, {
      details: { expiry: MESSAGES.link.todayTooShort },
    });
  }
}

export class PersonMissing extends Refusal {
  constructor() {
    super('unprocessable', 'FIELD_ERRORS', MESSAGES.general.invalid, {
      details: { email: MESSAGES.link.whoIsMissing },
    });
  }
}

/** @param text who made the open link, and when */
export class OpenLinkExists extends Refusal {
  constructor(text: string) {
    super('conflict', 'OPEN_LINK_EXISTS', text, { details: { duplicateReason: text } });
  }
}

/** @param text which token the buyer holds, since when, and who sold it */
export class TokenHeld extends Refusal {
  constructor(text: string) {
    super('conflict', 'TOKEN_HELD', text, { details: { duplicateReason: text } });
  }
}

/** The recorded address cannot receive mail. */
export class LinkEmailRefused extends Refusal {
  constructor() {
    super('unprocessable', 'MAIL_REFUSED', MESSAGES.link.mailFailed);
  }
}

/** For staff. */
export function linkRefusal(denial: LinkDenial): Refusal {
  switch (denial) {
    case 'paid':
      return new PaymentAlreadyPaid();
    case 'replaced':
      return new LinkAlreadyReplaced();
    case 'already_cancelled':
      return new LinkAlreadyCancelled();
    case 'at_bank':
      return new LinkAtBank();
    case 'expired':
      return new LinkOver();
    case 'upgrade':
      return new UpgradeContactFixed();
    case 'still_live':
      return new LinkStillLive();
  }
}

/** For the customer. */
export function withdrawn(reason: Withdrawal): Refusal {
  return reason === 'contact_corrected' ? new LinkReplaced() : new LinkWithdrawn();
}
