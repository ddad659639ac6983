import { ROUTES } from '../../contracts/routes.js';
import { formatInr } from '../../domain/money.js';
import { tokenLabel, type TokenType } from '../../domain/token-catalogue.js';
import type { Letter } from '../letter.js';
import type { TemplateContext } from './context.js';

export interface RefundData {
  firstName: string;
  amountPaise: number;
  tokenType: TokenType;
  tokenNumber: string;
  paymentId: string;
}

export interface RefundRejectedData {
  sellerFirstName: string;
  customerFirstName: string;
  amountPaise: number;
  tokenType: TokenType;
  tokenNumber: string;
}

/** To the customer, once the bank has taken the refund in. */
export function refundAccepted(data: RefundData, { appUrl, companyName }: TemplateContext): Letter {
  return {
    subject: `Your refund of ${formatInr(data.amountPaise)} is on its way`,
    greeting: `Dear ${data.firstName},`,
    paragraphs: [
      `${companyName} has asked the bank to give back the amount below. It reaches the account you paid from in ` +
        '3-5 business days.',
    ],
    ...factsOf(data, appUrl),
  };
}

/** To the customer, once the bank has confirmed it. */
export function refundCompleted(data: RefundData, { appUrl }: TemplateContext): Letter {
  return {
    subject: `Your refund of ${formatInr(data.amountPaise)} is complete`,
    greeting: `Dear ${data.firstName},`,
    paragraphs: [
      'The bank has confirmed your refund. Depending on your own bank it can take a little longer to show on your statement.',
    ],
    ...factsOf(data, appUrl),
  };
}

/** To the seller: nothing was given back. */
export function refundRejected(data: RefundRejectedData, { appUrl }: TemplateContext): Letter {
  return {
    subject: `A refund of ${formatInr(data.amountPaise)} was not carried out`,
    greeting: `Dear ${data.sellerFirstName},`,
    paragraphs: ['The bank did not carry out a refund. Nothing was given back, and the amount can be refunded again.'],
    facts: [
      ['Customer', data.customerFirstName],
      ['Token', `${tokenLabel(data.tokenType)} ${data.tokenNumber}`],
      ['Amount', formatInr(data.amountPaise)],
    ],
    link: { label: 'Open the dashboard', url: `${appUrl}${ROUTES.dashboard}` },
  };
}

function factsOf(data: RefundData, appUrl: string): Pick<Letter, 'facts' | 'link'> {
  return {
    facts: [
      ['Refund', formatInr(data.amountPaise)],
      ['Token', `${tokenLabel(data.tokenType)} ${data.tokenNumber}`],
    ],
    link: { label: 'View your payment', url: `${appUrl}${ROUTES.payment(data.paymentId)}` },
  };
}
