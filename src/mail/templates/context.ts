import { ROUTES } from '../../contracts/routes.js';
import type { EmailMessage } from '../email-message.js';

/** The person that a notice to the seller is for: the seller, or an admin. */
export interface NoticeRecipient {
  /** First name of that person. */
  sellerFirstName: string;
  /** Finds the payment among those of all sellers; missing for the seller. */
  isAdmin?: boolean;
}

/** Input of templates besides their data. */
export interface TemplateContext {
  /** Public origin of the product, without a trailing slash. */
  appUrl: string;
  companyName: string;
  /** Opens values sealed by the vault, such as links in the outbox. */
  open: (sealed: string) => string;
}

/** To the page on which the recipient of a notice finds the payment. */
export function dashboardLink({ isAdmin }: NoticeRecipient, { appUrl }: TemplateContext): EmailMessage['link'] {
  return { label: 'Open the dashboard', url: `${appUrl}${isAdmin ? ROUTES.adminDashboard : ROUTES.dashboard}` };
}
