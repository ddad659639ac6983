// Bounds that people feel, for rows of more than one work. Ratios to the floor are told beside them, as a yardstick of waste.

/** Milliseconds of lists, filters, searches, dashboards and figures, at a million payments. */
export const PAGE_P99_MS = 50;
/** At a million payments against ten thousand, and on any page against the first. */
export const GROWTH_AT_MOST = 1.3;
