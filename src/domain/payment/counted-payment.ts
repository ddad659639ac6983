import { dayNumber, istHour } from '../calendar/day-tree.js';
import type { PaymentStatus } from './payment-status.js';
import type { PaymentType, TokenType } from './token-catalogue.js';

/** What the payment counters are computed from. Amounts are paise. */
export interface CountedPayment {
  projectId: number;
  eventId: number;
  salesManagerId: number;
  tokenType: TokenType;
  paymentType: PaymentType;
  status: PaymentStatus;
  statusReason: string | null;
  amount: number;
  refundedAmount: number;
  createdAt: Date;
  openedAt: Date | null;
  initiatedAt: Date | null;
  paidAt: Date | null;
  /** The bank's code on the last attempt. */
  code: string | null;
}

/** Number and sums of a seller's payments by project, tier and status. */
export interface CountCell {
  /** 0 stands for all sellers together. */
  salesManagerId: number;
  projectId: number;
  tokenType: string;
  status: string;
  total: number;
  /** Paise. */
  amount: number;
  refunded: number;
}

/**
 * Figures of one IST day, by name:
 * - `created`, `paid`: payments by the hour in which they were created, or paid
 * - `step`: of the day's payments those that were `opened`, `initiated` and `paid`; a later step implies the earlier ones
 * - `ending`: of the day's payments those that ended unpaid, by `status|reason|code`
 * - `seller`: by the seller's id what was paid on the day: completed payments, and paise of all paid ones and of their refunds
 * - `upgrade`: the same, of upgrades alone
 * - `sale`: the same by `seller|tier`
 * - `link`: the day's payments and their steps by `seller|tier|step`; `created` is the first step
 */
export type DayKind = 'created' | 'paid' | 'step' | 'ending' | 'seller' | 'upgrade' | 'sale' | 'link';

/** Figures of a day for all sellers and tiers together, money by seller. */
export const WHOLE_KINDS = ['created', 'paid', 'step', 'ending', 'seller'] as const satisfies readonly DayKind[];

export interface DayCell {
  day: number;
  eventId: number;
  kind: DayKind;
  name: string;
  total: number;
  /** Paise; of the kinds `seller`, `upgrade` and `sale` alone. */
  gross: number;
  refunded: number;
}

export const ALL_SELLERS = 0;

export function countCellsOf(payment: CountedPayment): CountCell[] {
  const { salesManagerId, projectId, tokenType, status, amount, refundedAmount: refunded } = payment;
  const cell = { projectId, tokenType, status, total: 1, amount, refunded };
  return [
    { ...cell, salesManagerId: ALL_SELLERS },
    { ...cell, salesManagerId },
  ];
}

export function dayCellsOf(payment: CountedPayment): DayCell[] {
  const { createdAt, openedAt, initiatedAt, paidAt, status } = payment;
  const owner = `${payment.salesManagerId}|${payment.tokenType}`;
  const figure = figureOf(payment);
  const made = dayNumber(createdAt);
  const step = (name: string) => [figure(made, 'step', name), figure(made, 'link', `${owner}|${name}`)];
  const cells = [figure(made, 'created', istHour(createdAt)), figure(made, 'link', `${owner}|created`)];
  if (openedAt ?? initiatedAt ?? paidAt) cells.push(...step('opened'));
  if (initiatedAt ?? paidAt) cells.push(...step('initiated'));
  if (paidAt) cells.push(...step('paid'), figure(dayNumber(paidAt), 'paid', istHour(paidAt)));
  if (status === 'failed' || status === 'cancelled') cells.push(figure(made, 'ending', endingName(payment)));
  if (paidAt && (status === 'completed' || status === 'refunded')) cells.push(...takings(payment, paidAt, owner));
  return cells;
}

function takings(payment: CountedPayment, paidAt: Date, owner: string): DayCell[] {
  const { salesManagerId, paymentType, status, amount: gross, refundedAmount: refunded } = payment;
  const figure = figureOf(payment);
  const cell = (kind: DayKind, name: string): DayCell => ({
    ...figure(dayNumber(paidAt), kind, name),
    total: Number(status === 'completed'),
    gross,
    refunded,
  });
  const seller = String(salesManagerId);
  const cells = [cell('seller', seller), cell('sale', owner)];
  return paymentType === 'upgrade' ? [...cells, cell('upgrade', seller)] : cells;
}

function figureOf({ eventId }: CountedPayment) {
  return (day: number, kind: DayKind, name: string): DayCell => ({
    day,
    eventId,
    kind,
    name,
    total: 1,
    gross: 0,
    refunded: 0,
  });
}

function endingName({ status, statusReason, code }: CountedPayment): string {
  return `${status}|${statusReason ?? ''}|${code ?? ''}`;
}

/** @param name of an `ending` */
export function endingOf(name: string): { status: PaymentStatus; statusReason: string | null; code: string | null } {
  const [status = '', reason = '', ...code] = name.split('|');
  return { status: status as PaymentStatus, statusReason: reason || null, code: code.join('|') || null };
}

/** The cells to add when a payment changes from `before` to `after`; equal cells are left out. */
export function differences<Cell extends CountCell | DayCell>(before: Cell[], after: Cell[]): Cell[] {
  const cells = new Map<string, Cell>();
  for (const cell of after) add(cells, cell, 1);
  for (const cell of before) add(cells, cell, -1);
  return [...cells.values()].filter((cell) => SUMMED.some((name) => (cell as Partial<Summed>)[name]));
}

type Summed = Record<(typeof SUMMED)[number], number>;

const SUMMED = ['total', 'amount', 'gross', 'refunded'] as const;

function add<Cell extends CountCell | DayCell>(cells: Map<string, Cell>, cell: Cell, sign: 1 | -1): void {
  const sums: Partial<Summed> = {};
  const keys: Record<string, unknown> = { ...cell };
  for (const name of SUMMED) {
    if (!(name in cell)) continue;
    sums[name] = sign * ((cell as Partial<Summed>)[name] ?? 0);
    delete keys[name];
  }
  const key = JSON.stringify(Object.values(keys));
  const known = cells.get(key) as Partial<Summed> | undefined;
  for (const name of SUMMED) if (name in sums) sums[name] = (sums[name] ?? 0) + (known?.[name] ?? 0);
  cells.set(key, { ...cell, ...sums });
}
