import { MESSAGES } from '../../contracts/messages.js';
import { Refusal } from '../../domain/errors.js';

export class FilterInvalid extends Refusal {
  constructor(details: Record<string, string>) {
    super('unprocessable', 'FILTER_INVALID', MESSAGES.general.invalid, { details });
  }
}
