import { Body, Controller, Get, HttpCode, Param, Post } from '@nestjs/common';
import type { CatalogueAnswer, CatalogueSettings } from '../../../contracts/catalogue.js';
import type { ApiSuccess } from '../../../contracts/common.js';
import { SERVER_MESSAGES } from '../../../contracts/messages-server.js';
import { Roles, Subject } from '../../../http/index.js';
import { CatalogueVersions } from '../versions/catalogue-versions.service.js';
import { NewCatalogueVersionDto } from './catalogue-admin.dto.js';

@Controller('api/admin/projects')
@Roles('admin')
export class CatalogueApiController {
  constructor(private readonly versions: CatalogueVersions) {}

  @Get(':code/catalogue')
  @Subject('project')
  async list(@Param('code') code: string): Promise<ApiSuccess<CatalogueSettings>> {
    return { success: true, data: await this.versions.settings(code) };
  }

  @Post(':code/catalogue')
  @Subject('project')
  @HttpCode(200)
  async create(
    @Param('code') code: string,
    @Body() body: NewCatalogueVersionDto,
  ): Promise<ApiSuccess<CatalogueAnswer>> {
    const created = await this.versions.create(code, body, { dryRun: body.dryRun ?? false });
    const data = { ...(await this.versions.settings(code)), created };
    if (body.dryRun) return { success: true, data };
    const { created: made, known } = SERVER_MESSAGES.catalogue;
    return { success: true, data, message: created.isNew ? made(created.number) : known(created.number) };
  }
}
