/** Texts of the fields for days, which come after the page. */
export const DAY_MESSAGES = {
  unreadable: 'Enter a day such as 22 Nov 2026 or 22/11/2026.',
  missing: 'Enter a day.',
  tooLate: (last: string) => `Enter a day up to ${last}.`,
  tooEarly: (first: string) => `Enter a day from ${first} on.`,
} as const;
