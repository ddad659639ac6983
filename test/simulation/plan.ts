import type { Engine } from '../support/engine.js';
import type { Outage } from './statement-gate.js';
import { Random } from './random.js';
import { isLaunch } from './launch.js';
import { type Beat, scenarioOf } from './scenarios.js';
import type { BankFault } from './surroundings.js';

/** What one actor does; `pick` and `more` say with which of what there is then. */
export interface Command {
  what: CommandKind;
  pick: number;
  more: number;
  /** Of a scenario: not by chance, but like this, and of all that fit the latest. */
  how?: string | undefined;
}

/** What happens at the same time. */
export interface Step {
  /** Of everything that is drawn within it: leaving out another step changes nothing here. */
  seed: number;
  commands: Command[];
  bankFaults: BankFault[];
  /** The process is killed before its n-th statement from here. */
  killAt: number | null;
  outage: Outage | null;
}

export interface Plan {
  seed: number;
  engine: Engine;
  steps: Step[];
}

const WEIGHTS = {
  create: 9,
  open: 3,
  initiate: 9,
  press: 14,
  return: 8,
  verify: 4,
  advice: 6,
  poll: 9,
  check: 4,
  reissue: 4,
  cancel: 3,
  correct: 2,
  refund: 9,
  'settle refund': 5,
  reverse: 2,
  upgrade: 7,
  reset: 2,
  switch: 2,
  decide: 5,
  'day close': 1,
  settlements: 1,
  export: 1,
  erase: 1,
  'read pages': 3,
  wait: 7,
  clock: 2,
  restart: 0.5,
  'last advice': 0,
  catalogue: 0,
  terms: 0,
  limit: 0,
  close: 0,
} as const;
export type CommandKind = keyof typeof WEIGHTS;

/** Days on which there is more of one thing, by the seed. */
const DAYS: readonly Partial<Record<CommandKind, number>>[] = [
  {},
  { create: 5, upgrade: 14, initiate: 13, press: 20, decide: 7, reset: 4, verify: 2, open: 1, 'read pages': 2 },
  { create: 6, refund: 17, 'settle refund': 9, poll: 12, decide: 9, reverse: 4, upgrade: 5, open: 1 },
];

/** Where projects are launched. */
const LAUNCH_DAY: Partial<Record<CommandKind, number>> = {
  create: 13,
  catalogue: 2,
  terms: 1,
  limit: 4,
  close: 2,
  settlements: 2,
};

/** How an exchange with the bank goes wrong, by what is asked. */
const BANK_FAULTS: Record<BankFault['on'], readonly string[]> = {
  create: ['unreachable', 'reset-before', 'reset-after-commit', 'http-500', 'empty', 'truncated', 'hang', 'no-link', 'other-host', 'wrong-hash', 'code'],
  status: ['unreachable', 'reset-before', 'http-500', 'http-429', 'truncated', 'hang', 'wrong-hash', 'other-key', 'altered-amount', 'resplit', 'lag-not-found', 'different-amount', 'other-currency', 'err', 'req', 'unknown-word', 'wrong-merchant', 'unknown-invoice', 'no-txn-id', 'wrong-types', 'amount-without-decimals'],
  refund: ['unreachable', 'reset-before', 'reset-after-commit', 'http-500', 'hang', 'truncated', 'wrong-hash', 'code'],
  settlement: ['http-500'],
}; // prettier-ignore

/** What only one process at a time can do, or what nothing else should run beside. */
const ALONE = new Set<CommandKind>([
  'restart',
  'export',
  'settlements',
  'erase',
  'day close',
  'read pages',
  'wait',
  'clock',
  'poll',
  'catalogue',
  'terms',
]);

/** What goes wrong when it happens at the same moment. */
const RACES: Partial<Record<CommandKind, readonly CommandKind[]>> = {
  refund: ['switch', 'upgrade', 'refund', 'decide'],
  upgrade: ['refund', 'upgrade', 'return', 'poll'],
  initiate: ['cancel', 'correct', 'reissue', 'initiate', 'upgrade'],
  limit: ['create', 'initiate', 'reissue', 'upgrade'],
  close: ['create', 'reissue', 'upgrade'],
  press: ['poll', 'cancel', 'check'],
  return: ['poll', 'advice', 'check', 'verify', 'reissue'],
  poll: ['refund', 'settle refund', 'return', 'advice', 'check'],
  advice: ['poll', 'return', 'check', 'advice'],
  decide: ['refund', 'decide', 'poll'],
};

