import { OFFICE_MESSAGES } from '../../contracts/messages-office.js';
import { Refusal } from '../../domain/errors.js';

const TEXT = OFFICE_MESSAGES.holidays;

export class HolidayInvalid extends Refusal {
  constructor(field: 'day' | 'name') {
    super('unprocessable', 'FIELD_ERRORS', TEXT[field], { details: { [field]: TEXT[field] } });
  }
}

export class HolidayListed extends Refusal {
  constructor(day: string) {
    super('conflict', 'HOLIDAY_LISTED', TEXT.listed(day), { details: { day: TEXT.listed(day) } });
  }
}

export class HolidayUnknown extends Refusal {
  constructor(day: string) {
    super('not-found', 'NOT_FOUND', TEXT.unknown(day));
  }
}
