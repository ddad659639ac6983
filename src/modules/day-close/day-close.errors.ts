import { OFFICE_MESSAGES } from '../../contracts/messages-office.js';
import { Refusal } from '../../domain/errors.js';

export class DayInvalid extends Refusal {
  constructor() {
    super('unprocessable', 'INVALID_DAY', OFFICE_MESSAGES.days.malformed, {
      details: { day: OFFICE_MESSAGES.days.malformed },
    });
  }
}

export class DayNotOver extends Refusal {
  constructor() {
    super('conflict', 'DAY_NOT_OVER', OFFICE_MESSAGES.dayClose.notOver);
  }
}
