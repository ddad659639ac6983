import { ROUTES } from '../../contracts/routes.js';
import { istMoment } from '../../domain/calendar/ist-time.js';
import type { EmailMessage } from '../email-message.js';
import type { TemplateContext } from './context.js';

/** The link is a credential: sealed in the outbox and opened for the email only. */
interface LinkData {
  firstName: string;
  /** Sealed by the vault. */
  link: string;
  /** ISO, UTC. */
  expiresAt: string;
}

export type StaffInvitationData = LinkData & { inviterName: string };
export type PasswordLinkData = LinkData & { askedBy: 'self' | 'admin' };

export type AccountEvent =
  | 'password-changed'
  | 'factor-on'
  | 'factor-off'
  | 'recovery-codes-made'
  | 'recovery-code-used';

export interface AccountNoticeData {
  firstName: string;
  event: AccountEvent;
  /** ISO, UTC. */
  at: string;
}

/** To a new member of staff. */
export function staffInvitation(data: StaffInvitationData, { companyName, open }: TemplateContext): EmailMessage {
  return {
    language: 'en',
    subject: `Your TokenDesk account at ${companyName}`,
    title: 'Your TokenDesk account',
    greeting: `Dear ${data.firstName},`,
    paragraphs: [
      `${data.inviterName} has made an account for you. Choose a password to start; the link works once.`,
      'If you did not expect this mail, you can ignore it.',
    ],
    facts: [['Valid until', istMoment(data.expiresAt)]],
    link: { label: 'Accept the invitation', url: open(data.link) },
  };
}

/** To somebody who forgot the password, or whose password an admin has reset. */
export function passwordLink(data: PasswordLinkData, { open }: TemplateContext): EmailMessage {
  const why =
    data.askedBy === 'self'
      ? 'Somebody, probably you, asked for a new password. If it was not you, ignore this mail: nothing has changed.'
      : 'An admin has reset your password and ended your sessions. The old password no longer works.';
  return {
    language: 'en',
    subject: 'Choose a new password',
    title: 'Choose a new password',
    greeting: `Dear ${data.firstName},`,
    paragraphs: [why, 'The link works once.'],
    facts: [['Valid until', istMoment(data.expiresAt)]],
    link: { label: 'Choose a new password', url: open(data.link) },
  };
}

const EVENTS: Readonly<Record<AccountEvent, string>> = {
  'password-changed': 'Your password has been changed.',
  'factor-on': 'Signing in to your account now needs a code besides the password.',
  'factor-off': 'Signing in to your account no longer needs a code besides the password.',
  'recovery-codes-made': 'New recovery codes have been made for your account; the old ones no longer work.',
  'recovery-code-used': 'One of your recovery codes has been used.',
};

export function accountNotice(data: AccountNoticeData, { appUrl }: TemplateContext): EmailMessage {
  return {
    language: 'en',
    subject: 'Your TokenDesk account was changed',
    title: 'Your account was changed',
    greeting: `Dear ${data.firstName},`,
    paragraphs: [EVENTS[data.event], 'If it was not you, please tell an admin at once.'],
    facts: [['When', istMoment(data.at)]],
    link: { label: 'Open your account', url: `${appUrl}${ROUTES.account}` },
  };
}
