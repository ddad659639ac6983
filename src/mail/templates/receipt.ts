import { ROUTES } from '../../contracts/routes.js';
import { istMoment } from '../../domain/ist-time.js';
import { formatInr } from '../../domain/money.js';
import { tokenLabel, type TokenType } from '../../domain/token-catalogue.js';
import type { Letter } from '../letter.js';
import type { TemplateContext } from './context.js';

export interface ReceiptData {
  firstName: string;
  tokenType: TokenType;
  tokenNumber: string;
  amountPaise: number;
  /** ISO, UTC. */
  paidAt: string;
  paymentId: string;
  /** The end of the bank's transaction number: enough to find it on a statement, too little to quote it. */
  bankReferenceEnd: string | null;
}

/** To the customer, once a payment is completed. */
export function receipt(data: ReceiptData, { appUrl, companyName }: TemplateContext): Letter {
  const reference: [string, string][] = data.bankReferenceEnd
    ? [['Bank reference', `•••• ${data.bankReferenceEnd}`]]
    : [];
  return {
    subject: `Payment received: ${tokenLabel(data.tokenType)} token ${data.tokenNumber}`,
    greeting: `Dear ${data.firstName},`,
    paragraphs: [`${companyName} has received your payment. Please keep this mail as your receipt.`],
    facts: [
      ['Token number', data.tokenNumber],
      ['Token', tokenLabel(data.tokenType)],
      ['Amount', formatInr(data.amountPaise)],
      ['Paid on', istMoment(data.paidAt)],
      ...reference,
    ],
    link: { label: 'View your payment', url: `${appUrl}${ROUTES.payment(data.paymentId)}` },
  };
}
