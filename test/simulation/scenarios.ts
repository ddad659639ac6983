import type { CommandKind } from './plan.js';
import type { Random } from './random.js';

/** One command of a scenario: what, how, and how the bank's first answer to which question goes wrong. */
export interface Beat {
  what: CommandKind;
  how?: string;
  /** The process is killed before one of its next statements. */
  isKilled?: true;
  bankFault?: { on: 'create' | 'status' | 'refund'; kind: string };
}

const HOUR = '3600000';
const beat = (what: CommandKind, how?: string): Beat => (how === undefined ? { what } : { what, how });
const answered = (kind: string, what: CommandKind = 'check', how?: string): Beat => ({
  ...beat(what, how),
  bankFault: { on: 'status', kind },
});
const PAY = [beat('initiate'), beat('press', 'pay-nb'), beat('check', 'latest')];
const GOLD = [beat('create', 'gold'), ...PAY];
const FAILED_UPGRADE = [...GOLD, beat('upgrade'), beat('initiate'), beat('press', 'decline'), beat('check', 'latest')];
const LATE_MONEY = [beat('press', 'ended pay-nb'), beat('wait', HOUR), beat('poll'), beat('advice')];
/** A link and the one in its place are both at the bank. */
const BOTH_LINKS_PAID = [
  beat('create', 'gold'), beat('initiate', 'latest'), beat('press', 'decline'), beat('check', 'latest'), beat('correct', 'latest'), beat('initiate', 'latest'),
  ...LATE_MONEY, beat('press', 'pay-nb'), beat('wait', HOUR), beat('poll'), beat('decide', 'both_links_paid dismiss'),
]; // prettier-ignore
const REFUND = [
  beat('switch', 'on'),
  beat('refund', 'rest'),
  beat('settle refund', 'SUC'),
  beat('wait', HOUR),
  beat('poll'),
];

/** What answers may say besides the truth. */
const ANSWERS = [
  'wrong-hash',
  'err',
  'req',
  'lag-not-found',
  'wrong-merchant',
  'unknown-invoice',
  'unknown-word',
  'http-500',
];
const ENDINGS = ['pay-nb', 'decline', 'cancel'];

