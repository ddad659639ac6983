import type { LinkMails } from '../../src/contracts/links';
import type { DashboardRow } from '../../src/contracts/payments';
import { isPaid } from '../../src/domain/payment/payment-status';
import { formatMoment } from './format';

/** `Sent 2×, last 2:05 pm`; null before the first. */
export function mailsSent({ sentCount, lastSentAt }: LinkMails): string | null {
  if (sentCount === 0) return null;
  return `Sent ${sentCount}×${lastSentAt ? `, last ${formatMoment(lastSentAt)}` : ''}`;
}

/** What is known of the way of a link to its customer; nothing once it has done its work. */
export function linkMarkers({ status, openedAt, linkMails }: DashboardRow): string[] {
  if (isPaid(status)) return [];
  // Whoever was at the bank had the link, whether or not their opening of the page was recorded.
  const notOpened = status === 'pending' ? 'Not opened yet' : null;
  const opened = openedAt ? `Opened ${formatMoment(openedAt)}` : notOpened;
  return [opened, mailsSent(linkMails)].filter((marker) => marker !== null);
}
