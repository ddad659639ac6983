import { istMoment } from '../../domain/calendar/ist-time.js';
import { formatInr } from '../../domain/money/money.js';
import { tierInSentence } from '../../contracts/words/tier-name.js';
import { textsIn } from '../../contracts/words/index.js';
import type { TokenType } from '../../domain/payment/token-catalogue.js';
import type { EmailMessage } from '../email-message.js';
import { dashboardLink, type NoticeRecipient, type TemplateContext } from './context.js';
import { tierOf } from './staff-words.js';

export interface PaymentLateData extends NoticeRecipient {
  customerFirstName: string;
  tokenType: TokenType;
  /** In the payment's version of the catalogue; missing in emails queued by older releases, as in all to sellers. */
  tierName?: string;
  tokenNumber: string;
  amountPaise: number;
  /** ISO, UTC. */
  paidAt: string;
}

export interface PaymentReviewData extends NoticeRecipient {
  customerFirstName: string;
  tokenType: TokenType;
  tierName?: string;
  /** Tier of the token that an upgrade was for; missing in emails queued by older releases. */
  upgradeFrom?: TokenType;
  /** Its name in the catalogue of that sale. */
  upgradeFromName?: string;
  amountPaise: number;
  /** A ReviewReason; an unknown one is described in general words. */
  reason: string;
  /** Paise of the excess capture; null for other reasons. */
  excessPaise: number | null;
}

/** To the seller, or an admin in their place: late money completed the payment. */
export function paymentLate(data: PaymentLateData, context: TemplateContext): EmailMessage {
  return {
    language: 'en',
    subject: `Late payment: token ${data.tokenNumber}`,
    title: 'A late payment has arrived',
    greeting: `Dear ${data.sellerFirstName},`,
    paragraphs: ['A payment that had already ended was paid after all. The token has been issued.'],
    token: { label: 'Token number', number: data.tokenNumber, type: data.tokenType },
    amount: { label: 'Amount', figure: formatInr(data.amountPaise) },
    facts: [
      ['Customer', data.customerFirstName],
      ['Token', tierOf(data)],
      ['Recorded on', istMoment(data.paidAt)],
    ],
    link: dashboardLink(data, context),
  };
}

const REASONS: Readonly<Record<string, string>> = {
  excess_capture:
    'The bank has taken money more than once. The payment has one token at most; the rest has to be given back.',
  second_capture: 'The bank reports a second transaction without a readable amount.',
  amount_mismatch: 'The bank reports another amount than the price. The payment has not been completed.',
  currency_mismatch: 'The bank reports another currency. The payment has not been completed.',
  bank_reversal: 'The bank reports that it has taken back money of a completed payment.',
  capture_unconfirmed:
    'The bank does not confirm a completed payment any more. The payment stays as it is until an admin decides.',
  refund_reversed: 'The bank reports a completed refund as rejected: the customer may not have the money.',
  upgrade_duplicate:
    'An upgrade was paid although the token had been upgraded already. The money has to be given back.',
  refund_unclear: 'The bank has given no usable answer about a refund for more than an hour. It is asked on and on.',
  refund_overdue:
    'A refund has been under way for more than five bank days. The bank is asked on and on; the customer may not have the money yet.',
  refund_mismatch: 'The bank reports a refund with another amount, or as something else.',
  upgrade_source_refunded:
    'An upgrade was paid, but its gold token was given back or taken back. The money has to be given back.',
  quota_sold_out:
    'The link had ended, and the last unit of its tier was sold before the money came. The payment was not completed: an admin raises the limit, or gives the money back.',
  both_links_paid:
    'A link was replaced for a wrong contact, and the customer paid both. Please ask the customer whether both tokens are wanted; if not, one of the two payments is to be refunded.',
  unresolved_at_bank: 'The bank has given no clear answer for seven days.',
};
const GENERAL_REASON = "The bank's answers contradict what is stored.";

/** To the seller, or an admin in their place: a review was opened. */
export function paymentReview(data: PaymentReviewData, context: TemplateContext): EmailMessage {
  const excess: [string, string][] =
    data.excessPaise === null ? [] : [['Taken beyond the price', formatInr(data.excessPaise)]];
  return {
    language: 'en',
    subject: `Please look: a ${tierOf(data)} payment needs review`,
    title: 'A payment needs review',
    greeting: `Dear ${data.sellerFirstName},`,
    paragraphs: [
      (REASONS[data.reason] ?? GENERAL_REASON).replace('its gold token', () => `its ${upgradedTierOf(data)} token`),
    ],
    amount: { label: 'Amount', figure: formatInr(data.amountPaise) },
    facts: [['Customer', data.customerFirstName], ['Token', tierOf(data)], ...excess],
    link: dashboardLink(data, context),
  };
}

function upgradedTierOf({ upgradeFrom = 'gold', upgradeFromName = '' }: PaymentReviewData): string {
  return tierInSentence(textsIn('en'), upgradeFrom, upgradeFromName);
}
