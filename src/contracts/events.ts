import type { EventState, NoSaleReason } from '../domain/projects/event-rules.js';

/** An event: where and when a project is sold. */
export interface EventData {
  /** Internal id of the event. */
  id: string;
  /** Short name of its project. */
  project: string;
  /** Name of the event. */
  name: string;
  /** Where it is; null without a place. */
  place: string | null;
  /** First IST day on which it sells, `YYYY-MM-DD`; null: open. */
  firstDay: string | null;
  /** Last IST day on which it sells, `YYYY-MM-DD`; null: open. */
  lastDay: string | null;
  /** Opening hours, as people read them; null without any. */
  hours: string | null;
  /** `planned`, `running` or `over`, by today's IST day. */
  state: EventState;
  /** True for the event of every seller who is assigned to none. */
  isDefault: boolean;
  /** Who sells in it. */
  sellers: EventSeller[];
  /** Changes with every write of the fields. */
  version: number;
}

/** A seller who can be assigned to events. */
export interface EventSeller {
  /** Internal id of the account. */
  id: string;
  /** Full name. */
  name: string;
  /** Email address, with which the person signs in. */
  email: string;
}

/** What an event is made or changed with. */
interface EventOrder {
  name?: string;
  place?: string;
  firstDay?: string;
  lastDay?: string;
  hours?: string;
  /** Ids of all accounts that sell in it. */
  sellers?: string[];
}

/** PUT /api/admin/events/{eventId}: fields that are left out stay, an empty text means none. */
export interface EventUpdate extends EventOrder {
  /** Ids of accounts to assign; whom another admin has assigned or taken out meanwhile stays so. */
  addSellers?: string[];
  /** Ids of accounts to take out. */
  removeSellers?: string[];
}

/** POST /api/admin/projects/{code}/events */
export interface NewEvent extends EventOrder {
  /** Name of the event. */
  name: string;
}

/** An event that the signed-in person can sell in. */
export interface OfferedEventData {
  /** Internal id of the event. */
  id: string;
  /** Name of the event. */
  name: string;
  /** Name of its project; its short name where it has none. */
  project: string;
  /** Where it is; null without a place. */
  place: string | null;
  /** First IST day, `YYYY-MM-DD`; null: open. */
  firstDay: string | null;
  /** Last IST day, `YYYY-MM-DD`; null: open. */
  lastDay: string | null;
  /** Opening hours, as people read them; null without any. */
  hours: string | null;
  /** Why nothing can be sold in it today, as an error code; null when it sells. */
  denial: NoSaleReason | null;
  /** True for the event that the person works in. */
  isCurrent: boolean;
}

/** The event that somebody works in, beside the menu. Both are null until one is chosen. */
export interface Workplace {
  eventId: string | null;
  name: string | null;
  project: string | null;
  /** True while a sale would be refused until an event is chosen. */
  mustChoose: boolean;
  /** True when there is another one to choose. */
  canChange: boolean;
}

/** Where a payment was sold; told where there is more than the default event. */
export interface SoldIn {
  /** Name of the project; its short name where it has none. */
  project: string;
  /** Name of the event. */
  event: string;
}
