const HOUR_MS = 3_600_000;
const IST_OFFSET_MS = 5.5 * HOUR_MS;

export function linkExpiry(createdAt: Date, ttlHours: number): Date {
  return new Date(createdAt.getTime() + ttlHours * HOUR_MS);
}

export function isLinkExpired(expiresAt: Date, now: Date): boolean {
  return expiresAt.getTime() <= now.getTime();
}

/** The Indian calendar day of an instant as the bank writes due dates: `dd/MM/yyyy`. A UTC clock would be a day early at night. */
export function istDueDate(instant: Date): string {
  const ist = new Date(instant.getTime() + IST_OFFSET_MS);
  const [year, month, day] = ist.toISOString().slice(0, 10).split('-');
  return `${day}/${month}/${year}`;
}