/** Of a scenario, instead of a step by chance. */
const SCENARIO_CHANCE = 0.08;
const LAUNCH_SCENARIO_CHANCE = 0.2;
const KILL_CHANCE = 0.03;

/** @param commands how many, whoever carries them out */
export function planOf(seed: number, engine: Plan['engine'], commands: number): Plan {
  // The same on both servers: what comes out otherwise is the server's.
  const random = new Random(seed * 7919 + (engine === 'sqlite' ? 0 : 1));
  const steps: Step[] = [];
  const isStormy = random.chance(0.35);
  const hasLaunch = isLaunch(seed);
  const weights = { ...WEIGHTS, ...DAYS[seed % DAYS.length], ...(hasLaunch ? LAUNCH_DAY : {}) };
  const scenarioChance = hasLaunch ? LAUNCH_SCENARIO_CHANCE : SCENARIO_CHANCE;
  for (let left = commands; left > 0;) {
    const isFirst = left <= commands - 5 && !steps.some(({ commands: [first] }) => first?.how !== undefined);
    const beats =
      isFirst || random.chance(scenarioChance) ? scenarioOf(random, isFirst ? seed : null, hasLaunch) : null;
    const next = beats?.slice(0, left).map((beat) => stepOfBeat(beat, random, isStormy)) ?? [
      stepOf(random, left, isStormy, weights),
    ];
    for (const step of next) left -= step.commands.length;
    steps.push(...next);
  }
  return { seed, engine, steps };
}

/** All of one scenario are about what came last. */
const LATEST = 1 - 1e-9;

function stepOfBeat({ what, how, bankFault, isKilled }: Beat, random: Random, isStormy: boolean): Step {
  const command: Command = { what, pick: LATEST, more: random.next(), how };
  const commands = how?.endsWith('beside the switch')
    ? [command, { what: 'switch', pick: LATEST, more: random.next() } as const]
    : [command];
  return {
    seed: random.below(2 ** 31),
    commands,
    bankFaults: bankFault ? [{ ...bankFault, commit: random.chance(0.5) }] : [],
    killAt: isKilled || (isStormy && random.chance(KILL_CHANCE)) ? 1 + random.below(60) : null,
    outage: null,
  };
}

type Weights = Readonly<Record<CommandKind, number>>;

function stepOf(random: Random, left: number, isStormy: boolean, weights: Weights): Step {
  const first = commandOf(random, weights);
  const commands = [first];
  const company = random.chance(0.22) ? 1 + random.below(3) : 0;
  for (let more = 0; more < Math.min(company, left - 1); more += 1) {
    // Two at the same thing are what goes wrong.
    const partners = RACES[first.what];
    const [more, isSame] = [random.next(), random.chance(0.4)];
    if (isSame) commands.push({ ...first, more });
    else if (partners && random.chance(0.7)) commands.push(partnerOf(first, random.pick(partners), more));
    else commands.push({ ...commandOf(random, weights), pick: first.pick });
  }
  if (commands.length > 1)
    commands.splice(0, commands.length, ...commands.filter(({ what }) => !isAlone(what, commands)));
  if (commands.length === 0) commands.push(first);
  const bankFaults: BankFault[] = [];
  while (random.chance(bankFaults.length === 0 ? 0.22 : 0.3)) bankFaults.push(bankFaultOf(random));
  return {
    seed: random.below(2 ** 31),
    commands,
    bankFaults,
    killAt: isStormy && random.chance(KILL_CHANCE) ? 1 + random.below(60) : null,
    outage: random.chance(0.02)
      ? { in: random.below(40), lasts: 1 + random.below(8), commits: random.chance(0.5) }
      : null,
  };
}

/** A switch is turned off under whoever relies on it. */
function partnerOf({ pick }: Command, what: CommandKind, more: number): Command {
  return { what, pick: what === 'switch' ? 0.99 : pick, more };
}

/** The poll job may run beside people; the rest not. */
function isAlone(what: CommandKind, all: Command[]): boolean {
  return what !== 'poll' && ALONE.has(what) && all.length > 1;
}

function commandOf(random: Random, weights: Weights): Command {
  return { what: random.weighted(weights), pick: random.next(), more: random.next() };
}

function bankFaultOf(random: Random): BankFault {
  const on = random.weighted({ create: 2, status: 6, refund: 3, settlement: 0.2 });
  return { on, kind: random.pick(BANK_FAULTS[on]), commit: random.chance(0.5) };
}
