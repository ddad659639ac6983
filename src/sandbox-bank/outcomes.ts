import type { Transaction } from './bank-records.js';

/** The outcome of an attempt, its return, and whether an advice is sent. */
interface Outcome {
  readonly mode: string;
  readonly bank: string;
  readonly status: Transaction['status'];
  readonly code: string;
  readonly text: string;
  readonly becomes?: 'SUC' | 'REJ';
  readonly comesBack: boolean;
  readonly advice: boolean;
}

const paid = { status: 'SUC', code: '0000', text: 'Transaction successful', comesBack: true, advice: true } as const;
const upi = { mode: 'UPI', bank: 'UPI' } as const;
const open = {
  ...upi,
  status: 'REQ',
  code: 'R1000',
  text: 'Transaction initiated',
  comesBack: true,
  advice: false,
} as const;

const OUTCOMES = {
  'pay-upi': { ...paid, ...upi },
  'pay-card': { ...paid, mode: 'Card', bank: 'CC' },
  'pay-nb': { ...paid, mode: 'NB', bank: 'HDFC Bank' },
  decline: { ...upi, status: 'REJ', code: '039', text: 'Transaction rejected', comesBack: true, advice: true },
  cancel: { ...upi, status: 'REJ', code: '020', text: 'Transaction cancelled by user', comesBack: true, advice: false },
  'pending-success': { ...open, becomes: 'SUC' },
  'pending-decline': { ...open, becomes: 'REJ' },
  'pay-close-tab': { ...paid, ...upi, comesBack: false },
  'pay-no-advice': { ...paid, ...upi, advice: false },
} as const satisfies Record<string, Outcome>;

export type OutcomeName = keyof typeof OUTCOMES;

export function outcomeNamed(name: unknown): Outcome | undefined {
  return typeof name === 'string' && Object.hasOwn(OUTCOMES, name) ? OUTCOMES[name as OutcomeName] : undefined;
}

export const OUTCOME_NAMES = Object.keys(OUTCOMES);
export const NET_BANKS: readonly string[] = ['HDFC Bank', 'ICICI Bank', 'State Bank of India', 'Axis Bank'];
