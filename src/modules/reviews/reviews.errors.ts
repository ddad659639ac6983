import { MESSAGES } from '../../contracts/messages.js';
import { OFFICE_MESSAGES } from '../../contracts/messages-office.js';
import { Refusal } from '../../domain/errors.js';
import { formatInr } from '../../domain/money/money.js';

const TEXT = OFFICE_MESSAGES.review;

export class ReviewNotFound extends Refusal {
  constructor() {
    super('not-found', 'REVIEW_NOT_FOUND', TEXT.notFound);
  }
}

export class ReviewDecided extends Refusal {
  constructor(by: string, words: string) {
    super('conflict', 'REVIEW_DECIDED', TEXT.decided(by, words));
  }
}

export class DecisionNotAllowed extends Refusal {
  constructor() {
    super('conflict', 'DECISION_NOT_ALLOWED', TEXT.notAllowed);
  }
}

/** @param rest paise */
export class AmountAtStakeChanged extends Refusal {
  constructor(rest: number) {
    const message = TEXT.amountChanged(formatInr(rest));
    super('conflict', 'AMOUNT_CHANGED', message, { details: { confirmedAmount: message } });
  }
}

export class BankReferenceMissing extends Refusal {
  constructor() {
    super('unprocessable', 'FIELD_ERRORS', MESSAGES.general.invalid, {
      details: { bankReference: TEXT.referenceNeeded },
    });
  }
}