/** Courses of events that single commands drawn by chance hardly ever come to. */
const SCENARIOS: Record<string, (random: Random) => Beat[]> = {
  'asked again in every state': (random) => {
    const asked = () => [beat('wait', '61000'), answered(random.pick(ANSWERS), 'check', 'latest')];
    const ending = random.pick(ENDINGS);
    return [
      beat('create', 'gold'), ...asked(), beat('initiate'), ...asked(), beat('press', ending), beat('check', 'latest'),
      ...asked(), beat('wait', HOUR), answered(random.pick(ANSWERS), 'poll'), ...asked(),
      ...(ending === 'pay-nb' ? [] : [beat('press', random.pick(ENDINGS)), beat('wait', HOUR), beat('check', 'latest')]),
    ]; // prettier-ignore
  },
  'refunded and asked again': (random) => {
    const asked = () => [beat('wait', '61000'), answered(random.pick(ANSWERS), 'check', 'latest')];
    return [
      ...GOLD,
      ...REFUND,
      ...asked(),
      beat('advice'),
      beat('refund', 'rest'),
      beat('initiate', 'latest'),
      ...asked(),
    ];
  },
  'upgraded, and paid again on the upgrade that had failed': (random) => [
    ...FAILED_UPGRADE, beat('reset'), beat('upgrade'), ...PAY, ...LATE_MONEY,
    beat('decide', `upgrade_duplicate ${random.pick(['refund_duplicate', 'settled_outside'])}`),
  ], // prettier-ignore
  'refunded, and paid on the upgrade that had failed': (random) => [
    ...FAILED_UPGRADE, ...REFUND, ...LATE_MONEY,
    beat('decide', `upgrade_source_refunded ${random.pick(['refund_duplicate', 'settled_outside'])}`),
  ], // prettier-ignore
  'the upgrade is given back': (random) => [
    ...GOLD, beat('upgrade'), ...PAY, beat('upgrade', 'first'), ...REFUND,
    ...(random.chance(0.5) ? [beat('upgrade')] : [beat('refund', 'rest')]),
  ], // prettier-ignore
  'the gold of an upgrade is charged back': (random) => [
    ...GOLD, beat('upgrade'), ...PAY, beat('reverse', 'gold'), beat('wait', HOUR), beat('poll'), beat('upgrade'),
    beat('decide', `bank_reversal ${random.pick(['confirm_reversal', 'confirm_reversal', 'reversal_error'])}`), beat('poll'),
  ], // prettier-ignore
  'a reversal stands in the way': () => [
    ...GOLD, beat('reverse', 'latest'), beat('wait', HOUR), beat('poll'), beat('upgrade'), beat('refund', 'rest'),
    beat('decide', 'bank_reversal confirm_reversal'), beat('upgrade'),
  ], // prettier-ignore
  'a reversal is told of, and the bank answers no question': (random) => [
    ...GOLD, beat('reverse', 'latest'), answered('http-500', 'advice'),
    ...Array.from({ length: 9 }, () => [beat('wait', '90000000'), answered('http-500', 'poll')]).flat(),
    beat('refund', 'rest'), beat('decide', `capture_unconfirmed ${random.pick(['ask_again', 'confirm_reversal', 'reversal_error'])}`), beat('poll'),
  ], // prettier-ignore
  'money is told of on a link that had ended, and the bank leaves it open': (random) => {
    const kind = random.pick(['req', 'err', 'http-500', 'lag-not-found']);
    return [
      beat('create', 'gold'), beat('initiate'), beat('press', 'decline'), beat('check', 'latest'), beat('press', 'ended pay-nb'), answered(kind, 'advice'),
      ...Array.from({ length: 9 }, () => [beat('wait', '90000000'), answered(kind, 'poll')]).flat(),
      answered(kind, 'decide', `unresolved_at_bank ${random.pick(['ask_again', 'dismiss', 'close_not_paid'])}`), beat('wait', HOUR),
      beat('check', 'latest'),
    ]; // prettier-ignore
  },
  'a reversal is taken back': (random) => {
    const said = () => [beat('wait', '61000'), answered('reversed', 'check', 'latest')];
    const end = random.pick([beat('decide', 'bank_reversal confirm_reversal'), beat('check', 'latest')]);
    return [...GOLD, beat('upgrade'), ...said(), beat('wait', '61000'), end, beat('upgrade'), ...said(), ...said(), beat('decide', 'bank_reversal confirm_reversal')];
  }, // prettier-ignore
  'what was an error happens once more': (random) => {
    const [reason, kind] = random.pick([['bank_reversal', 'reversed'], ['capture_unconfirmed', 'err']] as const);
    const said = (...fault: string[]) => [beat('wait', '61000'), ...fault.map((each) => answered(each, 'check', 'latest'))];
    const error = answered(random.pick([kind, kind, 'http-500']), 'decide', `${reason} reversal_error`);
    return [...GOLD, ...said(kind), error, ...said(kind), beat('wait', '61000'), beat('check', 'latest'), ...said(kind), beat('decide', `${reason} reversal_error`), ...said(kind)];
  }, // prettier-ignore
  'a payment is in doubt': (random) => {
    const decision = `capture_unconfirmed ${random.pick(['ask_again', 'confirm_reversal', 'reversal_error'])}`;
    const decide = random.pick([beat('decide', decision), answered('lag-not-found', 'decide', decision), answered('http-500', 'decide', decision)]);
    return [
      ...GOLD, beat('wait', '61000'), answered('lag-not-found', 'check', 'latest'), beat('wait', HOUR), answered('req', 'advice'),
      decide, beat('poll'),
    ];
  }, // prettier-ignore
  'the bank says something else': (random) => {
    const [reason, kind, decisions] = random.pick([
      ['amount_mismatch', 'different-amount', ['ask_again', 'refunded_at_bank']],
      ['currency_mismatch', 'other-currency', ['ask_again', 'refunded_at_bank']],
      ['merchant_mismatch', 'wrong-merchant', ['ask_again', 'dismiss']],
      ['reference_mismatch', 'unknown-invoice', ['ask_again', 'dismiss']],
    ] as const);
    return [
      beat('create', 'gold'), beat('initiate'), beat('press', 'pay-nb'), answered(kind, 'check', 'latest'),
      ...(random.chance(0.5) ? [beat('initiate', 'latest')] : []),
      beat('decide', `${reason} ${random.pick(decisions)}`), beat('wait', HOUR), beat('initiate', 'latest'), beat('poll'),
    ]; // prettier-ignore
  },
  'another sum is paid on a link that had ended': (random) => {
    const [reason, kind] = random.pick([
      ['amount_mismatch', 'different-amount'],
      ['currency_mismatch', 'other-currency'],
    ] as const);
    return [
      beat('create', 'gold'), beat('initiate'), beat('press', 'decline'), beat('check', 'latest'), beat('press', 'ended pay-nb'), beat('wait', '61000'),
      answered(kind, 'advice'), beat('initiate', 'latest'), beat('reissue', 'latest'), beat('correct', 'latest'),
      beat('decide', `${reason} ${random.pick(['ask_again', 'refunded_at_bank'])}`), beat('initiate', 'latest'), beat('poll'),
    ]; // prettier-ignore
  },
  'a refund that nobody understands': (random) => [
    ...GOLD, beat('switch', 'on'),
    { ...beat('refund', random.pick(['rest', 'part'])), bankFault: { on: 'refund', kind: random.pick(['reset-before', 'reset-after-commit', 'http-500', 'wrong-hash', 'unreachable', 'truncated', 'code']) } },
    beat('wait', HOUR), answered(random.pick(['err', 'lag-not-found', 'unknown-word', 'wrong-hash']), 'poll'), beat('wait', HOUR),
    beat('poll'), beat('decide', `refund_unclear ${random.pick(['ask_again', 'dismiss'])}`),
    beat('settle refund', random.pick(['SUC', 'REJ'])), beat('wait', HOUR), beat('poll'),
  ], // prettier-ignore
  'a refund comes back': (random) => [
    ...GOLD, ...REFUND, answered(random.pick(['err', 'lag-not-found', 'unknown-word']), 'poll'), beat('settle refund', 'give up'),
    beat('wait', '90000000'), beat('poll'), beat('decide', `refund_reversed ${random.pick(['ask_again', 'dismiss', 'repaid_outside'])}`),
  ], // prettier-ignore
  'the switch is turned off under a refund': () => [
    ...GOLD, beat('switch', 'on'), beat('refund', 'part beside the switch'), beat('switch', 'on'), beat('refund', 'part beside the switch'),
    beat('switch', 'on'), beat('refund', 'part beside the switch'), beat('switch', 'on'), beat('refund', 'rest'),
  ], // prettier-ignore
  'killed while a payment completes': () => [
    beat('create', 'gold'), beat('initiate'), beat('press', 'pay-nb'), { ...beat('check', 'latest'), isKilled: true }, beat('poll'),
    beat('create', 'gold'), beat('initiate'), beat('press', 'pay-nb'), { ...beat('poll'), isKilled: true }, beat('wait', HOUR), beat('poll'),
  ], // prettier-ignore
  'too late': () => [
    beat('create', 'gold'), beat('initiate'), beat('wait', '262800000'), beat('cancel', 'latest'), beat('initiate', 'latest'), beat('poll'),
    beat('reissue', 'latest'), beat('press', 'ended pay-nb'), beat('poll'), beat('initiate', 'latest'),
    ...BOTH_LINKS_PAID,
  ], // prettier-ignore
  'a failed upgrade is taken up again': () => [
    ...FAILED_UPGRADE, beat('reset'), beat('initiate', 'latest'), beat('reissue', 'latest'), beat('upgrade'), beat('reset'),
  ], // prettier-ignore
};

