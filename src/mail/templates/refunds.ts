import { ROUTES } from '../../contracts/routes.js';
import { formatInr } from '../../domain/money/money.js';
import { tokenLabel, type TokenType } from '../../domain/payment/token-catalogue.js';
import type { RefundReferences } from '../../domain/refund/refund-references.js';
import type { EmailMessage } from '../email-message.js';
import type { TemplateContext } from './context.js';
import { type CustomerEmailData, type CustomerTexts, textsFor } from './customer-words.js';

/** Emails queued by an older release lack the references and `tokenVoid`. */
interface RefundFacts extends Partial<RefundReferences> {
  amountPaise: number;
  tokenType: TokenType;
  tokenNumber: string;
  /** The whole amount was refunded. */
  tokenVoid?: boolean;
}

export interface RefundData extends RefundFacts, CustomerEmailData {
  paymentId: string;
}

export interface RefundRejectedData extends RefundFacts {
  sellerFirstName: string;
  customerFirstName: string;
}

/** To the customer, once the bank has accepted the refund. */
export function refundAccepted(data: RefundData, context: TemplateContext): EmailMessage {
  const texts = textsFor(data);
  const { refundAccepted: own } = texts.mails;
  return {
    subject: own.subject(formatInr(data.amountPaise)),
    title: own.title,
    paragraphs: [own.text(context.companyName)],
    ...partsOf(data, texts, context),
  };
}

/** To the customer, once the bank has completed the refund. */
export function refundCompleted(data: RefundData, context: TemplateContext): EmailMessage {
  const texts = textsFor(data);
  const { refundCompleted: own } = texts.mails;
  return {
    subject: own.subject(formatInr(data.amountPaise)),
    title: own.title,
    paragraphs: [own.text],
    ...partsOf(data, texts, context),
  };
}

/** To the seller: the bank refused the refund. */
export function refundRejected(data: RefundRejectedData, { appUrl }: TemplateContext): EmailMessage {
  return {
    language: 'en',
    subject: `A refund of ${formatInr(data.amountPaise)} was not carried out`,
    title: 'A refund was not carried out',
    greeting: `Dear ${data.sellerFirstName},`,
    amount: { label: 'Amount', figure: formatInr(data.amountPaise) },
    paragraphs: ['The bank did not carry out a refund. Nothing was given back, and the amount can be refunded again.'],
    facts: [
      ['Customer', data.customerFirstName],
      ['Token', data.tokenVoid ? `${tokenOf(data)} (void, refunded in full)` : tokenOf(data)],
      ...referencesOf(data, { bankReference: 'Bank reference', ourReference: 'Our reference' }),
    ],
    link: { label: 'Open the dashboard', url: `${appUrl}${ROUTES.dashboard}` },
  };
}

function partsOf(
  data: RefundData,
  { language, words, mails, greeting }: CustomerTexts,
  { appUrl }: TemplateContext,
): Pick<EmailMessage, 'language' | 'greeting' | 'amount' | 'token' | 'facts' | 'link'> {
  return {
    language,
    greeting,
    amount: {
      label: mails.amounts.returned,
      figure: formatInr(data.amountPaise),
      words: words.amountInWords(data.amountPaise),
    },
    // Money for an upgrade that could not be used bought none.
    ...(data.tokenNumber && {
      token: {
        label: mails.tokenNumber,
        number: data.tokenNumber,
        type: data.tokenType,
        ...(data.tokenVoid && { note: mails.void }),
      },
    }),
    facts: referencesOf(data, mails.facts),
    link: { label: mails.buttons.payment, url: `${appUrl}${ROUTES.payment(data.paymentId)}` },
  };
}

function tokenOf({ tokenType, tokenNumber }: RefundFacts): string {
  return `${tokenLabel(tokenType)} ${tokenNumber}`;
}

function referencesOf(
  { bankReference, ourReference }: RefundFacts,
  labels: Record<'bankReference' | 'ourReference', string>,
): EmailMessage['facts'] {
  const facts: [string, string | null | undefined][] = [
    [labels.bankReference, bankReference],
    [labels.ourReference, ourReference],
  ];
  return facts.flatMap(([label, value]) => (value ? [[label, value] as [string, string]] : []));
}
