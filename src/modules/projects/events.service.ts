import { Injectable } from '@nestjs/common';
import type { EventData, EventSeller, EventUpdate, NewEvent } from '../../contracts/events.js';
import { SERVER_MESSAGES } from '../../contracts/messages-server.js';
import type { UserEntity } from '../../database/entities/user.entity.js';
import { isUniqueViolation, UnitOfWork } from '../../database/unit-of-work.js';
import { istDayOf } from '../../domain/calendar/ist-day.js';
import { clipped } from '../../domain/files/clipped.js';
import {
  DEFAULT_EVENT_ID,
  EVENT_FIELDS,
  EVENT_LIMITS,
  type EventField,
  type EventFields,
  eventFaults,
  eventStateOf,
  linkDenial,
} from '../../domain/projects/event-rules.js';
import { isWithin, type ProjectIds } from '../../domain/people/project-rights.js';
import { DEFAULT_PROJECT_ID } from '../../domain/projects/project-rules.js';
import { hasUnwantedCharacters } from '../../http/index.js';
import { LiveEvents } from '../../live/index.js';
import { Clock } from '../../runtime/clock.js';
import { Refusal } from '../../runtime/refusal.js';
import { AuditService } from '../audit/index.js';
import { EventsRepository, type EventWithProject } from './events.repository.js';
import { Projects } from './projects.service.js';

const TEXT = SERVER_MESSAGES.events;
const VALUE_LENGTH = 60;
const NOTHING: EventFields = { name: '', place: null, firstDay: null, lastDay: null, hours: null };

/** What an update changed: a field, or a seller by email. */
export interface EventChange {
  field: EventField | 'seller';
  from: string | null;
  to: string | null;
}

/** How sellers are assigned. */
interface Manner {
  /** Checks and tells the changes, and writes none. */
  dryRun: boolean;
  /** Projects of who assigns; null: all. */
  by: ProjectIds;
}

