import { SERVER_MESSAGES } from '../contracts/messages-server.js';
import { Refusal } from '../domain/errors.js';

/** More customers match than can be looked up, and nothing bounds the list. */
export class SearchTooWide extends Refusal {
  constructor() {
    super('unprocessable', 'SEARCH_TOO_WIDE', SERVER_MESSAGES.general.searchTooWide, {
      details: { search: SERVER_MESSAGES.general.searchTooWide },
    });
  }
}
