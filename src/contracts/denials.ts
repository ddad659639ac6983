import type { LinkDenial } from '../domain/payment/link-care.js';
import type { RefundDenial } from '../domain/refund/refund-rules.js';
import type { UpgradeDenial } from '../domain/upgrade/upgrade-rules.js';
import { API_ERROR_CODES, type ApiErrorCode } from './error-codes.js';
import { SERVER_MESSAGES } from './messages-server.js';
import type { PaymentDenials } from './payments.js';
import { refundAmountWords } from './refund-words.js';

/** Why the rules forbid something about a payment; null where they do not. */
export interface Denials extends Record<'reissue' | 'correctContact' | 'cancelLink' | 'sendLink', LinkDenial | null> {
  /** `reversal_open`: the bank may have taken the money back already. */
  refund: RefundDenial | 'reversal_open' | null;
  upgrade: UpgradeDenial | null;
}

/** The error code of a denial, with the text of that code or a more exact one for staff. */
interface DenialAnswer {
  code: ApiErrorCode;
  message: string;
}

const { upgrade, link } = SERVER_MESSAGES;

const answered = (code: ApiErrorCode, message = API_ERROR_CODES[code].message): DenialAnswer => ({ code, message });

export const LINK_DENIALS: Readonly<Record<LinkDenial, DenialAnswer>> = {
  paid: answered('ALREADY_PAID'),
  replaced: answered('LINK_REPLACED', link.alreadyReplaced),
  already_cancelled: answered('LINK_ALREADY_CANCELLED'),
  at_bank: answered('LINK_AT_BANK'),
  expired: answered('LINK_EXPIRED', link.over),
  upgrade: answered('UPGRADE_CONTACT_FIXED'),
  still_live: answered('LINK_STILL_LIVE'),
  money_waits: answered('MONEY_ARRIVED'),
  sale_paid: answered('ALREADY_PAID', link.salePaid),
  sale_money_waits: answered('MONEY_ARRIVED', link.saleMoneyWaits),
  upgrade_closed: answered('UPGRADE_CLOSED', upgrade.closed),
  upgrade_on_hold: answered('REVERSAL_UNDECIDED', upgrade.reversalOpen),
  project_not_selling: answered('PROJECT_NOT_SELLING'),
  project_closed: answered('PROJECT_CLOSED'),
};

export const UPGRADE_DENIALS: Readonly<Record<UpgradeDenial, DenialAnswer>> = {
  no_path: answered('UPGRADE_NOT_AVAILABLE'),
  not_completed: answered('TOKEN_NOT_PAID'),
  refund_exists: answered('TOKEN_HAS_REFUND'),
  already_upgraded: answered('ALREADY_UPGRADED'),
  money_waits: answered('MONEY_ARRIVED', upgrade.moneyWaits),
  reversal_undecided: answered('REVERSAL_UNDECIDED', upgrade.reversalOpen),
  already_open: answered('UPGRADE_PENDING'),
};

export const REFUND_DENIAL_CODES = {
  not_positive: 'REFUND_NOT_POSITIVE',
  exceeds_payment: 'REFUND_EXCEEDS_PAYMENT',
  exceeds_rest: 'REFUND_EXCEEDS_REST',
  not_paid: 'NOT_PAID',
  already_refunded: 'ALREADY_REFUNDED',
  upgraded: 'TOKEN_UPGRADED',
  upgrade_open: 'UPGRADE_OPEN',
  reversal_open: 'REVERSAL_UNDECIDED',
} as const satisfies Record<RefundDenial | 'reversal_open', ApiErrorCode>;

/** @param rest paise that could still be refunded */
export function refundDenialWords(denial: RefundDenial | 'reversal_open', rest: number): string {
  switch (denial) {
    case 'not_positive':
    case 'exceeds_payment':
    case 'exceeds_rest':
      return refundAmountWords(denial, rest);
    default:
      return API_ERROR_CODES[REFUND_DENIAL_CODES[denial]].message;
  }
}

/** The denials as the texts with which the server refuses. */
export function denialWords(denials: Denials): PaymentDenials {
  const ofLink = (denial: LinkDenial | null) => denial && LINK_DENIALS[denial].message;
  return {
    refund: denials.refund && refundDenialWords(denials.refund, 0),
    upgrade: denials.upgrade && UPGRADE_DENIALS[denials.upgrade].message,
    reissue: ofLink(denials.reissue),
    correctContact: ofLink(denials.correctContact),
    cancelLink: ofLink(denials.cancelLink),
    sendLink: ofLink(denials.sendLink),
  };
}
