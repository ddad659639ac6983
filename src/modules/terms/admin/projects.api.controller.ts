import { Body, Controller, HttpCode, Param, Post, Put } from '@nestjs/common';
import type { ApiSuccess } from '../../../contracts/common.js';
import { SERVER_MESSAGES } from '../../../contracts/messages-server.js';
import type { ProjectSettings } from '../../../contracts/projects.js';
import { Roles } from '../../../http/index.js';
import { ProjectSettingsService } from './project-settings.service.js';
import { NewTermsVersionDto, ProjectUpdateDto } from './terms-admin.dto.js';

@Controller('api/admin/projects')
@Roles('admin')
export class ProjectsApiController {
  constructor(private readonly settings: ProjectSettingsService) {}

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
