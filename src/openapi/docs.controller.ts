import { Controller, Get, Header, Inject, Res, UseGuards } from '@nestjs/common';
import type { Response } from 'express';
import { SETTINGS, type Settings } from '../config/settings.token.js';
import { Public } from '../http/index.js';
import { DocsGuard } from './docs.guard.js';
import { docsPage } from './docs-page.js';
import type { ApiDocument } from './document.js';

@Controller('api/docs')
@Public()
@UseGuards(DocsGuard)
export class DocsController {
  constructor(@Inject(SETTINGS) private readonly settings: Settings) {}

  @Get()
  @Header('content-type', 'text/html; charset=utf-8')
  async page(@Res({ passthrough: true }) response: Response): Promise<string> {
    return docsPage(await this.document(), String(response.locals['cspNonce']));
  }

  @Get('openapi.json')
  async document(): Promise<ApiDocument> {
    const { apiDocument } = await import('./document.js');
    return apiDocument(this.settings);
  }
}
