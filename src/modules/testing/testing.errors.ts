import { MESSAGES } from '../../contracts/messages.js';
import { OFFICE_MESSAGES } from '../../contracts/messages-office.js';
import { Refusal } from '../../domain/errors.js';

/** Answers like an unknown address. */
export class TestPageHidden extends Refusal {
  constructor() {
    super('not-found', 'NOT_FOUND', MESSAGES.general.notFound);
  }
}

/** The payload cannot be hashed. */
export class PayloadNotHashable extends Refusal {
  constructor(details: { payload: string } | { expectedHash: string }) {
    super('invalid', 'PAYLOAD_NOT_HASHABLE', OFFICE_MESSAGES.testing.hashFailed, { details });
  }
}

/** The bank refused the invoice. */
export class TestLinkRefused extends Refusal {
  constructor(text: string) {
    super('bank-unavailable', 'BANK_REFUSED', MESSAGES.link.createFailed, {
      details: { bank: OFFICE_MESSAGES.testing.bankSaid(text) },
    });
  }
}

/** The outcome of the invoice creation is unknown; nobody was sent to it. */
export class TestLinkUnknown extends Refusal {
  constructor(text: string) {
    super('bank-unavailable', 'BANK_UNAVAILABLE', MESSAGES.link.createFailed, {
      details: { bank: OFFICE_MESSAGES.testing.noAnswer(text) },
    });
  }
}
