import { ROUTES } from '../../contracts/routes.js';
import { formatInr } from '../../domain/money/money.js';
import { tokenLabel, type TokenType } from '../../domain/payment/token-catalogue.js';
import type { RefundReferences } from '../../domain/refund/refund-references.js';
import type { EmailMessage } from '../email-message.js';
import type { TemplateContext } from './context.js';

/** Emails queued by an older release lack the references and `tokenVoid`. */
interface RefundFacts extends Partial<RefundReferences> {
  amountPaise: number;
  tokenType: TokenType;
  tokenNumber: string;
  /** The whole amount was refunded. */
  tokenVoid?: boolean;
}

export interface RefundData extends RefundFacts {
  firstName: string;
  paymentId: string;
}

export interface RefundRejectedData extends RefundFacts {
  sellerFirstName: string;
  customerFirstName: string;
}

/** To the customer, once the bank has accepted the refund. */
export function refundAccepted(data: RefundData, { appUrl, companyName }: TemplateContext): EmailMessage {
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

/** To the customer, once the bank has completed the refund. */
export function refundCompleted(data: RefundData, { appUrl }: TemplateContext): EmailMessage {
  return {
    subject: `Your refund of ${formatInr(data.amountPaise)} is complete`,
    greeting: `Dear ${data.firstName},`,
    paragraphs: [
      'The bank has confirmed your refund. Depending on your own bank it can take a little longer to show on your statement.',
    ],
    ...factsOf(data, appUrl),
  };
}

/** To the seller: the bank refused the refund. */
export function refundRejected(data: RefundRejectedData, { appUrl }: TemplateContext): EmailMessage {
  return {
    subject: `A refund of ${formatInr(data.amountPaise)} was not carried out`,
    greeting: `Dear ${data.sellerFirstName},`,
    paragraphs: ['The bank did not carry out a refund. Nothing was given back, and the amount can be refunded again.'],
    facts: [
      ['Customer', data.customerFirstName],
      ['Token', tokenOf(data)],
      ['Amount', formatInr(data.amountPaise)],
      ...referencesOf(data),
    ],
    link: { label: 'Open the dashboard', url: `${appUrl}${ROUTES.dashboard}` },
  };
}

function factsOf(data: RefundData, appUrl: string): Pick<EmailMessage, 'facts' | 'link'> {
  return {
    facts: [['Refund', formatInr(data.amountPaise)], ['Token', tokenOf(data)], ...referencesOf(data)],
    link: { label: 'View your payment', url: `${appUrl}${ROUTES.payment(data.paymentId)}` },
  };
}

function tokenOf({ tokenType, tokenNumber, tokenVoid }: RefundFacts): string {
  const token = `${tokenLabel(tokenType)} ${tokenNumber}`;
  return tokenVoid ? `${token} (void, refunded in full)` : token;
}

function referencesOf({ bankReference, ourReference }: RefundFacts): EmailMessage['facts'] {
  const facts: [string, string | null | undefined][] = [
    ['Bank reference', bankReference],
    ['Our reference', ourReference],
  ];
  return facts.flatMap(([label, value]) => (value ? [[label, value] as [string, string]] : []));
}
