import type { LinkMails } from '../../src/contracts/links';
import { formatMoment } from './format';

/** `Sent 2×, last 2:05 pm`; null before the first. */
export function mailsSent({ sentCount, lastSentAt }: LinkMails): string | null {
  if (sentCount === 0) return null;
  return `Sent ${sentCount}×${lastSentAt ? `, last ${formatMoment(lastSentAt)}` : ''}`;
}
