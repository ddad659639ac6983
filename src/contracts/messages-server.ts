/** Texts that only the server sends. Pages do not import them: each byte of their scripts counts. */
export const SERVER_MESSAGES = {
  storage: {
    full: 'The storage is full: nothing was saved. What is stored can be read. Try again once there is room.',
    readOnly: 'The storage is read-only: nothing was saved. What is stored can be read. Try again later.',
    failed: 'The storage does not work properly: nothing was saved. Try again later.',
    moved: 'The database file was removed or replaced: nothing was saved. The product has to be restarted.',
  },
  general: {
    searchTooWide:
      'Too many payments match. Type more of the name, a whole email address or phone number, or choose a status or dates.',
  },
  link: {
    underWayAtBank:
      'The bank says that a payment on this link is under way. The link was not cancelled. Try again in a few minutes.',
    bankNotClear: 'The bank gave no clear answer about this link, so it was not cancelled. Try again in a minute.',
    moneyArrived:
      'The bank has taken money on this link that cannot be used. It is under Needs review, to be given back.',
    heldToken: (customer: string, number: string, at: string, seller: string, more: number) =>
      `${customer} holds ${number}, paid ${at} at ${seller}'s desk${more > 0 ? `, and ${more} more` : ''}. ` +
      'Say why a second unit is sold.',
  },
} as const;
