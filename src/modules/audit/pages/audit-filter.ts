import type { AuditFilters } from '../../../contracts/audit.js';
import { OFFICE_MESSAGES } from '../../../contracts/messages-office.js';
import { AUDIT_ACTORS, isAuditAction } from '../../../domain/audit/audit-actions.js';
import { emailKey } from '../../../domain/people/email.js';
import { istDayEnd, istDayOf, istDayStart } from '../../../domain/calendar/ist-day.js';
import {
  type ProjectFilter,
  projectFilterOf,
  type ProjectScope,
  readChosenProject,
} from '../../../domain/projects/project-filter.js';
import { PUBLIC_ID } from '../../../runtime/ids.js';
import { DAY_MS } from '../../../domain/calendar/durations.js';

const TEXT = OFFICE_MESSAGES.audit;
/** A text search has no index: it is limited to so many days, the last ones when none are given. */
const TEXT_DAYS = 92;
const TEXT_DAYS_GIVEN = 31;
const MAX_TEXT = 100;

export interface AuditFilter {
  actorUserId?: number;
  actorKind?: string;
  action?: string;
  paymentId?: string;
  userEmailKey?: string;
  /** UTC; `until` is the first instant that does not count. */
  from?: Date;
  until?: Date;
  text?: string;
  /** Only entries about payments of these projects and this event, and about these themselves. */
  place?: ProjectFilter;
}

export interface AuditCursor {
  /** Rows older or newer than this one. */
  side: 'before' | 'after';
  id: number;
}

export interface ReadFilter {
  filters: AuditFilters;
  filter: AuditFilter;
  cursor: AuditCursor | null;
  /** One text per parameter that could not be read. */
  problems: Record<string, string>;
}

const NAMES = ['actor', 'action', 'subject', 'from', 'to', 'text'] as const;
const PLACES = ['project', 'event'] as const;
const CURSORS = ['before', 'after'] as const;

/**
 * Strict: an unreadable parameter is reported, never ignored, which would show or export too much.
 * @param scope the projects that may be seen
 */
export function readAuditFilter(query: Record<string, unknown>, now: Date, scope: ProjectScope): ReadFilter {
  const problems: Record<string, string> = {};
  const known: readonly string[] = [...NAMES, ...PLACES, ...CURSORS];
  for (const name of Object.keys(query)) if (!known.includes(name)) problems[name] = TEXT.unknown;
  const text = (name: string): string => {
    const value = query[name];
    if (value === undefined || value === '') return '';
    if (typeof value === 'string' && !value.includes('\0')) return value.trim();
    problems[name] = TEXT.unknown;
    return '';
  };
  const filters = Object.fromEntries(NAMES.map((name) => [name, text(name)])) as unknown as AuditFilters;
  const filter = {
    ...actorOf(filters, problems),
    ...actionOf(filters, problems),
    ...subjectOf(filters, problems),
    ...daysOf(filters, problems, now),
    ...placeOf(query, filters, problems, scope),
  };
  const cursor = cursorOf(text('before'), text('after'), problems);
  return { filters, filter, cursor, problems };
}

function actorOf({ actor }: AuditFilters, problems: Record<string, string>): Partial<AuditFilter> {
  if (!actor) return {};
  const user = /^user:([1-9]\d{0,8})$/.exec(actor);
  if (user) return { actorUserId: Number(user[1]) };
  if (AUDIT_ACTORS.some(({ kind }) => kind === actor)) return { actorKind: actor };
  problems.actor = TEXT.actor;
  return {};
}

function actionOf({ action }: AuditFilters, problems: Record<string, string>): Partial<AuditFilter> {
  if (!action) return {};
  if (isAuditAction(action)) return { action };
  problems.action = TEXT.action;
  return {};
}

function subjectOf({ subject }: AuditFilters, problems: Record<string, string>): Partial<AuditFilter> {
  if (!subject) return {};
  if (PUBLIC_ID.test(subject.toLowerCase())) return { paymentId: subject.toLowerCase() };
  const userEmailKey = /^[^\s@]{1,100}@[^\s@]{1,150}$/.test(subject) ? emailKey(subject) : null;
  if (userEmailKey) return { userEmailKey };
  problems.subject = TEXT.subject;
  return {};
}

function daysOf(filters: AuditFilters, problems: Record<string, string>, now: Date): Partial<AuditFilter> {
  const start = filters.from ? istDayStart(filters.from) : undefined;
  const until = filters.to ? istDayEnd(filters.to) : undefined;
  if (start === null) problems.from = TEXT.from;
  if (until === null) problems.to = TEXT.from;
  if (start && until && start >= until) problems.to = TEXT.order;
  if ([...filters.text].length > MAX_TEXT) problems.text = TEXT.text;
  const days = { ...(start ? { from: start } : {}), ...(until ? { until } : {}) };
  if (!filters.text || start === null || until === null) return days;
  const end = until ?? now;
  const from = start ?? istDayStart(istDayOf(new Date(end.getTime() - TEXT_DAYS_GIVEN * DAY_MS))) ?? end;
  if (end.getTime() - from.getTime() > (TEXT_DAYS + 1) * DAY_MS) problems.text ??= TEXT.period(TEXT_DAYS);
  // Shown in the form, so that the limit is visible.
  filters.from ||= istDayOf(from);
  return { ...days, from, text: filters.text };
}

function placeOf(
  query: Record<string, unknown>,
  filters: AuditFilters,
  problems: Record<string, string>,
  scope: ProjectScope,
): Partial<AuditFilter> {
  const { project, event } = readChosenProject(query);
  if (project === null) problems.project = TEXT.unknownId;
  if (event === null) problems.event = TEXT.unknownId;
  if (project) filters.project = project;
  if (event) filters.event = event;
  const place = projectFilterOf({ project: project ?? '', event: event ?? '' }, scope);
  return Object.keys(place).length === 0 ? {} : { place };
}

function cursorOf(before: string, after: string, problems: Record<string, string>): AuditCursor | null {
  const side = before ? 'before' : 'after';
  const text = before || after;
  if (!text) return null;
  if (!(before && after) && /^[1-9]\d{0,9}$/.test(text)) return { side, id: Number(text) };
  problems[side] = TEXT.cursor;
  return null;
}
