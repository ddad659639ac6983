import { Body, Controller, Get, HttpCode, Param, Post, Put } from '@nestjs/common';
import type { ApiSuccess } from '../../../contracts/common.js';
import { SERVER_MESSAGES } from '../../../contracts/messages-server.js';
import type { ProjectData, ProjectSettings } from '../../../contracts/projects.js';
import { Roles } from '../../../http/index.js';
import { ProjectSettingsService } from './project-settings.service.js';
import { NewProjectDto, NewTermsVersionDto, ProjectUpdateDto } from './terms-admin.dto.js';

@Controller('api/admin/projects')
@Roles('admin')
export class ProjectsApiController {
  constructor(private readonly settings: ProjectSettingsService) {}

  @Get()
  async list(): Promise<ApiSuccess<ProjectData[]>> {
    return { success: true, data: await this.settings.listProjects() };
  }

  @Post()
  @HttpCode(201)
  async create(@Body() body: NewProjectDto): Promise<ApiSuccess<ProjectData>> {
    return { success: true, data: await this.settings.create(body), message: SERVER_MESSAGES.projects.created };
  }

  @Put(':code')
  async update(@Param('code') code: string, @Body() body: ProjectUpdateDto): Promise<ApiSuccess<ProjectSettings>> {
    return { success: true, data: await this.settings.update(code, body), message: SERVER_MESSAGES.projects.changed };
  }

  @Post(':code/terms')
  @HttpCode(201)
  async addTerms(@Param('code') code: string, @Body() body: NewTermsVersionDto): Promise<ApiSuccess<ProjectSettings>> {
    const { made, settings } = await this.settings.addTerms(code, body);
    const { created, known } = SERVER_MESSAGES.terms;
    return { success: true, data: settings, message: made.isNew ? created(made.number) : known(made.number) };
  }
}
