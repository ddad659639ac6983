import { MESSAGES } from '../../../contracts/messages.js';
import { Refusal } from '../../../domain/errors.js';

export class AuditFilterInvalid extends Refusal {
  constructor(details: Record<string, string>) {
    super('unprocessable', 'FIELD_ERRORS', MESSAGES.general.invalid, { details });
  }
}
