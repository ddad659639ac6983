import { SERVER_MESSAGES } from '../../contracts/messages-server.js';
import { type ChosenProject, readChosenProject } from '../../domain/projects/project-filter.js';
import { Refusal } from '../../runtime/refusal.js';

/** Reads `project` and `event` from a query. @throws FILTER_INVALID for what is no id: an ignored filter would show too much */
export function chosenProject(query: Record<string, unknown>): ChosenProject {
  const { project, event } = readChosenProject(query);
  if (project !== null && event !== null) return { project, event };
  const text = SERVER_MESSAGES.admin.unknownValue;
  const details = { ...(project === null && { project: text }), ...(event === null && { event: text }) };
  throw new Refusal('FILTER_INVALID', { details });
}
