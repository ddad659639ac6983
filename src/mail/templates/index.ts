import type { EmailMessage } from '../email-message.js';
import {
  accountNotice,
  type AccountNoticeData,
  passwordLink,
  type PasswordLinkData,
  staffInvitation,
  type StaffInvitationData,
} from './account-emails.js';
import type { NoticeRecipient, TemplateContext } from './context.js';
import { paymentLink, type PaymentLinkData } from './payment-link.js';
import { receipt, receiptCopy, type ReceiptData } from './receipt.js';
import {
  paymentReversed,
  type PaymentReversedData,
  refundAccepted,
  refundCompleted,
  type RefundData,
  refundRejected,
  type RefundRejectedData,
} from './refunds.js';
import { paymentLate, type PaymentLateData, paymentReview, type PaymentReviewData } from './seller-notices.js';

/** Data of every email: no more personal data than it shows. */
export interface MailData {
  receipt: ReceiptData;
  'payment-link': PaymentLinkData;
  'refund-accepted': RefundData;
  'refund-completed': RefundData;
  'payment-reversed': PaymentReversedData;
  'refund-rejected': RefundRejectedData;
  'receipt-copy': ReceiptData;
  'payment-late': PaymentLateData;
  'payment-review': PaymentReviewData;
  'staff-invitation': StaffInvitationData;
  'password-link': PasswordLinkData;
  'account-notice': AccountNoticeData;
}

export type TemplateName = keyof MailData;

/** Templates of notices to the seller. */
export type NoticeTemplate = {
  [T in TemplateName]: MailData[T] extends NoticeRecipient ? T : never;
}[TemplateName];

const TEMPLATES: { [T in TemplateName]: (data: MailData[T], context: TemplateContext) => EmailMessage } = {
  receipt,
  'payment-link': paymentLink,
  'refund-accepted': refundAccepted,
  'refund-completed': refundCompleted,
  'payment-reversed': paymentReversed,
  'refund-rejected': refundRejected,
  'receipt-copy': receiptCopy,
  'payment-late': paymentLate,
  'payment-review': paymentReview,
  'staff-invitation': staffInvitation,
  'password-link': passwordLink,
  'account-notice': accountNotice,
};

/** @throws Error for an unknown template, as in a row of a newer release */
export function renderTemplate(template: string, data: unknown, context: TemplateContext): EmailMessage {
  if (!Object.hasOwn(TEMPLATES, template)) throw new Error(`there is no mail template "${template}"`);
  const write = TEMPLATES[template as TemplateName] as (data: unknown, context: TemplateContext) => EmailMessage;
  return write(data, context);
}
