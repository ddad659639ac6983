import { textsIn } from '../../../src/contracts/words/index.js';
import { LANGUAGE_NAMES, LANGUAGES } from '../../../src/contracts/words/languages.js';
import type { EmailMessage } from '../../../src/mail/email-message.js';
import { renderEmail } from '../../../src/mail/email-rendering.js';
import { type MailData, renderTemplate, type TemplateName } from '../../../src/mail/templates/index.js';
import { LONG } from '../people.js';
import type { Room, Scene } from '../scene.js';

const COMPANY = {
  name: 'TokenDesk Developers',
  legalName: 'TokenDesk Developers Private Limited',
  supportPhone: '+91 20 5550 0100',
  supportEmail: 'support@tokendesk.test',
  officeAddress: 'TokenDesk Sales Office, Baner Road, Pune 411045',
  logo: null,
};
const CONTEXT = { appUrl: 'https://pay.example.com', companyName: COMPANY.name, open: (sealed: string) => sealed };
const LINK = 'https://pay.example.com/account/invitation';
const MOMENT = '2026-11-22T09:41:00.000Z';

const TOKEN = {
  tokenType: 'gold',
  tokenNumber: 'GO-000012',
  amountPaise: 51_000_00,
  paymentId: 'abcdefghjkmnpqrstvwxyz0123',
} as const;
const RECEIPT = {
  ...TOKEN,
  firstName: 'Asha',
  customerName: 'Asha Menon',
  paidAt: MOMENT,
  receiptNumber: 'RC-000012',
  bankReference: '770023088374711',
};
const REFUND = { ...TOKEN, firstName: 'Asha', bankReference: '7700230883725', ourReference: 'RF4K2M9Q7X1Z8C3V5B6N' };
const SELLER = { ...TOKEN, sellerFirstName: 'Priya', customerFirstName: 'Asha' };

/** Emails as a reader of HTML shows them: in a window without any page of ours. */
export const MAILS: Room = {
  name: 'mails',
  title: 'Emails',
  hasDark: true,
  scenes: [...LANGUAGES.flatMap(customerScenes), ...staffScenes()],
};

function customerScenes(language: (typeof LANGUAGES)[number]): Scene[] {
  const screen =
    language === 'en' ? 'To customers' : `To customers, in ${language === 'hi' ? 'Hindi' : LANGUAGE_NAMES[language]}`;
  const scene = <T extends TemplateName>(state: string, template: T, data: MailData[T], main = false): Scene =>
    sceneOf(screen, state, template, { ...data, language }, main);
  const link = { ...TOKEN, firstName: 'Asha', isUpgrade: false, expiresAt: MOMENT, message: null };
  return [
    scene('receipt', 'receipt', RECEIPT, true),
    scene('receipt, a very long name', 'receipt', {
      ...RECEIPT,
      tokenType: 'platinum',
      tokenNumber: 'PL-000001',
      firstName: LONG.name.split(' ')[0] ?? '',
      customerName: LONG.name,
    }),
    scene('receipt once more, refunded in full', 'receipt-copy', { ...RECEIPT, tokenVoid: true }),
    scene('payment link', 'payment-link', link),
    scene('payment link, with words of the seller', 'payment-link', {
      ...link,
      tokenType: 'platinum',
      isUpgrade: true,
      message: textsIn(language).afterPaying.contact,
    }),
    scene('refund accepted', 'refund-accepted', REFUND),
    scene('refund completed', 'refund-completed', { ...REFUND, tokenVoid: true }),
  ];
}

function staffScenes(): Scene[] {
  const scene = <T extends TemplateName>(state: string, template: T, data: MailData[T]): Scene =>
    sceneOf('To staff', state, template, data);
  const link = { firstName: 'Priya', link: LINK, expiresAt: MOMENT };
  return [
    scene('a refund was rejected', 'refund-rejected', { ...REFUND, ...SELLER }),
    scene('a late payment', 'payment-late', { ...SELLER, paidAt: MOMENT }),
    scene('a payment needs review', 'payment-review', {
      ...SELLER,
      reason: 'excess_capture',
      excessPaise: 51_000_00,
    }),
    scene('invitation', 'staff-invitation', { ...link, inviterName: 'Anita Desai' }),
    scene('password link', 'password-link', { ...link, askedBy: 'self' }),
    scene('account notice', 'account-notice', { firstName: 'Priya', event: 'password-changed', at: MOMENT }),
  ];
}

function sceneOf<T extends TemplateName>(
  screen: string,
  state: string,
  template: T,
  data: MailData[T],
  main = false,
): Scene {
  return {
    screen,
    state,
    main,
    open: async (cast) => {
      const message: EmailMessage = renderTemplate(template, data, CONTEXT);
      const { page } = await cast.browser.visitor();
      await page.setContent(renderEmail(message, { company: COMPANY, logo: null }).html);
      return page;
    },
  };
}
