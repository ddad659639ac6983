import { Injectable } from '@nestjs/common';
import type { OfferedEventData, SoldIn, Workplace } from '../../contracts/events.js';
import { SERVER_MESSAGES } from '../../contracts/messages-server.js';
import { istDayOf } from '../../domain/calendar/ist-day.js';
import {
  DEFAULT_EVENT_ID,
  currentEvent,
  eventStateOf,
  linkDenial,
  type NoSaleReason,
  saleDenial,
} from '../../domain/projects/event-rules.js';
import { isWithin, type ProjectIds } from '../../domain/people/project-rights.js';
import { DEFAULT_PROJECT_ID } from '../../domain/projects/project-rules.js';
import type { Principal } from '../../http/index.js';
import { Clock } from '../../runtime/clock.js';
import { Refusal } from '../../runtime/refusal.js';
import { EventsRepository, type EventWithProject } from './events.repository.js';
import { Projects } from './projects.service.js';

const TEXT = SERVER_MESSAGES.events;

/** Who sells: a seller in assigned events, an admin in any of the own projects. */
export type Selling = Pick<Principal, 'userId' | 'role' | 'eventId' | 'severalEvents' | 'projectIds'>;

interface Standing {
  /** Those that can be worked in. */
  offered: EventWithProject[];
  current: EventWithProject | 'choose' | 'none';
  /** Whether somebody has assigned the seller to events. */
  isAssigned: boolean;
}

/** In which event somebody sells, and whether anything can be sold there (src/domain/projects/event-rules.ts). */
@Injectable()
export class SalesEvents {
  constructor(
    private readonly events: EventsRepository,
    private readonly projects: Projects,
    private readonly clock: Clock,
  ) {}

  /**
   * Where a new sale belongs, for good.
   * @param wanted id of the event for which the form was opened; none: the current one
   * @throws EVENT_NOT_FOUND, EVENT_NOT_CHOSEN, EVENT_NOT_BEGUN, EVENT_OVER, PROJECT_NOT_SELLING, PROJECT_CLOSED
   */
  async placeOf(seller: Selling, wanted?: string): Promise<{ eventId: number; projectId: number }> {
    const event = wanted === undefined ? await this.current(seller) : await this.ofSeller(seller, wanted);
    const denial = saleDenial(event.project.state, event, this.today);
    if (denial !== null) throw refusalOf(denial, event);
    return { eventId: event.id, projectId: event.projectId };
  }

  /**
   * What the person's form is about: the project of the current event; without one, the default project.
   * @returns null where that is none of the person's projects
   */
  async projectOf(seller: Selling): Promise<number | null> {
    const isOwn = isWithin(seller.projectIds, DEFAULT_PROJECT_ID);
    if (!seller.severalEvents) return isOwn ? DEFAULT_PROJECT_ID : null;
    const { current, isAssigned } = await this.standingOf(seller);
    if (typeof current !== 'string') return current.projectId;
    return isOwn && !isAssigned ? DEFAULT_PROJECT_ID : null;
  }

  /** The projects in which the person may sell; null: all. Where there is one event, sellers sell in it: no statement. */
  async projectsOf(seller: Selling): Promise<ProjectIds> {
    if (seller.role === 'admin') return seller.projectIds;
    if (!seller.severalEvents) return [DEFAULT_PROJECT_ID];
    const { events } = await this.sellersEvents(seller);
    return [...new Set(events.map(({ projectId }) => projectId))];
  }

  /** For links beside new sales: upgrades and reissues. @throws PROJECT_NOT_SELLING, PROJECT_CLOSED */
  async requireLinks({ projectId }: { projectId: number }): Promise<void> {
    const { state, name, code } = await this.projects.getById(projectId);
    const denial = linkDenial(state);
    if (denial !== null) throw new Refusal(denial, { message: TEXT.denials[denial](name ?? code) });
  }

  /** What the person can choose from, and what a sale would meet there today. */
  async offered(seller: Selling): Promise<OfferedEventData[]> {
    const { offered, current } = await this.standingOf(seller);
    return offered.map((event) => ({
      id: String(event.id),
      name: event.name,
      project: projectNameOf(event),
      place: event.place,
      firstDay: event.firstDay,
      lastDay: event.lastDay,
      hours: event.hours,
      denial: saleDenial(event.project.state, event, this.today),
      isCurrent: event === current,
    }));
  }

