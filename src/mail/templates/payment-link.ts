import { ROUTES } from '../../contracts/routes.js';
import { amountInWords } from '../../domain/money/amount-in-words.js';
import { istMoment } from '../../domain/calendar/ist-time.js';
import { formatInr } from '../../domain/money/money.js';
import { tokenLabel, type TokenType } from '../../domain/payment/token-catalogue.js';
import type { EmailMessage } from '../email-message.js';
import type { TemplateContext } from './context.js';

export interface PaymentLinkData {
  firstName: string;
  tokenType: TokenType;
  isUpgrade: boolean;
  amountPaise: number;
  paymentId: string;
  /** ISO, UTC. */
  expiresAt: string;
  /** The seller's message; several lines. */
  message: string | null;
}

/** To the customer, when staff ask for it. */
export function paymentLink(data: PaymentLinkData, { appUrl, companyName }: TemplateContext): EmailMessage {
  const token = `${tokenLabel(data.tokenType)} token`;
  const what = data.isUpgrade ? `upgrade to the ${token}` : token;
  const page = data.isUpgrade ? ROUTES.upgrade(data.paymentId) : ROUTES.payment(data.paymentId);
  return {
    subject: `Your payment link: ${data.isUpgrade ? `upgrade to ${token}` : token}`,
    greeting: `Dear ${data.firstName},`,
    paragraphs: [
      ...linesOf(data.message),
      `Here is the link to pay ${companyName} for your ${what}.`,
      'The link opens our payment page, which takes you to the bank. Once the bank has confirmed the payment, the page shows ' +
        'your token number and we mail you a receipt.',
      'Please do not pass the link on. Nobody of ours will ask you for a card number, a PIN or an OTP. With any question, ' +
        'call or write to us as below.',
    ],
    facts: [
      ['For', data.isUpgrade ? `Upgrade to ${token}` : token],
      ['Amount', formatInr(data.amountPaise)],
      ['In words', amountInWords(data.amountPaise)],
      ['Pay until', istMoment(data.expiresAt)],
    ],
    link: { label: 'Open the payment page', url: `${appUrl}${page}` },
  };
}

function linesOf(message: string | null): string[] {
  return (message ?? '').split('\n').flatMap((line) => line.trim() || []);
}
