import { ROUTES } from '../../contracts/routes.js';
import { istMoment } from '../../domain/calendar/ist-time.js';
import { formatInr } from '../../domain/money/money.js';
import { tokenLabel, type TokenType } from '../../domain/payment/token-catalogue.js';
import type { EmailMessage } from '../email-message.js';
import type { TemplateContext } from './context.js';

export interface ReceiptData {
  firstName: string;
  tokenType: TokenType;
  tokenNumber: string;
  /** The whole amount was refunded. */
  tokenVoid?: boolean;
  amountPaise: number;
  /** ISO, UTC. */
  paidAt: string;
  paymentId: string;
  /** Null or missing in emails queued by older releases. */
  receiptNumber?: string | null;
  /** The end of the bank's transaction number: enough to find it on a statement. */
  bankReferenceEnd: string | null;
}

/** To the customer, once a payment is completed. */
export function receipt(data: ReceiptData, context: TemplateContext): EmailMessage {
  return {
    subject: `Payment received: ${tokenLabel(data.tokenType)} token ${data.tokenNumber}`,
    greeting: `Dear ${data.firstName},`,
    paragraphs: [`${context.companyName} has received your payment. Please keep this mail as your receipt.`],
    facts: factsOf(data),
    link: linkTo(data, context),
  };
}

/** The same again, on request of the link's holder. */
export function receiptCopy(data: ReceiptData, context: TemplateContext): EmailMessage {
  return {
    subject: `Your receipt ${data.receiptNumber ?? ''} from ${context.companyName}`,
    greeting: `Dear ${data.firstName},`,
    paragraphs: ['Here is your receipt once more, as it was asked for on your payment page.'],
    facts: factsOf(data),
    link: linkTo(data, context),
  };
}

function factsOf(data: ReceiptData): EmailMessage['facts'] {
  const number: EmailMessage['facts'] = data.receiptNumber ? [['Receipt number', data.receiptNumber]] : [];
  const reference: EmailMessage['facts'] = data.bankReferenceEnd
    ? [['Bank reference', `•••• ${data.bankReferenceEnd}`]]
    : [];
  return [
    ...number,
    ['Token number', data.tokenVoid ? `${data.tokenNumber} (void, refunded in full)` : data.tokenNumber],
    ['Token', tokenLabel(data.tokenType)],
    ['Amount', formatInr(data.amountPaise)],
    ['Paid on', istMoment(data.paidAt)],
    ...reference,
  ];
}

function linkTo({ paymentId, receiptNumber }: ReceiptData, { appUrl }: TemplateContext): EmailMessage['link'] {
  if (!receiptNumber) return { label: 'View your payment', url: `${appUrl}${ROUTES.payment(paymentId)}` };
  return { label: 'View or print your receipt', url: `${appUrl}${ROUTES.receipt(paymentId)}` };
}