/** Events of projects, and who sells in them. Each change is an audit entry. */
@Injectable()
export class Events {
  constructor(
    private readonly repository: EventsRepository,
    private readonly projects: Projects,
    private readonly audit: AuditService,
    private readonly live: LiveEvents,
    private readonly uow: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /** @param code of a project; none: of all @throws PROJECT_NOT_FOUND */
  async list(code?: string): Promise<EventData[]> {
    const project = code === undefined ? undefined : await this.projects.get(code);
    return this.present(await this.repository.list(project?.id));
  }

  /** @throws EVENT_NOT_FOUND */
  async get(id: string): Promise<EventData> {
    const [event] = await this.present([await this.find(id)]);
    return event!;
  }

  /** Sellers whose account is active: neither disabled nor waiting for its invitation to be accepted. */
  async assignable(): Promise<EventSeller[]> {
    return (await this.repository.assignable()).map(presentSeller);
  }

  /**
   * @param by projects of who makes it; null: all
   * @param onMade called in the unit of work that makes it
   * @throws PROJECT_NOT_FOUND, FIELD_ERRORS, FORBIDDEN
   */
  create(
    code: string,
    { sellers, ...wanted }: NewEvent,
    by: ProjectIds = null,
    onMade?: (event: EventData) => Promise<void>,
  ): Promise<EventData> {
    const fields = checkedFields(wanted, NOTHING);
    return this.uow.run(async () => {
      const { id: projectId } = await this.projects.get(code);
      const now = this.clock.now();
      const id = await this.repository.insert({ projectId, ...fields, createdAt: now, updatedAt: now });
      await this.write('event.created', id, { toValue: clipped(fields.name, VALUE_LENGTH), reason: code });
      await this.assign(id, [], sellers ?? [], { dryRun: false, by });
      const event = await this.get(String(id));
      await onMade?.(event);
      return event;
    });
  }

  /**
   * Idempotent: what is as asked for already is not written.
   * @throws EVENT_NOT_FOUND, FIELD_ERRORS, FORBIDDEN, CONFLICT
   */
  async update(
    id: string,
    { sellers, addSellers, removeSellers, ...wanted }: EventUpdate,
    { dryRun = false, by = null }: Partial<Manner> = {},
  ): Promise<EventChange[]> {
    try {
      return await this.uow.run(async () => {
        const event = await this.find(id);
        const changes = await this.updateFields(event, checkedFields(wanted, event), dryRun);
        // A body may hold null for what it leaves out.
        if (!sellers && !addSellers && !removeSellers) return changes;
        const present = (await this.repository.sellersOf([event.id])).get(event.id) ?? [];
        const kept = new Set(sellers ?? present.map((user) => String(user.id)));
        for (const one of removeSellers ?? []) kept.delete(one);
        const ids = [...kept, ...(addSellers ?? [])];
        return [...changes, ...(await this.assign(event.id, present, ids, { dryRun, by }))];
      });
    } catch (error) {
      // Two admins assigned the same seller.
      throw isUniqueViolation(error) ? new Refusal('CONFLICT') : error;
    }
  }

  /** Takes a seller whose account is deleted out of all events. Joins the unit of work that deletes it. */
  async removeFromAll(seller: UserEntity): Promise<void> {
    for (const id of await this.repository.idsOf(seller.id)) await this.removeSeller(id, seller);
  }

  private async updateFields(event: EventWithProject, wanted: EventFields, dryRun: boolean): Promise<EventChange[]> {
    const changes = EVENT_FIELDS.flatMap((field): EventChange[] =>
      wanted[field] === event[field] ? [] : [{ field, from: event[field], to: wanted[field] }],
    );
    if (dryRun || changes.length === 0) return changes;
    const values = Object.fromEntries(changes.map(({ field, to }) => [field, to]));
    if (!(await this.repository.updateIf(event, values, this.clock.now()))) throw new Refusal('CONFLICT');
    for (const { field, from, to } of changes)
      await this.write('event.changed', event.id, {
        fromValue: from && clipped(from, VALUE_LENGTH),
        toValue: to && clipped(to, VALUE_LENGTH),
        reason: field,
      });
    return changes;
  }

  /** @throws FIELD_ERRORS, FORBIDDEN */
  private async assign(
    id: number,
    present: UserEntity[],
    ids: string[],
    { dryRun, by }: Manner,
  ): Promise<EventChange[]> {
    const wanted = new Set(ids);
    const known = new Map((await this.repository.assignable()).map((user) => [String(user.id), user]));
    const kept = new Set(present.map((user) => String(user.id)));
    const added = [...wanted].filter((one) => !kept.has(one));
    if (added.some((one) => !known.has(one)))
      throw new Refusal('FIELD_ERRORS', { message: TEXT.sellers, details: { sellers: TEXT.sellers } });
    const newcomers = added.map((one) => known.get(one)!);
    const leavers = present.filter((user) => !wanted.has(String(user.id)));
    if (!isWithin(by, DEFAULT_PROJECT_ID)) await this.requireNoDefault(newcomers, leavers);
    if (!dryRun) {
      for (const user of newcomers) await this.addSeller(id, user);
      for (const user of leavers) await this.removeSeller(id, user);
    }
    return [
      ...newcomers.map(({ email }): EventChange => ({ field: 'seller', from: null, to: email })),
      ...leavers.map(({ email }): EventChange => ({ field: 'seller', from: email, to: null })),
    ];
  }

  /**
   * Who is assigned to no event sells in the default one: a first assignment takes a seller out of it, the end of the last one puts
   * the seller back. Neither is for somebody to decide who does not have its project, while it sells.
   * @throws FORBIDDEN
   */
  private async requireNoDefault(newcomers: UserEntity[], leavers: UserEntity[]): Promise<void> {
    const event = await this.repository.findById(DEFAULT_EVENT_ID);
    if (!event || linkDenial(event.project.state) !== null) return;
    if (eventStateOf(event, istDayOf(this.clock.now())) === 'over') return;
    for (const { id, name } of newcomers)
      if ((await this.repository.listOf(id)).length === 0)
        throw new Refusal('FORBIDDEN', { message: TEXT.firstElsewhere(name) });
    for (const { id, name, role, disabledAt } of leavers) {
      const isSelling = role === 'sales_manager' && disabledAt === null;
      if (isSelling && (await this.repository.listOf(id)).length === 1)
        throw new Refusal('FORBIDDEN', { message: TEXT.lastElsewhere(name) });
    }
  }

  private async addSeller(id: number, user: UserEntity): Promise<void> {
    await this.repository.addSeller(id, user.id, this.clock.now());
    await this.publishRights(user);
    await this.write('event.seller-added', id, { toValue: String(user.id) });
  }

  private async removeSeller(id: number, user: UserEntity): Promise<void> {
    await this.repository.removeSeller(id, user.id);
    await this.publishRights(user);
    await this.write('event.seller-removed', id, { fromValue: String(user.id) });
  }

  /** Open streams of the seller read again where the person sells. */
  private publishRights({ id: userId }: UserEntity): Promise<void> {
    return this.uow.afterCommit(() => this.live.publish({ type: 'sessions', userId }));
  }

  private write(
    action: 'event.created' | 'event.changed' | 'event.seller-added' | 'event.seller-removed',
    id: number,
    entry: { fromValue?: string | null; toValue?: string | null; reason?: string },
  ): Promise<void> {
    return this.audit.write({ action, subjectType: 'event', subjectId: String(id), ...entry });
  }

  private async find(id: string): Promise<EventWithProject> {
    const event = /^[1-9]\d{0,8}$/.test(id) ? await this.repository.findById(Number(id)) : null;
    if (!event) throw new Refusal('EVENT_NOT_FOUND');
    return event;
  }

  private async present(events: EventWithProject[]): Promise<EventData[]> {
    const sellers = await this.repository.sellersOf(events.map(({ id }) => id));
    const today = istDayOf(this.clock.now());
    return events.map(({ id, project, name, place, firstDay, lastDay, hours, version }) => ({
      id: String(id),
      project: project.code,
      name,
      place,
      firstDay,
      lastDay,
      hours,
      version,
      state: eventStateOf({ firstDay, lastDay }, today),
      isDefault: id === DEFAULT_EVENT_ID,
      sellers: (sellers.get(id) ?? []).map(presentSeller),
    }));
  }
}

function presentSeller({ id, name, email }: UserEntity): EventSeller {
  return { id: String(id), name, email };
}

/** @param now what a field that is left out stays at @throws FIELD_ERRORS */
function checkedFields(update: Partial<Record<EventField, string>>, now: EventFields): EventFields {
  const wanted: EventFields = { ...NOTHING };
  const faults: Record<string, string> = {};
  for (const field of EVENT_FIELDS) {
    const text = update[field]?.normalize('NFC').trim();
    if (text !== undefined && hasUnwantedCharacters(text)) faults[field] = TEXT.oneLine;
    if (text !== undefined && [...text].length > EVENT_LIMITS[field]) faults[field] = TEXT.tooLong(EVENT_LIMITS[field]);
    const value = text === undefined ? now[field] : text;
    if (field === 'name') wanted.name = value ?? '';
    else wanted[field] = value === '' ? null : value;
  }
  const all = { ...eventFaults(wanted), ...faults };
  const [first] = Object.values(all);
  if (first !== undefined) throw new Refusal('FIELD_ERRORS', { message: first, details: all });
  return wanted;
}
