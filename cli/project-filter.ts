import type { ChosenProject } from '../src/domain/projects/project-filter.js';
import { Events, Projects } from '../src/modules/projects/index.js';
import { Refusal } from '../src/runtime/refusal.js';
import type { CliContext } from './context.js';
import { CommandFailed } from './output.js';

export interface ProjectFlags {
  /** Code of a project. */
  project?: string;
  /** Id or name of an event. */
  event?: string;
}

/**
 * The ids of what `--project` and `--event` name; empty where they are not given. Needs ProjectsModule.
 * @throws PROJECT_NOT_FOUND, EVENT_NOT_FOUND, also for an event of another project; CommandFailed for a name that several have
 */
export async function chosenByFlags({ project, event }: ProjectFlags, context: CliContext): Promise<ChosenProject> {
  const projectId = project === undefined ? '' : String((await context.get(Projects).get(project)).id);
  return { project: projectId, event: event === undefined ? '' : await eventId(event, project, context) };
}

async function eventId(given: string, project: string | undefined, context: CliContext): Promise<string> {
  const events = await context.get(Events).list(project);
  const key = given.trim().toLowerCase();
  const byId = events.find(({ id }) => id === key);
  const found = byId ? [byId] : events.filter(({ name }) => name.toLowerCase() === key);
  const [first] = found;
  if (!first) throw new Refusal('EVENT_NOT_FOUND');
  if (found.length === 1) return first.id;
  const all = found.map(({ id, project: code }) => `${id} (${code})`).join(', ');
  throw new CommandFailed(`Several events have the name ${given}: ${all}. Name one by its id.`);
}
