import type { ChosenProject, ProjectOption } from '../../../src/domain/projects/project-filter';
import { isOffered } from '../../lib/project-choice';
import { late } from '../ui/late';
import classes from './project-filter.module.css';

export interface ProjectSelectsProps {
  projects: ProjectOption[];
  value: ChosenProject;
  /** Labels stand above the fields; else they are for screen readers alone. */
  labelled?: boolean;
  /** Texts of what could not be read. */
  problems?: Partial<Record<keyof ChosenProject, string>>;
  onChange: (value: ChosenProject) => void;
}

/** Its code comes where it is shown: most installations have one project and one event. */
const ProjectSelects = late<ProjectSelectsProps>(() => import('./project-selects'), {
  waiting: <div className={classes.place} />,
});

/** Nothing where there is one event to choose from. */
export function ProjectFilter({
  projects,
  ...props
}: Omit<ProjectSelectsProps, 'projects'> & { projects: ProjectOption[] | undefined }) {
  return isOffered(projects) ? <ProjectSelects projects={projects} {...props} /> : null;
}
