import { Injectable } from '@nestjs/common';
import { DayTotals, type DayFigure } from '../payment-lists/index.js';
import { UserEntity } from '../../database/entities/user.entity.js';
import { UnitOfWork } from '../../database/unit-of-work.js';
import { endingOf } from '../../domain/payment/counted-payment.js';
import type { Span } from '../../domain/calendar/ist-day.js';
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
}

/** The figures of a span of days, from the counters: two statements. Money counts by `paid_at`, links by `created_at`. */
@Injectable()
export class AnalysisQueries {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly days: DayTotals,
  ) {}

  async of(span: Span): Promise<AnalysisFigures> {
    const figures = await this.days.of(span);
    const ofKind = (kind: DayFigure['kind']) => figures.filter((figure) => figure.kind === kind);
    const created = byHour(ofKind('created'));
    const steps = new Map(ofKind('step').map(({ name, total }) => [name, total]));
    const step = (name: string) => steps.get(name) ?? 0;
    return {
      managers: await this.managers(ofKind('seller')),
      funnel: {
        created: created.reduce((sum, count) => sum + count, 0),
        opened: step('opened'),
        initiated: step('initiated'),
        paid: step('paid'),
      },
      endings: ofKind('ending').map(({ name, total }) => ({ ...endingOf(name), count: total })),
      created,
      paid: byHour(ofKind('paid')),
    };
  }

  /** Reads all names: there are few sellers. */
  private async managers(figures: DayFigure[]): Promise<ManagerSums[]> {
    const users = await this.uow.manager.getRepository(UserEntity).find({ select: { id: true, name: true } });
    const names = new Map(users.map(({ id, name }) => [id, name]));
    return figures
      .map(({ name, gross, refunded, total }) => ({
        id: Number(name),
        label: names.get(Number(name)) ?? '',
        gross,
        refunded,
        revenue: gross - refunded,
        transactions: total,
      }))
      .sort((a, b) => b.revenue - a.revenue || a.id - b.id);
  }
}

function byHour(figures: DayFigure[]): number[] {
  const hours = Array.from({ length: 24 }, () => 0);
  for (const { name, total } of figures) hours[Number(name)] = total;
  return hours;
}
