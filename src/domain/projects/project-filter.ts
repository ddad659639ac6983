/** The projects that a person may see; null: all. */
export type ProjectScope = readonly number[] | null;

/** A project and an event as they stand in an address, by their internal ids; an empty text is no filter. */
export interface ChosenProject {
  project: string;
  event: string;
}

/** Which payments count: those of these projects (none when the list is empty), and of this event. */
export interface ProjectFilter {
  projectIds?: readonly number[];
  eventId?: number;
}

/** A project with its events, to choose from. */
export interface ProjectOption {
  /** Internal id of the project. */
  id: string;
  /** Name of the project; its short name where it has none. */
  name: string;
  /** Oldest first. */
  events: EventOption[];
}

export interface EventOption {
  /** Internal id of the event. */
  id: string;
  /** Name of the event. */
  name: string;
}

/** One event with the name of its project, as the database returns it. */
export interface NamedEvent {
  id: number | string;
  name: string;
  projectId: number | string;
  project: string;
}

export function isInternalId(text: string): boolean {
  return /^[1-9]\d{0,8}$/.test(text);
}

/** A project outside of the scope is answered as one without payments. */
export function projectFilterOf({ project, event }: ChosenProject, scope: ProjectScope): ProjectFilter {
  return { ...projectsOf(project, scope), ...(event !== '' && { eventId: Number(event) }) };
}

/**
 * Reads both from a query.
 * @returns null for a parameter that is no id
 */
export function readChosenProject(query: Record<string, unknown>): {
  [Name in keyof ChosenProject]: string | null;
} {
  const read = (value: unknown): string | null => {
    if (value === undefined || value === '') return '';
    return typeof value === 'string' && isInternalId(value) ? value : null;
  };
  return { project: read(query['project']), event: read(query['event']) };
}

/** @param events in the order in which projects and events are shown */
export function projectOptionsOf(events: readonly NamedEvent[]): ProjectOption[] {
  const options = new Map<string, ProjectOption>();
  for (const { id, name, projectId, project } of events) {
    const key = String(projectId);
    const option = options.get(key) ?? { id: key, name: project, events: [] };
    option.events.push({ id: String(id), name });
    options.set(key, option);
  }
  return [...options.values()];
}

/** @param project id of the project asked for; empty: all of the scope */
function projectsOf(project: string, scope: ProjectScope): ProjectFilter {
  if (project === '') return scope === null ? {} : { projectIds: scope };
  const wanted = Number(project);
  return { projectIds: scope === null || scope.includes(wanted) ? [wanted] : [] };
}
