import type { DayPlaceRow } from '../../contracts/day-close.js';
import type { SoldIn } from '../../contracts/events.js';
import { type DayFigures, groupedBy, sumOf } from '../../domain/settlement/day-figures.js';
import type { ChosenProject, ProjectOption } from '../../domain/projects/project-filter.js';
import { presentSums } from './day-close.presenter.js';

/** The projects that somebody may see, and which of them the figures are of. */
export class DayPlaces {
  private readonly byEvent: ReadonlyMap<number, { project: ProjectOption; event: ProjectOption['events'][number] }>;

  /** @param isWhole everything may be seen */
  constructor(
    readonly projects: ProjectOption[],
    readonly chosen: ChosenProject,
    readonly isWhole: boolean,
  ) {
    this.byEvent = new Map(
      projects.flatMap((project) => project.events.map((event) => [Number(event.id), { project, event }] as const)),
    );
  }

  /** There is something to tell apart. */
  get areSeveral(): boolean {
    return this.byEvent.size > 1;
  }

  /** Whether a payment of the event is among what was asked for. */
  readonly has = ({ eventId }: { eventId: number }): boolean => {
    const { project, event } = this.chosen;
    if (project === '' && event === '' && this.isWhole) return true;
    const place = this.byEvent.get(eventId);
    return place !== undefined && ['', place.project.id].includes(project) && ['', place.event.id].includes(event);
  };

  soldIn(eventId: number): SoldIn | undefined {
    const place = this.byEvent.get(eventId);
    return this.areSeveral && place ? { project: place.project.name, event: place.event.name } : undefined;
  }

  /** Each project with its total, then its events. @param rows figures of what was asked for */
  rows(rows: readonly DayFigures[]): DayPlaceRow[] {
    const ofEvent = groupedBy(rows, ({ eventId }) => eventId);
    return this.projects.flatMap(({ id: projectId, name: project, events }) => {
      const own = events.flatMap((event) => {
        const figures = ofEvent.get(Number(event.id));
        return figures ? [{ event, figures }] : [];
      });
      if (own.length === 0) return [];
      const row = (eventId: string, event: string, figures: DayFigures[]) => {
        return { projectId, project, eventId, event, ...presentSums(sumOf(figures)) };
      };
      return [
        row(
          '',
          'All events',
          own.flatMap(({ figures }) => figures),
        ),
        ...own.map(({ event, figures }) => row(event.id, event.name, figures)),
      ];
    });
  }
}
