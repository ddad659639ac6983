import { Controller, Get, Param } from '@nestjs/common';
import { istDayOf } from '../../../domain/calendar/ist-day.js';
import { DEFAULT_PROJECT_CODE } from '../../../domain/projects/project-rules.js';
import { AnyProject, CurrentUser, type Principal, Roles, Subject } from '../../../http/index.js';
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
  @Subject('project', { in: 'fixed', value: DEFAULT_PROJECT_CODE })
  async project(@CurrentUser() user: Principal, @InertiaCtx() inertia: Inertia) {
    await this.show(user, DEFAULT_PROJECT_CODE, inertia);
  }

  @Get('projects')
  @AnyProject()
  async list(@CurrentUser() user: Principal, @InertiaCtx() inertia: Inertia) {
    const projects = await this.settings.listProjects(user);
    await inertia.render('Admin/Projects', { projects }, { head: { title: 'Projects' } });
  }

  @Get('projects/:code')
  @Subject('project')
  async one(@CurrentUser() user: Principal, @Param('code') code: string, @InertiaCtx() inertia: Inertia) {
    await this.show(user, code, inertia);
  }

  private async show(user: Principal, code: string, inertia: Inertia): Promise<void> {
    const settings = await this.settings.of(user, code);
    const today = istDayOf(this.clock.now());
    await inertia.render('Admin/Project', { ...settings, today }, { head: { title: 'Project and terms' } });
  }
}
