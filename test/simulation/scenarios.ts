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
  'a payment is in doubt': (random) => [
    ...GOLD, beat('wait', '61000'), answered('lag-not-found', 'check', 'latest'), beat('wait', HOUR), answered('req', 'advice'),
    beat('decide', `capture_unconfirmed ${random.pick(['ask_again', 'confirm_reversal', 'reversal_error'])}`), beat('poll'),
  ], // prettier-ignore
  'the bank says something else': (random) => {
    const [reason, kind, decisions] = random.pick([
      ['amount_mismatch', 'different-amount', ['ask_again', 'refunded_at_bank']],
      ['currency_mismatch', 'other-currency', ['ask_again', 'refunded_at_bank']],
      ['merchant_mismatch', 'wrong-merchant', ['ask_again', 'dismiss']],
      ['reference_mismatch', 'unknown-invoice', ['ask_again', 'dismiss']],
    ] as const);
    return [
      beat('create', 'gold'), beat('initiate'), beat('press', 'pay-nb'), answered(kind, 'check', 'latest'),
      beat('decide', `${reason} ${random.pick(decisions)}`), beat('wait', HOUR), beat('poll'),
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
  ], // prettier-ignore
  'a failed upgrade is taken up again': () => [
    ...FAILED_UPGRADE, beat('reset'), beat('initiate', 'latest'), beat('reissue', 'latest'), beat('upgrade'), beat('reset'),
  ], // prettier-ignore
};

/** @param turn of a seed, so that seeds in a row come to all of them; null: any */
export function scenarioOf(random: Random, turn: number | null): Beat[] {
  const all = Object.values(SCENARIOS);
  return (turn === null ? random.pick(all) : all[turn % all.length]!)(random);
}
