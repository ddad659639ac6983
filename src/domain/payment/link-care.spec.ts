import { describe, expect, it } from '@jest/globals';
import {
  type CaredLink,
  cancelDenial,
  correctionDenial,
  linkEmailDenial,
  isLinkPayable,
  type LinkDenial,
  projectDenial,
} from './link-care.js';
import { PAYMENT_STATUSES } from './payment-status.js';

const NOW = new Date('2026-11-20T10:00:00Z');
const LIVE = new Date('2026-11-21T10:00:00Z');
const OVER = NOW;

const link = (more: Partial<CaredLink>): CaredLink => ({
  status: 'pending',
  statusReason: null,
  paymentType: 'initial',
  expiresAt: LIVE,
  hasSentAttempt: false,
  ...more,
});

interface Case {
  name: string;
  link: CaredLink;
  payable: boolean;
  cancel: LinkDenial | null;
  correct: LinkDenial | null;
  mail: LinkDenial | null;
}

const yes = { payable: true, cancel: null, correct: null, mail: null };
const paid = { payable: false, cancel: 'paid', correct: 'paid', mail: 'paid' } as const;
const atBank = { payable: true, cancel: 'at_bank', correct: 'at_bank', mail: null } as const;

const CASES: Case[] = [
  { name: 'pending', link: link({}), ...yes },
  { name: 'declined at the bank', link: link({ status: 'failed', statusReason: 'declined' }), ...yes },
  {
    name: 'stopped at the bank by the customer',
    link: link({ status: 'cancelled', statusReason: 'cancelled_by_customer' }),
    ...yes,
  },
  { name: 'at the bank', link: link({ status: 'initiated', hasSentAttempt: true }), ...atBank },
  { name: 'initiated, its attempt not written yet', link: link({ status: 'initiated' }), ...atBank },
  {
    name: 'failed, with another attempt at the bank',
    link: link({ status: 'failed', hasSentAttempt: true }),
    ...atBank,
  },
  { name: 'completed', link: link({ status: 'completed' }), ...paid },
  { name: 'completed, its time over', link: link({ status: 'completed', expiresAt: OVER }), ...paid },
  { name: 'refunded', link: link({ status: 'refunded' }), ...paid },
  {
    name: 'pending, its time over this moment',
    link: link({ expiresAt: OVER }),
    payable: false,
    cancel: 'expired',
    correct: null,
    mail: 'expired',
  },
  {
    name: 'at the bank when its time ran out',
    link: link({ status: 'initiated', hasSentAttempt: true, expiresAt: OVER }),
    payable: false,
    cancel: 'at_bank',
    correct: 'at_bank',
    mail: 'expired',
  },
  {
    name: 'ended by its time',
    link: link({ status: 'cancelled', statusReason: 'link_expired', expiresAt: OVER }),
    payable: false,
    cancel: 'expired',
    correct: null,
    mail: 'expired',
  },
  {
    name: 'taken back',
    link: link({ status: 'cancelled', statusReason: 'cancelled_by_staff' }),
    payable: false,
    cancel: 'already_cancelled',
    correct: null,
    mail: 'already_cancelled',
  },
  {
    name: 'taken back, its time over',
    link: link({ status: 'cancelled', statusReason: 'cancelled_by_staff', expiresAt: OVER }),
    payable: false,
    cancel: 'already_cancelled',
    correct: null,
    mail: 'already_cancelled',
  },
  {
    name: 'replaced',
    link: link({ status: 'cancelled', statusReason: 'contact_corrected' }),
    payable: false,
    cancel: 'replaced',
    correct: 'replaced',
    mail: 'replaced',
  },
  { name: 'a pending upgrade', link: link({ paymentType: 'upgrade' }), ...yes, correct: 'upgrade' },
  {
    name: 'an upgrade at the bank',
    link: link({ paymentType: 'upgrade', status: 'initiated' }),
    ...atBank,
    correct: 'upgrade',
  },
  {
    name: 'a reason of an earlier life does not count',
    link: link({ status: 'failed', statusReason: 'cancelled_by_staff' }),
    ...yes,
  },
];

describe('may this link be paid, cancelled, corrected, mailed', () => {
  it('there is a case for every status', () => {
    expect(new Set(CASES.map((each) => each.link.status))).toEqual(new Set(PAYMENT_STATUSES));
  });

  it.each(CASES)('$name', ({ link: subject, payable, cancel, correct, mail }) => {
    expect({
      payable: isLinkPayable(subject, NOW),
      cancel: cancelDenial(subject, NOW),
      correct: correctionDenial(subject),
      mail: linkEmailDenial(subject, NOW),
    }).toEqual({ payable, cancel, correct, mail });
  });
});

describe('a link that its customer has opened at the bank', () => {
  const sent = { status: 'initiated', hasSentAttempt: true } as const;

  it.each([
    ['is cancelled once the bank has no money for it', link({ ...sent, isUnpaidAtBank: true }), null],
    ['likewise after its time', link({ ...sent, isUnpaidAtBank: true, expiresAt: OVER }), null],
    ['not without the bank’s word', link(sent), 'at_bank'],
    ['not once paid', link({ ...sent, status: 'completed', isUnpaidAtBank: true }), 'paid'],
  ] as const)('%s', (_case, about, denial) => {
    expect(cancelDenial(about, NOW)).toBe(denial);
  });
});

it.each([
  ['draft', 'project_not_selling'],
  ['selling', null],
  ['closed', 'project_closed'],
] as const)('a link of a project that is %s', (state, denial) => {
  expect(projectDenial(state)).toBe(denial);
});
