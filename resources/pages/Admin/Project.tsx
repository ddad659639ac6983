import { Link } from '@inertiajs/react';
import { useState } from 'react';
import type { PageProps } from '../../../src/contracts/pages';
import { ROUTES } from '../../../src/contracts/routes';
import { ProjectForm } from '../../components/projects/project-form';
import { TermsVersions } from '../../components/projects/terms-versions';
import { PageHeader } from '../../components/ui/page-header';
import { StaffLayout } from '../../layouts/staff-layout';
import { Button } from '../../components/ui/controls';
import { late } from '../../components/ui/late';

const TermsForm = late(() => import('../../components/projects/terms-form'));

/** What customers read about the project and agree to before they pay. */
export default function Project({ project, terms, today }: PageProps['Admin/Project']) {
  const [isWriting, setWriting] = useState(false);
  return (
    <>
      <PageHeader
        title="Project and terms"
        subtitle="The registration that customers see, and the terms that they agree to before they pay."
        actions={
          !isWriting && (
            <>
              <Button component={Link} href={ROUTES.adminCatalogue} variant="default">
                Catalogue
              </Button>
              <Button onClick={() => setWriting(true)}>New version of the terms</Button>
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
      <ProjectForm project={project} />
    </>
  );
}

Project.layout = [StaffLayout];
