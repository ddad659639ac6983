import { MESSAGES } from '../contracts/messages.js';
import { Refusal } from '../domain/errors.js';

/** More customers match than can be looked up, and nothing bounds the list. */
export class SearchTooWide extends Refusal {
  constructor() {
    super('unprocessable', 'SEARCH_TOO_WIDE', MESSAGES.general.searchTooWide, {
      details: { search: MESSAGES.general.searchTooWide },
    });
  }
}
