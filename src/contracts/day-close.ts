import type { Counted } from '../domain/settlement/day-figures.js';
import type { IstDay } from '../domain/calendar/ist-day.js';
import type { TokenType } from '../domain/payment/token-catalogue.js';
import type { ChosenProject, ProjectOption } from '../domain/projects/project-filter.js';
import type { SoldIn } from './events.js';

/** Figures of one seller, tier and IST day, or a total. Amounts in rupees. */
export interface DayRow extends Record<Counted, number> {
  /** Internal id of the seller; empty in a total. */
  sellerId: string;
  /** Name of the seller; `All sellers` in a total. */
  seller: string;
  /** Tier; null in a total. */
  tokenType: TokenType | null;
  /** `gross` less `refunded`, in rupees. */
  net: number;
}

/** Figures of one event, or of a project with all its events. Amounts in rupees. */
export interface DayPlaceRow extends Record<Counted, number> {
  /** Internal id of the project. */
  projectId: string;
  /** Name of the project. */
  project: string;
  /** Internal id of the event; empty in the total of a project. */
  eventId: string;
  /** Name of the event; `All events` in the total of a project. */
  event: string;
  /** `gross` less `refunded`, in rupees. */
  net: number;
}

/** A figure that differs from its value at the closing. */
export interface DayChange {
  /** Name of the seller. */
  seller: string;
  /** Tier. */
  tokenType: TokenType;
  /** Name of the field in {@link DayRow}. */
  figure: Counted;
  /** Name of the figure as a text for people. */
  label: string;
  /** Value at the closing; rupees when `isMoney`, else a count. */
  before: number;
  /** Value now; rupees when `isMoney`, else a count. */
  after: number;
  /** True when `before` and `after` are rupees. */
  isMoney: boolean;
  /** Project and event; missing where there is only the default event. */
  soldIn?: SoldIn;
}

/** The closing of an IST day, one entry of a hash chain. */
export interface DayClosing {
  /** Position in the chain of closings, from 1. */
  sequence: number;
  /** Time of the closing, ISO 8601 UTC. */
  closedAt: string;
  /** Name of the person who closed the day. */
  closedBy: string;
  /** SHA-256 of the closing, hexadecimal. */
  hash: string;
  /** Hash of the closing before it in the chain; null for the first one. */
  previousHash: string | null;
  /** False when the stored figures do not match their hash, are those of another day, or when an earlier link of the chain is broken. */
  isIntact: boolean;
  /**
   * Figures that changed after the closing, which late payments, refunds and answers of the bank normally do; empty
   * when none did.
   */
  changes: DayChange[];
  /** Payments and refunds recorded after the closing, for links created or paid on the day; amounts in rupees. */
  later: { paid: number; paidAmount: number; refunds: number; refundedAmount: number };
}

/** GET /api/day-close?day=…&project=…&event=… */
export interface DayCloseData {
  /** The IST day that was asked for, `YYYY-MM-DD`. */
  day: IstDay;
  /** The IST day of the server, `YYYY-MM-DD`. */
  today: IstDay;
  /** True when the day is over and not closed. */
  canClose: boolean;
  /** Figures by seller and tier: those of the closing once the day is closed, the present ones before. */
  rows: DayRow[];
  /** Sums of `rows`. */
  total: DayRow;
  /**
   * The same figures by project and event, each project with its total first; they add up to `total`. Missing where there is only
   * the default event.
   */
  places?: DayPlaceRow[];
  /** Projects and events to choose from; missing where there is only the default event. */
  projects?: ProjectOption[];
  /** The project and event that all figures but the closing itself are of; missing where there is only the default event. */
  filters?: ChosenProject;
  /** Net of all projects and events, in rupees, whatever `filters` says: what a closing stores. Missing where there is only the default event. */
  wholeNet?: number;
  /** The closing of the day; null while it is open. */
  closing: DayClosing | null;
  /** When the answer was computed, ISO 8601 UTC. */
  computedAt: string;
}

export const FIGURE_LABELS: Readonly<Record<Counted, string>> = {
  made: 'Links',
  opened: 'Opened',
  paid: 'Paid',
  unclear: 'At bank',
  failed: 'Failed',
  cancelled: 'Expired',
  refunds: 'Refunds',
  gross: 'Gross',
  refunded: 'Refunded',
};
