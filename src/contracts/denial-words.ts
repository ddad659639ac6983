import type { LinkDenial } from '../domain/payment/link-care.js';
import { formatInr } from '../domain/money/money.js';
import type { RefundDenial } from '../domain/refund/refund-rules.js';
import type { UpgradeDenial } from '../domain/upgrade/upgrade-rules.js';
import { MESSAGES } from './messages.js';
import type { PaymentDenials } from './payments.js';

/** Why the rules forbid something about a payment; null where they do not. */
export interface Denials extends Record<'reissue' | 'correctContact' | 'cancelLink' | 'sendLink', LinkDenial | null> {
  /** `reversal_open`: the bank may have taken the money back already. */
  refund: RefundDenial | 'reversal_open' | null;
  upgrade: UpgradeDenial | null;
}

const { refund, upgrade, link, payment } = MESSAGES;

const LINK_DENIALS: Readonly<Record<LinkDenial, string>> = {
  paid: payment.alreadyPaid,
  replaced: link.alreadyReplaced,
  already_cancelled: link.alreadyCancelled,
  at_bank: link.atBank,
  expired: link.over,
  upgrade: link.upgradeContact,
  still_live: link.stillLive,
};

const UPGRADE_DENIALS: Readonly<Record<UpgradeDenial, string>> = {
  not_gold: upgrade.none,
  not_completed: upgrade.notPaid,
  refund_exists: upgrade.refundExists,
  already_upgraded: upgrade.alreadyUpgraded,
  reversal_undecided: upgrade.reversalOpen,
  already_open: upgrade.pending,
};

/** @param rest paise that could still be refunded */
export function refundDenialWords(denial: RefundDenial | 'reversal_open', rest: number): string {
  switch (denial) {
    case 'not_positive':
      return refund.notPositive;
    case 'exceeds_payment':
      return refund.atMost(formatInr(rest));
    case 'exceeds_rest':
      return rest === 0 ? refund.nothingLeft : refund.atMost(formatInr(rest));
    case 'not_paid':
      return refund.notPaid;
    case 'already_refunded':
      return refund.alreadyRefunded;
    case 'upgraded':
      return refund.upgraded;
    case 'upgrade_open':
      return refund.upgradeOpen;
    case 'reversal_open':
      return refund.reversalOpen;
  }
}

/** In the words with which the server refuses. */
export function denialWords(denials: Denials): PaymentDenials {
  const ofLink = (denial: LinkDenial | null) => denial && LINK_DENIALS[denial];
  return {
    refund: denials.refund && refundDenialWords(denials.refund, 0),
    upgrade: denials.upgrade && UPGRADE_DENIALS[denials.upgrade],
    reissue: ofLink(denials.reissue),
    correctContact: ofLink(denials.correctContact),
    cancelLink: ofLink(denials.cancelLink),
    sendLink: ofLink(denials.sendLink),
  };
}
