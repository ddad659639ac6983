import { Link } from '@inertiajs/react';
import { useState } from 'react';
import type { PageProps } from '../../../src/contracts/pages';
import { ROUTES } from '../../../src/contracts/routes';
import { ProjectEvents } from '../../components/projects/project-events';
import { cataloguePath, isDefaultProject } from '../../components/projects/project-paths';
import classes from '../../components/projects/projects.module.css';
import { ProjectForm } from '../../components/projects/project-form';
import { TermsVersions } from '../../components/projects/terms-versions';
import { PageHeader } from '../../components/ui/page-header';
import { StaffLayout } from '../../layouts/staff-layout';
import { Button } from '../../components/ui/controls';
import { late } from '../../components/ui/late';

const ProjectLogo = late(() => import('../../components/projects/project-logo'));
const QuotaSection = late(() => import('../../components/projects/quota-section'));
const TermsForm = late(() => import('../../components/projects/terms-form'));

/** What customers read about the project and agree to before they pay. */
export default function Project(props: PageProps['Admin/Project']) {
  const { project, merchantProfiles, terms, events, sellers, today } = props;
  const [isWriting, setWriting] = useState(false);
  return (
    <>
      <PageHeader
        title={isDefaultProject(project.code) ? 'Project and terms' : (project.name ?? project.code)}
        subtitle={
          <>
            The registration that customers see, the terms that they agree to before they pay, and where it is sold.{' '}
            <Link href={ROUTES.adminProjects} className={classes.link}>
              All projects
            </Link>
          </>
        }
        actions={
          !isWriting && (
            <>
              <Button component={Link} href={cataloguePath(project.code)} variant="default">
                Catalogue
              </Button>
              <Button onClick={() => setWriting(true)}>New terms</Button>
            </>
          )
        }
      />
      {isWriting && (
        <TermsForm
          code={project.code}
          hasHindi={project.languages !== 'en'}
          latest={terms[0] ?? null}
          today={today}
          onClose={() => setWriting(false)}
        />
      )}
      <TermsVersions versions={terms} />
      <ProjectForm key={project.code} project={project} merchantProfiles={merchantProfiles} />
      <ProjectLogo project={project} />
      <QuotaSection code={project.code} />
      <ProjectEvents code={project.code} events={events} sellers={sellers} today={today} />
    </>
  );
}

Project.layout = [StaffLayout];
