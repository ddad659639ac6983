const DEFAULT_SECONDS = 30;
const LONGEST_SECONDS = 3600;

/** Seconds to wait after a 429: the header's number or date, else the product's default. */
export function retryAfterSeconds(header: string | null | undefined): number {
  if (!header) return DEFAULT_SECONDS;
  const seconds = /^\d+$/.test(header.trim()) ? Number(header) : (Date.parse(header) - Date.now()) / 1000;
  if (!Number.isFinite(seconds)) return DEFAULT_SECONDS;
  return Math.min(LONGEST_SECONDS, Math.max(1, Math.ceil(seconds)));
}
