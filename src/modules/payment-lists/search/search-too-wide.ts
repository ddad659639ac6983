import { SERVER_MESSAGES } from '../../../contracts/messages-server.js';
import { Refusal } from '../../../domain/errors.js';

/** Too many customers match, and no other filter bounds the list. */
export class SearchTooWide extends Refusal {
  constructor() {
    super('unprocessable', 'SEARCH_TOO_WIDE', SERVER_MESSAGES.general.searchTooWide, {
      details: { search: SERVER_MESSAGES.general.searchTooWide },
    });
  }
}
