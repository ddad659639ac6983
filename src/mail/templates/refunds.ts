import { ROUTES } from '../../contracts/routes.js';
import { formatInr } from '../../domain/money/money.js';
import type { TokenType } from '../../domain/payment/token-catalogue.js';
import type { RefundReferences } from '../../domain/refund/refund-references.js';
import type { EmailMessage } from '../email-message.js';
import { dashboardLink, type NoticeRecipient, type TemplateContext } from './context.js';
import {
  type CustomerEmailData,
  type CustomerTexts,
  noteBeside,
  type NumberStanding,
  textsFor,
} from './customer-words.js';
import { tierOf } from './staff-words.js';

type Amount = NonNullable<EmailMessage['amount']>;

/** Emails queued by an older release lack the references. */
interface RefundFacts extends Partial<RefundReferences>, NumberStanding {
  amountPaise: number;
  tokenType: TokenType;
  tokenNumber: string;
}

export interface RefundData extends RefundFacts, CustomerEmailData {
  paymentId: string;
}

/** The bank took the money back by itself. */
export interface PaymentReversedData extends CustomerEmailData {
  amountPaise: number;
  tokenType: TokenType;
  /** Empty for money that issued no token. */
  tokenNumber: string;
  /** False where a duplicate charge was reversed: the token stays. */
  tokenVoid: boolean;
  replacedBy?: string | null;
  /** Number of the completed upgrade that has ended with the token; null without one. */
  revokedNumber: string | null;
  /** Number of the token that is valid again without its upgrade; null for other payments. */
  restoredNumber: string | null;
  paymentId: string;
}

export interface RefundRejectedData extends RefundFacts, NoticeRecipient {
  /** In the payment's version of the catalogue; missing in emails queued by older releases. */
  tierName?: string;
  customerFirstName: string;
  /** Why the order never left for the bank; null where the bank refused, missing in emails queued by older releases. */
  neverSent?: string | null;
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

/** To the customer, once an admin has confirmed that the bank took the payment back. */
export function paymentReversed(data: PaymentReversedData, context: TemplateContext): EmailMessage {
  const texts = textsFor(data);
  const { words, mails } = texts;
  const { paymentReversed: own } = mails;
  const isVoid = data.tokenVoid && data.tokenNumber !== '';
  return {
    subject: own.subject(formatInr(data.amountPaise)),
    title: own.title,
    paragraphs: [own.text(context.companyName), ...standingOf(data, texts), isVoid ? own.ask : own.askOnly],
    ...partsOf(data, texts, context),
    amount: { ...amountOf(data, texts), label: mails.amounts.reversed },
    // The bank knows no reference of it.
    facts: [[words.facts.reference, data.paymentId]],
  };
}

/** What has become of the tokens. */
function standingOf(data: PaymentReversedData, { words, mails }: CustomerTexts): string[] {
  const { paymentReversed: own } = mails;
  const { tokenNumber, tokenVoid, revokedNumber, restoredNumber } = data;
  if (tokenNumber === '') return [];
  if (!tokenVoid) return [`${words.refunds.duplicate} ${words.refunds.tokenStays}`];
  return [
    own.void(tokenNumber),
    ...(revokedNumber ? [own.revoked(revokedNumber)] : []),
    ...(restoredNumber ? [own.restored(restoredNumber)] : []),
  ];
}

/** To the seller, and to the admin who requested it: the bank refused the refund, or it was never sent. */
export function refundRejected(data: RefundRejectedData, context: TemplateContext): EmailMessage {
  return {
    language: 'en',
    subject: `A refund of ${formatInr(data.amountPaise)} was not carried out`,
    title: 'A refund was not carried out',
    greeting: `Dear ${data.sellerFirstName},`,
    amount: { label: 'Amount', figure: formatInr(data.amountPaise) },
    paragraphs: [`${whyRejected(data)} Nothing was given back, and the amount can be refunded again.`],
    facts: [
      ['Customer', data.customerFirstName],
      ['Token', data.tokenVoid ? `${tokenOf(data)} (void)` : tokenOf(data)],
      ...referencesOf(data, { bankReference: 'Bank reference', ourReference: 'Our reference' }),
    ],
    link: dashboardLink(data, context),
  };
}

function partsOf(
  data: RefundData,
  texts: CustomerTexts,
  { appUrl }: TemplateContext,
): Pick<EmailMessage, 'language' | 'greeting' | 'token' | 'facts' | 'link'> & { amount: Amount } {
  const { language, mails, greeting } = texts;
  return {
    language,
    greeting,
    amount: amountOf(data, texts),
    // Money for an upgrade that could not be used bought none.
    ...(data.tokenNumber && {
      token: {
        label: mails.tokenNumber,
        number: data.tokenNumber,
        type: data.tokenType,
        ...noteBeside(data, texts),
      },
    }),
    facts: referencesOf(data, mails.facts),
    link: { label: mails.buttons.payment, url: `${appUrl}${ROUTES.payment(data.paymentId)}` },
  };
}

function amountOf({ amountPaise }: { amountPaise: number }, { words, mails }: CustomerTexts): Amount {
  return {
    label: mails.amounts.returned,
    figure: formatInr(amountPaise),
    words: words.amountInWords(amountPaise),
  };
}

function whyRejected({ neverSent }: RefundRejectedData): string {
  return neverSent ? `A refund was never sent: ${neverSent}.` : 'The bank did not carry out a refund.';
}

function tokenOf(data: RefundRejectedData): string {
  return `${tierOf(data)} ${data.tokenNumber}`;
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
