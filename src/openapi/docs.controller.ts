import {
  Controller,
  Get,
  Inject,
  Req,
  Res,
  UseGuards,
  type CanActivate,
  type ExecutionContext,
  Injectable,
  NotFoundException,
} from '@nestjs/common';
import type { Response, Request } from 'express';
import { SETTINGS, type Settings } from '../config/settings.token.js';
import { Public, principalOf } from '../http/index.js';
import { docsPage } from './docs-page.js';
import type { ApiDocument } from './document.js';

/** Outside production the description of the API is everybody's; in production an admin's alone, and to others not there. */
@Injectable()
export class DocsGuard implements CanActivate {
  constructor(@Inject(SETTINGS) private readonly settings: Settings) {}

  canActivate(context: ExecutionContext): boolean {
    const principal = principalOf(context.switchToHttp().getRequest<Request>());
    const isAdmin = principal?.role === 'admin' && !principal.setupRequired;
    if (this.settings.production && !isAdmin) throw new NotFoundException();
    return true;
  }
}

@Controller('api/docs')
@Public()
@UseGuards(DocsGuard)
export class DocsController {
  constructor(@Inject(SETTINGS) private readonly settings: Settings) {}

  /** A page for browsers; JSON, as anywhere in the API, for whoever does not prefer one. */
  @Get()
  async description(
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<string | ApiDocument> {
    response.vary('Accept');
    if (request.accepts(['json', 'html']) !== 'html') return this.document();
    response.type('html');
    return docsPage(await this.document(), String(response.locals['cspNonce']));
  }

  @Get('openapi.json')
  async document(): Promise<ApiDocument> {
    const { apiDocument } = await import('./document.js');
    return apiDocument(this.settings);
  }
}