const SOUTH_PAY = [beat('initiate', 'latest'), beat('press', 'pay-nb'), beat('check', 'latest')];
const NORTH_PAY = [beat('initiate', 'latest agreed'), beat('press', 'pay-nb'), beat('check', 'latest')];
const DECLINED = [beat('initiate', 'latest agreed'), beat('press', 'decline'), beat('check', 'latest')];
/** The last unit is sold while the customer who was declined still has the bank's page. */
const PAID_TOO_LATE = [
  beat('limit', 'south gold fit'), beat('create', 'gold rahul'), ...DECLINED, beat('create', 'gold rahul'), ...SOUTH_PAY, ...LATE_MONEY,
]; // prettier-ignore
const QUOTA_DECISIONS = ['raise_quota', 'raise_quota', 'refund_duplicate', 'settled_outside'];

/** Courses of events of projects with limits, catalogues, merchants and terms of their own. */
const LAUNCH_SCENARIOS: Record<string, (random: Random) => Beat[]> = {
  'paid after the last unit was sold': (random) => [
    ...PAID_TOO_LATE, ...(random.chance(0.5) ? [beat('reissue', 'ended'), beat('correct', 'ended')] : []), beat('switch', 'on'),
    beat('decide', `quota_sold_out ${random.pick(QUOTA_DECISIONS)}`), beat('settle refund', 'SUC'), beat('wait', HOUR), beat('poll'),
  ], // prettier-ignore
  'the bank does not confirm what an admin wants to complete': (random) => [
    ...PAID_TOO_LATE, beat('wait', '61000'),
    answered(random.pick(['lag-not-found', 'different-amount', 'http-500']), 'decide', 'quota_sold_out raise_quota'), beat('poll'),
    beat('decide', 'quota_sold_out raise_quota'),
  ], // prettier-ignore
  'an upgrade is paid after the last unit was sold': (random) => [
    beat('catalogue', 'south 0'), beat('limit', 'south gold none'), beat('limit', 'south platinum fit'), beat('create', 'gold rahul'), ...SOUTH_PAY,
    beat('upgrade', 'gold to platinum'), ...DECLINED, beat('limit', 'south platinum full'), beat('reissue', 'latest'), ...LATE_MONEY, beat('switch', 'on'),
    beat('decide', `quota_sold_out ${random.pick(QUOTA_DECISIONS)}`), beat('settle refund', 'SUC'), beat('poll'),
  ], // prettier-ignore
  'sold out': () => [
    beat('limit', 'south gold fit'), beat('create', 'gold rahul'), beat('create', 'gold rahul'), ...DECLINED, beat('create', 'gold rahul'),
    beat('initiate', 'ended'), beat('reissue', 'ended'), beat('correct', 'ended'), beat('limit', 'south gold fit'), beat('initiate', 'ended'),
  ], // prettier-ignore
  'given back and sold again': () => [
    beat('limit', 'south gold fit'),
    beat('create', 'gold rahul'),
    ...SOUTH_PAY,
    beat('create', 'gold rahul'),
    ...REFUND,
    beat('create', 'gold rahul'),
  ],
  'an upgrade is given back after the lower unit was sold again': () => [
    beat('catalogue', 'south 0'), beat('limit', 'south platinum none'), beat('limit', 'south gold fit'), beat('create', 'gold rahul'), ...SOUTH_PAY,
    beat('upgrade', 'gold to platinum'), ...SOUTH_PAY, ...REFUND.slice(0, 2), beat('create', 'gold rahul'), ...REFUND.slice(2), beat('create', 'gold rahul'),
  ], // prettier-ignore
  'a tier with a code of its own is sold out while gold is not': () => [
    beat('catalogue', 'south 0'), beat('limit', 'south gold none'), beat('limit', 'south villa fit'), beat('create', 'villa rahul'), beat('create', 'gold rahul'),
    beat('create', 'villa rahul'), ...SOUTH_PAY, beat('limit', 'south villa full'), beat('create', 'gold rahul'), beat('create', 'villa rahul'), beat('poll'),
  ], // prettier-ignore
  'silver becomes a villa, a villa becomes platinum': (random) => [
    beat('catalogue', 'south 0'), beat('limit', 'south villa none'), beat('limit', 'south platinum none'), beat('create', 'silver rahul'), ...SOUTH_PAY,
    beat('upgrade', 'silver to villa'), ...SOUTH_PAY, ...(random.chance(0.5) ? REFUND : []), beat('limit', 'south villa fit'),
    beat('create', 'villa rahul'), ...SOUTH_PAY, beat('upgrade', 'villa to platinum'), ...SOUTH_PAY, beat('create', 'villa rahul'),
    ...(random.chance(0.5) ? REFUND : []), beat('poll'),
  ], // prettier-ignore
  'silver becomes gold or platinum at a later price': (random) => {
    const to = random.pick(['gold', 'platinum']);
    return [
      beat('catalogue', 'north 0'), beat('limit', 'north silver none'), beat('limit', `north ${to} none`), beat('create', 'silver priya'), ...NORTH_PAY,
      beat('catalogue', `north ${to === 'gold' ? 3 : 2}`), beat('upgrade', `silver to ${to}`), ...NORTH_PAY,
      beat('upgrade', 'gold to platinum'), ...(random.chance(0.5) ? REFUND : []), beat('poll'),
    ]; // prettier-ignore
  },
  'a tier is taken out of the sale': () => [
    beat('catalogue', 'south 3'), beat('limit', 'south gold none'), beat('create', 'platinum rahul'), beat('create', 'gold rahul'), ...SOUTH_PAY,
    beat('upgrade', 'gold to platinum'), beat('catalogue', 'south 4'), beat('create', 'silver rahul'), beat('limit', 'south platinum full'),
    beat('upgrade', 'gold to platinum'), beat('limit', 'south platinum none'), beat('upgrade', 'gold to platinum'), ...SOUTH_PAY,
  ], // prettier-ignore
  'the project closes': () => [
    beat('limit', 'south gold none'), beat('create', 'gold rahul'), ...SOUTH_PAY, beat('create', 'gold rahul'), beat('close', 'south closed'),
    ...SOUTH_PAY, beat('create', 'gold rahul'), beat('upgrade', 'gold to platinum'), beat('wait', '262800000'), beat('poll'),
    beat('reissue', 'ended'), beat('correct', 'ended'), beat('close', 'south open'), beat('create', 'gold rahul'),
  ], // prettier-ignore
  'the terms change before Pay is pressed': () => [
    beat('limit', 'north gold none'), beat('create', 'gold priya'), beat('initiate', 'latest unread'), beat('terms'),
    beat('initiate', 'latest older'), ...NORTH_PAY, beat('upgrade', 'gold to platinum'), beat('initiate', 'latest unread'),
  ], // prettier-ignore
  'paid out to each merchant': () => [
    beat('limit', 'south gold none'), beat('limit', 'north gold none'), beat('create', 'gold rahul'), ...SOUTH_PAY, beat('create', 'gold priya'),
    ...NORTH_PAY, beat('create', 'silver admin'), ...SOUTH_PAY, ...REFUND, beat('wait', '90000000'), beat('settlements'), beat('wait', '90000000'),
    beat('settlements'),
  ], // prettier-ignore
};

/** @param turn of a seed, so that seeds in a row come to all of them; null: any */
export function scenarioOf(random: Random, turn: number | null, hasLaunch: boolean): Beat[] {
  const all = Object.values(hasLaunch && (turn !== null || random.chance(0.7)) ? LAUNCH_SCENARIOS : SCENARIOS);
  return (turn === null ? random.pick(all) : all[turn % all.length]!)(random);
}
