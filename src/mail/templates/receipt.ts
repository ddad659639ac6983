import { ROUTES } from '../../contracts/routes.js';
import { formatInr } from '../../domain/money/money.js';
import type { TokenType } from '../../domain/payment/token-catalogue.js';
import type { EmailMessage } from '../email-message.js';
import type { TemplateContext } from './context.js';
import {
  type CustomerEmailData,
  type CustomerTexts,
  noteBeside,
  type NumberStanding,
  textsFor,
} from './customer-words.js';

export interface ReceiptData extends CustomerEmailData, NumberStanding {
  /** In full: the email goes to the recorded address alone. Missing in emails queued by older releases. */
  customerName?: string;
  tokenType: TokenType;
  tokenNumber: string;
  amountPaise: number;
  /** ISO, UTC. */
  paidAt: string;
  paymentId: string;
  /** Null or missing in emails queued by older releases. */
  receiptNumber?: string | null;
  /** The bank's transaction number, in full. */
  bankReference?: string | null;
  /** Its end, in emails queued by older releases. */
  bankReferenceEnd?: string | null;
}

/** To the customer, once a payment is completed. */
export function receipt(data: ReceiptData, context: TemplateContext): EmailMessage {
  const texts = textsFor(data);
  const { receipt: own } = texts.mails;
  return {
    subject: own.subject(texts.tokenOf(data.tokenType), data.tokenNumber),
    title: own.title,
    paragraphs: [own.text(context.companyName)],
    ...partsOf(data, texts, context),
  };
}

/** The same again, on request of the link's holder. */
export function receiptCopy(data: ReceiptData, context: TemplateContext): EmailMessage {
  const texts = textsFor(data);
  const { receiptCopy: own } = texts.mails;
  return {
    subject: own.subject(data.receiptNumber ?? '', context.companyName),
    title: own.title,
    paragraphs: [own.text],
    ...partsOf(data, texts, context),
  };
}

function partsOf(
  data: ReceiptData,
  texts: CustomerTexts,
  context: TemplateContext,
): Pick<EmailMessage, 'language' | 'greeting' | 'token' | 'amount' | 'facts' | 'link'> {
  const { language, words, mails, greeting, tokenOf, moment } = texts;
  const { facts } = mails;
  const reference = data.bankReference ?? (data.bankReferenceEnd ? `•••• ${data.bankReferenceEnd}` : null);
  const rows: [string, string | null | undefined][] = [
    [facts.receiptNumber, data.receiptNumber],
    [words.facts.receivedFrom, data.customerName],
    [facts.token, tokenOf(data.tokenType)],
    [facts.paidOn, moment(data.paidAt)],
    [facts.bankReference, reference],
  ];
  return {
    language,
    greeting,
    token: {
      label: mails.tokenNumber,
      number: data.tokenNumber,
      type: data.tokenType,
      ...noteBeside(data, texts),
    },
    amount: {
      label: mails.amounts.received,
      figure: formatInr(data.amountPaise),
      words: words.amountInWords(data.amountPaise),
    },
    facts: rows.flatMap(([label, value]) => (value ? [[label, value] as [string, string]] : [])),
    link: linkTo(data, mails, context),
  };
}

function linkTo(
  { paymentId, receiptNumber }: ReceiptData,
  { buttons }: CustomerTexts['mails'],
  { appUrl }: TemplateContext,
): EmailMessage['link'] {
  if (!receiptNumber) return { label: buttons.payment, url: `${appUrl}${ROUTES.payment(paymentId)}` };
  return { label: buttons.receipt, url: `${appUrl}${ROUTES.receipt(paymentId)}` };
}
