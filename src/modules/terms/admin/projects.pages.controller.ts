import { Controller, Get, Param } from '@nestjs/common';
import { istDayOf } from '../../../domain/calendar/ist-day.js';
import { DEFAULT_PROJECT_CODE } from '../../../domain/projects/project-rules.js';
import { Roles } from '../../../http/index.js';
import { type Inertia, InertiaCtx } from '../../../inertia/index.js';
import { Clock } from '../../../runtime/clock.js';
import { ProjectSettingsService } from './project-settings.service.js';

@Controller('admin')
@Roles('admin')
export class ProjectsPagesController {
  constructor(
    private readonly settings: ProjectSettingsService,
    private readonly clock: Clock,
  ) {}

  @Get('project')
  async project(@InertiaCtx() inertia: Inertia) {
    await this.show(DEFAULT_PROJECT_CODE, inertia);
  }

  @Get('projects')
  async list(@InertiaCtx() inertia: Inertia) {
    const projects = await this.settings.listProjects();
    await inertia.render('Admin/Projects', { projects }, { head: { title: 'Projects' } });
  }

  @Get('projects/:code')
  async one(@Param('code') code: string, @InertiaCtx() inertia: Inertia) {
    await this.show(code, inertia);
  }

  private async show(code: string, inertia: Inertia): Promise<void> {
    const settings = await this.settings.of(code);
    const today = istDayOf(this.clock.now());
    await inertia.render('Admin/Project', { ...settings, today }, { head: { title: 'Project and terms' } });
  }
}
