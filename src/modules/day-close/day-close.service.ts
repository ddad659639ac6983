import { Injectable } from '@nestjs/common';
import type { DayCloseData, DayClosing } from '../../contracts/day-close.js';
import type { DayCloseEntity } from '../../database/entities/day-close.entity.js';
import {
  bySeller,
  canonicalDay,
  changesOf,
  type DayFigures,
  readCanonicalDay,
} from '../../domain/settlement/day-figures.js';
import { addDays, isIstDay, istDayOf, type IstDay } from '../../domain/calendar/ist-day.js';
import { toRupees } from '../../domain/money/money.js';
import type { ProjectScope } from '../../domain/projects/project-filter.js';
import { Clock } from '../../runtime/clock.js';
import { chosenProject, ProjectOptions } from '../projects/index.js';
import { dayCsv, presentChange, presentFileRows, presentRows, presentTotal } from './day-close.presenter.js';
import { DayCloses } from './day-closes.repository.js';
import { DayFiguresQueries, type LaterMovements } from './day-figures.queries.js';
import { DayPlaces } from './day-places.js';
import { Refusal } from '../../runtime/refusal.js';

type Query = Readonly<Record<string, unknown>>;

const WHO: Readonly<Record<string, string>> = { cli: 'Command line', system: 'The product' };

/** Figures of an IST day, and its close (docs/product.md#reconciliation). */
@Injectable()
export class DayCloseService {
  constructor(
    private readonly clock: Clock,
    private readonly figures: DayFiguresQueries,
    private readonly closes: DayCloses,
    private readonly projects: ProjectOptions,
  ) {}

  /** @param query from the address; an invalid or future day shows yesterday @throws FILTER_INVALID */
  async overview(query: Query, scope: ProjectScope): Promise<DayCloseData> {
    const { day } = query;
    const today = this.today();
    const shown = isIstDay(day) && day <= today ? day : addDays(today, -1);
    return this.show(shown, await this.placesOf(query, scope));
  }

  /** @throws INVALID_DAY, FILTER_INVALID */
  async day(query: Query, scope: ProjectScope): Promise<DayCloseData> {
    return this.show(this.pastDay(query.day), await this.placesOf(query, scope));
  }

  /** Closes the day of all projects. Idempotent: a second close answers the first. @throws INVALID_DAY, DAY_NOT_OVER */
  async close(day: unknown, scope: ProjectScope, query: Query = {}): Promise<{ data: DayCloseData; isNew: boolean }> {
    if (!isIstDay(day)) throw new Refusal('INVALID_DAY');
    if (day >= this.today()) throw new Refusal('DAY_NOT_OVER');
    const { isNew } = await this.closes.close(day, canonicalDay(day, await this.figures.of(day)));
    return { data: await this.show(day, await this.placesOf(query, scope)), isNew };
  }

  /** @throws INVALID_DAY, FILTER_INVALID */
  async csv(query: Query, scope: ProjectScope): Promise<string> {
    const day = this.pastDay(query.day);
    const places = await this.placesOf(query, scope);
    const { names, rows } = await this.read(day, places);
    const { areSeveral } = places;
    const lines = areSeveral
      ? presentFileRows(rows, names, (eventId) => places.soldIn(eventId))
      : presentRows(rows, names);
    return dayCsv(day, lines, presentTotal(rows), areSeveral);
  }

  private async show(day: IstDay, places: DayPlaces): Promise<DayCloseData> {
    const { names, close, stored, now, rows, whole } = await this.read(day, places);
    return {
      day,
      today: this.today(),
      canClose: close === null && day < this.today(),
      rows: presentRows(bySeller(rows), names),
      total: presentTotal(rows),
      ...(places.areSeveral && { places: places.rows(rows), projects: places.projects, filters: places.chosen }),
      ...(places.areSeveral && places.isWhole && { wholeNet: presentTotal(whole).net }),
      closing: close && (await this.closingOf(close, stored, now, names, places)),
      computedAt: this.clock.now().toISOString(),
    };
  }

  /** Of the places asked for: the figures of now, and those of the closing where there is one; `whole` is of all places. */
  private async read(day: IstDay, places: DayPlaces) {
    const all = await this.figures.of(day);
    const now = all.filter(places.has);
    const names = await this.figures.sellerNames();
    const close = await this.closes.find(day);
    const kept = close && readCanonicalDay(close.figures);
    const stored = kept?.filter(places.has) ?? null;
    return { names, close, now, stored, rows: stored ?? now, whole: kept ?? all };
  }

  private async placesOf(query: Query, scope: ProjectScope): Promise<DayPlaces> {
    return new DayPlaces(await this.projects.list(scope), chosenProject(query), scope === null);
  }

  private pastDay(day: unknown): IstDay {
    if (!isIstDay(day) || day > this.today()) throw new Refusal('INVALID_DAY');
    return day;
  }

  private async closingOf(
    close: DayCloseEntity,
    stored: DayFigures[] | null,
    now: DayFigures[],
    names: ReadonlyMap<number, string>,
    places: DayPlaces,
  ): Promise<DayClosing> {
    const later = (await this.figures.later(close.day, close.closedAt)).filter(places.has);
    const sum = (name: Exclude<keyof LaterMovements, 'eventId'>) => later.reduce((total, row) => total + row[name], 0);
    return {
      sequence: close.sequence,
      closedAt: close.closedAt.toISOString(),
      closedBy: names.get(close.closedBy ?? 0) ?? WHO[close.actorKind] ?? 'Unknown',
      hash: close.figuresHash,
      previousHash: close.previousHash,
      isIntact: stored !== null && (await this.closes.isIntact(close)),
      changes: changesOf(stored ?? [], now).map((change) =>
        presentChange(change, names, places.soldIn(change.eventId)),
      ),
      later: {
        paid: sum('paid'),
        paidAmount: toRupees(sum('paidPaise')),
        refunds: sum('refunds'),
        refundedAmount: toRupees(sum('refundedPaise')),
      },
    };
  }

  private today(): IstDay {
    return istDayOf(this.clock.now());
  }
}
