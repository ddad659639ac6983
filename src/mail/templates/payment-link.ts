import { ROUTES } from '../../contracts/routes.js';
import { formatInr } from '../../domain/money/money.js';
import type { TokenType } from '../../domain/payment/token-catalogue.js';
import type { EmailMessage } from '../email-message.js';
import type { TemplateContext } from './context.js';
import { type CustomerEmailData, textsFor } from './customer-words.js';

export interface PaymentLinkData extends CustomerEmailData {
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
  const { language, words, mails, greeting, tierOf, tokenOf, moment } = textsFor(data);
  const { link, facts } = mails;
  const token = tokenOf(data.tokenType);
  const what = data.isUpgrade ? link.upgrade(token) : token;
  const page = data.isUpgrade ? ROUTES.upgrade(data.paymentId) : ROUTES.payment(data.paymentId);
  return {
    language,
    subject: link.subject(what),
    title: link.title,
    greeting,
    amount: {
      label: mails.amounts.asked,
      figure: formatInr(data.amountPaise),
      words: words.amountInWords(data.amountPaise),
    },
    paragraphs: [...linesOf(data.message), link.text(companyName, what), link.how, link.safety],
    facts: [
      [facts.for, data.isUpgrade ? words.upgradeTo(tierOf(data.tokenType)) : token],
      [facts.payUntil, moment(data.expiresAt)],
    ],
    link: { label: mails.buttons.pay, url: `${appUrl}${page}` },
  };
}

function linesOf(message: string | null): string[] {
  return (message ?? '').split('\n').flatMap((line) => line.trim() || []);
}
