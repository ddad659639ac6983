import { Controller, Get, Query } from '@nestjs/common';
import { istDayOf } from '../../../domain/calendar/ist-day.js';
import { DEFAULT_PROJECT_CODE } from '../../../domain/projects/project-rules.js';
import { Roles, Subject } from '../../../http/index.js';
import { type Inertia, InertiaCtx } from '../../../inertia/index.js';
import { Projects } from '../../projects/index.js';
import { Clock } from '../../../runtime/clock.js';
import { CatalogueVersions } from '../versions/catalogue-versions.service.js';

@Controller('admin')
@Roles('admin')
export class CataloguePagesController {
  constructor(
    private readonly versions: CatalogueVersions,
    private readonly projects: Projects,
    private readonly clock: Clock,
  ) {}

  /** Without `project`: the default project. */
  @Get('catalogue')
  @Subject('project', { in: 'query', name: 'project', otherwise: DEFAULT_PROJECT_CODE })
  async catalogue(@InertiaCtx() inertia: Inertia, @Query('project') project: unknown) {
    const code = typeof project === 'string' && project !== '' ? project : DEFAULT_PROJECT_CODE;
    const settings = await this.versions.settings(code);
    const { name } = await this.projects.get(code);
    const today = istDayOf(this.clock.now());
    await inertia.render(
      'Admin/Catalogue',
      { ...settings, projectName: name ?? code, today },
      { head: { title: 'Catalogue' } },
    );
  }
}
