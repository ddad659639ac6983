import { Injectable } from '@nestjs/common';
import type { SoldIn } from '../../contracts/events.js';
import { UnitOfWork } from '../../database/unit-of-work.js';
import {
  type EventOption,
  type NamedEvent,
  type ProjectOption,
  projectOptionsOf,
  type ProjectScope,
} from '../../domain/projects/project-filter.js';

const NAMED = `SELECT e.id AS id, e.name AS name, e.project_id AS projectId, COALESCE(j.name, j.code) AS project
  FROM events e JOIN projects j ON j.id = e.project_id`;

/** Names of projects and events for filters and lists. Ask only where there is more than the default event. */
@Injectable()
export class ProjectOptions {
  constructor(private readonly uow: UnitOfWork) {}

  /** Projects with their events, oldest first. @param scope the projects that may be seen */
  async list(scope: ProjectScope): Promise<ProjectOption[]> {
    const events = await this.uow.read<NamedEvent>(`${NAMED} ORDER BY e.project_id, e.id`);
    return projectOptionsOf(events.filter(({ projectId }) => scope === null || scope.includes(Number(projectId))));
  }

  /** Where payments of these events were sold, by event. */
  async soldIn(eventIds: readonly number[]): Promise<Map<number, SoldIn>> {
    const ids = [...new Set(eventIds)];
    if (ids.length === 0) return new Map();
    const events = await this.uow.read<NamedEvent>(`${NAMED} WHERE e.id IN (${ids.map(() => '?').join(', ')})`, ids);
    return new Map(events.map(({ id, name, project }) => [Number(id), { project, event: name }]));
  }

  /** The events that a seller has payments in or is assigned to, oldest first. @param soldIn ids of the first ones */
  async ofSeller(userId: number, soldIn: readonly number[]): Promise<EventOption[]> {
    const sold = soldIn.length === 0 ? '' : `e.id IN (${soldIn.map(() => '?').join(', ')}) OR`;
    const events = await this.uow.read<NamedEvent>(
      `${NAMED} WHERE ${sold} e.id IN (SELECT s.event_id FROM event_sellers s WHERE s.user_id = ?) ORDER BY e.id`,
      [...soldIn, userId],
    );
    return events.map(({ id, name }) => ({ id: String(id), name }));
  }
}
