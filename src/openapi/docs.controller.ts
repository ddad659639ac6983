import { Controller, Get, Header, Inject, Res, UseGuards } from '@nestjs/common';
import type { Response } from 'express';
import { SETTINGS, type Settings } from '../config/settings.token.js';
import { Public } from '../http/index.js';
import { DocsGuard } from './docs.guard.js';
import { docsPage } from './docs-page.js';
import { type ApiDocument, apiDocument } from './document.js';

@Controller('api/docs')
@Public()
@UseGuards(DocsGuard)
export class DocsController {
  private readonly description: ApiDocument;

  constructor(@Inject(SETTINGS) settings: Settings) {
    this.description = apiDocument(settings);
  }

  @Get()
  @Header('content-type', 'text/html; charset=utf-8')
  page(@Res({ passthrough: true }) response: Response): string {
    return docsPage(this.description, String(response.locals['cspNonce']));
  }

  @Get('openapi.json')
  document(): ApiDocument {
    return this.description;
  }
}
