import { Link } from '@inertiajs/react';
import { useState } from 'react';
import type { PageProps } from '../../../src/contracts/pages';
import type { ProjectState } from '../../../src/domain/projects/project-rules';
import { projectPath } from '../../components/projects/project-paths';
import classes from '../../components/projects/projects.module.css';
import { Section } from '../../components/projects/section';
import { Button } from '../../components/ui/controls';
import { late } from '../../components/ui/late';
import { PageHeader } from '../../components/ui/page-header';
import { Pill, type PillTone } from '../../components/ui/pill';
import { useSharedProps } from '../../hooks/use-shared-props';
import { StaffLayout } from '../../layouts/staff-layout';

const NewProject = late(() => import('../../components/projects/new-project'));

const STATES: Readonly<Record<ProjectState, { label: string; tone: PillTone }>> = {
  draft: { label: 'Draft', tone: 'blue' },
  selling: { label: 'Selling', tone: 'green' },
  closed: { label: 'Closed', tone: 'grey' },
};

/** What is sold; each project has a page of its own. */
export default function Projects({ projects }: PageProps['Admin/Projects']) {
  const [isMaking, setMaking] = useState(false);
  const mayMake = !useSharedProps().auth.user?.limited;
  return (
    <>
      <PageHeader
        title="Projects"
        subtitle="Each with its own names, registration, terms and events. Every payment belongs to one, for good."
        actions={mayMake && !isMaking && <Button onClick={() => setMaking(true)}>New project</Button>}
      />
      {isMaking && <NewProject onClose={() => setMaking(false)} />}
      <Section title={mayMake ? 'All projects' : 'Your projects'}>
        <ul className={classes.versions}>
          {projects.map(({ code, name, state, reraNumber }) => (
            <li key={code}>
              <div className={classes.event}>
                <Link className={classes.link} href={projectPath(code)}>
                  {name ?? code}
                </Link>
                <Pill tone={STATES[state].tone}>{STATES[state].label}</Pill>
                {(name !== null || reraNumber) && (
                  <span className={classes.facts}>
                    {[name === null ? null : code, reraNumber && `RERA ${reraNumber}`].filter(Boolean).join(' · ')}
                  </span>
                )}
              </div>
            </li>
          ))}
        </ul>
      </Section>
    </>
  );
}

Projects.layout = [StaffLayout];
