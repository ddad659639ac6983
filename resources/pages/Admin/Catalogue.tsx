import { Link } from '@inertiajs/react';
import { useState } from 'react';
import type { PageProps } from '../../../src/contracts/pages';
import { CatalogueVersions } from '../../components/catalogue/catalogue-versions';
import { isDefaultProject, projectPath } from '../../components/projects/project-paths';
import { Button } from '../../components/ui/controls';
import { late } from '../../components/ui/late';
import { PageHeader } from '../../components/ui/page-header';
import { StaffLayout } from '../../layouts/staff-layout';

const CatalogueForm = late(() => import('../../components/catalogue/catalogue-form'));

/** What a project sells: prices, number series and upgrades, in versions. */
export default function Catalogue({ project, projectName, versions, base, today }: PageProps['Admin/Catalogue']) {
  const [isWriting, setWriting] = useState(false);
  return (
    <>
      <PageHeader
        title={isDefaultProject(project) ? 'Catalogue' : `Catalogue of ${projectName}`}
        subtitle="What is sold, at which price and under which numbers. A link keeps the version under which it was made."
        actions={
          !isWriting && (
            <>
              <Button component={Link} href={projectPath(project)} variant="default">
                Project
              </Button>
              <Button onClick={() => setWriting(true)}>New version</Button>
            </>
          )
        }
      />
      {isWriting && (
        <CatalogueForm
          project={project}
          base={base}
          newest={versions[0]?.number ?? 0}
          today={today}
          onClose={() => setWriting(false)}
        />
      )}
      <CatalogueVersions versions={versions} />
    </>
  );
}

Catalogue.layout = [StaffLayout];
