import { isIstDay } from '../calendar/ist-day.js';
import type { ProjectState } from './project-rules.js';

/** The event of every payment that names no other, and of every seller who is assigned to none. */
export const DEFAULT_EVENT_ID = 1;

/** The fields of an event that an admin writes. Days are IST, `YYYY-MM-DD`; null: open-ended. */
export const EVENT_FIELDS = ['name', 'place', 'firstDay', 'lastDay', 'hours'] as const;
export type EventField = (typeof EVENT_FIELDS)[number];

/** Longest texts, in characters. */
export const EVENT_LIMITS: Readonly<Record<EventField, number>> = {
  name: 120,
  place: 160,
  firstDay: 10,
  lastDay: 10,
  hours: 60,
};

export interface EventDays {
  firstDay: string | null;
  lastDay: string | null;
}

export interface EventFields extends EventDays {
  name: string;
  place: string | null;
  /** As people read it, e.g. `10:00 to 19:00`; no rule follows from it. */
  hours: string | null;
}

/** @returns what is wrong, by field */
export function eventFaults({ name, firstDay, lastDay }: EventFields): Partial<Record<EventField, string>> {
  const faults: Partial<Record<EventField, string>> = {};
  if (name === '') faults.name = 'Enter a name';
  for (const field of ['firstDay', 'lastDay'] as const) {
    const day = { firstDay, lastDay }[field];
    if (day !== null && !isIstDay(day)) faults[field] = 'Enter a day as YYYY-MM-DD';
  }
  if (Object.keys(faults).length === 0 && firstDay !== null && lastDay !== null && lastDay < firstDay)
    faults.lastDay = 'The last day cannot be before the first';
  return faults;
}

export type EventState = 'planned' | 'running' | 'over';

/** @param today IST day */
export function eventStateOf({ firstDay, lastDay }: EventDays, today: string): EventState {
  if (firstDay !== null && today < firstDay) return 'planned';
  return lastDay !== null && today > lastDay ? 'over' : 'running';
}

export type NoLinkReason = 'PROJECT_NOT_SELLING' | 'PROJECT_CLOSED';
export type NoSaleReason = NoLinkReason | 'EVENT_NOT_BEGUN' | 'EVENT_OVER';

/**
 * Why the project gives no link that can be paid: a new sale, an upgrade, a reissue. Links that are open can be paid in every
 * state, and money that arrives completes its payment.
 */
export function linkDenial(state: ProjectState): NoLinkReason | null {
  if (state === 'closed') return 'PROJECT_CLOSED';
  return state === 'draft' ? 'PROJECT_NOT_SELLING' : null;
}

/** Why nothing can be sold in an event today. The days bound new sales alone. @param today IST day */
export function saleDenial(project: ProjectState, days: EventDays, today: string): NoSaleReason | null {
  const denial = linkDenial(project);
  if (denial !== null) return denial;
  const state = eventStateOf(days, today);
  if (state === 'planned') return 'EVENT_NOT_BEGUN';
  return state === 'over' ? 'EVENT_OVER' : null;
}

export interface OfferedEvent extends EventDays {
  id: number;
}

/**
 * The event that a seller works in. Nobody who is assigned slips back into the default event: what is sold there would be in the
 * wrong project.
 * @param assigned events of the seller; none: the default event
 * @param chosen id of the session's choice
 * @param today IST day
 * @returns the id; `choose` when there are several that are not over; `none` when all are over
 */
export function currentEvent(
  assigned: readonly OfferedEvent[],
  chosen: number | null,
  today: string,
): number | 'choose' | 'none' {
  if (assigned.length === 0) return DEFAULT_EVENT_ID;
  const open = assigned.filter((event) => eventStateOf(event, today) !== 'over');
  const [first] = open;
  if (!first) return 'none';
  if (open.length === 1) return first.id;
  return open.some(({ id }) => id === chosen) && chosen !== null ? chosen : 'choose';
}
