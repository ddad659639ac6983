import { MESSAGES } from '../../contracts/messages.js';
import { Refusal } from '../../domain/errors.js';

export class AuditFilterInvalid extends Refusal {
  constructor(details: Record<string, string>) {
    super('unprocessable', 'VALIDATION_FAILED', MESSAGES.general.invalid, { details });
  }
}
