import { isOffered } from '../../lib/project-choice';
import { ProjectFilter, type ProjectSelectsProps } from './project-filter';
import classes from './project-filter.module.css';

type ProjectLineProps = Omit<ProjectSelectsProps, 'projects'> & {
  projects: ProjectSelectsProps['projects'] | undefined;
};

/** The filter on a line of its own. */
export function ProjectLine(props: ProjectLineProps) {
  if (!isOffered(props.projects)) return null;
  return (
    <div className={classes.line} role="group" aria-label="Project and event">
      <ProjectFilter {...props} />
    </div>
  );
}
