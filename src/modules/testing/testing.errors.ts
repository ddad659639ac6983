import { MESSAGES } from '../../contracts/messages.js';
import { Refusal } from '../../domain/errors.js';

/** Answers exactly as an address that does not exist. */
export class TestPageHidden extends Refusal {
  constructor() {
    super('not-found', 'NOT_FOUND', MESSAGES.general.notFound);
  }
}

/** The payload is no message that can be hashed. */
export class PayloadNotHashable extends Refusal {
  constructor(details: { payload: string } | { expectedHash: string }) {
    super('invalid', 'PAYLOAD_NOT_HASHABLE', MESSAGES.testing.hashFailed, { details });
  }
}

/** The bank answered, and made no invoice. */
export class TestLinkRefused extends Refusal {
  constructor(text: string) {
    super('bank-unavailable', 'BANK_REFUSED', MESSAGES.link.createFailed, {
      details: { bank: MESSAGES.testing.bankSaid(text) },
    });
  }
}

/** Nobody knows whether the bank has made the invoice; nobody was sent to it. */
export class TestLinkUnknown extends Refusal {
  constructor(text: string) {
    super('bank-unavailable', 'BANK_UNAVAILABLE', MESSAGES.link.createFailed, {
      details: { bank: MESSAGES.testing.noAnswer(text) },
    });
  }
}
