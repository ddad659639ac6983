import { Injectable } from '@nestjs/common';
import type { Principal } from '../../http/index.js';
import { paymentScopeOf } from '../payment-lists/index.js';
import type { ApiSuccess } from '../../contracts/common.js';
import { OFFICE_MESSAGES } from '../../contracts/messages-office.js';
import type {
  LastSettlementRun,
  PaymentSettlement,
  ReconciliationData,
  SettlementException,
  SettlementRun,
} from '../../contracts/settlements.js';
import { isIstDay, istDayOf } from '../../domain/calendar/ist-day.js';
import {
  type ChosenProject,
  type ProjectFilter,
  projectFilterOf,
  type ProjectOption,
  type ProjectScope,
} from '../../domain/projects/project-filter.js';
import { Clock } from '../../runtime/clock.js';
import { Merchants } from '../gateway/index.js';
import { chosenProject, ProjectOptions } from '../projects/index.js';
import { Reconciliation, type SettlementFile } from './reconcile.service.js';
import type { OnProgress } from './run-progress.js';
import { exceptionsHeader, exceptionsLines } from './settlements.presenter.js';
import { type PlacedException, SettlementsQueries } from './settlements.queries.js';
import { Refusal } from '../../runtime/refusal.js';

type Query = Readonly<Record<string, unknown>>;

const SHOWN = 200;
/** Read at once for a file. */
const BLOCK = 1000;
const MAX_LISTED = 100_000;

/** Use cases of the reconciliation page. */
@Injectable()
export class SettlementsService {
  constructor(
    private readonly reconciliation: Reconciliation,
    private readonly queries: SettlementsQueries,
    private readonly clock: Clock,
    private readonly merchants: Merchants,
    private readonly projects: ProjectOptions,
  ) {}

  /** An invalid day shows today. @throws FILTER_INVALID */
  async overview(query: Query, scope: ProjectScope): Promise<ReconciliationData> {
    const { day } = query;
    const today = istDayOf(this.clock.now());
    const chosen = chosenProject(query);
    const filter = projectFilterOf(chosen, scope);
    const projects = await this.severalProjects(scope);
    const shown = isIstDay(day) && day <= today ? day : today;
    return {
      day: shown,
      today,
      run: await this.queries.lastRun(shown),
      exceptions: placed(await this.queries.exceptions(SHOWN, null, filter), projects),
      openExceptions: await this.queries.countOpen(filter),
      runs: await this.queries.runs(),
      merchantProfiles: this.merchants.all().flatMap(({ profile }) => profile ?? []),
      ...(projects && { projects, filters: chosen }),
    };
  }

  async run(day: unknown, file: SettlementFile | null, onProgress?: OnProgress): Promise<ApiSuccess<SettlementRun>> {
    const run = await this.queries.oneRun(await this.reconciliation.run(day, file, onProgress));
    const words =
      run.status === 'completed' ? OFFICE_MESSAGES.settlements.done : OFFICE_MESSAGES.settlements.incomplete;
    return { success: true, data: run, message: words };
  }

  /** The last run for a day, running ones included. */
  async lastRun(day: unknown): Promise<ApiSuccess<LastSettlementRun>> {
    if (!isIstDay(day)) throw new Refusal('INVALID_DAY');
    return { success: true, data: { run: await this.queries.lastRun(day) } };
  }

  /** Every open exception, read block by block while the file is sent. @throws INVALID_DAY, FILTER_INVALID */
  async csv(query: Query, scope: ProjectScope): Promise<AsyncGenerator<string>> {
    const { day } = query;
    if (day !== undefined && !isIstDay(day)) throw new Refusal('INVALID_DAY');
    const filter = projectFilterOf(chosenProject(query), scope);
    return this.lines(isIstDay(day) ? day : null, filter, await this.severalProjects(scope));
  }

  private async *lines(
    day: string | null,
    filter: ProjectFilter,
    projects: ProjectOption[] | null,
  ): AsyncGenerator<string> {
    yield exceptionsHeader(projects !== null);
    // Day by day, in each of which the ids are in the order of the index.
    for (const each of day === null ? await this.queries.exceptionDays() : [day])
      for (let lastId = 0, isMore = true; isMore;) {
        const found = await this.queries.exceptions(BLOCK, each, filter, lastId);
        if (found.length > 0) yield exceptionsLines(placed(found, projects), projects !== null);
        isMore = found.length === BLOCK;
        lastId = Number(found.at(-1)?.exception.id);
      }
  }

  /** Open exceptions of a project or an event, the latest days first. */
  async exceptionsOf(chosen: ChosenProject): Promise<SettlementException[]> {
    const found = await this.queries.exceptions(MAX_LISTED, null, projectFilterOf(chosen, null));
    return placed(found, await this.severalProjects(null));
  }

  async ofPayment(user: Principal, publicId: string): Promise<ApiSuccess<{ settlements: PaymentSettlement[] }>> {
    return { success: true, data: { settlements: await this.queries.ofPayment(publicId, paymentScopeOf(user)) } };
  }

  /** Null where there is only one event. */
  private async severalProjects(scope: ProjectScope): Promise<ProjectOption[] | null> {
    const projects = await this.projects.list(scope);
    return projects.flatMap(({ events }) => events).length > 1 ? projects : null;
  }
}

/** @param projects null: there is nothing to tell apart */
function placed(found: PlacedException[], projects: ProjectOption[] | null): SettlementException[] {
  const places = new Map(
    (projects ?? []).flatMap(({ name: project, events }) =>
      events.map(({ id, name: event }) => [Number(id), { project, event }] as const),
    ),
  );
  return found.map(({ exception, eventId }) => {
    const soldIn = eventId === null ? undefined : places.get(eventId);
    return { ...exception, ...(soldIn && { soldIn }) };
  });
}
