import { Body, Controller, Get, HttpCode, Param, Post, Put } from '@nestjs/common';
import type { ApiSuccess } from '../../../contracts/common.js';
import { SERVER_MESSAGES } from '../../../contracts/messages-server.js';
import type { ProjectData, ProjectSettings } from '../../../contracts/projects.js';
import { AllProjects, AnyProject, CurrentUser, type Principal, Roles, Subject } from '../../../http/index.js';
import { ProjectSettingsService } from './project-settings.service.js';
import { NewProjectDto, NewTermsVersionDto, ProjectUpdateDto } from './terms-admin.dto.js';

@Controller('api/admin/projects')
@Roles('admin')
export class ProjectsApiController {
  constructor(private readonly settings: ProjectSettingsService) {}

  @Get()
  @AnyProject()
  async list(@CurrentUser() user: Principal): Promise<ApiSuccess<ProjectData[]>> {
    return { success: true, data: await this.settings.listProjects(user) };
  }

  @Post()
  @AllProjects()
  @HttpCode(201)
  async create(@Body() body: NewProjectDto): Promise<ApiSuccess<ProjectData>> {
    return { success: true, data: await this.settings.create(body), message: SERVER_MESSAGES.projects.created };
  }

  @Put(':code')
  @Subject('project')
  async update(
    @CurrentUser() user: Principal,
    @Param('code') code: string,
    @Body() body: ProjectUpdateDto,
  ): Promise<ApiSuccess<ProjectSettings>> {
    const data = await this.settings.update(user, code, body);
    return { success: true, data, message: SERVER_MESSAGES.projects.changed };
  }

  @Post(':code/terms')
  @Subject('project')
  @HttpCode(201)
  async addTerms(
    @CurrentUser() user: Principal,
    @Param('code') code: string,
    @Body() body: NewTermsVersionDto,
  ): Promise<ApiSuccess<ProjectSettings>> {
    const { made, settings } = await this.settings.addTerms(user, code, body);
    const { created, known } = SERVER_MESSAGES.terms;
    return { success: true, data: settings, message: made.isNew ? created(made.number) : known(made.number) };
  }
}
