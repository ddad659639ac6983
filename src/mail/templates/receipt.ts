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
  /** The whole amount was given back. */
  tokenVoid?: boolean;
  amountPaise: number;
  /** ISO, UTC. */
  paidAt: string;
  paymentId: string;
  /** Null or missing in mails that were queued before there were numbers. */
  receiptNumber?: string | null;
  /** The end of the bank's transaction number: enough to find it on a statement, too little to quote it. */
  bankReferenceEnd: string | null;
}

/** To the customer, once a payment is completed. */
export function receipt(data: ReceiptData, context: TemplateContext): Letter {
  return {
    subject: `Payment received: ${tokenLabel(data.tokenType)} token ${data.tokenNumber}`,
    greeting: `Dear ${data.firstName},`,
    paragraphs: [`${context.companyName} has received your payment. Please keep this mail as your receipt.`],
    facts: factsOf(data),
    link: linkTo(data, context),
  };
}

/** The same once more, because somebody who holds the link asked for it. */
export function receiptCopy(data: ReceiptData, context: TemplateContext): Letter {
  return {
    subject: `Your receipt ${data.receiptNumber ?? ''} from ${context.companyName}`,
    greeting: `Dear ${data.firstName},`,
    paragraphs: ['Here is your receipt once more, as it was asked for on your payment page.'],
    facts: factsOf(data),
    link: linkTo(data, context),
  };
}

function factsOf(data: ReceiptData): Letter['facts'] {
  const number: Letter['facts'] = data.receiptNumber ? [['Receipt number', data.receiptNumber]] : [];
  const reference: Letter['facts'] = data.bankReferenceEnd ? [['Bank reference', `•••• ${data.bankReferenceEnd}`]] : [];
  return [
    ...number,
    ['Token number', data.tokenVoid ? `${data.tokenNumber} (void, refunded in full)` : data.tokenNumber],
    ['Token', tokenLabel(data.tokenType)],
    ['Amount', formatInr(data.amountPaise)],
    ['Paid on', istMoment(data.paidAt)],
    ...reference,
  ];
}

function linkTo({ paymentId, receiptNumber }: ReceiptData, { appUrl }: TemplateContext): Letter['link'] {
  if (!receiptNumber) return { label: 'View your payment', url: `${appUrl}${ROUTES.payment(paymentId)}` };
  return { label: 'View or print your receipt', url: `${appUrl}${ROUTES.receipt(paymentId)}` };
}
