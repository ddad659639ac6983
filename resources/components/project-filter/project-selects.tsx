import { eventsOf, withProject } from '../../lib/project-choice';
import { NativeSelect } from '../ui/controls';
import type { ProjectSelectsProps } from './project-filter';

const option = ({ id, name }: { id: string; name: string }) => ({ value: id, label: name });

/** The events are those of the chosen project, else of all, by project. An id that is not among them is named as unknown. */
export default function ProjectSelects({ projects, value, labelled, problems, onChange }: ProjectSelectsProps) {
  const { project, event } = value;
  const name = (label: string) => (labelled ? { label } : { 'aria-label': label });
  const inGroups = project === '' && projects.length > 1;
  const events = eventsOf(projects, project);
  const groups = projects.map((each) => ({ group: each.name, items: each.events.map(option) }));
  return (
    <>
      {projects.length > 1 && (
        <NativeSelect
          {...name('Project')}
          value={project}
          error={problems?.project}
          data={[
            { value: '', label: 'All projects' },
            ...projects.map(option),
            ...unknown(projects, project, 'An unknown project'),
          ]}
          onChange={({ currentTarget }) => onChange(withProject(projects, currentTarget.value, event))}
        />
      )}
      <NativeSelect
        {...name('Event')}
        value={event}
        error={problems?.event}
        data={[
          { value: '', label: 'All events' },
          ...(inGroups ? groups : events.map(option)),
          ...unknown(events, event, 'An unknown event'),
        ]}
        onChange={({ currentTarget }) => onChange({ project, event: currentTarget.value })}
      />
    </>
  );
}

function unknown(known: readonly { id: string }[], chosen: string, label: string) {
  return chosen === '' || known.some(({ id }) => id === chosen) ? [] : [{ value: chosen, label }];
}
