import { Injectable } from '@nestjs/common';
import { type DayFigure, type DayMoney, type DayScope, DayTotals } from '../payment-lists/index.js';
import { UnitOfWork } from '../../database/unit-of-work.js';
import { endingOf } from '../../domain/payment/counted-payment.js';
import { istDayOfNumber } from '../../domain/calendar/day-tree.js';
import type { IstDay, Span } from '../../domain/calendar/ist-day.js';
import type { PaymentStatus } from '../../domain/payment/payment-status.js';

export interface ManagerSums {
  id: number;
  label: string;
  /** Paise. */
  gross: number;
  refunded: number;
  revenue: number;
  transactions: number;
}

export interface FunnelCounts {
  created: number;
  opened: number;
  initiated: number;
  paid: number;
}

export interface EndingCount {
  status: PaymentStatus;
  statusReason: string | null;
  code: string | null;
  count: number;
}

export interface AnalysisFigures {
  /** Highest revenue first. */
  managers: ManagerSums[];
  funnel: FunnelCounts;
  endings: EndingCount[];
  /** By hour of the IST day; index 0 is midnight to one o'clock. */
  created: number[];
  paid: number[];
  sellers: SellerName[];
  /** The first IST day with any figure; null without one. */
  firstDay: IstDay | null;
}

export interface SellerName {
  id: number;
  name: string;
}

/** The figures of a span of days, from the counters: two statements. Money counts by `paid_at`, links by `created_at`. */
@Injectable()
export class AnalysisQueries {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly days: DayTotals,
  ) {}

  async of(span: Span, scope: DayScope): Promise<AnalysisFigures> {
    const { figures, firstDay } = await this.days.of(span, scope);
    const ofKind = (kind: DayFigure['kind']) => figures.filter((figure) => figure.kind === kind);
    const created = byHour(ofKind('created'));
    const sellers = await this.sellers();
    return {
      managers: managersOf(moneyFigures(figures, scope), sellers),
      funnel: isWhole(scope) ? funnelOf(created, ofKind('step')) : linksOf(ofKind('link')),
      endings: ofKind('ending').map(({ name, total }) => ({ ...endingOf(name), count: total })),
      created,
      paid: byHour(ofKind('paid')),
      sellers,
      firstDay: firstDay === null ? null : istDayOfNumber(firstDay),
    };
  }

  /** What was paid in each span; one statement. */
  moneyOf(spans: readonly Span[], scope: DayScope): Promise<DayMoney[]> {
    return this.days.moneyOf(spans, scope);
  }

  /** Reads all names: there are few sellers. */
  private async sellers(): Promise<SellerName[]> {
    const users = await this.uow.read<SellerName>('SELECT id, name FROM users ORDER BY name, id');
    return users.map(({ id, name }) => ({ id: Number(id), name }));
  }
}

function isWhole({ salesManagerId, tokenType }: DayScope): boolean {
  return salesManagerId === undefined && tokenType === undefined;
}

/** Sums by seller; with a scope those of its tiers, which the statement has narrowed down already. */
function moneyFigures(figures: DayFigure[], scope: DayScope): DayFigure[] {
  return figures.filter(({ kind }) => kind === (isWhole(scope) ? 'seller' : 'sale'));
}

function managersOf(figures: DayFigure[], sellers: SellerName[]): ManagerSums[] {
  const names = new Map(sellers.map(({ id, name }) => [id, name]));
  const sums = new Map<number, ManagerSums>();
  for (const { name, gross, refunded, total } of figures) {
    const id = Number(name.split('|')[0]);
    const sum = sums.get(id) ?? { id, label: names.get(id) ?? '', gross: 0, refunded: 0, revenue: 0, transactions: 0 };
    sum.gross += gross;
    sum.refunded += refunded;
    sum.revenue += gross - refunded;
    sum.transactions += total;
    sums.set(id, sum);
  }
  return [...sums.values()].sort((a, b) => b.revenue - a.revenue || a.id - b.id);
}

function funnelOf(created: number[], figures: DayFigure[]): FunnelCounts {
  const step = (wanted: string) => figures.find(({ name }) => name === wanted)?.total ?? 0;
  return {
    created: created.reduce((sum, count) => sum + count, 0),
    opened: step('opened'),
    initiated: step('initiated'),
    paid: step('paid'),
  };
}

/** @param figures by `seller|tier|step` */
function linksOf(figures: DayFigure[]): FunnelCounts {
  const counts: FunnelCounts = { created: 0, opened: 0, initiated: 0, paid: 0 };
  for (const { name, total } of figures) counts[name.split('|')[2] as keyof FunnelCounts] += total;
  return counts;
}

function byHour(figures: DayFigure[]): number[] {
  const hours = Array.from({ length: 24 }, () => 0);
  for (const { name, total } of figures) hours[Number(name)] = total;
  return hours;
}
