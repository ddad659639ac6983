import { MESSAGES } from '../../contracts/messages.js';
import { Refusal } from '../../domain/errors.js';

export class DayInvalid extends Refusal {
  constructor() {
    super('unprocessable', 'INVALID_DAY', MESSAGES.days.malformed, { details: { day: MESSAGES.days.malformed } });
  }
}

export class DayNotOver extends Refusal {
  constructor() {
    super('conflict', 'DAY_NOT_OVER', MESSAGES.dayClose.notOver);
  }
}
