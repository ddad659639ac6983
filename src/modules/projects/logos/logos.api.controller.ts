import { Controller, HttpCode, Param, Post, Req } from '@nestjs/common';
import type { Request } from 'express';
import type { ApiSuccess } from '../../../contracts/common.js';
import { SERVER_MESSAGES } from '../../../contracts/messages-server.js';
import type { ProjectData } from '../../../contracts/projects.js';
import { readUploadBytes, Roles, Subject } from '../../../http/index.js';
import { presentProject, Projects } from '../projects.service.js';
import { MAX_LOGO_BYTES } from './picture-rules.js';
import { ProjectLogos } from './project-logos.service.js';

@Controller('api/admin/projects/:code/logo')
@Roles('admin')
export class LogosApiController {
  constructor(
    private readonly logos: ProjectLogos,
    private readonly projects: Projects,
  ) {}

  /** The body is the picture, so nothing of it is read before the caller is authenticated. */
  @Post()
  @Subject('project')
  @HttpCode(200)
  async setLogo(@Param('code') code: string, @Req() request: Request): Promise<ApiSuccess<ProjectData>> {
    await this.logos.set(code, await readUploadBytes(request, MAX_LOGO_BYTES));
    return { success: true, data: await this.projectOf(code), message: SERVER_MESSAGES.projects.logoChanged };
  }

  @Post('remove')
  @Subject('project')
  @HttpCode(200)
  async removeLogo(@Param('code') code: string): Promise<ApiSuccess<ProjectData>> {
    await this.logos.remove(code);
    return { success: true, data: await this.projectOf(code), message: SERVER_MESSAGES.projects.logoRemoved };
  }

  private async projectOf(code: string): Promise<ProjectData> {
    return presentProject(await this.projects.get(code));
  }
}