  /** Checks a choice. @throws EVENT_NOT_FOUND, also for another seller's event; EVENT_OVER */
  async chosen(seller: Selling, id: string): Promise<number> {
    const event = await this.ofSeller(seller, id);
    if (!this.isOpen(event)) throw refusalOf('EVENT_OVER', event);
    return event.id;
  }

  async workplaceOf(seller: Selling): Promise<Workplace> {
    const { offered, current } = await this.standingOf(seller);
    const event = typeof current === 'string' ? null : current;
    return {
      eventId: event && String(event.id),
      name: event && event.name,
      project: event && projectNameOf(event),
      mustChoose: current === 'choose',
      canChange: offered.length > 1,
    };
  }

  /** Null where there is only the default event. */
  async soldIn({ eventId }: { eventId: number }): Promise<SoldIn | null> {
    if (eventId === DEFAULT_EVENT_ID && !(await this.events.hasSeveral())) return null;
    const event = await this.events.findById(eventId);
    return event && { project: projectNameOf(event), event: event.name };
  }

  hasSeveralProjects(): Promise<boolean> {
    return this.projects.hasSeveral();
  }

  /** Names by the id of the event. */
  async placesOf(eventIds: number[]): Promise<Map<number, SoldIn>> {
    const events = await this.events.findByIds([...new Set(eventIds)]);
    return new Map(events.map((event) => [event.id, { project: projectNameOf(event), event: event.name }]));
  }

  private async current(seller: Selling): Promise<EventWithProject> {
    const { current } = await this.standingOf(seller);
    if (current === 'choose') throw new Refusal('EVENT_NOT_CHOSEN');
    if (current === 'none') throw new Refusal('EVENT_OVER', { message: TEXT.allOver });
    return current;
  }

  private async ofSeller(seller: Selling, wanted: string): Promise<EventWithProject> {
    const events =
      seller.role === 'admin' ? await this.adminsEvents(seller) : (await this.sellersEvents(seller)).events;
    const event = events.find(({ id }) => String(id) === wanted);
    if (!event) throw new Refusal('EVENT_NOT_FOUND');
    return event;
  }

  private async standingOf(seller: Selling): Promise<Standing> {
    const { eventId } = seller;
    if (seller.role === 'admin') return this.adminsStanding(seller);
    const { events, isAssigned } = await this.sellersEvents(seller);
    const current = currentEvent(isAssigned ? events : [], eventId, this.today);
    const found = typeof current === 'string' ? current : (events.find(({ id }) => id === current) ?? 'none');
    return { offered: events.filter((event) => this.isOpen(event)), current: found, isAssigned };
  }

  /** An admin of some projects, the default one not among them, chooses as a seller does. */
  private async adminsStanding(admin: Selling): Promise<Standing> {
    const all = await this.adminsEvents(admin);
    const named = (wanted: number | null) => all.find(({ id }) => id === wanted);
    const only = all.length === 0 ? 'none' : currentEvent(all, null, this.today);
    const current = named(admin.eventId) ?? named(DEFAULT_EVENT_ID) ?? (typeof only === 'string' ? only : named(only)!);
    const offered = all.filter((event) => event === current || this.isOpen(event));
    return { offered, current, isAssigned: false };
  }

  private async adminsEvents({ projectIds }: Selling): Promise<EventWithProject[]> {
    const all = await this.events.list();
    return all.filter((event) => isWithin(projectIds, event.projectId));
  }

  /** Assigned ones; without any, the default event. */
  private async sellersEvents({
    userId,
    severalEvents,
  }: Selling): Promise<{ events: EventWithProject[]; isAssigned: boolean }> {
    const assigned = severalEvents ? await this.events.listOf(userId) : [];
    if (assigned.length > 0) return { events: assigned, isAssigned: true };
    const event = await this.events.findById(DEFAULT_EVENT_ID);
    return { events: event ? [event] : [], isAssigned: false };
  }

  private isOpen(event: EventWithProject): boolean {
    return eventStateOf(event, this.today) !== 'over';
  }

  private get today(): string {
    return istDayOf(this.clock.now());
  }
}

function projectNameOf({ project: { name, code } }: EventWithProject): string {
  return name ?? code;
}

function refusalOf(denial: NoSaleReason, event: EventWithProject): Refusal {
  const { name, firstDay, lastDay } = event;
  if (denial === 'EVENT_NOT_BEGUN') return new Refusal(denial, { message: TEXT.notBegun(name, firstDay ?? '') });
  if (denial === 'EVENT_OVER') return new Refusal(denial, { message: TEXT.over(name, lastDay ?? '') });
  return new Refusal(denial, { message: TEXT.denials[denial](projectNameOf(event)) });
}
