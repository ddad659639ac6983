import type { ChosenProject, EventOption, ProjectOption } from '../../src/domain/projects/project-filter';

/** Whether there is anything to choose between. */
export function isOffered(projects: readonly ProjectOption[] | undefined): projects is ProjectOption[] {
  return projects !== undefined && projects.flatMap(({ events }) => events).length > 1;
}

/** What a list is narrowed down by, for people; null for no filter. */
export function projectWords(projects: readonly ProjectOption[], project: string): string | null {
  if (project === '') return null;
  return projects.find(({ id }) => id === project)?.name ?? 'an unknown project';
}

export function eventWords(projects: readonly ProjectOption[], event: string): string | null {
  if (event === '') return null;
  return eventsOf(projects, '').find(({ id }) => id === event)?.name ?? 'an unknown event';
}

/** @param project its id; empty: the events of all */
export function eventsOf(projects: readonly ProjectOption[], project: string): EventOption[] {
  return projects.filter(({ id }) => project === '' || id === project).flatMap(({ events }) => events);
}

/** With another project: an event of another one goes. */
export function withProject(projects: readonly ProjectOption[], project: string, event: string): ChosenProject {
  const stays = eventsOf(projects, project).some(({ id }) => id === event);
  return { project, event: stays ? event : '' };
}
